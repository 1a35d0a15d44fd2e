/**
 * Cuts the range of an export into periods, one per column: months, quarters or years of the company's
 * calendar. The first and the last period may be partial. Invariant: each day of the range is in exactly one
 * period, and no period includes other days.
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
  /** The name of a whole period, such as `Jan 2026`, `Q1 2026` or `FY2026`; the days of a partial period. */
  readonly label: string;
}

/** The number of months in each kind of period. */
const MONTHS_IN: Readonly<Record<GroupPeriod, number>> = { month: 1, quarter: 3, year: 12 };

/** Returns the periods of a range, in order. `fiscalYearStartMonth` is 1 for calendar years. */
export function periodsOf(
  { start_date, end_date, group_period }: Pick<ExportInput, "start_date" | "end_date" | "group_period">,
  fiscalYearStartMonth: number,
): DisplayedPeriod[] {
  const periods: DisplayedPeriod[] = [];
  for (let start = start_date; start <= end_date;) {
    const bounds = periodAround(start, group_period, fiscalYearStartMonth);
    const endDate = bounds.end < end_date ? bounds.end : end_date;
    const isWhole = start === bounds.start && endDate === bounds.end;
    periods.push({
      startDate: start,
      endDate,
      label: isWhole ? nameOf(bounds, group_period, fiscalYearStartMonth) : dayRange(start, endDate),
    });
    if (endDate === end_date) break;
    start = addDays(endDate, 1);
  }
  return periods;
}

/** The first and the last day of a whole period. */
interface PeriodBounds {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

/** Returns the whole period that a day is in. */
function periodAround(date: CivilDate, period: GroupPeriod, startMonth: number): PeriodBounds {
  const start = startOfPeriod(date, period, startMonth);
  return { start, end: endOfMonth(addMonths(start, MONTHS_IN[period] - 1)) };
}

function startOfPeriod(date: CivilDate, period: GroupPeriod, startMonth: number): CivilDate {
  if (period === "month") return startOfMonth(date);
  if (period === "year") return startOfFiscalYear(date, startMonth);
  return addMonths(startOfMonth(date), -((parts(date).month - startMonth + 12) % MONTHS_IN.quarter));
}

function nameOf({ start, end }: PeriodBounds, period: GroupPeriod, startMonth: number): string {
  const { year, month } = parts(start);
  if (period === "month") return `${MONTHS[month - 1]?.slice(0, 3)} ${year}`;
  // A fiscal year is named after the calendar year in which it ends.
  const yearName =
    startMonth === 1
      ? `${year}`
      : `FY${parts(addMonths(startOfFiscalYear(end, startMonth), MONTHS_IN.year - 1)).year}`;
  return period === "year"
    ? yearName
    : `Q${((month - startMonth + 12) % 12) / MONTHS_IN.quarter + 1} ${yearName}`;
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

/** Formats a date as `January 31, 2026`. */
export function longDate(date: CivilDate): string {
  const { year, month, day } = parts(date);
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}

/** Formats a date as `Jan 31, 2026`. */
export function shortDate(date: CivilDate): string {
  const { year, month, day } = parts(date);
  return `${MONTHS[month - 1]?.slice(0, 3)} ${day}, ${year}`;
}

/** Formats a range of days without repeating a shared month or year, as in `Jan 15 – 31, 2026`. */
function dayRange(start: CivilDate, end: CivilDate): string {
  if (start === end) return shortDate(start);
  const [from, to] = [parts(start), parts(end)];
  if (from.year !== to.year) return `${shortDate(start)} – ${shortDate(end)}`;
  const first = shortDate(start).replace(/, \d+$/, "");
  return from.month === to.month ? `${first} – ${to.day}, ${to.year}` : `${first} – ${shortDate(end)}`;
}

const NUMBERS = ["", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven"];

/**
 * Names a range of days as the heading of a statement does: `For the Month Ended October 31, 2026`, `For the
 * Three Months Ended ...` and `For the Year Ended ...` for whole months, otherwise both days.
 */
export function describePeriod(start: CivilDate, end: CivilDate): string {
  const [first, last] = [parts(start), parts(end)];
  const months = (last.year - first.year) * MONTHS_IN.year + last.month - first.month + 1;
  const isWhole = first.day === 1 && end === endOfMonth(end);
  if (isWhole && months === 1) return `For the Month Ended ${longDate(end)}`;
  if (isWhole && months === MONTHS_IN.year) return `For the Year Ended ${longDate(end)}`;
  if (isWhole && months < MONTHS_IN.year) return `For the ${NUMBERS[months]} Months Ended ${longDate(end)}`;
  return start === end
    ? `For the Day ${longDate(end)}`
    : `For the Period from ${longDate(start)} to ${longDate(end)}`;
}
