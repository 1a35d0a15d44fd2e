/** What closing is called, and what a person does about an open item. */
import { type CivilDate, endOfMonth } from "@daybook/words/civil-date";
import { closedName } from "../parts/closed-name.ts";

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
