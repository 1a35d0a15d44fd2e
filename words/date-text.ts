/**
 * Dates as people, banks and programs write them: `2026-01-31`, `1/31/2026`, `31.01.26`, `2 Jan 2026`,
 * `January 2, 2026`. The order of day and month is decided for a whole file. Invariant: a date that could be
 * two days is read only in an order that the file shows or the caller gives.
 */
import { MONTH_NAMES } from "./months.ts";
import { type CivilDate, civilDate } from "./civil-date.ts";

/** The forms of dates in which the order of their parts can be written. */
export const DATE_FORMATS = ["YYYY-MM-DD", "MM/DD/YYYY", "DD/MM/YYYY"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** A time after the date, which is ignored: a line belongs to the day that was written. */
const TIME = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`, "i");
const COMPACT = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${TIME}$`, "i");
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`, "i");
/** With a year of two digits, which may stand first or last; between dots it is always the last. */
const SHORT_YEAR = new RegExp(String.raw`^(\d{2})([-/])(\d{2})\2(\d{2})${TIME}$`, "i");
const WITH_MONTH_NAME = new RegExp(
  String.raw`^(?:(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ ,-]+(\d{4})|([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4}))${TIME}$`,
  "i",
);
const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());
const CENTURY = 2_000;

/** The number of a month by its name or its first three letters; 0 for other words. */
function monthNamed(name: string): number {
  const low = name.toLowerCase();
  return (
    MONTHS.findIndex(
      (month) => month === low || month.slice(0, 3) === low || (low === "sept" && month === "september"),
    ) + 1
  );
}

/** The day of a text that means the same in every format; null if it is no date or depends on the format. */
function unambiguousDate(text: string): CivilDate | null {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return civilDate(Number(year), Number(month), Number(day));
  const compact = COMPACT.exec(text);
  if (compact) return civilDate(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const named = WITH_MONTH_NAME.exec(text);
  if (!named) return null;
  const [, dayFirst, monthSecond, yearThird, monthFirst, daySecond, yearLast] = named;
  return civilDate(
    Number(yearThird ?? yearLast),
    monthNamed(monthSecond ?? monthFirst ?? ""),
    Number(dayFirst ?? daySecond),
  );
}

/** The day of a text such as `1/2/2026` if its first number is the month, or the day. */
function dateWithFirst(first: "month" | "day", text: string): CivilDate | null {
  const [, a, , b, year = ""] = YEAR_LAST.exec(text) ?? [];
  if (a === undefined) return null;
  const [month, day] = first === "month" ? [a, b] : [b, a];
  return civilDate(Number(year) + (year.length === 2 ? CENTURY : 0), Number(month), Number(day));
}

/** The day of a text such as `26-01-31`, whose first number is the year. */
function dateWithShortYear(text: string): CivilDate | null {
  const [, year = "", , month, day] = SHORT_YEAR.exec(text) ?? [];
  return year === "" ? null : civilDate(CENTURY + Number(year), Number(month), Number(day));
}

/** The day of a text in this format; null if it is no date. */
export function dateFromText(text: string, format: DateFormat): CivilDate | null {
  const date = unambiguousDate(text);
  if (date !== null) return date;
  if (format === "YYYY-MM-DD") return dateWithShortYear(text);
  return dateWithFirst(format === "MM/DD/YYYY" ? "month" : "day", text);
}

/** A date of a file, with the line on which it stands. */
export interface DateText {
  readonly text: string;
  readonly line: number;
}

/** How the order of a date's parts is written; null for what is no date, or the same in every order. */
function writtenHow(text: string): "year first" | "year last" | null {
  if (/^\d{4}-\d/.test(text)) return unambiguousDate(text) === null ? null : "year first";
  if (!/^\d{1,2}[/.]\d/.test(text)) return null;
  return (dateWithFirst("month", text) ?? dateWithFirst("day", text)) === null ? null : "year last";
}

/** True for a day whose year is the first of its parts and whose month is the last. */
function isDayBeforeMonth(text: string): boolean {
  const [, year, , day, month] = YEAR_FIRST.exec(text) ?? [];
  return (
    year !== undefined &&
    unambiguousDate(text) === null &&
    civilDate(Number(year), Number(month), Number(day)) !== null
  );
}

/** How far numbers lie apart. */
class Range {
  least = Infinity;
  #most = -Infinity;

  add(value: number): void {
    this.least = Math.min(this.least, value);
    this.#most = Math.max(this.#most, value);
  }

  get span(): number {
    return Math.max(0, this.#most - this.least);
  }
}

/** Whether days come in an order, up or down. */
class Order {
  #last = "";
  readonly #turns = new Set<boolean>();

  add(day: string): void {
    if (this.#last !== "" && this.#last !== day) this.#turns.add(day > this.#last);
    this.#last = day;
  }

  get isKept(): boolean {
    return this.#turns.size < 2;
  }
}

interface ShortYears {
  readonly first: Range;
  readonly last: Range;
  /** The days between slashes in the two readings, by which number is the year. */
  readonly slashed: { readonly first: Order; readonly last: Order };
  example: DateText | null;
}

function addSlashed({ first, last }: ShortYears["slashed"], text: string): void {
  first.add(dateWithShortYear(text) ?? "");
  last.add(dateWithFirst("day", text) ?? "");
}

/** The dates of a file lie within so many years: numbers that lie further apart are days. */
const YEARS_MOST = 15;

/** Collects the dates of a file until their format is known. Dots are European. */
export class DateSurvey {
  readonly #shown = new Map<DateFormat, DateText>();
  #dayBeforeMonth: DateText | null = null;
  /** The first date of each way in which the order of its parts is written. */
  readonly #written = new Map<"year first" | "year last", DateText>();
  #ambiguous: DateText | null = null;
  #hasSameInBoth = false;
  /** Dates whose year of two digits may stand first or last; null once one can't begin with its year. */
  #shortYears: ShortYears | null = {
    first: new Range(),
    last: new Range(),
    slashed: { first: new Order(), last: new Order() },
    example: null,
  };

  /** Takes a date of the file. A text that is no date is ignored. */
  add(text: string, line: number): void {
    this.#addYears(text, line);
    if (this.#dayBeforeMonth === null && isDayBeforeMonth(text)) this.#dayBeforeMonth = { text, line };
    const written = writtenHow(text);
    if (written !== null && !this.#written.has(written)) this.#written.set(written, { text, line });
    const [american, european] = [dateWithFirst("month", text), dateWithFirst("day", text)];
    if (american === european) this.#hasSameInBoth ||= american !== null;
    else if (european !== null && (text.includes(".") || american === null))
      this.#show("DD/MM/YYYY", text, line);
    else if (european === null) this.#show("MM/DD/YYYY", text, line);
    else this.#ambiguous ??= { text, line };
  }

  /** One date for each format that the file shows; more than one format is a contradiction. */
  get shown(): ReadonlyMap<DateFormat, DateText> {
    return this.#shown;
  }

  /**
   * Two dates that are written in two ways, such as `13/01/2026` and `2026-01-02`, as when a spreadsheet
   * program took the day of some for their month; null if all are written in one.
   */
  get turned(): readonly [DateText, DateText] | null {
    const [one, other] = this.#written.values();
    return one === undefined || other === undefined ? null : [one, other];
  }

  /** A date such as `2026-31-01`, beside which `2026-02-01` is no second of February; null if there is none. */
  get dayBeforeMonth(): DateText | null {
    return this.#dayBeforeMonth;
  }

  /** The first date that could be two days. */
  get ambiguous(): DateText | null {
    return this.#ambiguous ?? this.#shortYears?.example ?? null;
  }

  /**
   * The format that the file shows; null if its dates are ambiguous or contradict each other. Where years
   * have two digits, the number that differs much less from date to date is the year.
   */
  get format(): DateFormat | null {
    if (this.#shortYears !== null) {
      const { first, last, slashed } = this.#shortYears;
      const isYearLast = slashed.last.isKept && !slashed.first.isKept;
      if (first.span < last.span && !isYearLast) return last.span > YEARS_MOST ? "YYYY-MM-DD" : null;
      if (first.span === last.span && first.least > 12 && first.least !== last.least) return null;
    }
    const [format, ...others] = this.#shown.keys();
    if (others.length > 0) return null;
    if (format !== undefined) return format;
    if (this.#ambiguous !== null) return null;
    return this.#hasSameInBoth ? "MM/DD/YYYY" : "YYYY-MM-DD";
  }

  #addYears(text: string, line: number): void {
    const [, first, separator, , last] = SHORT_YEAR.exec(text) ?? [];
    // Between slashes the year stands last, unless the first number can't be a month.
    const isLast = separator === "/" && Number(first) <= MONTHS.length;
    if (first !== undefined && !isLast && dateWithShortYear(text) !== null) {
      if (this.#shortYears === null) return;
      this.#shortYears.first.add(Number(first));
      this.#shortYears.last.add(Number(last));
      if (separator === "/") addSlashed(this.#shortYears.slashed, text);
      this.#shortYears.example ??= { text, line };
    } else if (YEAR_LAST.test(text) || unambiguousDate(text) !== null) this.#shortYears = null;
  }

  #show(format: DateFormat, text: string, line: number): void {
    if (!this.#shown.has(format)) this.#shown.set(format, { text, line });
  }
}
