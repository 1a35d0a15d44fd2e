/**
 * The result of every reader of journals: vouchers, and their error. Invariant: the lines of a
 * `ParsedVoucher` sum to zero, share its date and are at most `voucher_lines` many.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { LineProblem } from "../../../platform/text/line-problem.ts";

/** One line of a voucher: a signed amount on one account. */
export interface ParsedLine {
  /** The account's name as written, levels parted by `:`. */
  readonly account: string;
  /** What it is known by in later imports where it stands on another account than the file says. */
  readonly written?: string;
  readonly department: string | null;
  /** Debit minus credit. */
  readonly netDebitCents: Cents;
  /** Its own description and merchant, where they are others than the voucher's. */
  readonly description?: string;
  readonly merchant?: string;
  /** The line of the file, from 1. */
  readonly line: number;
}

/** A balanced set of lines, in the order of the file. */
export interface ParsedVoucher {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** The file, if it is one that the given file includes. */
  readonly file?: string;
  /** The voucher's name in the file, or null if the file does not name vouchers. */
  readonly journal: string | null;
  readonly date: CivilDate;
  readonly description: string;
  readonly merchant: string | null;
  /** True if the file says that the voucher closes the income statement. */
  readonly isClosing?: boolean;
  readonly lines: readonly ParsedLine[];
}

/** Does something for a voucher. A `LineProblem` that it throws names the included file of the voucher. */
export function inFileOf<Result>(
  { file = null }: { readonly file?: string | null },
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof LineProblem ? error.within(file) : error;
  }
}

/** Cents as dollars for a message: `1234` is `12.34`, without a sign. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Cents as dollars for a message, with a minus sign below zero. */
export function signedDollars(cents: number): string {
  return `${cents < 0 ? "-" : ""}${dollars(cents)}`;
}

/** Gives `text` back when the ledger can keep it; throws `LineProblem` when it is too long or holds a NUL. */
export function storableText(text: string, what: string, line: number): string {
  const most = LIMITS.text_field_characters.value;
  // Characters are at most as many as code units, so the exact count is needed only past the limit.
  if (text.length > most && Array.from(text).length > most) {
    throw new LineProblem(line, `The ${what} is longer than ${most} characters.`);
  }
  if (text.includes("\u0000")) throw new LineProblem(line, `The ${what} contains a NUL character.`);
  return text;
}

/** `total + amount`; throws `LineProblem` when the sum can't be kept exactly. */
export function addToSum(total: number, amount: Cents, line: number): number {
  const sum = total + amount;
  if (!Number.isSafeInteger(sum))
    throw new LineProblem(line, "The amounts of this voucher are too large to add exactly.");
  return sum;
}

/**
 * The refusal of a voucher whose lines sum to `sum`, which is not zero; `more` is a sentence on what may be
 * the reason.
 */
export function unbalanced(line: number, sum: number, more = ""): LineProblem {
  const [larger, smaller] = sum > 0 ? ["debits", "credits"] : ["credits", "debits"];
  return new LineProblem(
    line,
    `The voucher that begins here doesn't balance: its ${larger} exceed its ${smaller} by ${dollars(sum)}.${more}`,
  );
}

/**
 * Refuses a voucher that would have more than `voucher_lines` lines; `count` is the number it has before this
 * one.
 */
export function roomForLine(count: number, line: number): void {
  const most = LIMITS.voucher_lines.value;
  if (count >= most)
    throw new LineProblem(line, `A voucher has at most ${most} lines; this would be one more.`);
}
