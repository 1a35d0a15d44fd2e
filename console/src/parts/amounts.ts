/** How amounts are written: cents as `1,234.56`, negative ones in parentheses, zero as a dash. */
import type { CSSProperties } from "react";

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** An amount of any size, exactly: dollars and cents are never put together in a floating number. */
export function amountText(cents: number): string {
  if (cents === 0) return "–";
  const size = Math.abs(cents);
  const text = `${WHOLE.format(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `(${text})` : text;
}

/** What shown amounts are rounded to. */
export type Rounding = "cents" | "dollars" | "thousands";

/** An amount in whole units, half a unit away from zero; what is not zero and rounds to it is `0` or `(0)`. */
export function roundedText(cents: number, rounding: Rounding): string {
  if (rounding === "cents" || cents === 0) return amountText(cents);
  // The quotient of a whole number of cents never comes to half a unit by its own rounding.
  const text = WHOLE.format(Math.round(Math.abs(cents) / (rounding === "dollars" ? 100 : 100_000)));
  return cents < 0 ? `(${text})` : text;
}

/**
 * The room that a column of amounts needs, as a style that sets `--amount`. It is for lists in which each row
 * lays out its own columns, so that the rows can't agree on a width. `largest` is the largest size in cents.
 */
export const amountRoom = (largest: number): CSSProperties =>
  ({ "--amount": `${amountText(-largest).length}ch` }) as CSSProperties;

/** An amount as it is typed, `-1234.56` for `(1,234.56)`; empty for null. */
export function typedAmount(cents: number | null): string {
  if (cents === null) return "";
  const size = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

/** The cents of a typed amount, such as `1,234.5`, `-3` or `(3)`; null if it is none. */
export function centsOf(text: string): number | null {
  const plain = text.replaceAll(/[\s$]/g, "").replace("\u2212", "-");
  const [, open, minus, dollars = "", cents = "", close] =
    /^(\()?(-)?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?(\))?$/.exec(plain) ?? [];
  if (`${dollars}${cents}` === "" || (open === undefined) !== (close === undefined)) return null;
  const size = Number(`${dollars.replaceAll(",", "")}${cents.padEnd(2, "0")}`);
  if (!Number.isSafeInteger(size)) return null;
  return (open !== undefined || minus !== undefined) && size !== 0 ? -size : size;
}

/**
 * The least and the most cents of a typed amount, or of a range such as `10..20`, `10..` or `..20`, without
 * signs; null if it is neither.
 */
export function rangeOf(text: string): { least: number | null; most: number | null } | null {
  const parts = text.split("..");
  if (parts.length > 2 || text.trim() === "") return null;
  const [first = "", last = first] = parts;
  const bounds = [first, last].map((part) => (part.trim() === "" ? null : centsOf(part)));
  const [least = null, most = null] = bounds.map((cents) => (cents === null ? null : Math.abs(cents)));
  const isWrong = [first, last].some((part, at) => part.trim() !== "" && bounds[at] === null);
  return isWrong || (least === null && most === null) ? null : { least, most };
}

/** A change in tenths of a percent; a dash for one of nothing. */
export function percentText(tenths: number | null): string {
  if (tenths === null) return "–";
  const size = Math.abs(tenths);
  const text = `${WHOLE.format(Math.floor(size / 10))}.${size % 10}%`;
  return tenths < 0 ? `(${text})` : text;
}
