/** Names of what is closed: a month by its name, other days by their date. */
import { type CivilDate, endOfMonth, parts } from "@daybook/words/civil-date";
import { MONTH_NAMES } from "@daybook/words/months";
import { dayText } from "../kit/dates.ts";

/** The month that ends on a day: its name, with the year if asked. Another day: `May 3, 2026`. */
export function closedName(through: string, hasYear = false): string {
  const day = through as CivilDate;
  if (endOfMonth(day) !== day) return dayText(through);
  const { year, month } = parts(day);
  const name = MONTH_NAMES[month - 1] ?? "";
  return hasYear ? `${name} ${year}` : name;
}

/** What is done with the days through one, as a title or a verb. */
export function closeVerb(through: string, hasYear = false): string {
  const day = through as CivilDate;
  return `Close ${endOfMonth(day) === day ? "" : "through "}${closedName(through, hasYear)}`;
}

/** What a person does about an open item. */
const VERBS: Readonly<Record<string, string>> = {
  needs_review: "Review",
  uncategorized: "Review",
  manual_entries: "Review",
  accruals: "Review",
  transfers: "Confirm",
  imported_lines: "Answer",
  reconciliations: "Reconcile",
};

export const verbOf = (item: string): string => VERBS[item] ?? "See";
