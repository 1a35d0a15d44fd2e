/** Use cases of the reports: which buckets each statement needs, and its dates' defaults. */
import { assert, present } from "../../../core/assert.ts";
import {
  addDays,
  type CivilDate,
  FIRST_DATE,
  startOfFiscalYear,
  startOfQuarter,
  type UnixSeconds,
} from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { LedgerService, Range, Sums } from "../ledger/index.ts";
import {
  type BalanceSheet,
  balanceSheet,
  type CashFlow,
  cashFlow,
  type IncomeStatement,
  incomeStatement,
  ofSpans,
} from "./rules.ts";

/** Company and cutoff of one report. */
export interface ReportCall {
  readonly companyId: PublicId<"company">;
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
  /** Several at once, all from one state of the books. */
  balanceSheets(call: ReportCall, dates: readonly CivilDate[]): Promise<BalanceSheet[]>;
  incomeStatements(
    call: ReportCall,
    periods: readonly Period[],
    byDepartment: boolean,
  ): Promise<IncomeStatement[]>;
  cashFlows(call: ReportCall, periods: readonly Period[]): Promise<CashFlow[]>;
}

export interface ReportsNeeds {
  readonly ledger: LedgerService;
}

/** The period that a report covers: each end has its own default; refuses a start after the end. */
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

/** All before `start`, and from it until before `end`. */
interface BeforeAndDuring {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

/** Each reading past the second meets another change of the fiscal year. */
const MOST_READINGS = 5;
const JANUARY = 1;
const MOST_SUPPOSED = 10_000;

export function reportsService({ ledger }: ReportsNeeds): ReportsService {
  // The month that a company's fiscal year began with when it was last read: where the next reading starts,
  // which spares a question.
  const supposed = new Map<string, number>();
  /**
   * For each statement, the sums of all before a day and from it on. What lies between two days that matter
   * is read once, however many statements it counts in, so that ten years of months cost what one reading of
   * them costs.
   */
  async function sumBeforeAndDuring(
    call: ReportCall,
    wanted: readonly BeforeAndDuring[],
  ): Promise<{ readonly sums: Sums; readonly each: readonly Sums[] }> {
    const cuts = [...new Set([FIRST_DATE, ...wanted.flatMap(({ start, end }) => [start, end])])].toSorted();
    const sums = await ledger.sum({
      ...call,
      buckets: cuts.slice(1).map((to, index) => ({ from: cuts[index] ?? FIRST_DATE, to })),
    });
    const at = new Map(cuts.map((cut, index) => [cut, index]));
    const numberOf = (cut: CivilDate): number => present(at.get(cut), "a day that matters is no cut");
    return {
      sums,
      each: wanted.map(({ start, end }) =>
        ofSpans(sums, [
          [0, numberOf(start)],
          [numberOf(start), numberOf(end)],
        ]),
      ),
    };
  }

  const service: ReportsService = {
    balanceSheet: async (call, date) => only(await service.balanceSheets(call, [date])),
    incomeStatement: async (call, period, byDepartment) =>
      only(await service.incomeStatements(call, [period], byDepartment)),
    cashFlow: async (call, period) => only(await service.cashFlows(call, [period])),
    async balanceSheets(call, dates) {
      let startMonth = supposed.get(call.companyId) ?? JANUARY;
      // The sums include the fiscal year's start month of the same state of the books; if it differs from the
      // expected one, they are read again.
      for (let reading = 1; ; reading += 1) {
        const wanted = dates.map((date): BeforeAndDuring => ({
          start: startOfFiscalYear(date, startMonth),
          end: addDays(date, 1),
        }));
        const { sums, each } = await sumBeforeAndDuring(call, wanted);
        if (sums.fiscalYearStartMonth === null || sums.fiscalYearStartMonth === startMonth)
          return each.map(balanceSheet);
        assert(reading < MOST_READINGS, "the fiscal year kept changing while a balance sheet was read");
        startMonth = sums.fiscalYearStartMonth;
        if (supposed.size >= MOST_SUPPOSED) supposed.clear();
        supposed.set(call.companyId, startMonth);
      }
    },
    async incomeStatements(call, periods, byDepartment) {
      const sums = await ledger.sum({ ...call, buckets: periods.map(rangeOf), byDepartment });
      return periods.map((_, index) => incomeStatement(ofSpans(sums, [[index, index + 1]]), byDepartment));
    },
    async cashFlows(call, periods) {
      const { each } = await sumBeforeAndDuring(
        call,
        periods.map(({ startDate, endDate }) => ({ start: startDate, end: addDays(endDate, 1) })),
      );
      return each.map(cashFlow);
    },
  };
  return service;
}

/** The only one of a list. */
function only<T>(list: readonly T[]): T {
  return present(list[0], "a statement was not made");
}
