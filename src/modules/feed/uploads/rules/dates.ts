/**
 * Dates of bank files, read by `core/date-text.ts`. The order of day and month is decided for the whole file,
 * or given by the caller. Invariant: if all dates of a file could be read in two ways, none is read.
 */
import type { CivilDate } from "@daybook/words/civil-date";
import { type DateFormat, dateFromText, DateSurvey, type DateText } from "@daybook/words/date-text";
import type { Paced } from "../../../../core/paced.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { Unreadable } from "./statement.ts";

/**
 * The format of a file's dates, when it must be found. Throws `LineProblem` when no date shows it, or when
 * dates contradict each other.
 */
export async function formatOf(dates: Iterable<DateText>, paced: Paced): Promise<DateFormat> {
  const survey = new DateSurvey();
  for await (const { line, text } of paced(dates)) survey.add(text, line);
  if (survey.turned !== null)
    throw new LineProblem(
      1,
      `The dates ${survey.turned.map(({ text }) => quoted(text)).join(" and ")} are written in two ways, as when a spreadsheet program took the day of some for their month. Export the file again, or set \`date_format\` if every date is right.`,
    );
  const { shown, ambiguous, dayBeforeMonth, format } = survey;
  if (dayBeforeMonth !== null)
    throw new LineProblem(
      dayBeforeMonth.line,
      `The date ${quoted(dayBeforeMonth.text)} has its day before its month, so no date of the file that begins with a year is sure. Export the file again with dates such as 2026-01-31.`,
    );
  if (format !== null) return format;
  if (shown.size > 1)
    throw new LineProblem(
      1,
      `The dates ${Array.from(shown.values(), ({ text }) => quoted(text)).join(" and ")} have different formats; set \`date_format\`.`,
    );
  throw new LineProblem(
    ambiguous?.line ?? 1,
    `The date ${quoted(ambiguous?.text ?? "")} is ambiguous, and so are all others of the file; set \`date_format\`.`,
  );
}

/** The date of a text in this format; null if it is not a date. */
export const dateOrNull = dateFromText;

/** Reads a day. Throws `Unreadable`. */
export function readDate(text: string, format: DateFormat): CivilDate {
  const date = dateFromText(text, format);
  if (date !== null) return date;
  throw new Unreadable(
    "invalid_date",
    text === "" ? "The line has no date." : `${quoted(text)} is not a date of the form ${format}.`,
  );
}
