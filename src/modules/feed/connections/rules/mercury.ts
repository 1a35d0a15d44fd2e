/**
 * Mercury: accounts, and the transactions of each in windows of days. An account at a time is read through a
 * window, so its pending transactions are known completely.
 */
import { addDays, type CivilDate, parseCivilDate, parseDateInput } from "@daybook/words/civil-date";
import {
  centsOfDollars,
  elementsOf,
  idOf,
  idOrNull,
  listOf,
  objectOf,
  readEach,
  textOf,
  textOrNull,
  UnexpectedAnswer,
} from "./answers.ts";
import type { Page, SkippedLine, VendorAccount, VendorLine } from "./pull.ts";

/** Days of one window. */
const WINDOW_DAYS = 90;
/** A transaction may be booked or fail weeks after it was made, so these days are read again. */
const OVERLAP_DAYS = 45;

/** The position of a pull: the first day of its window, and the last account that was read completely. */
export interface Place {
  readonly start: CivilDate;
  readonly after: string | null;
}

export function placeOf(cursor: string | null, since: CivilDate): Place {
  if (cursor === null) return { start: since, after: null };
  const members = objectOf(cursor);
  return { start: parseCivilDate(textOf(members, "start")) ?? since, after: textOrNull(members, "after") };
}

export interface DayWindow {
  readonly start: CivilDate;
  readonly end: CivilDate;
  /** True if it reaches the present. */
  readonly isLast: boolean;
}

export function windowOf({ start }: Place, today: CivilDate): DayWindow {
  const end = addDays(start, WINDOW_DAYS);
  return end > today ? { start, end: addDays(today, 1), isLast: true } : { start, end, isLast: false };
}

/** The accounts of the answer to `/accounts`, or of the one to `/credit`. */
export function readAccounts(body: string, kind: "bank" | "credit"): readonly VendorAccount[] {
  return listOf(objectOf(body), "accounts").map((account) => ({
    id: idOf(account, "id"),
    name:
      kind === "credit"
        ? "Mercury credit"
        : (textOrNull(account, "nickname") ?? textOrNull(account, "name") ?? idOf(account, "id")),
    // All of Mercury's accounts are in US dollars.
    currency: "USD",
  }));
}

export interface Transactions {
  readonly lines: readonly VendorLine[];
  readonly removed: readonly { readonly account: string; readonly id: string }[];
  readonly skipped: readonly SkippedLine[];
  /** The number of transactions in the answer. */
  readonly count: number;
}

/** Statuses of transactions that moved no money in the end. */
const WITHOUT_MONEY = new Set(["cancelled", "failed", "blocked", "reversed"]);

/** Reads an answer to `/account/{id}/transactions`. */
export function readTransactions(body: string, account: string): Transactions {
  const rows = elementsOf(objectOf(body), "transactions");
  const removed: { account: string; id: string }[] = [];
  const { values, skipped } = readEach(
    rows,
    (row): VendorLine | null => {
      const [id, status] = [idOf(row, "id"), textOf(row, "status")];
      if (WITHOUT_MONEY.has(status)) {
        removed.push({ account, id });
        return null;
      }
      if (status !== "sent" && status !== "pending")
        throw new UnexpectedAnswer("Mercury has it in a state that is not known here.");
      return {
        account,
        id,
        date: dayOf(textOrNull(row, "postedAt") ?? textOf(row, "createdAt")),
        amount_cents: centsOfDollars(row, "amount"),
        description: textOrNull(row, "bankDescription") ?? textOrNull(row, "counterpartyName") ?? "",
        merchant_name: textOrNull(row, "counterpartyNickname") ?? textOrNull(row, "counterpartyName"),
        pending: status === "pending",
        replaces: null,
      };
    },
    (row) => ({ account, id: idOrNull(row, "id") }),
  );
  return { lines: values.filter((line) => line !== null), removed, skipped, count: rows.length };
}

/** The day in Los Angeles. */
function dayOf(time: string): CivilDate {
  const date = parseDateInput(time);
  if (date === null) throw new UnexpectedAnswer("Mercury gave a time that can't be read.");
  return date;
}

/** Returns the account that is read next; null if there is none. */
export function nextAccount(accounts: readonly VendorAccount[], { after }: Place): VendorAccount | null {
  const inOrder = accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return inOrder.find(({ id }) => after === null || id > after) ?? null;
}

/** The page of an account in a window, at an offset; `account` is null if no account is left. */
export function pageOf(
  accounts: readonly VendorAccount[],
  account: VendorAccount | null,
  read: readonly Transactions[],
  window: DayWindow,
  today: CivilDate,
  from: Place,
): Page {
  const place = { start: window.start, after: account?.id ?? null };
  const isEnd = account === null || nextAccount(accounts, place) === null;
  const next: Place = !isEnd
    ? place
    : { start: window.isLast ? addDays(today, -OVERLAP_DAYS) : window.end, after: null };
  return {
    accounts,
    lines: read.flatMap(({ lines }) => lines),
    removed: read.flatMap(({ removed }) => removed),
    allPendingOf: account !== null && window.isLast ? [account.id] : [],
    cursor: JSON.stringify(next),
    hasMore: !isEnd || !window.isLast,
    skipped: read.flatMap(({ skipped }) => skipped),
    again: JSON.stringify(from),
    problems: [],
    reconnect: null,
  };
}
