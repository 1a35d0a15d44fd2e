/**
 * The periods of a range of days: whole months, quarters or years of the company's calendar, of which the
 * first and the last may be partial. Invariant: each day of the range is in exactly one period, and no other
 * day is in any.
 */
import {
  addDays,
  addMonths,
  type CivilDate,
  endOfMonth,
  parts,
  startOfFiscalYear,
  startOfMonth,
} from "../../../../core/civil-date.ts";
import type { ExportInput, GroupPeriod } from "./words.ts";

export interface DisplayedPeriod {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  /** `Jan 2026`, `Q1 2026`, `FY2026`; the days of a partial one. */
  readonly label: string;
}

const LENGTH: Readonly<Record<GroupPeriod, number>> = { month: 1, quarter: 3, year: 12 };

/** The periods that a range touches, in order. `fiscalYearStartMonth` is 1 for calendar years. */
export function periodsOf(
  { start_date, end_date, group_period }: Pick<ExportInput, "start_date" | "end_date" | "group_period">,
  fiscalYearStartMonth: number,
): DisplayedPeriod[] {
  const periods: DisplayedPeriod[] = [];
  for (let start = start_date; start <= end_date;) {
    const whole = wholePeriod(start, group_period, fiscalYearStartMonth);
    const endDate = whole.end < end_date ? whole.end : end_date;
    const isWhole = start === whole.start && endDate === whole.end;
    periods.push({
      startDate: start,
      endDate,
      label: isWhole ? nameOf(whole, group_period, fiscalYearStartMonth) : daysOf(start, endDate),
    });
    if (endDate === end_date) break;
    start = addDays(endDate, 1);
  }
  return periods;
}

interface PeriodBounds {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

function wholePeriod(date: CivilDate, period: GroupPeriod, startMonth: number): PeriodBounds {
  const start = startOfPeriod(date, period, startMonth);
  return { start, end: endOfMonth(addMonths(start, LENGTH[period] - 1)) };
}

function startOfPeriod(date: CivilDate, period: GroupPeriod, startMonth: number): CivilDate {
  if (period === "month") return startOfMonth(date);
  if (period === "year") return startOfFiscalYear(date, startMonth);
  return addMonths(startOfMonth(date), -((parts(date).month - startMonth + 12) % LENGTH.quarter));
}

function nameOf({ start, end }: PeriodBounds, period: GroupPeriod, startMonth: number): string {
  const { year, month } = parts(start);
  if (period === "month") return `${MONTHS[month - 1]?.slice(0, 3)} ${year}`;
  // A fiscal year has the name of the calendar year in which it ends.
  const fiscal =
    startMonth === 1
      ? `${year}`
      : `FY${parts(addMonths(startOfFiscalYear(end, startMonth), LENGTH.year - 1)).year}`;
  return period === "year" ? fiscal : `Q${((month - startMonth + 12) % 12) / LENGTH.quarter + 1} ${fiscal}`;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `January 31, 2026`. */
export function longDate(date: CivilDate): string {
  const { year, month, day } = parts(date);
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}

/** `Jan 31, 2026`. */
export function shortDate(date: CivilDate): string {
  const { year, month, day } = parts(date);
  return `${MONTHS[month - 1]?.slice(0, 3)} ${day}, ${year}`;
}

/** `Jan 15 – 31, 2026`, with as little said twice as possible. */
function daysOf(start: CivilDate, end: CivilDate): string {
  if (start === end) return shortDate(start);
  const [from, to] = [parts(start), parts(end)];
  if (from.year !== to.year) return `${shortDate(start)} – ${shortDate(end)}`;
  const first = shortDate(start).replace(/, \d+$/, "");
  return from.month === to.month ? `${first} – ${to.day}, ${to.year}` : `${first} – ${shortDate(end)}`;
}
