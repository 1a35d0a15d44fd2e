/**
 * Rows as JSON are the same text that `JSON.stringify` makes of the rows as values, on both engines, for any
 * values and any number of rows.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import type { JsonLayout, JsonRows } from "../../core/json-rows.ts";
import { sqlState } from "./error-fields.ts";
import { statement } from "./statement.ts";

const { db } = (await testApp()).app;

interface Record {
  readonly kind: "record";
  readonly name: string | null;
  readonly amount: number;
  readonly of: "books";
  readonly known: boolean | null;
  readonly day: string | null;
}

const LAYOUT: JsonLayout<Record> = {
  members: [
    { name: "kind", always: '"record"' },
    { name: "name", kind: "text", nullable: true },
    { name: "amount", kind: "integer", nullable: false },
    { name: "of", always: '"books"' },
    { name: "known", kind: "boolean", nullable: true },
    { name: "day", kind: "text", nullable: true },
  ],
};

const records = statement<unknown>(
  "test.jsonRecords",
  `select row ->> 'name' as name, (row ->> 'amount')::int8 as amount, (row ->> 'known')::boolean as known,
    (row ->> 'day')::date as day
   from jsonb_array_elements($1::text::jsonb) with ordinality as rows (row, place) order by place`,
);
const repeated = statement<unknown>(
  "test.jsonRepeated",
  `select repeat($2, n % $3::int4) as name, n::int8 as amount, n % 2 = 0 as known, null::date as day
    from generate_series(1, $1::int4) n`,
);
const unsafe = statement<unknown>(
  "test.jsonUnsafe",
  "select 'x' as name, $1::int8 as amount, null::boolean as known, null::date as day",
);
const amountMissing = statement<unknown>(
  "test.jsonAmountMissing",
  "select 'x' as name, null::int8 as amount, true as known, null::date as day",
);
const otherNames = statement<unknown>(
  "test.jsonOtherNames",
  "select 'x' as name, 1::int8 as amount, null::date as day, true as known",
);
const otherTypes = statement<unknown>(
  "test.jsonOtherTypes",
  "select 'x' as name, '1' as amount, true as known, null::date as day",
);
const tooMany = statement<unknown>(
  "test.jsonTooMany",
  "select 'x' as name, 1::int8 as amount, true as known, null::date as day, 2 as more",
);
const failing = statement<unknown>(
  "test.jsonFailing",
  "select 'x' as name, (7 / $1::int4)::int8 as amount, true as known, null::date as day",
);

/** Returns the first `count` records as text, in brackets, and releases their memory twice. */
function textOf(rows: JsonRows<Record>, count = rows.length, head = "[", tail = "]"): string {
  const { bytes, release } = rows.between(head, count, tail);
  const text = bytes.toString();
  release();
  release();
  return text;
}

const jsonOf = async (values: readonly Omit<Record, "kind" | "of">[]): Promise<string> =>
  textOf(await db.listJson(records, [JSON.stringify(values)], LAYOUT));
const recordOf = ({ name, amount, known, day }: Omit<Record, "kind" | "of">): Record => ({
  kind: "record",
  name,
  amount,
  of: "books",
  known,
  day,
});

const value = fc.record({
  name: fc.option(fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => text.replaceAll("\0", ""))),
  amount: fc.oneof(
    fc.maxSafeInteger(),
    fc.integer(),
    fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
  ),
  known: fc.option(fc.boolean()),
  day: fc.option(
    fc
      .date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
});

describe("rows as JSON", () => {
  test("are the text that JSON.stringify makes of their values", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 30 }), async (values) => {
        expect(await jsonOf(values)).toBe(JSON.stringify(values.map(recordOf)));
      }),
      { numRuns: 200 },
    );
  });

  test("can be enclosed in texts of any length, in their own memory or in more of it", async () => {
    for (const length of [10, 3_000, 200_000]) {
      const [head, tail] = ["h".repeat(length), "t".repeat(length)];
      const enclosed = async (before: string, after: string) =>
        textOf(await db.listJson(repeated, [2, "é", 2], LAYOUT), 2, before, after);
      expect(await enclosed(head, tail)).toBe(`${head}${await enclosed("", "")}${tail}`);
    }
  });

  test("escape the characters that JSON requires, at any position in a 32-bit word, and no others", async () => {
    const characters = [
      ...Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1)),
      "\u007f",
      "\u0080",
      "\u00ff",
      "é",
      "€",
      "\u2028",
      "\ufeff",
      "🧾",
    ];
    const values = characters.flatMap((character) =>
      ["", "a", "ab", "abc", "abcd"].map((before) => ({
        name: `${before}${character}wxyz${character}`,
        amount: 1,
        known: null,
        day: null,
      })),
    );
    expect(await jsonOf(values)).toBe(JSON.stringify(values.map(recordOf)));
  });

  test("are complete and in order if they are many, long or divided among packets", async () => {
    for (const [count, text, longest] of [
      [20_000, "ab", 3],
      [300, '"\\\u0001é', 3_000],
      [3, "\u0001", 400_000],
      [1, "x", 2],
    ] as const) {
      const rows = await db.listJson(repeated, [count, text, longest], LAYOUT);
      expect(rows.length).toBe(count);
      const whole = Array.from({ length: count }, (_, index) =>
        recordOf({
          name: text.repeat((index + 1) % longest),
          amount: index + 1,
          known: index % 2 === 1,
          day: null,
        }),
      );
      expect(rows.at(count - 1)).toEqual(whole.at(-1));
      expect([rows.at(0), rows.at(count)]).toEqual([whole[0], undefined]);
      expect(textOf(rows) === JSON.stringify(whole)).toBe(true);
    }
  });

  test("can be cut after any row, between texts of any length, and are taken only once", async () => {
    const first = async (count: number, head: string, tail: string) =>
      textOf(await db.listJson(repeated, [3, "é", 2], LAYOUT), count, head, tail);
    const [one, two, three] = [1, 2, 3].map((amount) =>
      JSON.stringify(recordOf({ name: amount % 2 === 1 ? "é" : "", amount, known: amount === 2, day: null })),
    );
    expect([await first(0, "[", "]"), await first(2, "{é:[", "]}"), await first(9, "", "")]).toEqual([
      "[]",
      `{é:[${one},${two}]}`,
      `${one},${two},${three}`,
    ]);
    const [long, longer] = ["h".repeat(5_000), "t".repeat(200_000)];
    expect(await first(1, long, longer)).toBe(`${long}${one}${longer}`);
    const none = await db.listJson(repeated, [0, "a", 2], LAYOUT);
    expect([none.length, none.at(0), textOf(none, 5)]).toEqual([0, undefined, "[]"]);
    expect(() => none.between("[", 1, "]")).toThrow(/are used after/);
  });

  test("of simultaneous answers don't mix, even if some answers fail", async () => {
    const sizes = Array.from({ length: 80 }, (_, index) => (index * 37) % 300);
    const texts = await Promise.all(
      sizes.map(async (count, index) => {
        if (index % 7 === 0) await db.listJson(failing, [0], LAYOUT).catch(() => {});
        const rows = await db.listJson(repeated, [count, index % 2 === 0 ? "x" : "é", 9], LAYOUT);
        await new Promise((resolve) => setTimeout(resolve, index % 5));
        const { bytes, release } = rows.between("[", count, "]");
        await new Promise((resolve) => setTimeout(resolve, index % 3));
        const text = bytes.toString();
        // Memory that is never released does not affect other answers.
        if (index % 5 > 0) release();
        return text;
      }),
    );
    for (const [index, count] of sizes.entries()) {
      const rows = Array.from({ length: count }, (_, each) =>
        recordOf({
          name: (index % 2 === 0 ? "x" : "é").repeat((each + 1) % 9),
          amount: each + 1,
          known: each % 2 === 1,
          day: null,
        }),
      );
      expect(texts[index]).toBe(JSON.stringify(rows));
    }
  });

  test("that don't match the layout are an error, and the next statement is answered", async () => {
    for (let round = 0; round < 2; round += 1) {
      await expect(db.listJson(unsafe, ["9007199254740992"], LAYOUT)).rejects.toThrow(
        /safe range: 9007199254740992/,
      );
      await expect(db.listJson(amountMissing, [], LAYOUT)).rejects.toThrow(/returns null for amount/);
      await expect(db.listJson(otherNames, [], LAYOUT)).rejects.toThrow(
        /returns day \(type 1082\) where a record has known \(boolean\)/,
      );
      await expect(db.listJson(otherTypes, [], LAYOUT)).rejects.toThrow(
        /where a record has amount \(integer\)/,
      );
      await expect(db.listJson(tooMany, [], LAYOUT)).rejects.toThrow(/more columns than a record has/);
      await expect(db.listJson(failing, [0], LAYOUT).catch(sqlState)).resolves.toBe("22012");
      expect((await db.listJson(failing, [7], LAYOUT)).at(0)).toEqual(
        recordOf({ name: "x", amount: 1, known: true, day: null }),
      );
    }
  });

  test("and rows as values can be read at the same time in a transaction", async () => {
    const answers = await db.transaction((tx) =>
      Promise.all([
        tx.listJson(repeated, [2, "a", 2], LAYOUT).then((rows) => textOf(rows, 2, "", "")),
        tx.list(repeated, [1, "a", 2]),
        tx.listJson(repeated, [1, "b", 2], LAYOUT).then((rows) => textOf(rows, 2, "", "")),
      ]),
    );
    expect(answers).toEqual([
      [
        recordOf({ name: "a", amount: 1, known: false, day: null }),
        recordOf({ name: "", amount: 2, known: true, day: null }),
      ]
        .map((each) => JSON.stringify(each))
        .join(","),
      [{ name: "a", amount: 1, known: false, day: null }],
      JSON.stringify(recordOf({ name: "b", amount: 1, known: false, day: null })),
    ]);
  });
});
