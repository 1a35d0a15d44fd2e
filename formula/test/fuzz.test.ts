/**
 * Random workbooks: every reading ends with values, and the values are the same whichever cells are requested
 * first. The time is limited, so each run tests other workbooks; a failure is printed with the seed that
 * reproduces it.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FUNCTIONS } from "../src/functions/index.ts";
import { cellName } from "../src/places.ts";
import { Exhausted } from "../src/questions.ts";
import { Reading } from "../src/reading.ts";
import { type Element, Reference, isError } from "../src/values.ts";
import type { Workbook } from "../src/workbook.ts";
import { NOON, type Sheets, workbookOf } from "./sheets.ts";

const ROWS = 6;
const COLUMNS = 4;

const place = fc.tuple(fc.nat(ROWS + 1), fc.nat(COLUMNS)).map(([row, column]) => cellName(row, column));
const dollars = fc.tuple(place, fc.constantFrom("", "$")).map(([cell, dollar]) => dollar + cell);
const reference = fc.oneof(
  { weight: 6, arbitrary: dollars },
  { weight: 4, arbitrary: fc.tuple(place, place).map(([a, b]) => `${a}:${b}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "A:A",
      "B:C",
      "1:2",
      "Two!A1",
      "Two!A1:B3",
      "'Two'!A:A",
      "One:Two!B2",
      "Nowhere!A1",
      "A1#",
      "B2#",
      "#REF!",
      "Rate",
      "Twice",
      "Loop",
      "nothing",
      "__proto__",
    ),
  },
);
const text = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "A*",
    "?",
    ">1",
    "<>",
    "=",
    "12",
    "1/2/2024",
    "TRUE",
    "#N/A",
    "[h]:mm",
    "0.00%",
    "A1:B2",
    "R1C1",
    "(((",
    "ud83d\ude00",
  ),
  fc.string({ maxLength: 6 }).map((each) => each.replaceAll('"', '""')),
);
const literal = fc.oneof(
  fc.integer({ min: -3, max: 40 }).map(String),
  fc.constantFrom(
    "1E+308",
    "1E-300",
    "0.1",
    "1000000000",
    "1048576",
    "46000",
    "TRUE",
    "FALSE",
    "#N/A",
    "{1,2;3,4}",
    '{"a",TRUE}',
    "-0",
  ),
  text.map((each) => `"${each}"`),
);

/** Functions that are slow are left to their own tests. */
const names = [...FUNCTIONS.keys(), "IF", "IFS", "SWITCH", "CHOOSE", "IFERROR", "IFNA"];
const operator = fc.constantFrom("+", "-", "*", "/", "^", "&", "=", "<>", "<", ">", "<=", ">=", ":", " ");

const { formula } = fc.letrec<{ formula: string; call: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4, depthIdentifier: "formula" },
    { weight: 3, arbitrary: reference },
    { weight: 3, arbitrary: literal },
    { weight: 6, arbitrary: tie("call") },
    {
      weight: 3,
      arbitrary: fc.tuple(tie("formula"), operator, tie("formula")).map(([a, sign, b]) => `${a}${sign}${b}`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom("-", "+", "@"), tie("formula")).map(([sign, a]) => `${sign}(${a})`),
    },
    { weight: 1, arbitrary: tie("formula").map((a) => `(${a})%`) },
    { weight: 1, arbitrary: fc.tuple(tie("formula"), tie("formula")).map(([a, b]) => `LET(x,${a},x+${b})`) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie("formula"), tie("formula")).map(([a, b]) => `LAMBDA(x,${a}&x)(${b})`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(reference, tie("formula")).map(([a, b]) => `MAP(${a},LAMBDA(x,x*${b}))`),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  ),
  call: fc
    .tuple(
      fc.constantFrom(...names),
      fc.array(
        fc.oneof({ weight: 9, arbitrary: tie("formula") }, { weight: 1, arbitrary: fc.constant("") }),
        { maxLength: 5 },
      ),
    )
    .map(([name, args]) => `${name}(${args.join(",")})`),
}));

const cell = fc.oneof(
  { weight: 5, arbitrary: formula.map((each) => `=${each}`) },
  { weight: 2, arbitrary: fc.integer({ min: -5, max: 100 }) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: text },
);
const sheet = fc.dictionary(
  fc.tuple(fc.nat(ROWS), fc.nat(COLUMNS)).map(([row, column]) => cellName(row, column)),
  cell,
  { maxKeys: 12 },
);
const workbook: fc.Arbitrary<Sheets> = fc.record({ One: sheet, Two: sheet });

const NAMES = { Rate: "=0.25", Twice: "=LAMBDA(n,n*2)", Loop: "=Loop+1" };

/** Reads all cells of the first worksheet, requested from the beginning or from the end. */
function readAll(made: Workbook, isBackward: boolean): readonly (readonly Element[])[] | "exhausted" {
  let looks = 0;
  const reading = new Reading(made, { now: NOON, random: () => 0.25, mayGoOn: () => ++looks < 40 });
  const whole = new Reference(0, 0, 0, ROWS, COLUMNS);
  const single = (at: number) =>
    new Reference(
      0,
      Math.floor(at / (COLUMNS + 1)),
      at % (COLUMNS + 1),
      Math.floor(at / (COLUMNS + 1)),
      at % (COLUMNS + 1),
    );
  const cells = Array.from({ length: (ROWS + 1) * (COLUMNS + 1) }, (_none, at) => single(at));
  try {
    reading.calculate(isBackward ? [...cells.toReversed(), whole] : [whole]);
  } catch (thrown) {
    if (thrown instanceof Exhausted) return "exhausted";
    throw thrown;
  }
  return Array.from({ length: ROWS + 1 }, (_none, row) =>
    Array.from({ length: COLUMNS + 1 }, (_column, column) => reading.value(0, row, column)),
  );
}

/** The duration of the search in milliseconds. */
const SEARCH_MS = 6_000;

describe("any workbook", () => {
  it("is read to its end, and holds nothing but values", () => {
    let tried = 0;
    const property = fc.property(workbook, (sheets) => {
      const values = readAll(workbookOf(sheets, { names: NAMES }), false);
      tried++;
      if (values === "exhausted") return;
      for (const value of values.flat()) {
        expect(
          value === null || isError(value) || ["string", "number", "boolean"].includes(typeof value),
        ).toBe(true);
        if (typeof value === "number") expect(Number.isFinite(value)).toBe(true);
        if (typeof value === "string") expect(value.length).toBeLessThanOrEqual(32_767);
        if (isError(value)) expect(value.code).not.toBe("#BUSY!");
      }
    });
    fc.assert(property, { numRuns: 100_000, plugins: [fc.interruptAfterTimeLimit(SEARCH_MS)] });
    expect(tried).toBeGreaterThan(0);
  });

  it("has the same values whichever cell is asked for first", () => {
    // Only arrays that spill over cells that other arrays have read depend on the order. No such arrays are
    // made here.
    const plain = fc.record({
      One: fc.dictionary(
        fc.tuple(fc.nat(ROWS), fc.nat(COLUMNS)).map(([row, column]) => cellName(row, column)),
        fc.oneof(
          fc
            .tuple(
              fc.constantFrom("SUM", "IFERROR", "IF", "MAX", "CHOOSE"),
              fc.array(place, { minLength: 2, maxLength: 3 }),
            )
            .map(([name, args]) => `=${name}(${args.join(",")})`),
          fc.integer({ min: 0, max: 3 }),
        ),
        { maxKeys: 14 },
      ),
    });
    const property = fc.property(plain, (sheets) => {
      expect(readAll(workbookOf(sheets), true)).toEqual(readAll(workbookOf(sheets), false));
    });
    fc.assert(property, { numRuns: 100_000, plugins: [fc.interruptAfterTimeLimit(SEARCH_MS / 3)] });
  });
});
