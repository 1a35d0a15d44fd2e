/**
 * Counts the days or years between two dates by financial conventions, for date functions and functions of
 * securities. Dates are serials; the time of day is ignored.
 */
import { type CivilDate, civilOf, daysInMonth, isLeap, serialOf } from "./serial.ts";

/** 0: US 30/360, 1: actual/actual, 2: actual/360, 3: actual/365, 4: European 30/360. */
export type Basis = 0 | 1 | 2 | 3 | 4;

/** Returns the basis with a number, whose fraction is ignored; null if there is none. */
export function basisOf(value: number): Basis | null {
  const basis = Math.trunc(value);
  return basis === 0 || basis === 1 || basis === 2 || basis === 3 || basis === 4 ? basis : null;
}

function thirty(start: CivilDate, startDay: number, end: CivilDate, endDay: number): number {
  return (end.year - start.year) * 360 + (end.month - start.month) * 30 + endDay - startDay;
}

const isLastOfFebruary = (date: CivilDate): boolean =>
  date.month === 2 && date.day === daysInMonth(date.year, 2);

/** Counts days in years of 360 days by the European method: a 31st counts as a 30th. */
export function europeanDays(start: CivilDate, end: CivilDate): number {
  return thirty(start, Math.min(start.day, 30), end, Math.min(end.day, 30));
}

/**
 * Counts days in years of 360 days as DAYS360 does by its US method: a start on the last day of February
 * counts as a 30th, an end there does not.
 */
export function days360(start: CivilDate, end: CivilDate): number {
  const startDay = isLastOfFebruary(start) ? 30 : Math.min(start.day, 30);
  return thirty(start, startDay, end, end.day === 31 && startDay === 30 ? 30 : end.day);
}

/**
 * Counts days in years of 360 days by the US method of securities (NASD). A start on the last day of February
 * counts as a 30th; an end there does so only if the start does too. With `isWhole`, a whole coupon period is
 * counted, whose end on the last day of any month counts as a 30th.
 */
export function securitiesDays(start: CivilDate, end: CivilDate, isWhole = false): number {
  const startsLast = isLastOfFebruary(start);
  const endsAsThirtieth = isLastOfFebruary(end)
    ? startsLast || isWhole
    : end.day === 31 && (start.day >= 30 || isWhole);
  return thirty(start, startsLast ? 30 : Math.min(start.day, 30), end, endsAsThirtieth ? 30 : end.day);
}

/**
 * Counts the days from one date to a later one by a basis. Returns null if a date is outside the calendar.
 */
export function daysBy(basis: Basis, from: number, to: number): number | null {
  const start = civilOf(from);
  const end = civilOf(to);
  if (start === null || end === null) return null;
  return basis === 0 ? securitiesDays(start, end) : basis === 4 ? europeanDays(start, end) : to - from;
}

/**
 * Returns the length of a year by a basis, for a span of time. Returns null if a date is outside the
 * calendar.
 */
export function yearDays(basis: Basis, from: number, to: number): number | null {
  if (basis !== 1) return basis === 3 ? 365 : 360;
  const start = civilOf(from);
  const end = civilOf(to);
  return start === null || end === null ? null : averageYear(start, end, from, to);
}

/**
 * Returns the fraction of a year between two dates, as YEARFRAC does; never negative. Returns null if a date
 * is outside the calendar. For actual/actual, a span of up to a year is divided by the length of that year,
 * and a longer span by the average length of its years.
 */
export function yearFraction(from: number, to: number, basis: Basis): number | null {
  const first = Math.floor(Math.min(from, to));
  const last = Math.floor(Math.max(from, to));
  const days = daysBy(basis, first, last);
  const year = yearDays(basis, first, last);
  return days === null || year === null ? null : days / year;
}

function averageYear(start: CivilDate, end: CivilDate, first: number, last: number): number {
  const isWithinYear =
    start.year === end.year ||
    (end.year === start.year + 1 &&
      (start.month > end.month || (start.month === end.month && start.day >= end.day)));
  if (!isWithinYear) {
    const years = end.year - start.year + 1;
    let days = years * 365;
    for (let year = start.year; year <= end.year; year++) if (isLeap(year)) days++;
    return days / years;
  }
  if (start.year === end.year) return isLeap(start.year) ? 366 : 365;
  const holdsLeapDay = [start.year, end.year].some((year) => {
    const leapDay = isLeap(year) ? serialOf(year, 2, 29) : null;
    return leapDay !== null && leapDay >= first && leapDay <= last;
  });
  return holdsLeapDay ? 366 : 365;
}
