/**
 * Converts scalars to numbers, texts and booleans, and compares them, as Excel does in the US locale. Each
 * function takes a scalar and throws #VALUE! if the conversion is impossible.
 */
import { caseless } from "./cases.ts";
import { TEXT_MAX } from "./limits.ts";
import { readNumber } from "./read-number.ts";
import { type Element, NUM, type Scalar, VALUE } from "./values.ts";
import { countText } from "./work.ts";

export function toNumber(value: Scalar): number {
  if (typeof value === "number") return value;
  if (value === null) return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  const read = readNumber(value);
  if (read === null) throw VALUE;
  return read;
}

export function toText(value: Scalar): string {
  if (typeof value === "string") return value;
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return numberText(value);
}

export function toBoolean(value: Scalar): boolean {
  if (typeof value === "boolean") return value;
  if (value === null) return false;
  if (typeof value === "number") return value !== 0;
  countText(value);
  const upper = value.toUpperCase();
  if (upper === "TRUE") return true;
  if (upper === "FALSE") return false;
  throw VALUE;
}

/** The most characters of a number below 1 that is written without an exponent. */
const PLACES_MAX = 20;

/**
 * Writes a number as a text, as `&` does: at most 15 significant digits; with an exponent from 1E+21 on, or
 * if a small number would have more than 20 characters without one.
 */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(Object.is(value, -0) ? 0 : value);
  const rounded = Number(value.toPrecision(15));
  const size = Math.abs(rounded);
  if (size >= 1 && size < 1e21) return String(rounded);
  const [mantissa = "", exponent = "0"] = rounded.toExponential().split("e");
  const power = Number(exponent);
  const decimals = mantissa.replaceAll(/\D/gu, "").length - 1 - power;
  if (size < 1 && decimals + 2 <= PLACES_MAX) return rounded.toFixed(decimals);
  return `${mantissa}E${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Checks a computed number: NaN and infinity become #NUM!, minus zero becomes zero. */
export function finite(value: number): Element {
  if (!Number.isFinite(value)) return NUM;
  return value === 0 ? 0 : value;
}

/** Returns a composed text, or #VALUE! if it is too long. */
export function bounded(text: string): Element {
  countText(text);
  return text.length > TEXT_MAX ? VALUE : text;
}

const RANKS = { number: 0, string: 1, boolean: 2 } as const;

/**
 * Compares two scalars: numbers come before texts, and texts, regardless of letter case, before booleans. A
 * blank equals 0, "" or FALSE, by the type of the other scalar. Returns a negative number, 0 or a positive
 * number.
 */
export function compare(a: Scalar, b: Scalar): number {
  if (a === null) return b === null ? 0 : compare(blankLike(b), b);
  if (b === null) return compare(a, blankLike(a));
  if (typeof a === "number" && typeof b === "number")
    return a === b || nearlyEqual(a, b) ? 0 : a < b ? -1 : 1;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  const ranks = RANKS[typeof a as keyof typeof RANKS] - RANKS[typeof b as keyof typeof RANKS];
  return ranks === 0 ? Number(a) - Number(b) : ranks;
}

/** Compares two texts in Excel's sort order, regardless of letter case. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const x = caseless(a);
  const y = caseless(b);
  return x === y ? 0 : x < y ? -1 : 1;
}

/** Excel compares 15 significant digits, so that 0.1+0.2=0.3. */
function nearlyEqual(a: number, b: number): boolean {
  const difference = Math.abs(a - b);
  if (difference > Math.max(Math.abs(a), Math.abs(b)) * 1e-14) return false;
  return a.toPrecision(15) === b.toPrecision(15);
}

function blankLike(other: number | string | boolean): number | string | boolean {
  return typeof other === "number" ? 0 : typeof other === "string" ? "" : false;
}
