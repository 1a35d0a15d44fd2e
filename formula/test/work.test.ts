/**
 * Every function and operator checks the budget while it processes many long texts, so that its work ends
 * with the reading's budget and never only with the end of its thread. Processing a hundred thousand texts of
 * 30,000 characters once takes seconds.
 */
import { expect, test } from "vitest";
import { FUNCTIONS } from "../src/functions/index.ts";
import {
  ArrayValue,
  define,
  Exhausted,
  type FormulaFunction,
  FormulaText,
  Reading,
  Reference,
  Workbook,
  writeBlock,
} from "../src/index.ts";

/**
 * Texts with upper and lower case, each with a different start and end, so that no comparison is decided
 * early.
 */
const TEXTS = Array.from({ length: 64 }, (_, at) => `${at} ${"aB c".repeat(7_500)} ${at}`);
const many = new ArrayValue(
  100_000,
  1,
  Array.from({ length: 100_000 }, (_, at) => TEXTS[at % TEXTS.length] ?? ""),
);
const MANY = define("MANY", [], () => many, { makesArrays: true });

/** The number of checks before the budget is used up. */
const LOOKS = 5;
/**
 * The processor time after which a thread would be ended. Code that checks its budget needs a hundredth of
 * it.
 */
const THREAD_MS = 1_000;

function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Calculates a formula, and returns how the calculation ended. */
function endOf(formula: string): "finished" | "by its budget" | "by its thread" {
  const block = writeBlock([{ row: 0, column: 0, value: new FormulaText(formula) }]);
  const workbook = new Workbook(
    { sheets: [{ name: "One", rowCount: 100, columnCount: 26, blocks: [block] }], names: [] },
    { functions: [MANY] },
  );
  let looks = 0;
  const reading = new Reading(workbook, { now: 46_000.5, random: () => 0.5, mayGoOn: () => ++looks < LOOKS });
  const before = ownCpuMs();
  let end: "finished" | "by its budget" = "finished";
  try {
    reading.calculate([new Reference(0, 0, 0, 0, 0)]);
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    end = "by its budget";
  }
  return ownCpuMs() - before > THREAD_MS ? "by its thread" : end;
}

/**
 * Returns calls of a function with the texts as each operand, and numbers, texts or lambdas as the others.
 */
function callsOf({ name, least, most }: Pick<FormulaFunction, "name" | "least" | "most">): string[] {
  const lengths = new Set([Math.max(1, least), Math.min(most, Math.max(1, least) + 1)]);
  return [...lengths].flatMap((length) =>
    ["1", '"*a?b*c"', "LAMBDA(x,x)", "MANY()"].flatMap((filler) =>
      Array.from(
        { length },
        (_, place) =>
          `=${name}(${Array.from({ length }, (_none, at) => (at === place ? "MANY()" : filler)).join(",")})`,
      ),
    ),
  );
}

test.each([...FUNCTIONS.values()].filter(({ most }) => most > 0).map((each) => [each.name, each] as const))(
  "%s ends by its budget at the latest",
  (_name, each) => {
    expect(callsOf(each).filter((formula) => endOf(formula) === "by its thread")).toEqual([]);
  },
);

test.each([
  ...["&", "=", "<>", "<", "+", "^"].flatMap((operator) => [
    `=MANY()${operator}1`,
    `="x"${operator}MANY()`,
    `=MANY()${operator}MANY()`,
  ]),
  "=-MANY()",
  "=MANY()%",
  "=IF(MANY()=1,MANY(),2)",
  "=IFERROR(MANY()+1,MANY())",
  "=SWITCH(MANY(),1,2,MANY())",
  "=LET(x,MANY(),x&x)",
  "=MAP(MANY(),LAMBDA(x,UPPER(x)))",
  '=REDUCE("",MANY(),LAMBDA(a,x,LEFT(a&x,9)))',
  '=SUM(LEN(REPT("x",32000)&SEQUENCE(100000)))',
  "=COUNTIF(A2:A3,MANY())",
])("%s ends by its budget at the latest", (formula) => {
  expect(endOf(formula)).not.toBe("by its thread");
});

test("a formula that processes all texts does not finish within a small budget", () => {
  for (const formula of [
    "=UPPER(MANY())",
    "=ROWS(SORT(MANY()))",
    "=ROWS(UNIQUE(MANY()))",
    '=MATCH("y",MANY(),0)',
    '=SUM(LEN(SUBSTITUTE(MANY(),"a","bb")))',
    '=MANY()<"b"',
    '=XMATCH("*z*",MANY(),2)',
    '=TEXT(MANY(),"@")',
  ]) {
    expect(`${formula} ${endOf(formula)}`).toBe(`${formula} by its budget`);
  }
});

/** Returns how often the calculation of one formula of a column checks its budget. */
function looksOf(formulas: readonly FormulaText[], last: number): number {
  const block = writeBlock(formulas.map((value, row) => ({ row, column: 0, value })));
  let looks = 0;
  const mayGoOn = (): boolean => {
    looks += 1;
    return true;
  };
  const workbook = new Workbook({
    sheets: [{ name: "One", rowCount: 100_000, columnCount: 26, blocks: [block] }],
    names: [],
  });
  new Reading(workbook, { now: 46_000.5, random: () => 0.5, mayGoOn }).calculate([
    new Reference(0, last, 0, last, 0),
  ]);
  return looks;
}

test.each([
  ["=SUM(LINEST(SEQUENCE(200),MOD(SEQUENCE(200,200)^2,997)))", 100],
  ["=PIVOTBY(SEQUENCE(200000),SEQUENCE(200000),SEQUENCE(200000),SUM)", 40],
  ["=FORECAST.ETS.SEASONALITY(SEQUENCE(200000),MOD(SEQUENCE(200000),2)+SEQUENCE(200000)^2)", 30],
])("%s looks at its budget all along, and not only before it begins", (formula, least) => {
  expect(looksOf([new FormulaText(formula)], 0)).toBeGreaterThan(least);
});

test("searching the spilled value of a blank cell counts all arrays", () => {
  const arrays = Array.from({ length: 2_000 }, () => new FormulaText("=SEQUENCE(1,2)"));
  const reader = new FormulaText(`=C2000${"+C2000".repeat(1_000)}`);
  expect(
    looksOf([...arrays, reader], arrays.length) -
      looksOf([...arrays, new FormulaText("=C2000")], arrays.length),
  ).toBeGreaterThan(1);
});
