/**
 * A statement as CSV, for programs: RFC 4180, UTF-8, one row per line of the statement, one column per
 * period. Invariants: the columns before the amounts never change, except that a general ledger has columns
 * of texts after them; an amount is a decimal number, exact to the cent; no text can be read as a formula.
 * The file begins with the header line. The company and title are not in the file: its name and the export
 * identify the statement. It has no byte order mark, which most programs would read as part of the first
 * column's name. People with spreadsheets use the XLSX.
 */
import {
  columnKey,
  decimalFigure,
  figureOf,
  type StatementRow,
  type StatementTable,
  textsOf,
} from "../../core/statement-table.ts";

const FIXED = ["row_type", "section", "id", "parent_id", "depth", "name"] as const;

/**
 * Texts that a spreadsheet may read as a formula: after any blanks, with full-width signs, or after a tab or
 * semicolon, which some spreadsheets read as the end of a cell.
 */
const LIKE_A_FORMULA = /(?:^|[;\t])[\s\p{Z}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/u;

/** Returns the bytes of the file. */
export function renderCsv(table: StatementTable): Uint8Array {
  // The text is made line by line: all cells of a large table take far more memory than its text.
  const textKeys = (table.textColumns ?? []).map(({ key }) => key);
  const lines = [[...FIXED, ...textKeys, ...table.columns.map(columnKey)].map(quoted).join(",")];
  for (const row of table.rows) {
    const texts = [
      row.kind,
      row.section ?? "",
      row.id ?? "",
      row.parentId ?? "",
      String(row.depth),
      row.label,
      ...textsOf(table, row),
    ].map((text) => quoted(escapeFormula(text)));
    // Figures need no escape: a minus followed by nothing but a number is not a formula.
    const figures = table.columns.map((_column, index) => figureText(table, row, index));
    lines.push([...texts, ...figures].join(","));
  }
  lines.push(...noteLines(table), ...openLines(table));
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
}

function figureText({ columns }: StatementTable, row: StatementRow, index: number): string {
  const figure = figureOf(columns, row, index);
  return figure === null ? "" : decimalFigure(figure);
}

/** Returns a line of the type `note` for each note and row that it is on: the row's id or section, the text. */
function noteLines({ textColumns = [], columns, rows, notes }: StatementTable): string[] {
  const empty = [...textColumns, ...columns].map(() => "");
  return notes.flatMap((text, index) =>
    rows
      .filter((row) => row.notes.includes(index + 1))
      .map(({ section, id }) =>
        ["note", section ?? "", id ?? "", "", "0", text, ...empty]
          .map((cell) => quoted(escapeFormula(cell)))
          .join(","),
      ),
  );
}

/**
 * Returns a line of the type `note` that names the columns whose days have not ended; none if all have. The
 * columns of a general ledger and of changes in equity have the same days, which say more than their names.
 */
function openLines({ textColumns = [], columns }: StatementTable): string[] {
  const open = columns.filter(({ kind, isOver }) => (kind === "period" || kind === "prior") && !isOver);
  if (open.length === 0) return [];
  const names = new Set(open.map(({ ledger: _ledger, equity: _equity, ...column }) => columnKey(column)));
  const text = `Not over: ${[...names].join(", ")}. More may be booked on these days.`;
  return [["note", "", "", "", "0", quoted(text), ...[...textColumns, ...columns].map(() => "")].join(",")];
}

/** Puts an apostrophe before a text like a formula; every spreadsheet then reads the cell as text. */
function escapeFormula(text: string): string {
  return LIKE_A_FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
