/**
 * Columns of a bank's CSV beside the day, the amount and the text: whether a line is booked, of which account
 * it is, and what was charged for it. Invariant: a line that does not count by its file, or belongs to
 * another account, is refused alone and never booked.
 */
import { doesNotCount } from "../../../../core/line-status.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Cells } from "./csv-layout.ts";
import { type AmountStyle, readAmount } from "./amounts.ts";
import { digitsOf } from "./account-statements.ts";
import { Unreadable } from "./statement.ts";

/** Throws `Unreadable` for a line that is not booked, by what stands in the column `header`. */
export function checkBooked(text: string, header: string): void {
  if (!doesNotCount(text, header)) return;
  throw new Unreadable(
    "not_booked",
    `The line is not booked: its ${quoted(header)} is ${quoted(text)}. It is read from a later file, when the bank has booked it.`,
  );
}

/** The account whose lines are wanted. */
export interface WantedAccount {
  readonly name: string;
  readonly last4: string | null;
}

export interface Holders {
  /** A sentence if it is doubtful that all lines are of one account; else null. */
  readonly note: string | null;
  /** The account as the file writes it, if all lines are of one. */
  readonly account: string | null;
  /** Throws `Unreadable` for a line of another account. */
  readonly check: (holder: string) => void;
}

/** Names of columns that have the account of the other party as often as that of the file. */
const OF_EITHER = /^(?:iban|konto(?:nummer)?|rekening(?:nummer)?|cuenta|compte|conto)$/i;
/** A number without a name, parts of it masked or not. */
const MASKED = /^[-*.•x\d\s]+$/i;
/** Accounts that a message names. */
const NAMED_MOST = 5;

/**
 * Finds the accounts of a file's lines, by its column of accounts. With `wanted`, lines of other accounts are
 * refused; null accepts all. Throws `LineProblem` if a file of several accounts has none that is surely the
 * wanted one.
 */
export function holdersOf(
  holders: Iterable<string>,
  wanted: WantedAccount | null,
  header: string,
  isCard: boolean,
): Holders {
  const given = [...holders].filter((each) => each !== "");
  const all = [...new Set(given)];
  const [only = null] = all;
  if (all.length < 2 || wanted === null)
    return { account: all.length === 1 ? only : null, note: null, check: () => {} };
  const isWanted = (holder: string): boolean =>
    (wanted.last4 !== null && digitsOf(holder) === wanted.last4) ||
    holder.toLowerCase() === wanted.name.toLowerCase();
  if (areOfOthers(header, all.length, given.length, all.some(isWanted)))
    return { account: null, note: null, check: () => {} };
  const shown = `${all.slice(0, NAMED_MOST).map(quoted).join(", ")}${all.length > NAMED_MOST ? " and others" : ""}`;
  // An account of a card has a number for each person who has one.
  if (isCard && all.every((each) => MASKED.test(each)))
    return {
      account: null,
      note: `The lines of ${all.length} cards are taken for this account: ${shown}.`,
      check: () => {},
    };
  if (!all.some(isWanted))
    throw new LineProblem(
      1,
      `The file has lines of ${all.length} accounts under ${quoted(header)} (${shown}), and none of them has the name or the last four digits of this one. Export each account by itself, or give the account its last four digits.`,
      [{ give: "account_check", as: "none", when: "all lines are of this account" }],
    );
  return {
    account: null,
    note: null,
    check(holder) {
      if (!isWanted(holder))
        throw new Unreadable(
          "other_account",
          `The line is of another account: its ${quoted(header)} is ${quoted(holder)}. Upload the file to that account, too.`,
        );
    },
  };
}

/** True if a column of `different` accounts in so many lines is that of the other party, or of cards. */
function areOfOthers(header: string, different: number, lines: number, isKnown: boolean): boolean {
  // A column that differs from line to line holds the account of the other party.
  if (different > NAMED_MOST && different * 2 > lines) return true;
  if (isKnown) return false;
  return (different === lines && OF_EITHER.test(header)) || /^last (?:4|four)$/i.test(header);
}

/**
 * An id that a spreadsheet program has rounded, such as `2.02601E+17`: many lines have the same. A number of
 * a workbook that is no exact integer has cents, and a formula is no id of the bank, unless it is the id in
 * quotes.
 */
const ROUNDED_ID = /^(?:\d(?:[.,]\d+)?E\+\d+|\d{16,}\.00|=(?!"[^"]*"$).*)$/i;

/** True if ids of a file are rounded, so that different lines have the same. */
export function areRounded(ids: Iterable<string>): boolean {
  for (const id of ids) if (ROUNDED_ID.test(id)) return true;
  return false;
}

/** The number of an account of a bank in the international form. No books call an account so. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/i;

/**
 * Throws `LineProblem` for a journal of books: lines of several accounts whose debits make their credits on
 * each day. A debit of books is money that comes in, one of a bank money that goes out. A file with the
 * number of the wanted account is of a bank, and `wanted` is null for one that is said to be.
 */
export function checkNoJournal(
  rows: readonly Cells[],
  style: AmountStyle,
  wanted: WantedAccount | null,
): void {
  const holders = new Set(rows.map(({ holder }) => holder).filter((holder) => holder !== ""));
  if (holders.size < 2 || wanted === null) return;
  const isOfBank = (holder: string): boolean =>
    IBAN.test(holder.replaceAll(" ", "")) || (MASKED.test(holder) && digitsOf(holder) === wanted.last4);
  if ([...holders].some(isOfBank) || !isBalanced(rows, style)) return;
  throw new LineProblem(
    rows[0]?.line ?? 1,
    `The file is a journal of books: its lines are of ${holders.size} accounts, and their debits make their credits on each day. Import it as books, or upload what the bank itself exports, each account by itself.`,
    [{ give: "account_check", as: "none", when: "a bank made the file, and all lines are of this account" }],
  );
}

/** True if debits make credits on each day, and there are any. A line without a day is of the one before. */
function isBalanced(rows: readonly Cells[], style: AmountStyle): boolean {
  const days = new Map<string, number>();
  let [day, debits] = ["", 0];
  for (const cells of rows) {
    if (cells.date !== "") day = cells.date;
    const debit = amountOrNull(cells.debit, style, "debit") ?? 0;
    debits += debit;
    days.set(day, (days.get(day) ?? 0) + debit - (amountOrNull(cells.credit, style, "credit") ?? 0));
  }
  return debits !== 0 && [...days.values()].every((difference) => difference === 0);
}

function amountOrNull(text: string, style: AmountStyle, column: "debit" | "credit"): number | null {
  try {
    return readAmount(text, style, column);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
