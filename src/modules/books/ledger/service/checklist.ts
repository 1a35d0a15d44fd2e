/**
 * The checklist of a month: what an accountant looks at before closing it. It is computed from the books each
 * time it is asked for, so it can't differ from them. Each module says what of its own records is open.
 * Invariant: an item is done only if something was compared; otherwise there was nothing to check.
 */
import { type CompanyFor, forOperator, type Right } from "@daybook/words/areas";
import type { Cents } from "@daybook/words/cents";
import {
  addDays,
  type CivilDate,
  endOfMonth,
  FIRST_DATE,
  parts,
  startOfMonth,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import { accountingText } from "@daybook/words/money-text";
import { SHORT_MONTH_NAMES } from "@daybook/words/months";
import type { PublicId } from "@daybook/words/public-id";
import { refuse } from "../../../../core/errors.ts";
import type { Queryable } from "../../../../platform/db/index.ts";
import type { ClosingItem } from "../record.ts";
import { closingsStore } from "../store/closings.ts";

/** The days that would be closed. */
export interface ClosePeriod {
  /** The first day that is open; the first day of the calendar for books that were never closed. */
  readonly from: CivilDate;
  /** The first day of the month of `through`, or `from` if that is later. */
  readonly monthFrom: CivilDate;
  readonly through: CivilDate;
  readonly now: UnixSeconds;
}

/** Where the list behind an item is: an operation, and a page of the console with its query. */
export interface CloseList {
  readonly operation: string;
  readonly query: Readonly<Record<string, string>>;
  readonly page: string;
  readonly search: Readonly<Record<string, string>>;
}

/** What a check found, without the words of the check itself. */
export type CloseFinding = Pick<ClosingItem, "state" | "count" | "evidence"> & {
  readonly amount_cents: Cents | null;
  readonly opens: CloseList | null;
};

/** A check of a month. A module above the ledger hands in its own by the composition root. */
export interface CloseCheck extends Pick<ClosingItem, "item" | "group" | "title"> {
  readonly find: (
    db: Queryable,
    companyId: CompanyFor<Right>,
    period: ClosePeriod,
  ) => Promise<Omit<CloseFinding, "opens"> & { readonly opens?: CloseList }>;
}

/** An item of the checklist as it is shown. */
export type ChecklistItem = Pick<CloseCheck, "item" | "group" | "title"> & CloseFinding;

export interface Checklist {
  readonly through: CivilDate;
  /** The first open day; null for books that were never closed. */
  readonly start: CivilDate | null;
  readonly closed_through: CivilDate | null;
  readonly items: readonly ChecklistItem[];
}

/** A day for people: `Oct 31, 2026`. */
export function dayWords(date: CivilDate): string {
  const { year, month, day } = parts(date);
  return `${SHORT_MONTH_NAMES[month - 1] ?? ""} ${day}, ${year}`;
}

/** The finding that there was nothing to check. */
export const nothingToCheck = (evidence: string) =>
  ({ state: "nothing", count: 0, amount_cents: null, evidence }) as const;

/** The finding of a list of records that should be empty: how many there are, and what they come to. */
export function leftFinding(
  { count, amount_cents }: { readonly count: number; readonly amount_cents: Cents | null },
  says: string,
  done: string,
): Omit<CloseFinding, "opens"> {
  if (count === 0) return { state: "done", count, amount_cents: null, evidence: done };
  const sum = amount_cents === null ? "" : `, ${accountingText(amount_cents)}`;
  return { state: "open", count, amount_cents, evidence: `${count} ${says}${sum}` };
}

/** The day that is closed next: the end of the month after the last closed one, else of the last full month. */
export function nextClosing(closed: CivilDate | null, today: CivilDate): CivilDate {
  return closed === null ? addDays(startOfMonth(today), -1) : endOfMonth(addDays(closed, 1));
}

/** Makes the checklist of a month through a day. Refuses `invalid_request` for a day that is closed. */
export async function makeChecklist(
  db: Queryable,
  checks: readonly CloseCheck[],
  companyId: PublicId<"company">,
  through: CivilDate,
  now: UnixSeconds,
): Promise<Checklist> {
  const closed_through = await closingsStore.findThrough(db, companyId);
  if (closed_through !== null && through <= closed_through)
    throw refuse("invalid_request", {
      param: "through",
      message: `The books are closed through ${closed_through}, so there is nothing left to check through ${through}.`,
      ways: [{ see: "listClosings" }],
    });
  const start = closed_through === null ? null : addDays(closed_through, 1);
  const from = start ?? FIRST_DATE;
  const month = startOfMonth(through);
  const period = { from, monthFrom: month > from ? month : from, through, now };
  const items: ChecklistItem[] = [];
  // Counts and sums only, which statements show whoever reads the checklist.
  const company = forOperator(companyId);
  for (const { item, group, title, find } of checks)
    items.push({ item, group, title, opens: null, ...(await find(db, company, period)) });
  return { through, start, closed_through, items };
}

/** What is kept of a checklist: all but the addresses of its lists. */
export function keptItems({ items }: Pick<Checklist, "items">): ClosingItem[] {
  return items.map(({ opens: _opens, ...item }) => ({ ...item, amount_cents: item.amount_cents }));
}

/** The items that are open. */
export const openItems = ({ items }: Pick<Checklist, "items">): readonly ChecklistItem[] =>
  items.filter(({ state }) => state === "open");
