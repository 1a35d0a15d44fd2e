/**
 * Use cases of the reports: the default dates, and the buckets (ranges of days) whose sums each statement
 * needs from the ledger.
 */
import { assert, present } from "../../../core/assert.ts";
import { BoundedMap } from "../../../core/bounded-map.ts";
import { type Cents, sumCents, ZERO_CENTS } from "../../../core/cents.ts";
import {
  addDays,
  addMonths,
  type CivilDate,
  endOfMonth,
  FIRST_DATE,
  startOfFiscalYear,
  startOfMonth,
  startOfQuarter,
  type UnixSeconds,
} from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import { cutIntoPeriods, type GroupPeriod, MONTHS_IN } from "../../../core/fiscal-periods.ts";
import type { Adjustments } from "../../../core/ledger-words.ts";
import type { Paced } from "../../../core/paced.ts";
import type { LedgerService, Range, ReportsCompany, Sums } from "../ledger/index.ts";
import { type CashFlow, cashFlow } from "./rules/cash-flow.ts";
import { grossCategories, printedCashFlow } from "./rules/printed-cash-flow.ts";
import { mergeBuckets } from "./rules/lines.ts";
import { burnOf, type OverviewMonth, overviewMonths, runwayTenths } from "./rules/overview.ts";
import {
  type BalanceSheet,
  balanceSheet,
  type IncomeStatement,
  incomeStatement,
} from "./rules/statements.ts";
import {
  accountsFrom,
  accountsOfPage,
  type GeneralLedger,
  ledgerAccounts,
  ledgerLines,
  type LedgerPlace,
  readPlace,
} from "./rules/general-ledger.ts";
import { type TrialBalance, trialBalance } from "./rules/trial-balance.ts";

/** The company of a report request, and its cutoff: the instant and the day at which the request arrived. */
export interface ReportCall {
  readonly companyId: ReportsCompany;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

export interface Period {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
}

export interface ReportsService {
  balanceSheet(call: ReportCall, date: CivilDate): Promise<BalanceSheet>;
  incomeStatement(call: ReportCall, period: Period, byDepartment: boolean): Promise<IncomeStatement>;
  cashFlow(call: ReportCall, period: Period): Promise<CashFlow>;
  /** The plural methods compute several statements, all from one state of the books. */
  balanceSheets(call: ReportCall, dates: readonly CivilDate[]): Promise<BalanceSheet[]>;
  incomeStatements(
    call: ReportCall,
    periods: readonly Period[],
    byDepartment: boolean,
  ): Promise<IncomeStatement[]>;
  /** Returns cash flow statements as they are printed: gross, and without what moved no cash. */
  printedCashFlows(call: ReportCall, periods: readonly Period[]): Promise<CashFlow[]>;
  /**
   * Returns the trial balance of some days of one fiscal year; by default from its first day. Throws the
   * refusal `invalid_date_range` for days of several fiscal years.
   */
  trialBalance(call: ReportCall, days: TrialDays, form: TrialForm): Promise<TrialBalance>;
  /**
   * Returns up to `limit` + 1 lines of the general ledger of some days of one fiscal year, by default from
   * its first day. Throws the refusals `invalid_date_range` for days of several fiscal years,
   * `invalid_request` for an unknown category, and `resource_missing` for an unknown cursor.
   */
  generalLedger(call: ReportCall, days: TrialDays, page: LedgerQuery): Promise<GeneralLedger>;
  /**
   * Returns all of its lines. Throws the same refusals, and `invalid_request` if there are more than `most`.
   */
  wholeGeneralLedger(
    call: ReportCall,
    days: TrialDays,
    category: string | null,
    most: number,
  ): Promise<GeneralLedger>;
  /** Returns the last twelve whole months and the present one, with burn and runway. */
  overview(call: ReportCall): Promise<Overview>;
}

/** The days of a trial balance or a general ledger; null for the first day of the fiscal year. */
interface TrialDays {
  readonly startDate: CivilDate | null;
  readonly endDate: CivilDate;
}

/** The accounts of a general ledger, and the requested page. */
export interface LedgerQuery {
  /** A category with its descendants, or `<id>-direct`; null for all. */
  readonly category: string | null;
  readonly limit: number;
  /** The id of the line after which the page begins. */
  readonly startingAfter: string | null;
}

/** The periods of a trial balance, and how it shows adjusting entries. */
export interface TrialForm {
  readonly by: GroupPeriod;
  readonly adjustments: Adjustments;
}

/** The overview of a company. The last month is the present one, which has not ended. */
export interface Overview {
  readonly months: readonly (OverviewMonth & Period)[];
  readonly cash: Cents;
  readonly burn: Cents;
  readonly runwayTenths: number | null;
}

/** The number of whole months in the overview. */
const OVERVIEW_MONTHS = 12;

export interface ReportsNeeds {
  readonly ledger: LedgerService;
  /** Pauses between statements, because many statements take longer than other requests should wait. */
  readonly paced: Paced;
}

/**
 * Returns the period that a report covers. Each date has its own default. Throws the refusal
 * `invalid_date_range` if the start is after the end.
 */
export function periodOf(
  dates: { start_date: CivilDate | null; end_date: CivilDate | null },
  today: CivilDate,
): Period {
  const startDate = dates.start_date ?? startOfQuarter(today);
  const endDate = dates.end_date ?? today;
  if (startDate > endDate) throw refuse("invalid_date_range", { param: "start_date" });
  return { startDate, endDate };
}

function rangeOf({ startDate, endDate }: Period): Range {
  return { from: startDate, to: addDays(endDate, 1) };
}

/** Two ranges of days: all days before `start`, and the days from `start` to the day before `end`. */
interface BeforeAndDuring {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

/**
 * Returns the buckets of the sums that statements over these ranges need, and a function that returns the
 * sums before and during each range. The buckets are consecutive, cut at every first and last day. Each is
 * read once even if many statements include it, so that statements of 120 months cost one reading of those
 * months.
 */
function bucketsFor(ranges: readonly BeforeAndDuring[]): {
  readonly buckets: readonly Range[];
  readonly sumsOfEach: (sums: Sums) => Sums[];
} {
  const cuts = [...new Set([FIRST_DATE, ...ranges.flatMap(({ start, end }) => [start, end])])].toSorted();
  const indexByCut = new Map(cuts.map((cut, index) => [cut, index]));
  const indexOf = (cut: CivilDate): number => present(indexByCut.get(cut), "a day that matters is no cut");
  return {
    buckets: cuts.slice(1).map((to, index) => ({ from: cuts[index] ?? FIRST_DATE, to })),
    sumsOfEach: (sums) =>
      ranges.map(({ start, end }) =>
        mergeBuckets(sums, [
          [0, indexOf(start)],
          [indexOf(start), indexOf(end)],
        ]),
      ),
  };
}

/** Every attempt after the second means that the fiscal year was changed once more meanwhile. */
const MAX_ATTEMPTS = 5;
const JANUARY = 1;
const CACHED_COMPANIES = 10_000;

export function reportsService({ ledger, paced }: ReportsNeeds): ReportsService {
  // The start month of each company's fiscal year when it was last read. A balance sheet first assumes that
  // month is unchanged, which saves a query.
  const expectedStartMonths = new BoundedMap<string, number>(CACHED_COMPANIES);
  /**
   * Reads sums over ranges of days that depend on the month in which the fiscal year starts. The sums carry
   * that month of the state of the books that they were read from. If it is not the expected month, they are
   * read again for the right one.
   */
  async function byFiscalYear<R extends { readonly sums: Sums }>(
    { companyId }: ReportCall,
    read: (startMonth: number) => Promise<R>,
  ): Promise<R> {
    let startMonth = expectedStartMonths.get(companyId) ?? JANUARY;
    for (let attempt = 1; ; attempt += 1) {
      const found = await read(startMonth);
      const { fiscalYearStartMonth } = found.sums;
      if (fiscalYearStartMonth === null || fiscalYearStartMonth === startMonth) return found;
      assert(attempt < MAX_ATTEMPTS, "the fiscal year kept changing while its sums were read");
      startMonth = fiscalYearStartMonth;
      expectedStartMonths.set(companyId, startMonth);
    }
  }
  /** Computes a statement for each item, with pauses between them. A single statement needs no pause. */
  async function computeEach<Item, Statement>(
    items: readonly Item[],
    compute: (item: Item, index: number) => Statement,
  ): Promise<Statement[]> {
    if (items.length === 1) return items.map(compute);
    const statements: Statement[] = [];
    for await (const item of paced(items)) statements.push(compute(item, statements.length));
    return statements;
  }

  /** Reads a cursor of a general ledger. */
  async function placeOf({ companyId }: ReportCall, id: string): Promise<LedgerPlace> {
    const place = readPlace(id);
    if (place !== null) return place;
    const entry = await ledger.findEntry(companyId, id);
    if (entry === null) throw refuse("resource_missing");
    return { kind: "entry", entry };
  }
  /** Reads the first `limit` lines after a place. */
  async function readLedger(
    call: ReportCall,
    days: TrialDays,
    category: string | null,
    after: LedgerPlace | null,
    limit: number,
  ): Promise<GeneralLedger> {
    const { cut, sums, chosen, entries, before } = await byFiscalYear(call, async (startMonth) => {
      const cutDays = cutTrial(days, "year", startMonth);
      const { startDate: from } = cutDays;
      const entry = after?.kind === "entry" ? after.entry : null;
      const isInside = entry === null || (entry.date >= from && entry.date <= days.endDate);
      const earlier = entry !== null && isInside ? [{ from, to: entry.date }] : [];
      const request = { ...call, buckets: [...cutDays.buckets, ...earlier] };
      const found = await ledger.sumWithEntries(request, (ofAll) => {
        const { lines, refreshedAt } = ledgerAccounts(ofAll, { ...cutDays, endDate: days.endDate }, category);
        const following = isInside ? accountsFrom(lines, after) : null;
        if (following === null) return null;
        const accounts = accountsOfPage(following, limit);
        const categoryIds = accounts.flatMap(({ categoryId }) => categoryId ?? []);
        return { categoryIds, from, through: days.endDate, after: entry, limit, accounts, refreshedAt };
      });
      return { ...found, cut: cutDays };
    });
    checkOneYear("A general ledger", days.endDate, cut);
    if (chosen === null) throw refuse("resource_missing");
    const { accounts, refreshedAt } = chosen;
    const [first] = accounts;
    const beforePage = first &&
      before && {
        balance: sumCents([
          first.opening,
          sums.cell(cut.buckets.length, first.categoryId ?? "")?.netDebitCents ?? ZERO_CENTS,
          before.ofDay,
        ]),
        debits: before.debits,
      };
    const page = { startDate: cut.startDate, endDate: days.endDate };
    const lines = ledgerLines({ ...page, accounts, entries, after, before: beforePage ?? null }, limit);
    return { ...page, refreshedAt, lines };
  }

  const service: ReportsService = {
    balanceSheet: async (call, date) => only(await service.balanceSheets(call, [date])),
    incomeStatement: async (call, period, byDepartment) =>
      only(await service.incomeStatements(call, [period], byDepartment)),
    async cashFlow(call, period) {
      const range = rangeOf(period);
      const { buckets, sumsOfEach } = bucketsFor([{ start: range.from, end: range.to }]);
      const { sums, nonCash, excludesNonCash } = await ledger.sumWithNonCash({ ...call, buckets }, [range]);
      return cashFlow(only(sumsOfEach(sums)), { nonCash: only(nonCash), excludesNonCash });
    },
    async balanceSheets(call, dates) {
      const found = await byFiscalYear(call, async (startMonth) => {
        const ranges = dates.map((date): BeforeAndDuring => ({
          start: startOfFiscalYear(date, startMonth),
          end: addDays(date, 1),
        }));
        const { buckets, sumsOfEach } = bucketsFor(ranges);
        return { sums: await ledger.sum({ ...call, buckets }), sumsOfEach };
      });
      return computeEach(found.sumsOfEach(found.sums), balanceSheet);
    },
    async trialBalance(call, days, { by, adjustments }) {
      const { cut, ...found } = await byFiscalYear(call, async (startMonth) => {
        const cutDays = cutTrial(days, by, startMonth);
        const request = { ...call, buckets: cutDays.buckets };
        const sums =
          adjustments === "included"
            ? { sums: await ledger.sum(request), adjusting: () => ZERO_CENTS }
            : await ledger.sumWithAdjusting(request, cutDays.periods.map(rangeOf));
        return { ...sums, cut: cutDays };
      });
      const { startDate, periods } = cut;
      checkOneYear("A trial balance", days.endDate, cut);
      return trialBalance(found, { startDate, endDate: days.endDate, periods, adjustments });
    },
    async generalLedger(call, days, { category, limit, startingAfter }) {
      const after = startingAfter === null ? null : await placeOf(call, startingAfter);
      return readLedger(call, days, category, after, limit + 1);
    },
    async wholeGeneralLedger(call, days, category, most) {
      const found = await readLedger(call, days, category, null, most + 1);
      if (found.lines.length > most)
        throw refuse("invalid_request", {
          param: "category_id",
          message: `The general ledger of these days has more than ${most} lines, the most in a file. Ask for fewer days, or for one category.`,
        });
      return found;
    },
    async incomeStatements(call, periods, byDepartment) {
      const sums = await ledger.sum({ ...call, buckets: periods.map(rangeOf), byDepartment });
      return computeEach(periods, (_, index) =>
        incomeStatement(mergeBuckets(sums, [[index, index + 1]]), byDepartment),
      );
    },
    async printedCashFlows(call, periods) {
      const ranges = periods.map(rangeOf);
      const { buckets, sumsOfEach } = bucketsFor(ranges.map(({ from, to }) => ({ start: from, end: to })));
      const { sums, flows } = await ledger.sumWithFlows({ ...call, buckets }, ranges);
      const gross = grossCategories(flows);
      return computeEach(sumsOfEach(sums), (each, index) =>
        printedCashFlow(each, present(flows[index], "a period has no flows"), gross),
      );
    },
    async overview(call) {
      const thisMonth = startOfMonth(call.today);
      const periods = Array.from({ length: OVERVIEW_MONTHS + 1 }, (_, index): Period => {
        const startDate = addMonths(thisMonth, index - OVERVIEW_MONTHS);
        return { startDate, endDate: index === OVERVIEW_MONTHS ? call.today : endOfMonth(startDate) };
      });
      const first = addMonths(thisMonth, -OVERVIEW_MONTHS);
      const buckets = [{ from: FIRST_DATE, to: first }, ...periods.map(rangeOf)];
      const found = overviewMonths(await ledger.sum({ ...call, buckets }), periods.length);
      const cash = found.at(-1)?.cash ?? ZERO_CENTS;
      const burn = burnOf(found.slice(0, -1));
      return {
        months: found.map((month, index) => ({ ...month, ...only(periods.slice(index)) })),
        cash,
        burn,
        runwayTenths: runwayTenths(cash, burn),
      };
    },
  };
  return service;
}

/**
 * Cuts the days of a trial balance into periods, and names the buckets that it needs. Days that go on after
 * the fiscal year of the first one, which are refused, are not cut, however many they are.
 */
function cutTrial({ startDate: first, endDate }: TrialDays, by: GroupPeriod, startMonth: number) {
  const startDate = first ?? startOfFiscalYear(endDate, startMonth);
  const year = startOfFiscalYear(startDate, startMonth);
  const lastOfYear = addDays(addMonths(year, MONTHS_IN.year), -1);
  const end = endDate <= lastOfYear ? endDate : startDate;
  const periods = cutIntoPeriods({ start: startDate, end }, by, startMonth).map((period): Period => ({
    startDate: period.start,
    endDate: period.end,
  }));
  const buckets = [{ from: FIRST_DATE, to: year }, { from: year, to: startDate }, ...periods.map(rangeOf)];
  return { startDate, lastOfYear, periods, buckets };
}

/** Throws the refusal `invalid_date_range` for days that go on after the fiscal year of the first one. */
function checkOneYear(
  report: string,
  endDate: CivilDate,
  { startDate, lastOfYear }: { readonly startDate: CivilDate; readonly lastOfYear: CivilDate },
): void {
  if (endDate <= lastOfYear) return;
  throw refuse("invalid_date_range", {
    param: "end_date",
    message: `${report} is of days of one fiscal year, because income and expenses begin at zero with the next. That of ${startDate} ends on ${lastOfYear}.`,
  });
}

/** Returns the single element of a list. */
function only<T>(list: readonly T[]): T {
  return present(list[0], "a statement was not made");
}
