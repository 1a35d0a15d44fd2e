/**
 * A statement as CSV, for programs: RFC 4180, UTF-8, one row a line of the statement, one column a period.
 * Invariants: the columns before the amounts never change; an amount is a decimal number, exact to the cent;
 * no text can be read as a formula. It begins with its header: the file's name and the export identify the
 * statement, and in most programs a byte order mark would become part of the first column's name.
 * Spreadsheets have the XLSX.
 */
import { decimalText } from "../../core/money-text.ts";
import type { StatementColumn, StatementTable } from "../../core/statement-table.ts";

const FIXED = ["row_type", "section", "id", "parent_id", "depth", "name"] as const;

/**
 * Texts that a spreadsheet may read as a formula, after any blanks, or as the end of a cell; wide forms too.
 * For some, a semicolon ends a cell.
 */
const LIKE_A_FORMULA = /(?:^|[;\t])[\s\p{Z}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/u;

/** The bytes of the file. */
export function renderCsv(table: StatementTable): Uint8Array {
  // Line by line, because the cells of a large table together take far more memory than its text.
  const lines = [[...FIXED, ...table.columns.map(headerOf)].map(quoted).join(",")];
  for (const row of table.rows) {
    const texts = [
      row.kind,
      row.section ?? "",
      row.id ?? "",
      row.parentId ?? "",
      String(row.depth),
      row.label,
    ].map((text) => quoted(disarmed(text)));
    // Figures are not disarmed: a minus begins no formula when only a number follows.
    const figures = table.columns.map((_column, index) =>
      row.amounts?.[index] === undefined ? "" : decimalText(row.amounts[index]),
    );
    lines.push([...texts, ...figures].join(","));
  }
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
}

/** Both days are in it, so that no two columns have one name and a program can read them from it. */
function headerOf({ kind, startDate, endDate }: StatementColumn): string {
  return kind === "total" ? "total" : `${startDate}..${endDate}`;
}

/** An apostrophe before what would be a formula makes it a text in every spreadsheet. */
function disarmed(text: string): string {
  return LIKE_A_FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
