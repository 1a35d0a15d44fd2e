/**
 * How many days or years lie between two dates by the conventions of finance, which the date functions and those of
 * securities share. Dates are serials whose time of day is left out already, or left out here.
 */
import { type CivilDate, civilOf, daysInMonth, isLeap, serialOf } from "./serial.ts";

/** 0: US 30/360, 1: actual/actual, 2: actual/360, 3: actual/365, 4: European 30/360. */
export type Basis = 0 | 1 | 2 | 3 | 4;

/** The basis that a number names, its fraction left out; null when there is none. */
export function basisOf(value: number): Basis | null {
  const basis = Math.trunc(value);
  return basis === 0 || basis === 1 || basis === 2 || basis === 3 || basis === 4 ? basis : null;
}

function thirty(start: CivilDate, startDay: number, end: CivilDate, endDay: number): number {
  return (end.year - start.year) * 360 + (end.month - start.month) * 30 + endDay - startDay;
}

const isLastOfFebruary = (date: CivilDate): boolean => date.month === 2 && date.day === daysInMonth(date.year, 2);

/** Days of years of 360 by the European method: a 31st is a 30th. */
export function europeanDays(start: CivilDate, end: CivilDate): number {
  return thirty(start, Math.min(start.day, 30), end, Math.min(end.day, 30));
}

/** Days of years of 360 as DAYS360 counts them by its US method: a start on the last of February is a 30th, an end there stays. */
export function days360(start: CivilDate, end: CivilDate): number {
  const startDay = isLastOfFebruary(start) ? 30 : Math.min(start.day, 30);
  return thirty(start, startDay, end, end.day === 31 && startDay === 30 ? 30 : end.day);
}

/** Days of years of 360 by the US method of securities (NASD), for which the last days of two Februaries are both a 30th. */
export function securitiesDays(start: CivilDate, end: CivilDate): number {
  const startsLast = isLastOfFebruary(start);
  const startDay = startsLast ? 30 : Math.min(start.day, 30);
  const endDay = startsLast && isLastOfFebruary(end) ? 30 : end.day === 31 && startDay === 30 ? 30 : end.day;
  return thirty(start, startDay, end, endDay);
}

/**
 * The part of a year between two dates as YEARFRAC gives it, never negative. Null when one is beyond the calendar. For
 * actual/actual, a span of up to a year is measured by that year's length, a longer one by the average length of its years.
 */
export function yearFraction(from: number, to: number, basis: Basis): number | null {
  const first = Math.floor(Math.min(from, to));
  const last = Math.floor(Math.max(from, to));
  const start = civilOf(first);
  const end = civilOf(last);
  if (start === null || end === null) return null;
  if (basis === 0) return securitiesDays(start, end) / 360;
  if (basis === 1) return (last - first) / averageYear(start, end, first, last);
  if (basis === 4) return europeanDays(start, end) / 360;
  return (last - first) / (basis === 2 ? 360 : 365);
}

function averageYear(start: CivilDate, end: CivilDate, first: number, last: number): number {
  const isWithinYear = start.year === end.year || (end.year === start.year + 1 && (start.month > end.month || (start.month === end.month && start.day >= end.day)));
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
