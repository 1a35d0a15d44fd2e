/** Connections to a server that are lost at the worst moment, and servers of which one takes changes. */
import { connect, createServer, type Socket } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ADMIN_URL, createDatabase } from "../../../test/support/engine.ts";
import { freePort } from "../../../test/acceptance/place.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { retriesService } from "../../modules/tenants/retries/index.ts";
import type { Db } from "./db.ts";
import { migrate } from "./migrate.ts";
import { openServer } from "./server.ts";
import { statement } from "./statement.ts";
import { CommitUnknown, unavailableMessage, unavailableReason } from "./unavailable.ts";

const insertRow = statement<never>(
  "test.server.insertRow",
  "insert into sign_in_attempts (name, attempts, ends) values ($1, 1, 0)",
);
const countRows = statement<{ rows: number }>(
  "test.server.countRows",
  "select count(*) as rows from sign_in_attempts where name = $1",
);

describe.runIf(ADMIN_URL !== null)("a server", () => {
  const NOW = unixSeconds(1_780_000_000);
  let url = new URL("postgres://127.0.0.1/none");
  beforeAll(async () => {
    url = new URL(await createDatabase("server"));
    const db = open(url.href);
    await migrate(db);
    // A kept answer belongs to a company, of which this database needs none.
    await db.transaction((tx) =>
      tx.script("alter table kept_answers drop constraint kept_answers_company_id_fkey"),
    );
    await db.close();
  });
  const open = (address: string): Db =>
    openServer({ url: address, connections: 2, now: () => NOW, onIdleError: () => {} });
  const opened = (address: string): Db => {
    const db = open(address);
    onTestFinished(() => db.close());
    return db;
  };

  /**
   * Passes bytes on to the server. After `cutAfter`, a connection ends in place of the answer to bytes that
   * contain a word.
   */
  async function proxy(): Promise<{ readonly url: string; cutAfter(word: string): void }> {
    let cutWord: string | null = null;
    const sockets = new Set<Socket>();
    const close = (): void => {
      for (const socket of sockets) socket.destroy();
    };
    const server = createServer((client) => {
      const upstream = connect(Number(url.port || 5432), url.hostname);
      for (const each of [client, upstream]) sockets.add(each.on("error", close).on("close", close));
      let isCut = false;
      client.on("data", (bytes) => {
        isCut ||= cutWord !== null && bytes.includes(cutWord);
        upstream.write(bytes);
      });
      upstream.on("data", (bytes) => (isCut ? close() : client.write(bytes)));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      close();
      server.close();
    });
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return {
      url: Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href,
      cutAfter(word) {
        cutWord = word;
      },
    };
  }

  const put = (db: Db, name: string) => db.transaction(async (tx) => void (await tx.run(insertRow, [name])));

  test("that takes the answer to a commit with it says that the change may have been made", async () => {
    const between = await proxy();
    const db = opened(between.url);
    between.cutAfter("db.commit");
    const error: unknown = await put(db, "kept").catch((each: unknown) => each);
    expect(error).toBeInstanceOf(CommitUnknown);
    expect(unavailableReason(error)).toBe("it ended the connection, or is not a PostgreSQL server");
    expect(unavailableMessage(error)).toContain("may have been made");
    expect(await opened(url.href).get(countRows, ["kept"])).toEqual({ rows: 1 });
  });

  test("that is lost before a commit has changed nothing, and the error says nothing of a commit", async () => {
    const between = await proxy();
    const db = opened(between.url);
    between.cutAfter("test.server.insertRow");
    const error: unknown = await put(db, "lost").catch((each: unknown) => each);
    expect(error).not.toBeInstanceOf(CommitUnknown);
    expect(unavailableReason(error)).not.toBeNull();
    expect(await opened(url.href).get(countRows, ["lost"])).toEqual({ rows: 0 });
  });

  test("whose answer to a commit was lost repeats the kept answer to the same request", async () => {
    const between = await proxy();
    const db = opened(between.url);
    const direct = opened(url.href);
    const request = {
      companyId: "comp_retry",
      userId: "user_retry",
      operation: "try",
      key: "key",
      now: NOW,
      inputHash: async () => "0".repeat(64),
    };
    const once = (on: Db) =>
      retriesService({ db: on }).once(request, async () => {
        await put(on, "once");
        return "made";
      });
    between.cutAfter("db.commit");
    await expect(once(db)).rejects.toBeInstanceOf(CommitUnknown);
    expect(await once(direct)).toEqual({ output: "made", isRepeated: true });
    expect(await direct.get(countRows, ["once"])).toEqual({ rows: 1 });
  });

  test("is found among others that don't answer", async () => {
    const several = url.href.replace("@", `@127.0.0.1:${await freePort()},`);
    expect(await opened(several).get(countRows, ["nobody"])).toEqual({ rows: 0 });
  });

  test("that takes no changes is not used while others are looked for", async () => {
    const readOnly = `${url.href.replace("@", `@127.0.0.1:${await freePort()},`)}?options=-c%20default_transaction_read_only%3Don`;
    const error: unknown = await opened(readOnly)
      .get(countRows, ["nobody"])
      .catch((each: unknown) => each);
    expect(unavailableReason(error)).toBe("none of its servers takes changes at the moment");
  });
});
