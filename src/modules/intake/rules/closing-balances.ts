/**
 * Recognises the vouchers that close all balances at the end of a year and open them again, as ledgers with a
 * file for each year have them. Between the two, every balance is zero: a balance sheet of the last day would
 * be empty, and the cash flow statements of both years would show all cash leaving and coming back.
 */
import type { Way } from "../../../core/advice.ts";
import { addDays } from "@daybook/words/civil-date";
import { type AccountType, isPointInTime } from "@daybook/words/ledger-words";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { ParsedVoucher } from "./parsed-voucher.ts";

const CLOSED = /\bclos(?:e|ed|ing)\b.*\bbalances?\b/i;
const OPENED = /\bopen(?:ed|ing)?\b.*\bbalances?\b/i;
const CLOSING = /^\W*clos(?:e|ed|ing) (?:all |of )?balances?\W*\d{0,4}\W*$/i;
const ACCOUNT = /(?:^|:)\s*(?:opening ?[/&-] ?)?closing balances?\s*$/i;

/**
 * True for a voucher that may close balances, by its words or its equity account. After a closing, one that
 * opens balances again counts too.
 */
export function isOfBalances(
  { description, lines }: ParsedVoucher,
  typeOf: (account: string) => AccountType | null,
  isAfterClosing: boolean,
): boolean {
  const isNamed = CLOSED.test(description) || (isAfterClosing && OPENED.test(description));
  if (!isNamed && !lines.some(({ account }) => ACCOUNT.test(account))) return false;
  const types = lines.map(({ account }) => typeOf(account));
  return (
    types.includes("equity") &&
    types.some((type) => type !== null && type !== "equity" && isPointInTime(type))
  );
}

/** Closing vouchers and those that open the same balances again, and the vouchers that do neither. */
export interface SortedBalances {
  readonly closing: readonly ParsedVoucher[];
  readonly ordinary: readonly ParsedVoucher[];
}

/**
 * Sorts vouchers for which `isOfBalances` holds. Those that cancel each other on one day, or on a day and the
 * next one, close and open; the first opening balances of the books are ordinary.
 * @throws LineProblem for a closing after which the balances are not opened again, unless `isForced`, which
 *   takes it and what is opened after it as closing
 */
export function sortBalances(held: readonly ParsedVoucher[], isForced: boolean): SortedBalances {
  const rest = new Set(held.toSorted((a, b) => (a.date < b.date ? -1 : 1)));
  const closing: ParsedVoucher[] = [];
  const take = (voucher: ParsedVoucher): void => {
    rest.delete(voucher);
    closing.push(voucher);
  };
  for (const voucher of rest) {
    const opening = rest.values().find((other) => follows(other, voucher) && cancel(voucher, other));
    if (opening === undefined) continue;
    take(voucher);
    take(opening);
  }
  for (const voucher of rest) {
    if (!CLOSING.test(voucher.description)) continue;
    if (!isForced) throw unopened(voucher);
    take(voucher);
    for (const other of rest) if (follows(other, voucher)) take(other);
  }
  return { closing, ordinary: [...rest] };
}

function follows(other: ParsedVoucher, voucher: ParsedVoucher): boolean {
  return other !== voucher && other.date >= voucher.date && other.date <= addDays(voucher.date, 1);
}

/** True if the lines of two vouchers sum to zero on every account. */
function cancel(a: ParsedVoucher, b: ParsedVoucher): boolean {
  const sums = new Map<string, number>();
  for (const { account, netDebitCents } of [...a.lines, ...b.lines])
    sums.set(account, (sums.get(account) ?? 0) + netDebitCents);
  return sums.values().every((cents) => cents === 0);
}

/** What can be done about vouchers that may be closings. */
export const CLOSING_WAYS: readonly Way[] = [
  { give: "closing_vouchers", as: "leave-out", when: "the books shall be without them" },
  { give: "closing_vouchers", as: "keep", when: "they shall stay as they are" },
];

function unopened(voucher: ParsedVoucher): LineProblem {
  return new LineProblem(
    voucher.line,
    `The voucher that begins here, ${quoted(voucher.description)} of ${voucher.date}, closes the balances, but no voucher of that day or the next one opens the same balances again. Choose what becomes of such vouchers.`,
    CLOSING_WAYS,
    voucher.file ?? null,
  );
}
