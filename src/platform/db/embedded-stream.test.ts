/** Through its stream the engine answers as a server does: in order, completely, and also after an error. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unixSeconds } from "@daybook/words/civil-date";
import type { Db } from "./db.ts";
import { sqlState } from "./error-fields.ts";
import { openEmbedded } from "./embedded.ts";
import { type Statement, statement } from "./statement.ts";

const echo = statement<{ a: number; b: string | null }>("test.echo", "select $1::int8 as a, $2::text as b");
const divide = statement<{ a: number }>("test.divide", "select 1 / $1::int4 as a");
const many = statement<{ n: number; t: string }>(
  "test.many",
  "select n, repeat('ö', 100) as t from generate_series(1, $1::int4) n",
);
// Made without `statement`, because another test prepares every registered statement.
const unknown: Statement<never> = { name: "test.unknown", text: "select no_such_column" };
const copied: Statement<{ a: number; b: string }> = {
  name: "test.copied",
  text: "select a, b from test_copied order by a",
};

let db: Db;
beforeAll(async () => {
  db = await openEmbedded({
    home: null,
    holder: { pid: 1, command: "test", since: "", socket: null },
    now: () => unixSeconds(0),
  });
});
afterAll(() => db.close());

const codeOf = (error: unknown) => sqlState(error);

describe("the embedded engine's stream", () => {
  test("carries values both ways, null and wide characters included", async () => {
    expect(await db.list(echo, [9007199254740991, "grün 🧾"])).toEqual([
      { a: 9007199254740991, b: "grün 🧾" },
    ]);
    expect(await db.list(echo, [-1, null])).toEqual([{ a: -1, b: null }]);
  });

  test("carries an answer of many megabytes completely and in order", async () => {
    const rows = await db.list(many, [20_000]);
    expect(rows.map((row) => row.n)).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
    expect(rows.every((row) => row.t === "ö".repeat(100))).toBe(true);
  });

  test("answers statements that are started at once, each with its own rows", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => db.get(echo, [index, String(index)])),
    );
    expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => ({ a: index, b: String(index) })));
  });

  test("reports errors of parsing and of running a statement, and answers the next statement", async () => {
    for (let round = 0; round < 3; round += 1) {
      await expect(db.list(unknown).catch(codeOf)).resolves.toBe("42703");
      await expect(db.list(divide, [0]).catch(codeOf)).resolves.toBe("22012");
      expect(await db.list(divide, [1])).toEqual([{ a: 1 }]);
    }
  });

  test("an error inside a transaction rolls it back and leaves the session usable", async () => {
    const failed = db.transaction(async (tx) => {
      await tx.script("create table test_rolled_back (a int)");
      await tx.list(divide, [0]);
    });
    await expect(failed.catch(codeOf)).resolves.toBe("22012");
    await expect(
      db.transaction((tx) => tx.script("select * from test_rolled_back")).catch(codeOf),
    ).resolves.toBe("42P01");
    expect(await db.list(divide, [1])).toEqual([{ a: 1 }]);
  });

  test("runs a script of several statements and takes COPY data in the same transaction", async () => {
    const found = await db.transaction(async (tx) => {
      await tx.script("create table test_copied (a int, b text); insert into test_copied values (1, 'x')");
      await tx.copyIn("test_copied (a, b)", ["2\ty\n3\tz\n"]);
      return tx.list(copied);
    });
    expect(found).toEqual([
      { a: 1, b: "x" },
      { a: 2, b: "y" },
      { a: 3, b: "z" },
    ]);
  });
});
