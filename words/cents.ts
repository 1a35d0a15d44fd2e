/**
 * Money: an integer number of United States cents, exact up to 2^53 - 1 (about 90 trillion
 * dollars). Invariant: a value of type `Cents` is a safe integer. Amounts are never divided.
 */
import { assert } from "./assert.ts";

declare const brand: unique symbol;
/** An integer number of cents. */
export type Cents = number & { readonly [brand]: "Cents" };

export const ZERO_CENTS = 0 as Cents;

/**
 * Converts an integer to `Cents`. Throws `AssertionFailed` if it is not a safe integer. Minus zero becomes
 * zero.
 */
export function cents(value: number): Cents {
  assert(Number.isSafeInteger(value), `not a safe integer number of cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** Returns the exact sum. Throws `AssertionFailed` if it is not a safe integer. */
export function sumCents(values: Iterable<Cents>): Cents {
  let total = 0;
  for (const value of values) total = cents(total + value);
  return total as Cents;
}

/** Returns `a + b`. Throws `AssertionFailed` if the sum is not a safe integer. */
export function addCents(a: Cents, b: Cents): Cents {
  return cents(a + b);
}

/** Returns `-a`, but never minus zero, which tests distinguish from zero. */
export function negateCents(a: Cents): Cents {
  return (a === 0 ? 0 : -a) as Cents;
}

const DECIMAL = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2})0*)?$/;

/**
 * Parses a decimal amount of dollars exactly: `1234.5`, `-1,234.50`, `.07`, `12.3400`. Returns null for any
 * other text, such as one with an exponent, blanks or more than two significant decimals.
 */
export function centsFromDecimal(text: string): Cents | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, sign, whole, fraction] = match;
  if (whole === undefined && fraction === undefined) return null;
  const value = Number((whole ?? "0").replaceAll(",", "")) * 100 + Number((fraction ?? "0").padEnd(2, "0"));
  if (!Number.isSafeInteger(value)) return null;
  return cents(sign === "-" ? -value : value);
}
