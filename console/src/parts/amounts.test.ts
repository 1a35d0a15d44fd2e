/** How amounts are written: exactly, whatever their size. */
import { expect, test } from "vitest";
import { amountText, centsOf, percentText } from "./amounts.ts";

test.each([
  [0, "–"],
  [1, "0.01"],
  [-1, "(0.01)"],
  [123_456, "1,234.56"],
  [-99_999_999_999_99, "(99,999,999,999.99)"],
  [Number.MAX_SAFE_INTEGER, "90,071,992,547,409.91"],
  [-Number.MAX_SAFE_INTEGER, "(90,071,992,547,409.91)"],
])("%d cents are %s", (cents, text) => {
  expect(amountText(cents)).toBe(text);
});

test.each([
  [500, "50.0%"],
  [-1, "(0.1%)"],
  [0, "0.0%"],
  [null, "–"],
  [99_999_990, "9,999,999.0%"],
])("%d tenths of a percent are %s", (tenths, text) => {
  expect(percentText(tenths)).toBe(text);
});

test.each([
  ["1,234.5", 1_234_50],
  ["$20", 20_00],
  ["(0.07)", -7],
  ["-.5", -50],
  ["90071992547409.91", Number.MAX_SAFE_INTEGER],
  ["90071992547409.92", null],
  ["1.234", null],
  ["", null],
  ["ten", null],
  ["1,25", null],
  ["1e3", null],
])("%s is %s cents", (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});
