/** Amounts are read exactly or not at all. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsFromMoney, isFinerThanCents } from "@daybook/words/money-text";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import { CommodityReader } from "./formats/commodities.ts";
import { dollars } from "./parsed-voucher.ts";

/** An amount of a plain-text ledger in dollars. */
function centsFromLedgerAmount(text: string, line: number): number {
  return new CommodityReader(new Map()).worth(text, line).cents;
}

test.each([
  ["2 ACME {$1,500.00}", 300_000],
  ["2 ACME {1,500 USD, 2026-01-05}", 300_000],
  ['2 ACME {5 USD,2026-01-05,"lot one"}', 1_000],
])("the cost of %s is read whole, beside its day and label", (text, cents) => {
  expect(centsFromLedgerAmount(text, 1)).toBe(cents);
});

/** Every way of writing an amount of cents that a journal may use. */
function spellings(cents: number): string[] {
  const plain = dollars(cents);
  const grouped = plain.replaceAll(/\B(?=(\d{3})+\.)/g, ",");
  return cents < 0
    ? [`-${plain}`, `-$${grouped}`, `$-${plain}`, `(${grouped})`, `($${plain})`, `$(${plain})`]
    : [plain, `+${plain}`, `$${grouped}`, `$ ${plain}`, ` ${grouped}00 `];
}

describe("amounts of a general journal", () => {
  test("every spelling of an amount is read as it", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        for (const text of spellings(cents)) expect(centsFromMoney(text)).toBe(cents);
      }),
    );
  });

  test.each([
    ["5", 500],
    ["5.5", 550],
    [".07", 7],
    ["0", 0],
    ["-0.00", 0],
    ["(0)", 0],
    ["12.3400", 1234],
    ["1,234,567.8", 123_456_780],
  ])("%s", (text, cents) => {
    expect(Object.is(centsFromMoney(text), cents)).toBe(true);
  });

  test.each([
    "",
    "-",
    "$",
    "()",
    "1e3",
    "1E3",
    "0x10",
    "NaN",
    "1.234",
    "1.",
    ".",
    "1,23",
    "1,2345",
    "12,34.00",
    "1.234,56",
    "1 234",
    "--5",
    "-$-5",
    "+-5",
    "(-5)",
    "-(5)",
    "(5",
    "5)",
    "((5))",
    "5-",
    "€5",
    "5 USD",
    "$$5",
    "−5",
    "٥",
    "90071992547409.92",
    "99999999999999999999",
  ])("%s is no amount", (text) => {
    expect(centsFromMoney(text)).toBeNull();
  });

  test("fractions of a cent are distinguished from other faults (INTK-012)", () => {
    expect(["1.234", "$0.001", "1.2345"].map(isFinerThanCents)).toEqual([true, true, true]);
    expect(["1.230", "1e3", "x"].map(isFinerThanCents)).toEqual([false, false, false]);
  });

  test("cents are shown as dollars", () => {
    expect([0, 5, -5, 123456, -100].map(dollars)).toEqual(["0.00", "0.05", "0.05", "1234.56", "1.00"]);
  });
});

describe("amounts of a ledger file", () => {
  test("every spelling of an amount is read as it", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        const sign = cents < 0 ? "-" : "";
        const digits = dollars(cents);
        for (const text of [
          `${sign}$${digits}`,
          `$${sign}${digits}`,
          `$ ${sign}${digits}`,
          `${sign}USD ${digits}`,
          `USD ${sign}${digits}`,
          `${sign}${digits} USD`,
          `${sign}${digits}USD`,
        ]) {
          expect(centsFromLedgerAmount(text, 1)).toBe(cents);
        }
      }),
    );
  });

  test.each<[string, RegExp]>([
    ["€5", /in "€" and has no price in dollars/],
    ["5 EUR", /in "EUR" and has no price in dollars/],
    ['3 "Gold"', /in "Gold" and has no price in dollars/],
    ["$5 USD", /can be read/],
    ["5", /no currency/],
    ["-5.00", /no currency/],
    ["5 EUR @ 2 GBP", /price "2 GBP" is not in dollars/],
    ["5 AAPL {2 EUR}", /price "2 EUR" is not in dollars/],
    ["= $10", /can be read/],
    ["($5 + $3)", /can be read/],
    ["$5 * 2", /can be read/],
    ["-$-5", /can be read/],
    ["$1.234", /finer than a cent/],
    ["$1,23", /can be read/],
    ["$1.234,50", /can be read/],
    ["$1e3", /can be read/],
    ["$90071992547409.92", /larger than can be added/],
  ])("%s is refused", (text, reason) => {
    expect(() => centsFromLedgerAmount(text, 7)).toThrow(reason);
    expect(() => centsFromLedgerAmount(text, 7)).toThrow(LineProblem);
    expect(() => centsFromLedgerAmount(text, 7)).toThrow(/^Line 7: /);
  });

  test.each<[string, number]>([
    ["10 AAPL {$15.005}", 15_005],
    ["-3 AAPL {{$10.00}}", -1_000],
    ["10 AAPL {15 USD, 2024-01-01} @ 20 USD", 15_000],
    ["0.333 X @ $1.00", 33],
    ["-0.335 X @ $1.00", -34],
    ["$5 @ 2 EUR", 500],
    ['2 "MY FUND" @@ $3', 300],
  ])("%s is worth %d cents", (text, worth) => {
    expect(centsFromLedgerAmount(text, 1)).toBe(worth);
  });

  test("zero needs no currency", () => {
    expect(["0", "-0", "0.00", "$0"].map((text) => centsFromLedgerAmount(text, 1))).toEqual([0, 0, 0, 0]);
  });
});
