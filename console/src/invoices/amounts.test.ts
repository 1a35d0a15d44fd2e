/** The amount of a line of an invoice: exact, and rounded as the service rounds it. */
import { expect, test } from "vitest";
import { lineCents } from "./amounts.ts";

test("a line is the exact product, with half a cent rounded away from zero", () => {
  expect(lineCents("7.5", 18_000)).toBe(135_000);
  expect(lineCents("0.5", 1)).toBe(1);
  expect(lineCents("0.5", -1)).toBe(-1);
  expect(lineCents(".4999", 1)).toBe(0);
  expect(lineCents("3", 333)).toBe(999);
  expect(lineCents("1.0001", 999_999_999_999)).toBe(1_000_099_999_999);
});

test("what is no quantity has no amount", () => {
  for (const quantity of ["", ".", "-1", "1.00001", "1e3", "two", "0"])
    expect(lineCents(quantity, 100)).toBeNull();
  expect(lineCents("1", null)).toBeNull();
  expect(lineCents("9999999999", 9_999_999)).toBeNull();
});
