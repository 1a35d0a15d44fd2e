/** How amounts are written: cents as `1,234.56`, negative ones in parentheses, zero as a dash. */
import type { Cents } from "@daybook/words/cents";
import {
  accountingPercentText,
  accountingText,
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

/** A change in tenths of a percent; a dash for none, and for one of nothing. */
export const percentText = (tenths: number | null): string =>
  tenths === null ? NO_AMOUNT : accountingPercentText(tenths);
