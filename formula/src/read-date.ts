/**
 * Dates and times as people type them, read as Excel reads them in the US locale: 1/31/2024, 31-Jan-24,
 * January 31, 2024, 2024-01-31, 1:30 PM, 13:30:15.5, a date with a time. East Asian forms, which Excel knows
 * everywhere, are read too.
 */
import { civilOf, daysInMonth, serialOf } from "./serial.ts";

export interface TypedDate {
  /** The serial of the day; null for a time alone. */
  readonly day: number | null;
  /** The time in days, which may be more than one, as in "25:00"; null for a date alone. */
  readonly time: number | null;
}

/** The longest text that Excel reads as a date. */
const WRITTEN_MAX = 64;

const TIME_LAST =
  /^(?:(?<date>.*[^ ]) +)?(?<time>\d{1,4}(?::\d{1,4}){0,2}(?:\.\d*)?(?: [ap]m?)?|(?:午前|午後)?\d{1,2}時\d{1,2}分(?:\d{1,2}秒)?)$/u;
const TIME_FIRST = /^(?<time>\d{1,4}(?::\d{1,4}){1,2}(?:\.\d*)?(?: [ap]m?)?) +(?<date>[^ ].*)$/u;
const CLOCK =
  /^(?<first>\d{1,4})(?::(?<second>\d{1,4}))?(?::(?<third>\d{1,4}))?(?<fraction>\.\d*)?(?: (?<half>[ap])m?)?$/u;
const KANJI_CLOCK =
  /^(?<half>午前|午後)?(?<hours>\d{1,2})時(?<minutes>\d{1,2})分(?:(?<seconds>\d{1,2})秒)?$/u;

/**
 * Returns the date and time that a text means, or null. `year` is the year for dates without one; with null,
 * such dates are not read.
 */
export function readMoment(text: string, year: number | null): TypedDate | null {
  if (text.length > WRITTEN_MAX) return null;
  const written = fold(text)
    .toLowerCase()
    .replaceAll(/^ +| +$/gu, "");
  const day = readDay(written, year);
  if (day !== null) return { day, time: null };
  for (const pattern of [TIME_LAST, TIME_FIRST]) {
    const found = pattern.exec(written)?.groups;
    const time = readClock(found?.["time"] ?? "");
    if (time === null) continue;
    const date = found?.["date"];
    if (date === undefined) return { day: null, time };
    const dayOfIt = readDay(date, year);
    if (dayOfIt !== null) return { day: dayOfIt, time };
  }
  return null;
}

const timeOf = (hours: number, minutes: number, seconds: number): number =>
  (hours * 3600 + minutes * 60 + seconds) / 86_400;

function readClock(text: string): number | null {
  const found = CLOCK.exec(withColons(text))?.groups;
  if (!found) return null;
  const { first, second, third, fraction = "", half } = found;
  if (half !== undefined) {
    if (second === undefined && fraction !== "") return null;
    // A fraction is valid only after seconds.
    const seconds = third === undefined ? "0" : `${third}${fraction}`;
    return readHalfDay(Number(first), Number(second ?? 0), Number(seconds), half);
  }
  if (second === undefined) return null;
  if (third !== undefined) return timeOf(Number(first), Number(second), Number(`${third}${fraction}`));
  // If the second number has a fraction, the two are minutes and seconds, otherwise hours and minutes.
  return fraction === ""
    ? timeOf(Number(first), Number(second), 0)
    : timeOf(0, Number(first), Number(`${second}${fraction}`));
}

/** Converts a time in Japanese characters to one with colons; returns any other text unchanged. */
function withColons(text: string): string {
  const found = KANJI_CLOCK.exec(text)?.groups;
  if (!found) return text;
  const colons = `${found["hours"]}:${found["minutes"]}:${found["seconds"] ?? 0}`;
  return found["half"] === undefined ? colons : `${colons} ${found["half"] === "午前" ? "am" : "pm"}`;
}

/** Returns a time before noon (`a`) or after noon (`p`); null if a part is too large. */
function readHalfDay(hours: number, minutes: number, seconds: number, half: string): number | null {
  if (hours > 12 || minutes > 59 || seconds >= 60) return null;
  return timeOf((hours % 12) + (half === "p" ? 12 : 0), minutes, seconds);
}

interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>, year: number | null) => number | null;
}

const YEAR_FIRST = /^(?<y>\d{4})[-/](?<m>\d{1,2})(?:[-/](?<d>\d{1,2}))?$/u;
const MONTH_FIRST = /^(?<m>\d{1,2})[-/](?<d>\d{1,2})[-/](?<y>\d{1,2}|\d{4})$/u;
const MONTH_AND_YEAR = /^(?<m>\d{1,2})[-/](?<y>\d{4})$/u;
const TWO_NUMBERS = /^(?<m>\d{1,2})[-/](?<n>\d{1,2})$/u;
const DAY_NAME_YEAR = /^(?<d>\d{1,2})[-/ ]?(?<name>[a-z]{3,9})(?:, ?|[-/ ])?(?<y>\d{1,2}|\d{4})$/u;
const DAY_NAME = /^(?<d>\d{1,2})[-/ ]?(?<name>[a-z]{3,9})$/u;
const NAME_DAY_YEAR = /^(?<name>[a-z]{3,9})[-/ ]?(?<d>\d{1,2})(?:, ?|[-/ ])(?<y>\d{1,2}|\d{4})$/u;
const NAME_YEAR = /^(?<name>[a-z]{3,9})(?:, ?|[-/ ])?(?<y>\d{4})$/u;
const NAME_NUMBER = /^(?<name>[a-z]{3,9})[-/ ]?(?<n>\d{1,2})$/u;
const YEAR_NAME_DAY = /^(?<y>\d{4})[-/ ](?<name>[a-z]{3,9})[-/ ](?<d>\d{1,2})$/u;
const KANJI = /^(?<y>\d{4})年(?<m>\d{1,2})月(?:(?<d>\d{1,2})日)?$/u;
const KANJI_DAY = /^(?<m>\d{1,2})月(?<d>\d{1,2})日$/u;
const ERA =
  /^(?:(?<name>明治|大正|昭和|平成|令和)(?<n>\d{1,2})年(?<m>\d{1,2})月(?<d>\d{1,2})日|(?<letter>[mtshr])(?<n2>\d{1,2})[./-](?<m2>\d{1,2})[./-](?<d2>\d{1,2}))$/u;

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
  ].flatMap((name, at) => [[name, at + 1] as const, [name.slice(0, 3), at + 1] as const]),
);

/** The year before the first year of each Japanese era. */
const ERAS: ReadonlyMap<string, number> = new Map([
  ["明治", 1867],
  ["m", 1867],
  ["大正", 1911],
  ["t", 1911],
  ["昭和", 1925],
  ["s", 1925],
  ["平成", 1988],
  ["h", 1988],
  ["令和", 2018],
  ["r", 2018],
]);

const FORMS: readonly Form[] = [
  { pattern: YEAR_FIRST, read: ({ y, m, d = "1" }) => dayOf(y, Number(m), d) },
  { pattern: MONTH_FIRST, read: ({ y, m, d }) => dayOf(y, Number(m), d) },
  { pattern: MONTH_AND_YEAR, read: ({ y, m }) => dayOf(y, Number(m), "1") },
  { pattern: TWO_NUMBERS, read: ({ m, n }, year) => dayOrMonth(Number(m), n, year) },
  { pattern: DAY_NAME_YEAR, read: ({ y, name = "", d }) => dayOf(y, MONTHS.get(name), d) },
  {
    pattern: DAY_NAME,
    read: ({ name = "", d }, year) => (year === null ? null : dayOf(String(year), MONTHS.get(name), d)),
  },
  { pattern: NAME_DAY_YEAR, read: ({ y, name = "", d }) => dayOf(y, MONTHS.get(name), d) },
  { pattern: NAME_YEAR, read: ({ y, name = "" }) => dayOf(y, MONTHS.get(name), "1") },
  { pattern: NAME_NUMBER, read: ({ name = "", n }, year) => dayOrMonth(MONTHS.get(name), n, year) },
  { pattern: YEAR_NAME_DAY, read: ({ y, name = "", d }) => dayOf(y, MONTHS.get(name), d) },
  { pattern: KANJI, read: ({ y, m, d = "1" }) => dayOf(y, Number(m), d) },
  {
    pattern: KANJI_DAY,
    read: ({ m, d }, year) => (year === null ? null : dayOf(String(year), Number(m), d)),
  },
  {
    pattern: ERA,
    read: ({ name, letter, n, n2, m, m2, d, d2 }) =>
      eraDay(name ?? letter ?? "", Number(n ?? n2), Number(m ?? m2), d ?? d2),
  },
];

function readDay(text: string, year: number | null): number | null {
  for (const { pattern, read } of FORMS) {
    const found = pattern.exec(text)?.groups;
    const day = found ? read(found, year) : null;
    if (day !== null) return day;
  }
  return null;
}

/** Reads a year. Two digits mean a year from 1930 to 2029. */
function yearOf(written: string): number {
  const year = Number(written);
  return written.length > 2 ? year : year < 30 ? 2000 + year : 1900 + year;
}

function dayOf(year: string | undefined, month: number | undefined, day: string | undefined): number | null {
  return year === undefined || month === undefined || day === undefined
    ? null
    : serialOf(yearOf(year), month, Number(day));
}

/**
 * Reads a month and a number: the day of the month in the given year; or, if the month has no such day, the
 * first day of the month in the year with these two digits.
 */
function dayOrMonth(
  month: number | undefined,
  written: string | undefined,
  year: number | null,
): number | null {
  if (month === undefined || written === undefined || !(month >= 1 && month <= 12)) return null;
  const number = Number(written);
  if (number >= 1 && number <= daysInMonth(year ?? 2000, month))
    return year === null ? null : serialOf(year, month, number);
  return dayOf(written, month, "1");
}

/** Returns a day in a year of an era. As in Excel, past eras continue, and there is no year 0. */
function eraDay(era: string, year: number, month: number, day: string | undefined): number | null {
  const before = ERAS.get(era);
  return before === undefined || year === 0 ? null : dayOf(String(before + year), month, day);
}

/** Converts full-width digits, letters and signs to ordinary ones, because East Asian keyboards type them. */
export function fold(text: string): string {
  let folded = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    folded +=
      code >= 0xff_01 && code <= 0xff_5e
        ? String.fromCharCode(code - 0xfe_e0)
        : code === 0xff_e5
          ? "¥"
          : text.charAt(at);
  }
  return folded;
}

/** Returns the year of a serial, which is the year for dates without one. */
export function yearNow(serial: number): number | null {
  return civilOf(serial)?.year ?? null;
}
