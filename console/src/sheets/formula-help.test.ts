/** What is known of a formula at the caret. */
import { BOOK_FUNCTIONS, knownFunctions } from "@daybook/formula";
import { expect, test } from "vitest";
import { contextAt, namesFor, OPERANDS } from "./formula-help.ts";

test.each([
  ["12", null, null],
  ["=SU", null, { from: 1, text: "SU", isText: false }],
  ["=SUM(A1,B", { name: "SUM", argument: 1 }, { from: 8, text: "B", isText: false }],
  ["=SUM(A1", { name: "SUM", argument: 0 }, null],
  ["=IF(SUM(1,2)>3,", { name: "IF", argument: 1 }, null],
  ['=BOOKS.TOTAL("Pay', { name: "BOOKS.TOTAL", argument: 0 }, { from: 13, text: "Pay", isText: true }],
  ['=LEN(",(")+SUM({1,2},', { name: "SUM", argument: 1 }, null],
  ["='A (x'!A1+MA", null, { from: 11, text: "MA", isText: false }],
  ["=", null, null],
  ["=ABC12", null, null],
  ["=ABCD12", null, { from: 1, text: "ABCD12", isText: false }],
  ["=1A", null, null],
  ["=SUM(1)+M", null, { from: 8, text: "M", isText: false }],
  ["=sum(", { name: "SUM", argument: 0 }, null],
  ["=SUM((1,2", { name: "SUM", argument: 0 }, null],
  ["=SUM({1;2},IF(1),", { name: "SUM", argument: 2 }, null],
  ['=IF("a","b', { name: "IF", argument: 1 }, { from: 8, text: "b", isText: true }],
  ['=LEN("a")', null, null],
  ["='Plan", null, null],
  ["=BOOKS.CA", null, { from: 1, text: "BOOKS.CA", isText: false }],
])("%s", (formula, call, word) => {
  expect(contextAt(formula, formula.length)).toEqual({ call, word });
});

test("only what stands before the caret counts", () => {
  expect(contextAt("=SUM(A1,MAX(B", 7)).toEqual({ call: { name: "SUM", argument: 0 }, word: null });
  expect(contextAt('=LEN("abc")', 8)).toEqual({
    call: { name: "LEN", argument: 0 },
    word: { from: 5, text: "ab", isText: true },
  });
  expect(contextAt("=MAX", 3)).toEqual({ call: null, word: { from: 1, text: "MA", isText: false } });
});

test("the help names all operands of a function, those in brackets after those that are needed", () => {
  for (const [name, operands] of Object.entries(OPERANDS)) {
    const isLeftOut = operands.map((operand) => /^(?:\[.+\]|…)$/u.test(operand));
    expect([name, isLeftOut]).toEqual([name, isLeftOut.toSorted((a, b) => Number(a) - Number(b))]);
  }
});

const KNOWN = knownFunctions(BOOK_FUNCTIONS);

// What budgets and forecasts are made of, as people who come from other spreadsheets expect help with it.
test.each([
  ...KNOWN.map(({ name }) => name).filter((name) => name.startsWith("BOOKS.")),
  ..."AVERAGE COUNT COUNTIF DATE EDATE EOMONTH FILTER IF IFERROR INDEX MATCH MAX MIN NPV PMT".split(" "),
  ..."ROUND SEQUENCE SUM SUMIF SUMIFS TEXT VLOOKUP XLOOKUP".split(" "),
])("%s has help that names as many operands as it needs", (name) => {
  const known = KNOWN.find((each) => each.name === name);
  const needed = OPERANDS[name]?.filter((operand) => !/^(?:\[.+\]|…)$/u.test(operand)).length;
  // A sequence without its rows is a single 1, which nobody means.
  expect(needed).toBe(name === "SEQUENCE" ? 1 : known?.least);
});

test("names are offered where a function over the books takes them", () => {
  expect(namesFor({ name: "BOOKS.TOTAL", argument: 0 })).toBe("category");
  expect(namesFor({ name: "BOOKS.TOTAL", argument: 3 })).toBe("department");
  expect(namesFor({ name: "BOOKS.TOTAL", argument: 1 })).toBe(null);
  expect(namesFor({ name: "SUM", argument: 0 })).toBe(null);
});
