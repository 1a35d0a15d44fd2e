/**
 * Cuts days into months, quarters or years of a company's fiscal calendar. Invariant: each day of the range
 * is in exactly one period, and no period has other days; the first and the last may be partial.
 */
import {
  addDays,
  addMonths,
  type CivilDate,
  endOfMonth,
  parts,
  startOfFiscalYear,
  startOfMonth,
} from "./civil-date.ts";
import type { Days } from "./compared-period.ts";

export const GROUP_PERIODS = ["month", "quarter", "year"] as const;
export type GroupPeriod = (typeof GROUP_PERIODS)[number];

/** The number of months in each kind of period. */
export const MONTHS_IN: Readonly<Record<GroupPeriod, number>> = { month: 1, quarter: 3, year: 12 };

/** A part of a range, and the whole period of the calendar that it is in. */
export interface CutPeriod extends Days {
  readonly whole: Days;
}

/** Returns the periods of a range, in order. `startMonth` is 1 for fiscal years that are calendar years. */
export function cutIntoPeriods({ start, end }: Days, period: GroupPeriod, startMonth: number): CutPeriod[] {
  const cut: CutPeriod[] = [];
  for (let from = start; from <= end;) {
    const whole = periodAround(from, period, startMonth);
    const last = whole.end < end ? whole.end : end;
    cut.push({ start: from, end: last, whole });
    if (last === end) break;
    from = addDays(last, 1);
  }
  return cut;
}

/** Returns the whole period that a day is in. */
export function periodAround(date: CivilDate, period: GroupPeriod, startMonth: number): Days {
  const start = startOfPeriod(date, period, startMonth);
  return { start, end: endOfMonth(addMonths(start, MONTHS_IN[period] - 1)) };
}

function startOfPeriod(date: CivilDate, period: GroupPeriod, startMonth: number): CivilDate {
  if (period === "month") return startOfMonth(date);
  if (period === "year") return startOfFiscalYear(date, startMonth);
  return addMonths(startOfMonth(date), -((parts(date).month - startMonth + 12) % MONTHS_IN.quarter));
}
