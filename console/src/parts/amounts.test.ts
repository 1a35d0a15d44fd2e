/** How amounts are written: exactly, whatever their size. */
import { expect, test } from "vitest";
import { amountText, centsOf, percentText, typedAmount } from "./amounts.ts";

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
  [150, 100, "50.0%"],
  [50, 100, "(50.0%)"],
  // A loss that became smaller went up.
  [-50, -100, "50.0%"],
  [100, 100, "0.0%"],
  [100, 0, null],
  [9_999_999, 1, "> 9,999%"],
  [-9_999_999, 1, "(> 9,999%)"],
])("from %2$d to %1$d", (now, before, text) => {
  expect(percentText(now, before)).toBe(text);
});

test.each([
  ["1,234.5", 123_450],
  ["-3", -300],
  ["(3.07)", -307],
  ["$ 12", 1_200],
  [".5", 50],
  ["0", 0],
  ["-0", 0],
  ["9,999,999,999,999.99", 999_999_999_999_999],
  ["", null],
  [".", null],
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
