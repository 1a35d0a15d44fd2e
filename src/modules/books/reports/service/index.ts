/**
 * Use cases of the reports: the default dates, and the buckets (ranges of days) whose sums each statement
 * needs from the ledger.
 */
import { assert, present } from "@daybook/words/assert";
import { BoundedMap } from "../../../../core/bounded-map.ts";
import { ZERO_CENTS } from "@daybook/words/cents";
import {
  addDays,
  type CivilDate,
  FIRST_DATE,
  startOfFiscalYear,
  startOfQuarter,
} from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { GroupPeriod } from "@daybook/words/fiscal-periods";
import type { Adjustments } from "@daybook/words/ledger-words";
import type { Paced } from "../../../../core/paced.ts";
import type { LedgerService, Range, Sums } from "../../ledger/index.ts";
import { type ChangesInEquity, changesInEquity, specialEquity } from "../rules/changes-in-equity.ts";
import { type CashFlow, cashFlow } from "../rules/cash-flow.ts";
import { grossCategories, printedCashFlow } from "../rules/printed-cash-flow.ts";
import { mergeBuckets } from "../rules/lines.ts";
import {
  type BalanceSheet,
  balanceSheet,
  type IncomeStatement,
  incomeStatement,
} from "../rules/statements.ts";
import { type LedgerReports, ledgerReports } from "./general-ledger.ts";
import { type Overview, readOverview } from "./overview.ts";
import {
  checkOneYear,
  cutTrial,
  type Period,
  rangeOf,
  type ReportCall,
  type TrialDays,
} from "./trial-days.ts";
import { type TrialBalance, trialBalance } from "../rules/trial-balance.ts";

export interface ReportsService extends LedgerReports {
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
  changesInEquity(call: ReportCall, period: Period): Promise<ChangesInEquity>;
  /**
   * Returns cash, results, burn and runway with what they were, the last twelve whole months and the present
   * one, and what changed most. `cards` are the categories of cards.
   */
  overview(call: ReportCall, cards: ReadonlySet<string>): Promise<Overview>;
}

export type { ReportCall };

/** The periods of a trial balance, and how it shows adjusting entries. */
export interface TrialForm {
  readonly by: GroupPeriod;
  readonly adjustments: Adjustments;
}

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
    ...ledgerReports(ledger, byFiscalYear),
    changesInEquity: (call, period) => readChangesInEquity(ledger, call, rangeOf(period)),
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
    overview: (call, cards) => readOverview(ledger, call, cards),
  };
  return service;
}

async function readChangesInEquity(ledger: LedgerService, call: ReportCall, range: Range) {
  const request = { ...call, buckets: [{ from: FIRST_DATE, to: range.from }, range] };
  return changesInEquity(await ledger.sumWithMovements(request, range, specialEquity));
}

/** Returns the single element of a list. */
function only<T>(list: readonly T[]): T {
  return present(list[0], "a statement was not made");
}
