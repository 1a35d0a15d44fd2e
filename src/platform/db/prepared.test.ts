/** A statement returns the same values on both engines, and its connection stays usable after any failure. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import type { Tx } from "./db.ts";
import { sqlState } from "./error-fields.ts";
import { readerOf } from "./rows.ts";
import { type Parameter, type Statement, statement } from "./statement.ts";

const TEXT = 25;
const { db } = (await testApp()).app;

const many = statement<{ n: number; text: string | null }>(
  "test.many_rows",
  "select n, case when n % 3 = 0 then null else repeat(chr(228) || '\"', $2::int4) end as text from generate_series(1, $1::int4) n",
);
const divide = statement<{ quotient: number }>("test.divide_by", "select 7 / $1::int4 as quotient");
const countTo = statement<{ n: number }>("test.count_to", "select n from generate_series(1, $1::int4) n");
const nothing = statement<never>("test.nothing", "select where $1::int4 = 0");

function echo(name: string, type: string): (value: Parameter) => Promise<unknown> {
  const select = statement<{ value: unknown }>(`test.echo_${name}`, `select $1::${type} as value`);
  return async (value) => (await db.get(select, [value])).value;
}

describe("a statement", () => {
  test.each([
    ["text", "text", "grün 🧾 \t\"\\'{}"],
    ["empty", "text", ""],
    ["null", "text", null],
    ["largest", "int8", Number.MAX_SAFE_INTEGER],
    ["smallest", "int8", Number.MIN_SAFE_INTEGER],
    ["zero", "int4", 0],
    ["negative", "int2", -32_768],
    ["true", "boolean", true],
    ["false", "boolean", false],
    ["date", "date", "2026-02-28"],
    ["bytes", "bytea", Buffer.from([0, 92, 34, 255])],
    ["texts", "text[]", ['a"b', "c\\d", "", "NULL", "{,}"]],
    ["texts_null", "text[]", ["x", null]],
    ["numbers", "int4[]", [1, -2, 3]],
    ["none", "text[]", []],
  ] as const)("returns %s unchanged, several times", async (name, type, value) => {
    const ask = echo(name, type);
    for (let round = 0; round < 3; round += 1) expect(await ask(value)).toEqual(value);
  });

  test("takes bytes in an array", async () => {
    const found = statement<{ found: boolean }>(
      "test.bytes_among",
      "select $1::bytea = any ($2::bytea[]) as found",
    );
    const [one, other] = [Buffer.from([1, 92, 34]), Buffer.from([0, 255])];
    expect(await db.get(found, [one, [other, one]])).toEqual({ found: true });
    expect(await db.get(found, [one, [other]])).toEqual({ found: false });
  });

  test("returns JSON as values, and the number of rows", async () => {
    const json = statement<{ value: unknown }>(
      "test.json",
      "select json_build_object('a', json_build_array(1, null, 'x')) as value",
    );
    expect(await db.get(json)).toEqual({ value: { a: [1, null, "x"] } });
    expect(await db.run(countTo, [11])).toBe(11);
    expect(await db.list(nothing, [1])).toEqual([]);
    expect(await db.list(nothing, [0])).toEqual([{}]);
  });

  test("returns results of any size completely and in order, with rows divided among packets", async () => {
    for (const [rows, repeats] of [
      [20_000, 1],
      [300, 2_000],
      [3, 400_000],
    ] as const) {
      const found = await db.list(many, [rows, repeats]);
      expect(found.map(({ n }) => n)).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
      expect(found.every(({ n, text }) => text === (n % 3 === 0 ? null : 'ä"'.repeat(repeats)))).toBe(true);
    }
  });

  test("refuses an unsafe int8 and a numeric, and the next statement works", async () => {
    for (let round = 0; round < 3; round += 1) {
      await expect(echo("unsafe", "int8")("9007199254740992")).rejects.toThrow(
        /safe range: 9007199254740992/,
      );
      await expect(echo("numeric", "numeric")("1.5")).rejects.toThrow(/returned numeric \(1\.5\)/);
      expect(await db.get(divide, [2])).toEqual({ quotient: 3 });
    }
  });

  test("that fails leaves the pool usable, whether its text, its values or its rows are the cause", async () => {
    const unknown: Statement<never> = { name: "test.no_such_column", text: "select no_such_column" };
    for (let round = 0; round < 3; round += 1) {
      await expect(db.list(unknown).catch(sqlState)).resolves.toBe("42703");
      await expect(echo("word", "int4")("word").catch(sqlState)).resolves.toBe("22P02");
      await expect(db.list(divide, [0]).catch(sqlState)).resolves.toBe("22012");
      expect(await echo("word", "int4")(5)).toBe(5);
      expect(await db.get(divide, [1])).toEqual({ quotient: 7 });
    }
  });

  test("returns its own rows when many statements are started at once", async () => {
    const counts = Array.from({ length: 60 }, (_, index) => index * 7);
    const answers = await Promise.all(counts.map((count) => db.list(countTo, [count])));
    expect(answers.map((rows) => rows.length)).toEqual(counts);
  });

  test("returns rows that arrive in pieces while other connections receive theirs", async () => {
    const long = statement<{ text: string }>(
      "test.long_rows",
      "select repeat(lpad($1::text || '/' || n, 20), 3000) as text from generate_series(1, 6) n",
    );
    const marks = Array.from({ length: 12 }, (_, index) => `m${index}`);
    const read = await Promise.all(marks.map((mark) => db.list(long, [mark])));
    for (const [index, rows] of read.entries())
      expect(rows).toEqual(
        rows.map((_, at) => ({ text: `${marks[index]}/${at + 1}`.padStart(20).repeat(3000) })),
      );
    expect(read.map(({ length }) => length)).toEqual(marks.map(() => 6));
  });

  test("runs on the same connection as COPY and scripts in a transaction", async () => {
    const read: Statement<{ a: number; b: string }> = {
      name: "test.read_copied",
      text: "select a, b from test_beside order by a",
    };
    await db
      .transaction(async (tx) => {
        await tx.script("create table test_beside (a int, b text); insert into test_beside values (1, 'x')");
        await tx.copyIn("test_beside (a, b)", ["2\ty\n3\tz\n"]);
        expect(await tx.list(read)).toEqual([
          { a: 1, b: "x" },
          { a: 2, b: "y" },
          { a: 3, b: "z" },
        ]);
        let copied = "";
        for await (const part of tx.copyOut("select a, b from test_beside order by a"))
          copied += part.toString();
        expect(copied).toBe("1\tx\n2\ty\n3\tz\n");
        expect(await tx.get(divide, [3])).toEqual({ quotient: 2 });
        throw new Error("enough");
      })
      .catch((error: unknown) => expect(String(error)).toMatch(/enough/));
  });
});

describe("statements of a transaction that are started at once", () => {
  const put = statement<never>("test.put_together", "insert into test_together values ($1::int4)");
  const sum = statement<{ sum: number }>(
    "test.sum_together",
    "select coalesce(sum(n), 0)::int4 as sum from test_together",
  );
  const undone = new Error("undone");
  /** Runs `work` with an empty table, which the rollback of the transaction removes. */
  const withTable = (work: (tx: Tx) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.script("create table test_together (n int4 primary key)");
      await work(tx);
      throw undone;
    });

  test("run in order, each seeing the effects of those before it, even if one is run several times", async () => {
    const work = async (tx: Tx): Promise<void> => {
      expect(
        await Promise.all([
          tx.get(sum),
          tx.run(put, [1]),
          tx.get(sum),
          tx.run(put, [2]),
          tx.get(sum),
          tx.list(countTo, [2]),
        ]),
      ).toEqual([{ sum: 0 }, 1, { sum: 1 }, 1, { sum: 3 }, [{ n: 1 }, { n: 2 }]]);
      // A COPY waits for the statements that were started before it.
      await Promise.all([tx.run(put, [3]), tx.copyIn("test_together (n)", ["4\n"])]);
      expect(await tx.get(sum)).toEqual({ sum: 10 });
    };
    for (let round = 0; round < 2; round += 1) await expect(withTable(work)).rejects.toBe(undone);
  });

  test("fail together, and none of them has an effect", async () => {
    for (let round = 0; round < 3; round += 1) {
      const outcomes: PromiseSettledResult<unknown>[] = [];
      await expect(
        withTable(async (tx) => {
          outcomes.push(
            ...(await Promise.allSettled([tx.run(put, [1]), tx.get(divide, [0]), tx.run(put, [2])])),
          );
          await tx.get(sum);
        }).catch(sqlState),
      ).resolves.toBe("25P02");
      expect(outcomes.map((outcome) => outcome.status === "rejected" && sqlState(outcome.reason))).toEqual([
        "22012",
        "22012",
        "22012",
      ]);
      expect(await db.get(divide, [1])).toEqual({ quotient: 7 });
    }
  });

  test("fail alone if only their rows can't be read", async () => {
    const numeric = statement<{ n: number }>("test.numeric_together", "select 1.5 as n");
    await expect(
      withTable(async (tx) => {
        const [first, second, third] = await Promise.allSettled([
          tx.get(divide, [1]),
          tx.get(numeric),
          tx.get(divide, [7]),
        ]);
        expect([first, second.status, third]).toMatchObject([
          { value: { quotient: 7 } },
          "rejected",
          { value: { quotient: 1 } },
        ]);
      }),
    ).rejects.toBe(undone);
  });

  test("are never run after the end of their transaction, nor behind its commit", async () => {
    const lateReads: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.get(divide, [1]);
      // When this runs, the commit has been sent, and on a server it has not been answered.
      setImmediate(() => lateReads.push(tx.get(divide, [1]).catch(String)));
      setTimeout(() => lateReads.push(tx.get(divide, [1]).catch(String)), 20);
    });
    await expect.poll(() => lateReads.length).toBe(2);
    for (const read of lateReads) expect(await read).toMatch(/came after its transaction had ended/);
  });
});

describe.runIf(db.engine === "server")("a connection that breaks", () => {
  const end = statement<never>("test.end_connection", "select pg_terminate_backend(pg_backend_pid())");

  test("fails the statement that it runs, and the next one gets another connection", async () => {
    await expect(db.run(end).catch(sqlState)).resolves.toBe("57P01");
    expect(await db.get(divide, [1])).toEqual({ quotient: 7 });
  });

  test("fails its transaction, and the next statement gets another connection", async () => {
    await expect(db.transaction((tx) => tx.run(end)).catch(sqlState)).resolves.toBe("57P01");
    expect(await db.get(divide, [1])).toEqual({ quotient: 7 });
  });
});

describe("a text", () => {
  const read = readerOf(TEXT);
  const readBack = (text: string): unknown => {
    const bytes = Buffer.from(`\xff${text}\xff`, "utf8");
    const edge = Buffer.byteLength("\xff");
    return read(bytes, edge, bytes.length - edge);
  };

  test("is read unchanged, whatever was read before", () => {
    const short = fc.string({ unit: fc.constantFrom("a", "b", "é", "\u0080", "\u9000", "🧾"), maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(short, fc.string({ unit: "binary", maxLength: 80 })), { maxLength: 50 }),
        (texts) => {
          for (const text of [...texts, ...texts]) expect(readBack(text)).toBe(Buffer.from(text).toString());
        },
      ),
    );
  });

  test("is not confused with a text whose characters have the values of its bytes", () => {
    // The first text has three characters. The second has one character, whose three bytes are the values of
    // the first text's characters.
    expect([readBack("é\u0080\u0080"), readBack("\u9000"), readBack("é\u0080\u0080")]).toEqual([
      "é\u0080\u0080",
      "\u9000",
      "é\u0080\u0080",
    ]);
  });
});
