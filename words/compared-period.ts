/**
 * The one rule of which days stand beside a period, for statements on pages, in files and in answers of
 * tools. Invariant: both periods mean the same in the calendar: whole months beside whole months, the days of
 * a month so far beside the same days of another one.
 */
import {
  addDays,
  addMonths,
  type CivilDate,
  dayNumber,
  endOfMonth,
  parts,
  startOfMonth,
} from "./civil-date.ts";

/** What a period is compared with: the period before, or the same days a year before. */
export const COMPARISONS = ["prior_period", "prior_year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The first and the last day of a period. */
export interface Days {
  readonly start: CivilDate;
  readonly end: CivilDate;
}

const [QUARTER, YEAR] = [3, 12];

/** Returns the number of calendar months that a range touches. */
export function monthsIn({ start, end }: Days): number {
  const [first, last] = [parts(start), parts(end)];
  return (last.year - first.year) * YEAR + last.month - first.month + 1;
}

export function isWholeMonths({ start, end }: Days): boolean {
  return start === startOfMonth(start) && end === endOfMonth(end);
}

/** True once a period has ended: what is booked until then can't grow with the days any more. */
export function isOver(end: CivilDate, today: CivilDate): boolean {
  return end < today;
}

/**
 * Returns the days that a period is compared with. A month, fiscal quarter or fiscal year, whole or so far,
 * is compared with the same days of the one before, and other days from the first of a month with the same
 * days as many months before. Whole months end on the last day of theirs, and so does a day that the other
 * month lacks. Any other range is compared with as many days right before it. A year before is the same days
 * of that year. `fiscalYearStartMonth` is 1 to 12.
 */
export function comparedDays(days: Days, comparison: Comparison, fiscalYearStartMonth: number): Days {
  if (comparison === "prior_year") return monthsBefore(days, YEAR);
  const { start, end } = days;
  if (start === startOfMonth(start)) return monthsBefore(days, stepOf(days, fiscalYearStartMonth));
  return { start: addDays(start, dayNumber(start) - dayNumber(end) - 1), end: addDays(start, -1) };
}

/** The months from a period that began with a month to the one before: of the shortest unit that it is in. */
function stepOf(days: Days, fiscalYearStartMonth: number): number {
  const months = monthsIn(days);
  const ofYear = (parts(days.start).month - fiscalYearStartMonth + YEAR) % YEAR;
  const fits = (unit: number): boolean => ofYear % unit === 0 && months > 1;
  const unit = fits(QUARTER) && months <= QUARTER ? QUARTER : fits(YEAR) ? YEAR : fits(QUARTER) ? QUARTER : 1;
  return Math.ceil(months / unit) * unit;
}

function monthsBefore(days: Days, months: number): Days {
  const end = addMonths(days.end, -months);
  return { start: addMonths(days.start, -months), end: isWholeMonths(days) ? endOfMonth(end) : end };
}
