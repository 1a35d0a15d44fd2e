/**
 * Dates as banks write them. The order of day and month is decided for the whole file, or given by the
 * caller. Invariant: if all dates of a file could be read in two ways, none is read.
 */
import { type CivilDate, civilDate } from "../../../../core/civil-date.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { Unreadable } from "./statement.ts";
import type { DateFormat } from "./words.ts";

/** A time after the date, which is ignored: a line belongs to the day that the bank wrote. */
const TIME = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?`;
const ISO = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`, "i");
const COMPACT = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${TIME}$`, "i");
const TURNED = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`, "i");
const NAMED = new RegExp(
  String.raw`^(?:(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ ,-]+(\d{4})|([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4}))${TIME}$`,
  "i",
);
const MONTHS = [
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
];
const CENTURY = 2_000;

function monthNamed(name: string): number {
  const low = name.toLowerCase();
  return (
    MONTHS.findIndex(
      (month) => month === low || month.slice(0, 3) === low || (low === "sept" && month === "september"),
    ) + 1
  );
}

/**
 * The date of a text that is the same in every format; null if it is not a date, or depends on the format.
 */
function plainDate(text: string): CivilDate | null {
  const [, year, , month, day] = ISO.exec(text) ?? [];
  if (year !== undefined) return civilDate(Number(year), Number(month), Number(day));
  const compact = COMPACT.exec(text);
  if (compact) return civilDate(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const named = NAMED.exec(text);
  if (!named) return null;
  const [, dayBefore, monthBehind, yearBehind, monthBefore, dayBehind, yearLast] = named;
  return civilDate(
    Number(yearBehind ?? yearLast),
    monthNamed(monthBehind ?? monthBefore ?? ""),
    Number(dayBefore ?? dayBehind),
  );
}

/** The day that a text means when the month, or the day, stands first. */
function turnedDate(text: string, first: "month" | "day"): CivilDate | null {
  const [, a, , b, year = ""] = TURNED.exec(text) ?? [];
  if (a === undefined) return null;
  const [month, day] = first === "month" ? [a, b] : [b, a];
  return civilDate(Number(year) + (year.length === 2 ? CENTURY : 0), Number(month), Number(day));
}

/**
 * The format of a file's days, when it must be found. Dots are European; else the days decide that can be
 * read in one way only. Throws `LineProblem` when none does, or when they contradict each other.
 */
export async function formatOf(
  dates: Iterable<{ readonly line: number; readonly text: string }>,
  paced: Paced,
): Promise<DateFormat> {
  let either = false;
  let open: { readonly line: number; readonly text: string } | null = null;
  const found = new Map<DateFormat, string>();
  for await (const { line, text } of paced(dates)) {
    const [american, european] = [turnedDate(text, "month"), turnedDate(text, "day")];
    if (american === european) either ||= american !== null;
    else if (text.includes(".") && european !== null) found.set("DD/MM/YYYY", text);
    else if (american === null) found.set("DD/MM/YYYY", text);
    else if (european === null) found.set("MM/DD/YYYY", text);
    else open ??= { line, text };
  }
  const [format, ...others] = found.keys();
  if (others.length > 0)
    throw new LineProblem(
      1,
      `The dates ${[...found.values()].map(quoted).join(" and ")} have different formats; set \`date_format\`.`,
    );
  if (format !== undefined) return format;
  if (open !== null)
    throw new LineProblem(
      open.line,
      `The date ${quoted(open.text)} is ambiguous, and so are all others of the file; set \`date_format\`.`,
    );
  return either ? "MM/DD/YYYY" : "YYYY-MM-DD";
}

/** The date of a text in this format; null if it is not a date. */
export function dateOrNull(text: string, format: DateFormat): CivilDate | null {
  return (
    plainDate(text) ??
    (format === "YYYY-MM-DD" ? null : turnedDate(text, format === "MM/DD/YYYY" ? "month" : "day"))
  );
}

/** Reads a day. Throws `Unreadable`. */
export function readDate(text: string, format: DateFormat): CivilDate {
  const date = dateOrNull(text, format);
  if (date !== null) return date;
  throw new Unreadable(
    "invalid_date",
    text === "" ? "The line has no date." : `${quoted(text)} is not a date of the form ${format}.`,
  );
}
