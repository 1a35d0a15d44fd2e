/**
 * The authored content of a workbook, before any calculation: its types in memory, and the compact JSON text
 * in which blocks of cells are stored and sent to threads. A block is a list of rows, each `[row, column,
 * value, column, value, ...]` in ascending order; rows and columns count from zero.
 */
import { type Element, type FormulaError, errorOf, isError } from "./values.ts";

/** A number, a text, a boolean, a formula with its "=", or a typed error. */
export type Authored = number | string | boolean | FormulaText | FormulaError;

/** A number of rows and columns, beginning at a cell. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** A formula with its "=". */
export class FormulaText {
  readonly text: string;
  /**
   * The size of the range that an array formula fills, beginning at its cell, regardless of the size of its
   * result; null for a formula whose result spills.
   */
  readonly fills: Extent | null;
  constructor(text: string, fills: Extent | null = null) {
    this.text = text;
    this.fills = fills;
  }
}

export interface AuthoredCell {
  readonly row: number;
  readonly column: number;
  readonly value: Authored;
}

/** A defined name. `formula` is its definition, with its "=". */
export interface AuthoredName {
  readonly name: string;
  readonly formula: string;
  /** The index of the worksheet on which the name is valid; null for the whole workbook. */
  readonly sheet: number | null;
}

export interface WorksheetSource {
  readonly name: string;
  /** The size of the grid. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** The cells as texts of `writeBlock`; each cell occurs once. */
  readonly blocks: readonly string[];
}

/** A whole workbook as it is stored. */
export interface WorkbookSource {
  readonly sheets: readonly WorksheetSource[];
  readonly names: readonly AuthoredName[];
}

type Written =
  | number
  | string
  | boolean
  | { readonly f: string; readonly fills?: readonly [rows: number, columns: number] }
  | { readonly e: string };

/** Writes cells as a text. The cells of a row must be consecutive. */
export function writeBlock(cells: Iterable<AuthoredCell>): string {
  const rows: (number | Written)[][] = [];
  let last: (number | Written)[] | undefined;
  for (const { row, column, value } of cells) {
    if (last?.[0] !== row) {
      last = [row];
      rows.push(last);
    }
    last.push(
      column,
      value instanceof FormulaText ? writtenFormula(value) : isError(value) ? { e: value.code } : value,
    );
  }
  return JSON.stringify(rows);
}

function writtenFormula({ text, fills }: FormulaText): Written {
  return fills === null ? { f: text } : { f: text, fills: [fills.rows, fills.columns] };
}

/** Calls `visit` for each cell in a text of `writeBlock`. */
export function eachOfBlock(
  block: string,
  visit: (row: number, column: number, value: Authored) => void,
): void {
  for (const line of JSON.parse(block) as (number | Written)[][]) {
    const row = line[0] as number;
    for (let at = 1; at + 1 < line.length; at += 2)
      visit(row, line[at] as number, read(line[at + 1] as Written));
  }
}

/** Reads the cells of a text of `writeBlock`, in order. */
export function readBlock(block: string): AuthoredCell[] {
  const cells: AuthoredCell[] = [];
  eachOfBlock(block, (row, column, value) => cells.push({ row, column, value }));
  return cells;
}

function read(value: Written): Authored {
  if (typeof value !== "object") return value;
  if ("f" in value)
    return new FormulaText(
      value.f,
      value.fills === undefined ? null : { rows: value.fills[0], columns: value.fills[1] },
    );
  const error = errorOf(value.e);
  if (!error) throw new Error(`no such error value: ${value.e}`);
  return error;
}

/** Returns the content of a cell as a person would type it, for searches and edits. */
export function inputText(value: Authored): string {
  if (value instanceof FormulaText) return value.text;
  if (isError(value)) return value.code;
  return typeof value === "boolean" ? (value ? "TRUE" : "FALSE") : String(value);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * Returns the value of typed text: a formula if it begins with "=", a number, TRUE or FALSE, or an error
 * value such as #N/A. Any other text is a text; an apostrophe at the beginning makes everything after it a
 * text.
 */
export function inputValue(text: string): Authored {
  if (text.startsWith("'")) return text.slice(1);
  if (text.startsWith("=") && text.length > 1) return new FormulaText(text);
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (/^(?:true|false)$/iu.test(text)) return text.toLowerCase() === "true";
  return errorOf(text) ?? text;
}

/** Returns the value of a cell without a formula. */
export function literal(value: Authored): Element {
  return value instanceof FormulaText ? null : value;
}
