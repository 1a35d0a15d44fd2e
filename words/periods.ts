/**
 * Cuts a range of days into segments of whole years, whole months and single days, so that a sum over the
 * range reads a few large rollups (stored sums) instead of many entries. Invariant: the signed segments of a
 * range cover each of its days exactly once and no other day.
 */
import { addDays, addMonths, type CivilDate, FIRST_DATE, startOfMonth } from "./civil-date.ts";

/** The source of a segment's sum: yearly or monthly rollups, or the entries themselves. */
export type Grain = "year" | "month" | "entry";

/**
 * The half-open range of days [`from`, `to`), whose sum is read at `grain` and added (+1) or subtracted (-1).
 */
export interface Segment {
  readonly grain: Grain;
  readonly from: CivilDate;
  readonly to: CivilDate;
  readonly sign: 1 | -1;
}

function isYearStart(date: CivilDate): boolean {
  return date.slice(5) === "01-01";
}

function isMonthStart(date: CivilDate): boolean {
  return date.endsWith("-01");
}

function startOfNextMonth(date: CivilDate): CivilDate {
  return addMonths(startOfMonth(date), 1);
}

function startOfYear(date: CivilDate): CivilDate {
  return `${date.slice(0, 4)}-01-01` as CivilDate;
}

function ceilToYear(date: CivilDate): CivilDate {
  return isYearStart(date) ? date : addMonths(startOfYear(date), 12);
}

/**
 * Cuts [`from`, `to`) into segments. `today` is the day of the request's cutoff. If the range ends today, its
 * part of the current month is the month's rollup minus the entries dated after today (specification, "Report
 * timing rules"). Every other partial month is read from entries.
 */
export function partition(from: CivilDate, to: CivilDate, today: CivilDate): Segment[] {
  const segments: Segment[] = [];
  const add = (grain: Grain, start: CivilDate, end: CivilDate, sign: 1 | -1 = 1): void => {
    if (start < end) segments.push({ grain, from: start, to: end, sign });
  };
  if (from >= to) return segments;
  const firstMonth = isMonthStart(from) || from === FIRST_DATE ? from : startOfNextMonth(from);
  const lastMonth = startOfMonth(to);
  if (firstMonth > lastMonth) {
    add("entry", from, to);
    return segments;
  }
  add("entry", from, firstMonth);
  const firstYear = ceilToYear(firstMonth);
  const lastYear = startOfYear(lastMonth);
  if (firstYear >= lastYear) add("month", firstMonth, lastMonth);
  else {
    add("month", firstMonth, firstYear);
    add("year", firstYear, lastYear);
    add("month", lastYear, lastMonth);
  }
  if (lastMonth < to) {
    if (to === addDays(today, 1)) {
      const next = startOfNextMonth(to);
      add("month", lastMonth, next);
      add("entry", to, next, -1);
    } else add("entry", lastMonth, to);
  }
  return segments;
}

/** Returns [`from`, `to`) as one segment that is read from entries, for months whose rollups are stale. */
export function rawSegment(from: CivilDate, to: CivilDate): Segment[] {
  return from < to ? [{ grain: "entry", from, to, sign: 1 }] : [];
}
