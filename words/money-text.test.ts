/** Amounts as text: formatted to the cent, and parsed back to the same amount. */
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { cents, centsFromDecimal } from "./cents.ts";
import {
  accountingText,
  centsFromMoney,
  decimalText,
  isFinerThanCents,
  NO_AMOUNT,
  roundedText,
} from "./money-text.ts";

const amounts = fc.maxSafeInteger().map(cents);

describe("an amount", () => {
  test.each([
    [0, "0.00", NO_AMOUNT],
    [5, "0.05", "0.05"],
    [-5, "-0.05", "(0.05)"],
    [100, "1.00", "1.00"],
    [99_999, "999.99", "999.99"],
    [-100_000, "-1000.00", "(1,000.00)"],
    [12_345_678_901_234, "123456789012.34", "123,456,789,012.34"],
    [-Number.MAX_SAFE_INTEGER, "-90071992547409.91", "(90,071,992,547,409.91)"],
  ])("of %i cents is formatted exactly", (value, decimal, accounting) => {
    expect(decimalText(cents(value))).toBe(decimal);
    expect(accountingText(cents(value))).toBe(accounting);
  });

  test("is the same after formatting and parsing", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(centsFromDecimal(decimalText(amount))).toBe(amount);
        if (amount !== 0) expect(centsFromMoney(accountingText(amount))).toBe(amount);
      }),
    );
  });
});

test.each([
  [0, "dollars", NO_AMOUNT],
  [49, "dollars", "0"],
  [-49, "dollars", "(0)"],
  [50, "dollars", "1"],
  [-1_234_567_50, "dollars", "(1,234,568)"],
  [-1_234_500_00, "thousands", "(1,235)"],
  [Number.MAX_SAFE_INTEGER, "thousands", "90,071,992,547"],
  [123_45, "cents", "123.45"],
] as const)("%i cents in %s are %s (PRESENT-004)", (value, rounding, text) => {
  expect(roundedText(cents(value), rounding)).toBe(text);
});

describe("a text that is not a valid amount", () => {
  test("is finer than a cent if nonzero digits follow the cents", () => {
    for (const text of ["1.005", "-$1.0001", "(0.011)", "1.000.005", "x.123"])
      expect([text, isFinerThanCents(text)]).toEqual([text, true]);
    for (const text of ["", "1", "1.05", "1.000", "(1.00)", "1.0050x", "1.001.1", "1,005", "1.005))"])
      expect([text, isFinerThanCents(text)]).toEqual([text, false]);
  });

  test("is checked in linear time", () => {
    // In quadratic time this text would exceed the time limit of a test.
    expect(isFinerThanCents(`1.00${"1".repeat(1_000_000)}x`)).toBe(false);
  });
});
