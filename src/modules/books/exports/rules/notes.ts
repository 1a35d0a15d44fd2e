/**
 * Notes on the lines of a statement: which of them a statement shows, and their numbers. Invariants: the
 * numbers rise from 1 in the order of the rows; a note that is on several rows has one number.
 */
import type { StatementRow } from "../../../../core/statement-table.ts";
import { directId } from "../../chart/index.ts";
import { RETAINED_EARNINGS_ID } from "../../reports/index.ts";
import type { StatementNoteRow } from "../record.ts";
import type { DisplayedPeriod } from "./columns.ts";
import type { TableInput } from "./words.ts";

type ShownDays = Pick<DisplayedPeriod, "startDate" | "endDate">;

/** The lines of statements that are no categories and no departments. */
export const OWN_LINES: readonly string[] = [
  "revenue",
  "cost_of_goods_sold",
  "operating_expenses",
  "other_income",
  "other_expenses",
  "assets",
  "liabilities",
  "equity",
  RETAINED_EARNINGS_ID,
  "operating_activities",
  "investing_activities",
  "financing_activities",
];

/**
 * Returns the rows with the numbers of their notes, and the texts of these notes in the order of numbers.
 * `shown` has the days that the statement shows, the compared ones too. A note on a category that has a row
 * for its own entries only is on that row.
 */
export function withNotes(
  rows: readonly StatementRow[],
  notes: readonly StatementNoteRow[],
  { report_type }: Pick<TableInput, "report_type">,
  shown: readonly ShownDays[],
): { readonly rows: readonly StatementRow[]; readonly notes: readonly string[] } {
  const lines = new Set(rows.map(lineOf));
  const byLine = Map.groupBy(
    notes.filter((note) => isShown(note, report_type, shown)),
    ({ line_id }) => (lines.has(line_id) ? line_id : directId(line_id)),
  );
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const numberOf = ({ id, text }: StatementNoteRow): number => {
    const number = numbers.get(id) ?? texts.push(text);
    numbers.set(id, number);
    return number;
  };
  const numbered = rows.map((row) => {
    const line = lineOf(row);
    const found = line === null ? undefined : byLine.get(line);
    return found === undefined ? row : { ...row, notes: found.map(numberOf).toSorted((a, b) => a - b) };
  });
  return { rows: numbered, notes: texts };
}

/** The line that notes name of a row: its category or department, or its section if it is a section's total. */
function lineOf({ kind, id, section }: StatementRow): string | null {
  if (kind === "heading") return null;
  return id ?? (kind === "total" || kind === "grand_total" ? section : null);
}

function isShown(
  { report_type, start_date, end_date }: StatementNoteRow,
  shownType: TableInput["report_type"],
  shown: readonly ShownDays[],
): boolean {
  return (
    (report_type === null || report_type === shownType) &&
    (start_date === null ||
      end_date === null ||
      shown.some(({ startDate, endDate }) => start_date <= endDate && end_date >= startDate))
  );
}
