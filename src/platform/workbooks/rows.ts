/**
 * A worksheet as rows of text, as readers of tables take them. Invariant: a row keeps its number, dates are
 * written as YYYY-MM-DD, and a formula stays its own text where its result is not given.
 */
import { type AuthoredCell, FormulaText } from "@daybook/formula/cells";
import { dateOfSerial } from "@daybook/words/date-serials";
import type { Worksheet } from "../../core/spreadsheet.ts";
import { isDateFormat } from "./number-formats.ts";

/** A row that has cells, with its number from 1. */
export interface WorksheetRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/**
 * The rows of a worksheet that have cells, in their order. Numbers are written with cents, and whole ones too
 * unless `wholeNumbers` is `plain`, as ids are wanted. `results` are written in place of formulas.
 */
export function rowsOfWorksheet(
  { cells, formats }: Worksheet,
  wholeNumbers: "plain" | "with cents" = "with cents",
  results: readonly AuthoredCell[] = [],
): WorksheetRow[] {
  const dates = new Set(
    formats.flatMap(({ row, column, format }) =>
      format.number_format !== undefined && isDateFormat(format.number_format) ? [`${row}:${column}`] : [],
    ),
  );
  const resultAt = new Map(results.map(({ row, column, value }) => [`${row}:${column}`, value]));
  const rows = new Map<number, string[]>();
  for (const { row, column, value: written } of cells) {
    const value = resultAt.get(`${row}:${column}`) ?? written;
    const fields = rows.get(row) ?? [];
    while (fields.length < column) fields.push("");
    const isDate = dates.has(`${row}:${column}`);
    const isPlain = wholeNumbers === "plain" && typeof value === "number" && Number.isSafeInteger(value);
    fields[column] = isPlain && !isDate ? value.toFixed() : textOf(value, isDate);
    rows.set(row, fields);
  }
  return Array.from(rows, ([row, fields]) => ({ fields, line: row + 1 }));
}

/** The text of a cell. */
function textOf(value: AuthoredCell["value"], isDate: boolean): string {
  if (typeof value === "number") return isDate ? (dateOfSerial(value) ?? String(value)) : decimalText(value);
  if (value instanceof FormulaText) return value.text;
  return typeof value === "object" ? value.code : String(value);
}

/** A number as a decimal text. Workbooks compute in binary, so what is within a billionth of a cent is that cent. */
function decimalText(value: number): string {
  const inCents = value * 100;
  return Math.abs(inCents - Math.round(inCents)) < 1e-7 * Math.max(1, Math.abs(inCents))
    ? value.toFixed(2)
    : String(value);
}
