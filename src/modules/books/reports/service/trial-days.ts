/** The days of reports, and how those of a trial balance and of a general ledger are cut at fiscal years. */
import {
  addDays,
  addMonths,
  type CivilDate,
  FIRST_DATE,
  startOfFiscalYear,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { cutIntoPeriods, type GroupPeriod, MONTHS_IN } from "@daybook/words/fiscal-periods";
import type { Range, ReportsCompany } from "../../ledger/index.ts";

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

export function rangeOf({ startDate, endDate }: Period): Range {
  return { from: startDate, to: addDays(endDate, 1) };
}

/** The days of a trial balance or a general ledger; null for the first day of the fiscal year. */
export interface TrialDays {
  readonly startDate: CivilDate | null;
  readonly endDate: CivilDate;
}

/**
 * Cuts the days of a trial balance into periods, and names the buckets that it needs. Days that go on after
 * the fiscal year of the first one, which are refused, are not cut, however many they are.
 */
export function cutTrial({ startDate: first, endDate }: TrialDays, by: GroupPeriod, startMonth: number) {
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
export function checkOneYear(
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
