/** Amounts as people type them. The first page has no fields for them, so they are no part of it. */
import type { Cents } from "@daybook/words/cents";
import { centsFromMoney, decimalText } from "@daybook/words/money-text";

/** An amount as it is typed, `-1234.56` for `(1,234.56)`; empty for null. */
export const typedAmount = (amount: number | null): string =>
  amount === null ? "" : decimalText(amount as Cents);

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
