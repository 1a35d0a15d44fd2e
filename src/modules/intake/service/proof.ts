/**
 * The proof of imported books against a trial balance of the source program: books that are stored, or those
 * that a plan would make. Both are compared in the same way.
 */
import { forOperator } from "@daybook/words/areas";
import {
  addDays,
  type CivilDate,
  FIRST_DATE,
  losAngelesDate,
  startOfFiscalYear,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../platform/db/index.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import { ledgerWithin } from "../../books/ledger/index.ts";
import { companyStore } from "../../tenants/company/index.ts";
import {
  type AccountBalance,
  compareTrialBalance,
  type Difference,
  readTrialBalance,
  type TrialBalance,
} from "../rules/trial-balance.ts";
import { openBooks } from "./open-books.ts";
import type { OpenReading } from "./read-books.ts";

/** A trial balance with its day. */
export interface DatedTrial extends TrialBalance {
  readonly date: CivilDate;
}

/** Reads a trial balance. Refuses `invalid_request` for one whose day is neither given nor in its title. */
export async function readTrial(
  content: AsyncIterable<Uint8Array>,
  given: CivilDate | undefined,
  { workbooks, signal }: { readonly workbooks: Workbooks; readonly signal: AbortSignal },
  most?: number,
): Promise<DatedTrial> {
  const opened = await openBooks({ content, include: null }, workbooks, signal, most);
  try {
    const trial = await readTrialBalance(opened.file.table, { dateFormat: null, note: () => {} });
    const date = given ?? trial.date;
    if (date === null)
      throw refuse("invalid_request", {
        param: "trial_balance_date",
        message: "The trial balance does not say of which day it is.",
        ways: [{ give: "trial_balance_date" }],
      });
    return { ...trial, date };
  } finally {
    await opened.close();
  }
}

/** Sums of vouchers that would be stored, by category and day. */
export class PlannedSums {
  readonly #date: CivilDate;
  readonly #sums = new Map<string, Map<CivilDate, number>>();

  constructor({ date }: Pick<DatedTrial, "date">) {
    this.#date = date;
  }

  add(date: CivilDate, category: string, netDebitCents: number): void {
    if (date > this.#date) return;
    const days = this.#sums.get(category) ?? new Map<CivilDate, number>();
    this.#sums.set(category, days.set(date, (days.get(date) ?? 0) + netDebitCents));
  }

  /** The sum of a category from a day on. */
  since(category: string, start: CivilDate): number {
    return [...(this.#sums.get(category) ?? [])].reduce(
      (sum, [date, amount]) => sum + (date < start ? 0 : amount),
      0,
    );
  }
}

/**
 * Compares books with a trial balance: those that are stored, with what is planned, if anything. `companyId`
 * is null for a new company of which nothing is stored.
 */
export async function differencesFrom(
  db: Queryable,
  companyId: PublicId<"company"> | null,
  reading: OpenReading,
  trial: DatedTrial,
  {
    now,
    planned = null,
    month = 1,
  }: { readonly now: UnixSeconds; readonly planned?: PlannedSums | null; readonly month?: number },
): Promise<readonly Difference[]> {
  const company = companyId === null ? null : await companyStore.find(db, companyId);
  const end = addDays(trial.date, 1);
  const starts = [
    FIRST_DATE,
    startOfFiscalYear(trial.date, company?.fiscal_year_start_month ?? month),
    ...[reading.openSince(trial.date)].filter((day) => day !== null),
  ];
  const cuts = [...new Set([...starts, end])].toSorted();
  const buckets = cuts.slice(1).map((to, index) => ({ from: cuts[index] ?? FIRST_DATE, to }));
  const sums =
    companyId === null
      ? null
      : await ledgerWithin.sum(db, {
          companyId: forOperator(companyId),
          buckets,
          now: null,
          today: losAngelesDate(now),
        });
  const own = (sums?.categories ?? []).map(({ id, name, account_type: type, parent_id: parentId, role }) => ({
    id,
    name,
    type,
    parentId,
    role,
  }));
  const known = new Set<string>(own.map(({ id }) => id));
  const made = reading.chart
    .list()
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, accountType: type, parentId, role }) => ({ id, name, type, parentId, role }));
  const categories = [...own, ...made];
  const names = new Map<string, string[]>();
  for (const { account, categoryId } of reading.chart.accounts())
    names.set(categoryId, [...(names.get(categoryId) ?? []), account]);
  const byId = new Map<string, (typeof categories)[number]>(categories.map((each) => [each.id, each]));
  const path = (id: string): string => {
    const category = byId.get(id);
    if (!category) return "";
    return category.parentId === null ? category.name : `${path(category.parentId)}:${category.name}`;
  };
  const since = (id: PublicId<"category">, start: CivilDate): number =>
    buckets.reduce(
      (sum, { from }, bucket) => sum + (from < start ? 0 : (sums?.cell(bucket, id)?.netDebitCents ?? 0)),
      planned?.since(id, start) ?? 0,
    );
  const accounts = categories.map(({ id, name, type, role }): AccountBalance => ({
    names: [
      ...(names.get(id) ?? []),
      path(id),
      name,
      ...(role === "retained_earnings" ? reading.earningsAccounts() : []),
    ],
    type,
    isRetainedEarnings: role === "retained_earnings",
    since: starts.map((start) => since(id, start)),
  }));
  if (!accounts.some(({ isRetainedEarnings }) => isRetainedEarnings))
    accounts.push({
      names: ["Retained Earnings", ...reading.earningsAccounts()],
      type: "equity",
      isRetainedEarnings: true,
      since: starts.map(() => 0),
    });
  return compareTrialBalance(trial, accounts);
}
