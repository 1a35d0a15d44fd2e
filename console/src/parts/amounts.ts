/** How amounts are written: cents as `1,234.56`, negative ones in parentheses, zero as a dash. */
import type { Cents } from "@daybook/words/cents";
import {
  accountingPercentText,
  accountingText,
  centsFromMoney,
  decimalText,
  NO_AMOUNT,
  type Rounding,
  roundedText as wholeUnits,
} from "@daybook/words/money-text";
import type { CSSProperties } from "react";

/**
 * An amount to write. A sum of what a person types may be too large to be exact: the service refuses it, and
 * until then it is shown like any other.
 */
const shown = (amount: number): Cents => amount as Cents;

/** An amount of any size. */
export const amountText = (amount: number): string => accountingText(shown(amount));

/** An amount in whole units, half a unit away from zero; what is not zero and rounds to it is `0` or `(0)`. */
export const roundedText = (amount: number, rounding: Rounding): string =>
  wholeUnits(shown(amount), rounding);

/**
 * The room that a column of amounts needs, as a style that sets `--amount`. It is for lists in which each row
 * lays out its own columns, so that the rows can't agree on a width. `largest` is the largest size in cents.
 */
export const amountRoom = (largest: number): CSSProperties =>
  ({ "--amount": `${amountText(-largest).length}ch` }) as CSSProperties;

/** An amount as it is typed, `-1234.56` for `(1,234.56)`; empty for null. */
export const typedAmount = (amount: number | null): string =>
  amount === null ? "" : decimalText(shown(amount));

/** The cents of a typed amount, such as `1,234.5`, `-3`, `(3)`, `12 $` or `12.`; null if it is none. */
export const centsOf = (text: string): Cents | null =>
  centsFromMoney(
    text
      .replaceAll(/[\s$]/g, "")
      .replace("\u2212", "-")
      .replace(/\.(?=\)?$)/, ""),
  );

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

/** A change in tenths of a percent; a dash for none, and for one of nothing. */
export const percentText = (tenths: number | null): string =>
  tenths === null ? NO_AMOUNT : accountingPercentText(tenths);
