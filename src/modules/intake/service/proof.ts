/**
 * The proof of imported books against a trial balance of the source program: books that are stored, or those
 * that a plan would make. Both are compared in the same way.
 */
import { forOperator } from "../../../core/areas.ts";
import {
  addDays,
  type CivilDate,
  FIRST_DATE,
  losAngelesDate,
  startOfFiscalYear,
  type UnixSeconds,
} from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "../../../core/public-id.ts";
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
): Promise<DatedTrial> {
  const opened = await openBooks({ content, include: null }, workbooks, signal);
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

/** The first day of the fiscal year of a day. `month` is that of a new company, from 1. */
async function yearStartOf(
  db: Queryable,
  companyId: PublicId<"company"> | null,
  date: CivilDate,
  month: number,
): Promise<CivilDate> {
  const company = companyId === null ? null : await companyStore.find(db, companyId);
  return startOfFiscalYear(date, company?.fiscal_year_start_month ?? month);
}

/** Sums of vouchers that would be stored, by category. */
export class PlannedSums {
  readonly #yearStart: CivilDate;
  readonly #date: CivilDate;
  readonly #sums = new Map<string, [before: number, during: number]>();

  private constructor(yearStart: CivilDate, date: CivilDate) {
    this.#yearStart = yearStart;
    this.#date = date;
  }

  /** `month` is the first of the fiscal year of a new company, for which `companyId` is null. */
  static async open(
    db: Queryable,
    companyId: PublicId<"company"> | null,
    { date }: Pick<DatedTrial, "date">,
    month: number,
  ): Promise<PlannedSums> {
    return new PlannedSums(await yearStartOf(db, companyId, date, month), date);
  }

  add(date: CivilDate, category: string, netDebitCents: number): void {
    if (date > this.#date) return;
    const sums = this.#sums.get(category) ?? [0, 0];
    sums[date < this.#yearStart ? 0 : 1] += netDebitCents;
    this.#sums.set(category, sums);
  }

  /** The sum before the fiscal year (0), or in it (1). */
  of(bucket: 0 | 1, category: string): number {
    return this.#sums.get(category)?.[bucket] ?? 0;
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
  const yearStart = await yearStartOf(db, companyId, trial.date, month);
  const sums =
    companyId === null
      ? null
      : await ledgerWithin.sum(db, {
          companyId: forOperator(companyId),
          buckets: [
            { from: FIRST_DATE, to: yearStart },
            { from: yearStart, to: addDays(trial.date, 1) },
          ],
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
  const leftOut = new Map(reading.leftOutThrough(trial.date));
  const closedOf = (written: readonly string[]): number =>
    written.reduce((total, account) => {
      const cents = leftOut.get(account) ?? 0;
      leftOut.delete(account);
      return total + cents;
    }, 0);
  const balance = (bucket: 0 | 1, id: string): number =>
    (sums?.cell(bucket, id)?.netDebitCents ?? 0) + (planned?.of(bucket, id) ?? 0);
  const accounts = categories.map(({ id, name, type, role }): AccountBalance => ({
    names: [...(names.get(id) ?? []), path(id), name],
    type,
    isRetainedEarnings: role === "retained_earnings",
    before: balance(0, id),
    during: balance(1, id),
    closed: closedOf(names.get(id) ?? []),
  }));
  for (const [account, closed] of leftOut)
    accounts.push({
      names: [account, account.slice(account.lastIndexOf(":") + 1)],
      type: "equity",
      isRetainedEarnings: false,
      before: 0,
      during: 0,
      closed,
    });
  return compareTrialBalance(trial, accounts);
}
