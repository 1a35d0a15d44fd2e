/**
 * What a line of an invoice amounts to. Invariant: an amount is a product that is exact until it is rounded,
 * once.
 */
import { type Cents, cents } from "./cents.ts";
import { MOST_CENTS } from "./feed-words.ts";

const PARTS = 10_000;
/** The most units of a line. */
export const MOST_QUANTITY = 1_000_000_000;

/**
 * A quantity in ten thousandths; null for one that has more decimals, is not positive or is more than a
 * milliard.
 */
export function readQuantity(quantity: number): number | null {
  const parts = Math.round(quantity * PARTS);
  // A quotient of integers is the nearest number to it, which is also what its decimal text is read as.
  return parts > 0 && quantity <= MOST_QUANTITY && parts / PARTS === quantity ? parts : null;
}

/** A quantity as a number of units. */
export function quantityOf(parts: number): number {
  return parts / PARTS;
}

/**
 * The price of a quantity of units, with half a cent rounded away from zero. Null beyond the largest amount.
 */
export function lineCents(parts: number, unitCents: Cents): Cents | null {
  const product = BigInt(parts) * BigInt(unitCents);
  const half = BigInt(PARTS / 2);
  const rounded = (product < 0n ? product - half : product + half) / BigInt(PARTS);
  return exactCents(rounded);
}

/** Cents of an exact whole number; null beyond the largest amount. */
export function exactCents(value: bigint): Cents | null {
  return value <= MOST_CENTS && value >= -MOST_CENTS ? cents(Number(value)) : null;
}
