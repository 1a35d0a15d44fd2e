/** How amounts are written: exactly, whatever their size. */
import { expect, test } from "vitest";
import { amountText, percentText, roundedText } from "./amounts.ts";
import { centsOf, rangeOf, typedAmount } from "./typed-amounts.ts";

test.each([
  [0, "–"],
  [1, "0.01"],
  [-1, "(0.01)"],
  [123_456, "1,234.56"],
  [-99_999_999_999_99, "(99,999,999,999.99)"],
  [Number.MAX_SAFE_INTEGER, "90,071,992,547,409.91"],
  [-Number.MAX_SAFE_INTEGER, "(90,071,992,547,409.91)"],
  // Two lines of a form can come to more than is exact.
  [2 ** 54, "180,143,985,094,819.84"],
])("%d cents are %s", (cents, text) => {
  expect(amountText(cents)).toBe(text);
});

test.each([
  [500, "50.0%"],
  [-1, "(0.1%)"],
  [0, "–"],
  [null, "–"],
  [99_999_990, "9,999,999.0%"],
])("%d tenths of a percent are %s", (tenths, text) => {
  expect(percentText(tenths)).toBe(text);
});

test.each([
  ["1,234.5", 123_450],
  ["-3", -300],
  ["(3.07)", -307],
  ["$ 12", 1_200],
  ["12 $", 1_200],
  ["12.", 1_200],
  ["(12.)", -1_200],
  [".5", 50],
  ["0", 0],
  ["-0", 0],
  ["9,999,999,999,999.99", 999_999_999_999_999],
  ["90071992547409.91", Number.MAX_SAFE_INTEGER],
  ["90071992547409.92", null],
  ["1e3", null],
  ["", null],
  [".", null],
  ["-.", null],
  ["$", null],
  ["1.234", null],
  ["1,23", null],
  ["(3", null],
  ["three", null],
])("%j is %j cents", (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([0, 1, -1, 123_456, -99, 999_999_999_999_999])("%d cents can be typed", (cents) => {
  expect(centsOf(typedAmount(cents))).toBe(cents);
});

test.each([
  ["12.50", { least: 1_250, most: 1_250 }],
  ["-12.50", { least: 1_250, most: 1_250 }],
  ["10..20", { least: 1_000, most: 2_000 }],
  ["10..", { least: 1_000, most: null }],
  ["..20", { least: null, most: 2_000 }],
  ["..", null],
  ["", null],
  ["ten", null],
  ["10..x", null],
  ["1..2..3", null],
])("%j is the range %j", (text, range) => {
  expect(rangeOf(text)).toEqual(range);
});

test.each([
  [0, "dollars", "\u2013"],
  [49, "dollars", "0"],
  [-49, "dollars", "(0)"],
  [50, "dollars", "1"],
  [-1_234_567_50, "dollars", "(1,234,568)"],
  [-1_234_500_00, "thousands", "(1,235)"],
  [Number.MAX_SAFE_INTEGER, "thousands", "90,071,992,547"],
  [123_45, "cents", "123.45"],
] as const)("%d cents in %s are %s (PRESENT-004)", (cents, rounding, text) => {
  expect(roundedText(cents, rounding)).toBe(text);
});
