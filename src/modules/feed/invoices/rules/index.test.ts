/** Quantities and amounts: exact until they are rounded, once, the same way up and down. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { lineCents, quantityOf, readQuantity } from "@daybook/words/invoice-lines";
import { numberAfter, totalOf } from "./index.ts";

const PARTS = 10_000;
const LARGEST = 1_000_000_000_000_000;
const anyParts = fc.integer({ min: 1, max: 1_000_000_000 * PARTS });
const anyUnit = fc.integer({ min: -LARGEST, max: LARGEST });

describe("a quantity", () => {
  test("of at most four decimals is read and returned exactly", () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const digits = String(parts).padStart(5, "0");
        const quantity = Number(`${digits.slice(0, -4)}.${digits.slice(-4)}`);
        expect([readQuantity(quantity), quantityOf(parts)]).toEqual([parts, quantity]);
      }),
    );
  });

  test.each([
    0.00001,
    1.00005,
    0.12345,
    1 / 3,
    0,
    -1,
    1_000_000_000.0001,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])("of %d is none", (quantity) => {
    expect(readQuantity(quantity)).toBeNull();
  });
});

describe("an amount", () => {
  test("is off the exact product by half a cent at the most, and the same below zero as above", () => {
    fc.assert(
      fc.property(anyParts, anyUnit, (parts, unit) => {
        const amount = lineCents(parts, cents(unit));
        const product = BigInt(parts) * BigInt(unit);
        if (amount === null) {
          expect(product < 0n ? -product : product).toBeGreaterThan(BigInt(LARGEST) * BigInt(PARTS));
          return;
        }
        const off = BigInt(amount) * BigInt(PARTS) - product;
        expect((off < 0n ? -off : off) * 2n <= BigInt(PARTS)).toBe(true);
        expect(lineCents(parts, cents(-unit))).toBe(-amount + 0);
      }),
    );
  });

  test("of half a cent is a whole one (BILL-004)", () => {
    expect(
      [
        [5_000, 1],
        [4_999, 1],
        [5_000, -1],
        [4_999, -1],
        [15_000, 1],
      ].map(([parts = 0, unit = 0]) => lineCents(parts, cents(unit))),
    ).toEqual([1, 0, -1, 0, 2]);
  });

  test("is one up to the largest, and so is a sum", () => {
    expect([lineCents(PARTS, cents(LARGEST)), lineCents(PARTS + 1, cents(LARGEST))]).toEqual([LARGEST, null]);
    const of = (...amounts: number[]) => totalOf(amounts.map((amount) => ({ amount_cents: cents(amount) })));
    expect([of(LARGEST, -1), of(LARGEST, 1), of(LARGEST, LARGEST, -LARGEST), of(-LARGEST, -1), of()]).toEqual(
      [LARGEST - 1, null, LARGEST, null, 0],
    );
  });
});

test("the numbers of the own series have four digits, or as many as it takes", () => {
  expect([0, 8, 9_998, 9_999, 123_456].map((last) => numberAfter(last))).toEqual([
    "INV-0001",
    "INV-0009",
    "INV-9999",
    "INV-10000",
    "INV-123457",
  ]);
});
