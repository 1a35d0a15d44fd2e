/**
 * Dates as serial numbers of Excel's 1900 system: 1 is 1 January 1900, and the fraction is the time of day.
 * Like Excel, the system has a 29 February 1900 (serial 60), which never existed, so that weekdays before 1
 * March 1900 are off by one. It also has a day 0 of January 1900. This file reads no clock and knows no time
 * zone.
 */

/** 31 December 9999. */
export const SERIAL_MAX = 2_958_465;
const LAST_YEAR = 9999;
export const SECONDS_A_DAY = 86_400;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31; 0 for serial 0. */
  readonly day: number;
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** The number of days of the proleptic Gregorian calendar before 1 January 1900. */
const DAYS_BEFORE_1900 = 693_595;
/** The serial of 29 February 1900, which never existed. */
const LEAP_THAT_WAS_NOT = 60;
const DAYS_IN_400_YEARS = 146_097;

/** True if a year has 366 days in this system; 1900 does. */
export function isLeap(year: number): boolean {
  return year === 1900 || isTrulyLeap(year);
}

function isTrulyLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns the number of days of a month (1 to 12) in this system. */
export function daysInMonth(year: number, month: number): number {
  return (DAYS_IN[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);
}

/**
 * Returns the serial of a date from 1 January 1900 to 31 December 9999; null for any other date. 29 February
 * 1900 is 60.
 */
export function serialOf(year: number, month: number, day: number): number | null {
  if (
    !(
      year >= 1900 &&
      year <= LAST_YEAR &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= daysInMonth(year, month)
    )
  )
    return null;
  return firstOf(year, month) + day - 1;
}

/**
 * Returns the value of DATE(year, month, day): months beyond 12 or below 1 go into other years, days into
 * other months. Null outside the calendar.
 */
export function rolledSerial(year: number, month: number, day: number): number | null {
  const rolled = rolledMonth(year, month);
  if (rolled === null) return null;
  const serial = firstOf(rolled.year, rolled.month) + day - 1;
  return serial >= 0 && serial <= SERIAL_MAX ? serial : null;
}

/** Like `rolledSerial`, but if the month has no such day, uses its last day. */
function rolledWithin(year: number, month: number, day: number): number | null {
  const rolled = rolledMonth(year, month);
  return (
    rolled && rolledSerial(rolled.year, rolled.month, Math.min(day, daysInMonth(rolled.year, rolled.month)))
  );
}

/**
 * Returns the month (1 to 12) and the year; months beyond 12 or below 1 go into other years. Null outside the
 * calendar.
 */
function rolledMonth(year: number, month: number): { readonly year: number; readonly month: number } | null {
  const months = year * 12 + month - 1;
  const rolledYear = Math.floor(months / 12);
  return rolledYear >= 1900 && rolledYear <= LAST_YEAR
    ? { year: rolledYear, month: months - rolledYear * 12 + 1 }
    : null;
}

function firstOf(year: number, month: number): number {
  const before = year - 1;
  const days =
    before * 365 +
    Math.floor(before / 4) -
    Math.floor(before / 100) +
    Math.floor(before / 400) +
    (DAYS_BEFORE[month - 1] ?? 0);
  const serial = days + (month > 2 && isTrulyLeap(year) ? 1 : 0) - DAYS_BEFORE_1900 + 1;
  return serial >= LEAP_THAT_WAS_NOT ? serial + 1 : serial;
}

/** Returns the date of a serial without its time of day. Null below 0 and after 31 December 9999. */
export function civilOf(serial: number): CivilDate | null {
  const day = Math.floor(serial);
  if (!(day >= 0 && day <= SERIAL_MAX)) return null;
  if (day === 0) return { year: 1900, month: 1, day: 0 };
  if (day === LEAP_THAT_WAS_NOT) return { year: 1900, month: 2, day: 29 };
  let rest = day - (day > LEAP_THAT_WAS_NOT ? 1 : 0) - 1 + DAYS_BEFORE_1900;
  const eras = Math.floor(rest / DAYS_IN_400_YEARS);
  rest -= eras * DAYS_IN_400_YEARS;
  const centuries = Math.min(3, Math.floor(rest / 36_524));
  rest -= centuries * 36_524;
  const fours = Math.floor(rest / 1_461);
  rest -= fours * 1_461;
  const years = Math.min(3, Math.floor(rest / 365));
  rest -= years * 365;
  const year = eras * 400 + centuries * 100 + fours * 4 + years + 1;
  let month = 1;
  while (month < 12 && rest >= trueDaysIn(year, month)) rest -= trueDaysIn(year, month++);
  return { year, month, day: rest + 1 };
}

function trueDaysIn(year: number, month: number): number {
  return (DAYS_IN[month - 1] ?? 0) + (month === 2 && isTrulyLeap(year) ? 1 : 0);
}

/**
 * Returns the day of the week of a serial, 0 for Sunday to 6 for Saturday, as Excel does: serial 1 is a
 * Sunday.
 */
export function weekdayOf(serial: number): number {
  return (((Math.floor(serial) - 1) % 7) + 7) % 7;
}

/**
 * Returns the date some months later or earlier, or the last day of that month if it has no such day. Null
 * outside the calendar.
 */
export function monthsLater(serial: number, months: number): number | null {
  const date = civilOf(serial);
  return date && rolledWithin(date.year, date.month + months, date.day);
}

/**
 * Returns the last day of the month that is some months after or before a date's month. Null outside the
 * calendar.
 */
export function monthEnd(serial: number, months: number): number | null {
  const date = civilOf(serial);
  return date && rolledWithin(date.year, date.month + months, Infinity);
}

/**
 * Returns the time of day of a serial in whole seconds, rounded as Excel does: 0 to 86,399. A time that
 * rounds up to a whole day is 0.
 */
export function secondOfDay(serial: number): number {
  const milliseconds = Math.round((serial - Math.floor(serial)) * SECONDS_A_DAY * 1000);
  return Math.round(milliseconds / 1000) % SECONDS_A_DAY;
}
