/**
 * Dates and times from their parts and back, and the spans between them. Anything outside the calendar is
 * #NUM!. The present time is the reading's own, so that one reading never sees two different days.
 */
import { basisOf, days360, europeanDays, yearFraction } from "../day-counts.ts";
import {
  type FormulaFunction,
  asBoolean,
  asInteger,
  asNumber,
  asScalar,
  asText,
  define,
  optional,
  orEmpty,
  readLater,
} from "../define.ts";
import { toText } from "../coerce.ts";
import { readMoment, yearNow } from "../read-date.ts";
import {
  type CivilDate,
  SECONDS_A_DAY,
  civilOf,
  daysInMonth,
  monthEnd,
  monthsLater,
  rolledSerial,
  secondOfDay,
  serialOf,
  weekdayOf,
} from "../serial.ts";
import { asPlainNumber, fromToolPak } from "../toolpak.ts";
import { NUM, VALUE } from "../values.ts";

function dateOf(serial: number): CivilDate {
  const date = civilOf(serial);
  if (date === null) throw NUM;
  return date;
}

function known(serial: number | null): number {
  if (serial === null) throw NUM;
  return serial;
}

/** Returns the day of a serial. Throws if it is outside the calendar. */
function dayOf(serial: number): number {
  dateOf(serial);
  return Math.floor(serial);
}

function timeOf(serial: number): number {
  dateOf(serial);
  return secondOfDay(serial);
}

/** Returns the serial of a date. Years before 1900 are counted from 1900. */
function serialFor(year: number, month: number, day: number): number {
  if (!(year >= 0 && year <= 9999)) throw NUM;
  return known(rolledSerial(year < 1900 ? year + 1900 : year, month, day));
}

const TIME_PART_MAX = 32_767;

function timeFor(hours: number, minutes: number, seconds: number): number {
  for (const part of [hours, minutes, seconds]) if (!(part <= TIME_PART_MAX)) throw NUM;
  const total = hours * 3600 + minutes * 60 + seconds;
  if (!(total >= 0)) throw NUM;
  return (total % SECONDS_A_DAY) / SECONDS_A_DAY;
}

/**
 * Returns the first day of the week for a type of WEEKDAY or WEEKNUM, 0 for Sunday; null if there is no such
 * type.
 */
function firstDay(type: number): number | null {
  if (type === 1) return 0;
  if (type === 2) return 1;
  return type >= 11 && type <= 17 ? (type - 10) % 7 : null;
}

function weekdayBy(serial: number, type: number): number {
  const weekday = weekdayOf(dayOf(serial));
  if (type === 3) return (weekday + 6) % 7;
  return ((weekday - known(firstDay(type)) + 7) % 7) + 1;
}

/** Returns the ISO 8601 week of a date: the week that contains the date's Thursday. */
function isoWeek(serial: number): number {
  const day = dayOf(serial);
  const thursday = Math.max(0, day + 3 - ((weekdayOf(day) + 6) % 7));
  return Math.floor((thursday - known(serialOf(dateOf(thursday).year, 1, 1))) / 7) + 1;
}

const ISO_TYPE = 21;

function weekBy(serial: number, type: number): number {
  if (type === ISO_TYPE) return isoWeek(serial);
  const newYear = known(serialOf(dateOf(serial).year, 1, 1));
  const before = (weekdayOf(newYear) - known(firstDay(type)) + 7) % 7;
  return Math.floor((dayOf(serial) - newYear + before) / 7) + 1;
}

function isEarlierInYear(one: CivilDate, other: CivilDate): boolean {
  return one.month < other.month || (one.month === other.month && one.day < other.day);
}

/**
 * Returns the number of whole units between two dates. "MD" may be negative, as in Excel, if the month before
 * the end is short.
 */
function difference(from: number, to: number, unit: string): number {
  const first = dayOf(from);
  const last = dayOf(to);
  if (first > last) throw NUM;
  const start = dateOf(first);
  const end = dateOf(last);
  const months = (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day ? 1 : 0);
  if (unit === "D") return last - first;
  if (unit === "M") return months;
  if (unit === "Y") return Math.floor(months / 12);
  if (unit === "YM") return months % 12;
  if (unit === "MD") {
    if (end.day >= start.day) return end.day - start.day;
    const [year, month] = end.month === 1 ? [end.year - 1, 12] : [end.year, end.month - 1];
    return end.day - start.day + daysInMonth(year, month);
  }
  if (unit === "YD")
    return (
      known(rolledSerial(start.year + (isEarlierInYear(end, start) ? 1 : 0), end.month, end.day)) - first
    );
  throw NUM;
}

/**
 * Returns the days in years of 360 days between two moments. A moment that rounds up to the next day counts
 * as that day.
 */
function thirtyDays(from: number, to: number, isEuropean: boolean): number {
  const halfSecond = 0.5 / SECONDS_A_DAY;
  const start = dateOf(from < 0 ? from : from + halfSecond);
  const end = dateOf(to < 0 ? to : to + halfSecond);
  return isEuropean ? europeanDays(start, end) : days360(start, end);
}

export const DATES: readonly FormulaFunction[] = [
  define("NOW", [], (calculation) => calculation.now),
  define("TODAY", [], (calculation) => Math.floor(calculation.now)),
  define("DATE", [asInteger, asInteger, asInteger], (_, year, month, day) => serialFor(year, month, day)),
  define("TIME", [asInteger, asInteger, asInteger], (_, hours, minutes, seconds) =>
    timeFor(hours, minutes, seconds),
  ),
  define("YEAR", [asNumber], (_, serial) => dateOf(serial).year),
  define("MONTH", [asNumber], (_, serial) => dateOf(serial).month),
  define("DAY", [asNumber], (_, serial) => dateOf(serial).day),
  define("HOUR", [asNumber], (_, serial) => Math.floor(timeOf(serial) / 3600)),
  define("MINUTE", [asNumber], (_, serial) => Math.floor(timeOf(serial) / 60) % 60),
  define("SECOND", [asNumber], (_, serial) => timeOf(serial) % 60),
  define("WEEKDAY", [asNumber, orEmpty(asInteger, 1)], (_, serial, type) => weekdayBy(serial, type)),
  define("ISOWEEKNUM", [asNumber], (_, serial) => isoWeek(serial)),
  define("DAYS", [asNumber, asNumber], (_, end, start) => dayOf(end) - dayOf(start)),
  define("DAYS360", [asNumber, asNumber, optional(asBoolean, false)], (_, start, end, isEuropean) =>
    thirtyDays(start, end, isEuropean),
  ),
  define("DATEDIF", [asNumber, asNumber, asText], (_, start, end, unit) =>
    difference(start, end, unit.toUpperCase()),
  ),
  define("DATEVALUE", [asScalar], (calculation, value) => {
    const moment = readMoment(toText(value), yearNow(calculation.now));
    return moment === null ? VALUE : (moment.day ?? 0);
  }),
  define("TIMEVALUE", [asScalar], (calculation, value) => {
    const moment = readMoment(toText(value), yearNow(calculation.now));
    return moment === null ? VALUE : (moment.time ?? 0) % 1;
  }),
  fromToolPak(
    define("EDATE", [asPlainNumber, asPlainNumber], (_, serial, months) =>
      known(monthsLater(serial, Math.trunc(months))),
    ),
    2,
  ),
  fromToolPak(
    define("EOMONTH", [asPlainNumber, asPlainNumber], (_, serial, months) =>
      known(monthEnd(serial, Math.trunc(months))),
    ),
    2,
  ),
  fromToolPak(
    define("WEEKNUM", [asPlainNumber, orEmpty(asPlainNumber, 1)], (_, serial, type) =>
      weekBy(serial, Math.trunc(type)),
    ),
    2,
  ),
  fromToolPak(
    define(
      "YEARFRAC",
      [readLater(asPlainNumber), readLater(asPlainNumber), orEmpty(asPlainNumber, 0)],
      (_, start, end, value) => {
        const basis = basisOf(value);
        return basis === null ? NUM : known(yearFraction(start(), end(), basis));
      },
    ),
    3,
  ),
];
