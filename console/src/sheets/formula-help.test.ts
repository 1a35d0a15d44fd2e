/** What is known of a formula at the caret. */
import { expect, test } from "vitest";
import { contextAt, namesFor } from "./formula-help.ts";

test.each([
  ["12", null, null],
  ["=SU", null, { from: 1, text: "SU", isText: false }],
  ["=SUM(A1,B", { name: "SUM", argument: 1 }, { from: 8, text: "B", isText: false }],
  ["=SUM(A1", { name: "SUM", argument: 0 }, null],
  ["=IF(SUM(1,2)>3,", { name: "IF", argument: 1 }, null],
  ['=BOOKS.TOTAL("Pay', { name: "BOOKS.TOTAL", argument: 0 }, { from: 13, text: "Pay", isText: true }],
  ['=LEN(",(")+SUM({1,2},', { name: "SUM", argument: 1 }, null],
  ["='A (x'!A1+MA", null, { from: 11, text: "MA", isText: false }],
])("%s", (formula, call, word) => {
  expect(contextAt(formula, formula.length)).toEqual({ call, word });
});

test("names are offered where a function over the books takes them", () => {
  expect(namesFor({ name: "BOOKS.TOTAL", argument: 0 })).toBe("category");
  expect(namesFor({ name: "BOOKS.TOTAL", argument: 3 })).toBe("department");
  expect(namesFor({ name: "BOOKS.TOTAL", argument: 1 })).toBe(null);
  expect(namesFor({ name: "SUM", argument: 0 })).toBe(null);
});
