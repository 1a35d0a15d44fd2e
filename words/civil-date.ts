/**
 * Civil dates: calendar days without a time, written as `YYYY-MM-DD`, so that they sort as text. Arithmetic
 * uses day numbers in the proleptic Gregorian calendar. `losAngelesDate` decides on which day an instant
 * lies, because the service counts days in Los Angeles (specification, "Conventions for all resources").
 */
import { assert, present } from "./assert.ts";

declare const brand: unique symbol;
/** A calendar day, `YYYY-MM-DD`, from 0001-01-01 to 9999-12-31. */
export type CivilDate = string & { readonly [brand]: "CivilDate" };
/** A calendar month, `YYYY-MM`. */
export type CivilMonth = string & { readonly [brand]: "CivilMonth" };
/** An instant in whole seconds since 1970-01-01T00:00:00Z. */
export type UnixSeconds = number & { readonly [brand]: "UnixSeconds" };

export const FIRST_DATE = "0001-01-01" as CivilDate;
export const LAST_DATE = "9999-12-31" as CivilDate;
/**
 * The end of a range [from, to) that includes the last date. It is not a date, but it sorts after every date
 * as text, and `addDays` and `addMonths` return it for results after the last date. Pass it to the database
 * only through `endParameter`.
 */
const AFTER_LAST_DATE = "9999-12-32" as CivilDate;

/** Converts the end of a range to a parameter that the database can compare with dates. */
export function endParameter(end: CivilDate): string {
  return end === AFTER_LAST_DATE ? "infinity" : end;
}

/** The years of four digits. */
export const FIRST_YEAR = 1_000;
export const LAST_YEAR = 9_999;
/** The last second of the last date in UTC: the largest timestamp. */
export const LAST_SECOND = 253_402_300_799;
/** The seconds of a day, as Unix time counts them. */
export const DAY_S = 86_400;

const MS_PER_DAY = 1_000 * DAY_S;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const DATETIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/** Returns the date of a year, month (1 to 12) and day, or null if there is no such date. */
export function civilDate(year: number, month: number, day: number): CivilDate | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return null;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CivilDate;
}

/** Number of days in a month (1 to 12) of a year. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Parses `YYYY-MM-DD`. Returns null for any other text and for a day that does not exist. */
export function parseCivilDate(text: string): CivilDate | null {
  const match = DATE.exec(text);
  if (!match) return null;
  return civilDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Parses `YYYY-MM`. Returns null for any other text. */
export function parseCivilMonth(text: string): CivilMonth | null {
  return MONTH.test(text) && !text.startsWith("0000") ? (text as CivilMonth) : null;
}

/**
 * Parses a date as the API accepts it: `YYYY-MM-DD`, or an ISO 8601 datetime with `Z` or an offset. A
 * datetime stands for its day in Los Angeles. Returns null for any other text (specification, "Errors",
 * `invalid_date`).
 */
export function parseDateInput(text: string): CivilDate | null {
  const plain = parseCivilDate(text);
  if (plain) return plain;
  const match = DATETIME.exec(text);
  if (!match) return null;
  const [, dayText = "", hour, minute, second, zone = "Z"] = match;
  const day = parseCivilDate(dayText);
  if (!day) return null;
  const seconds = dayNumber(day) * DAY_S + Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
  const at = seconds - offsetSeconds(zone);
  if (at < FIRST_INSTANT) return null;
  const local = losAngelesDate(at as UnixSeconds);
  return DATE.test(local) ? local : null;
}

/**
 * The instant at which the first date began in Los Angeles. Its local mean time was UTC minus 7:52:58.
 * Earlier instants have years before 1, which `CivilDate` can't express.
 */
const FIRST_INSTANT = dayNumber(FIRST_DATE) * DAY_S + 7 * 3600 + 52 * 60 + 58;

function offsetSeconds(zone: string): number {
  if (zone === "Z") return 0;
  const digits = zone.replace(":", "");
  const seconds = Number(digits.slice(1, 3)) * 3600 + Number(digits.slice(3, 5)) * 60;
  return zone.startsWith("-") ? -seconds : seconds;
}

/** Year, month (1 to 12) and day of a date. */
export function parts(date: CivilDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Days since 1970-01-01. */
export function dayNumber(date: CivilDate): number {
  const { year, month, day } = parts(date);
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  return Math.round(instant.getTime() / MS_PER_DAY);
}

/** The date `number` days after 1970-01-01; throws `AssertionFailed` outside years 1 to 9999. */
export function dateOfDayNumber(number: number): CivilDate {
  const instant = new Date(number * MS_PER_DAY);
  return present(
    civilDate(instant.getUTCFullYear(), instant.getUTCMonth() + 1, instant.getUTCDate()),
    `day number out of range: ${number}`,
  );
}

/**
 * Adds `days` to a date. Results before the first date become the first date; results after the last date
 * become `AFTER_LAST_DATE`, which is only valid as the end of a range.
 */
export function addDays(date: CivilDate, days: number): CivilDate {
  const moved = dayNumber(date) + days;
  if (moved <= dayNumber(FIRST_DATE)) return FIRST_DATE;
  if (moved > dayNumber(LAST_DATE)) return AFTER_LAST_DATE;
  return dateOfDayNumber(moved);
}

/**
 * Adds whole months to a date. A day that the target month lacks becomes that month's last day. Results
 * outside the range of dates are limited as in `addDays`.
 */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const { year, month, day } = parts(date);
  const index = year * 12 + (month - 1) + months;
  const targetYear = Math.floor(index / 12);
  const targetMonth = (((index % 12) + 12) % 12) + 1;
  if (targetYear < 1) return FIRST_DATE;
  const target =
    targetYear > 9999
      ? null
      : civilDate(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)));
  return target ?? AFTER_LAST_DATE;
}

/** The month of a date. */
export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7) as CivilMonth;
}

/** First day of a date's month. */
export function startOfMonth(date: CivilDate): CivilDate {
  return `${date.slice(0, 7)}-01` as CivilDate;
}

/** Last day of a date's month. */
export function endOfMonth(date: CivilDate): CivilDate {
  const { year, month } = parts(date);
  return `${date.slice(0, 7)}-${pad(daysInMonth(year, month), 2)}` as CivilDate;
}

/** First day of the calendar quarter of a date. */
export function startOfQuarter(date: CivilDate): CivilDate {
  const { month } = parts(date);
  return `${date.slice(0, 4)}-${pad(month - ((month - 1) % 3), 2)}-01` as CivilDate;
}

/** First day of a date's fiscal year; fiscal years start in `startMonth` (1 to 12). */
export function startOfFiscalYear(date: CivilDate, startMonth: number): CivilDate {
  assert(startMonth >= 1 && startMonth <= 12, `fiscal year start month out of range: ${startMonth}`);
  const { year, month } = parts(date);
  const startYear = month >= startMonth ? year : year - 1;
  return civilDate(startYear, startMonth, 1) ?? FIRST_DATE;
}

/** Asserts that `value` is a whole number of seconds. */
export function unixSeconds(value: number): UnixSeconds {
  assert(Number.isSafeInteger(value), `not a whole number of seconds: ${value}`);
  return value as UnixSeconds;
}

const LOS_ANGELES = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Los_Angeles",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

let cachedHour = Number.NaN;
let cachedDate: CivilDate = FIRST_DATE;

/**
 * The calendar day of an instant in Los Angeles. All instants of one UTC hour lie on the same day, so the
 * result for the last hour is cached.
 */
export function losAngelesDate(at: UnixSeconds): CivilDate {
  // The cache is not used before 1970: until 1883 the zone's offset was not a whole number of hours.
  const hour = Math.floor(at / 3600);
  if (hour === cachedHour) return cachedDate;
  const { year, month, day } = Object.fromEntries(
    LOS_ANGELES.formatToParts(at * 1000).map((p) => [p.type, p.value]),
  ) as Record<"year" | "month" | "day", string>;
  const date = `${year.padStart(4, "0")}-${month}-${day}` as CivilDate;
  if (at > 0) {
    cachedHour = hour;
    cachedDate = date;
  }
  return date;
}

/** The first second of a day in Los Angeles, which is seven or eight hours behind UTC. */
export function startOfDay(date: CivilDate): UnixSeconds {
  const summer = dayNumber(date) * DAY_S + 7 * 3_600;
  return unixSeconds(
    Math.max(0, losAngelesDate(unixSeconds(Math.max(0, summer))) === date ? summer : summer + 3_600),
  );
}

/** Formats an instant for people, to the minute: `2026-05-20 19:00 UTC`. */
export function instantText(seconds: UnixSeconds): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
