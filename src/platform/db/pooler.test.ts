/**
 * PgBouncer in transaction mode: each transaction may run in another session, and the sessions belong to all
 * clients together.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { BOUNCER, startBouncer } from "../../../test/support/bouncer.ts";
import { describeWith } from "../../../test/acceptance/outside.ts";
import { ADMIN_URL, createDatabase } from "../../../test/support/engine.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { Db } from "./db.ts";
import { inspectDatabase } from "./inspect.ts";
import { migrate } from "./migrate.ts";
import { openServer } from "./server.ts";
import { statement } from "./statement.ts";
import { unavailableReason } from "./unavailable.ts";

const limits = statement<{ statements: string; locks: string }>(
  "test.pooler.limits",
  "select current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks",
);
const session = statement<{ pid: number; number: number }>(
  "test.pooler.session",
  "select pg_backend_pid() as pid, $1::int as number",
);
const endSession = statement<never>(
  "test.pooler.endSession",
  "select pg_terminate_backend(pg_backend_pid())",
);

describe.skipIf(ADMIN_URL === null)("in front of a server", () => {
  describeWith(BOUNCER, "over PgBouncer", () => {
    const open = (url: string, connections = 4): Db => {
      const now = () => unixSeconds(1_780_000_000);
      const db = openServer({ url, connections, now, onIdleError: () => {} });
      onTestFinished(() => db.close());
      return db;
    };
    const pooled = async (mode?: "transaction" | "statement") => {
      const bouncer = await startBouncer(await createDatabase("pooler"), mode);
      onTestFinished(() => bouncer.stop());
      return bouncer.url;
    };

    test("statements, transactions and migrations run, whichever session they meet", async () => {
      const url = await pooled();
      // Two processes, each with more connections than the pooler has to the server.
      const [one, two] = [open(url), open(url)];
      await migrate(one);
      const numbers = Array.from({ length: 40 }, (_, index) => index);
      const seen = await Promise.all(
        numbers.map((number) =>
          number % 2 === 0
            ? one.get(session, [number])
            : two.transaction(async (tx) => {
                const first = await tx.get(session, [number]);
                expect(await tx.get(session, [number])).toEqual(first);
                return first;
              }),
        ),
      );
      expect(seen.map(({ number }) => number)).toEqual(numbers);
      expect(new Set(seen.map(({ pid }) => pid)).size).toBe(2);
      expect(await inspectDatabase(one)).toMatchObject({
        pending: [],
        pooler: expect.stringMatching(/^with/),
      });
    });

    test("limits hold in every transaction, and stay in no session of the server", async () => {
      const db = open(await pooled());
      const usual = {
        statements: `${LIMITS.statement_timeout_ms.value / 1000}s`,
        locks: `${LIMITS.lock_timeout_ms.value / 1000}s`,
      };
      expect(await db.get(limits)).toEqual(usual);
      expect(await db.transaction((tx) => tx.get(limits))).toEqual(usual);
      expect(await db.transaction((tx) => tx.get(limits), { long: true })).toEqual({
        statements: "0",
        locks: "0",
      });
    });

    test("a session that ends fails what runs in it with a reason, and nothing else", async () => {
      const db = open(await pooled());
      const error: unknown = await db.run(endSession).catch((each: unknown) => each);
      expect(unavailableReason(error)).not.toBeNull();
      expect(await db.get(limits)).toBeDefined();
    });

    test("a pooler that allows no transactions is refused with what to set", async () => {
      const error: unknown = await open(await pooled("statement"))
        .get(limits)
        .catch((each: unknown) => each);
      expect(unavailableReason(error)).toContain("set its pool_mode to transaction");
    });
  });
});
