/**
 * The names of cells: A1 to XFD1048576, with or without a worksheet's name. Rows and columns count from zero.
 */
import { COLUMNS_MAX, ROWS_MAX } from "./limits.ts";

/** Returns "A" for 0, "XFD" for 16383. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCodePoint(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** Returns 0 for "A"; null if there is no such column. */
export function columnAt(name: string): number | null {
  if (!/^[A-Za-z]{1,3}$/u.test(name)) return null;
  let column = 0;
  for (const letter of name.toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64;
  return column <= COLUMNS_MAX ? column - 1 : null;
}

/** Returns "B3" for row 2, column 1. */
export function cellName(row: number, column: number): string {
  return `${columnName(column)}${row + 1}`;
}

/** Returns the row and column of "B3" or "$B$3"; null for anything else. */
export function cellAt(name: string): { readonly row: number; readonly column: number } | null {
  const [, letters = "", digits = ""] = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/u.exec(name) ?? [];
  const column = columnAt(letters);
  const row = Number(digits) - 1;
  return column === null || row < 0 || row >= ROWS_MAX ? null : { row, column };
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/**
 * Returns a worksheet's name as formulas write it: in quotes unless it is a plain word that can't be mistaken
 * for a cell.
 */
export function quotedSheet(name: string): string {
  if (
    PLAIN_NAME.test(name) &&
    cellAt(name) === null &&
    !/^(?:r\d*c\d*|r|c|true|false)$/iu.test(name) &&
    columnAt(name) === null
  )
    return name;
  return `'${name.replaceAll("'", "''")}'`;
}

/**
 * Returns the name of a worksheet as it is without quotes. The text may also name several worksheets with a
 * colon between them.
 */
export function unquotedSheet(written: string): string {
  const isQuoted = written.length > 1 && written.startsWith("'") && written.endsWith("'");
  return isQuoted ? written.slice(1, -1).replaceAll("''", "'") : written;
}
