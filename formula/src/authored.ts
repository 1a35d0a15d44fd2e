/**
 * The authored content of a workbook, before anything is calculated: its types in memory, and the compact
 * JSON text in which blocks of cells are stored and sent to threads. A block is a list of rows, each `[row,
 * column, value, column, value, ...]` in ascending order, with places counted from zero.
 */
import { type Element, type FormulaError, errorOf, isError } from "./values.ts";

/** A number, a text, a boolean, a formula with its "=", or an error that was typed in. */
export type Authored = number | string | boolean | FormulaText | FormulaError;

/** Rows and columns, counted from a cell. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** A formula with its "=". */
export class FormulaText {
  readonly text: string;
  /**
   * The range that an array formula fills, from its cell on, whatever the size of its result; null for a
   * formula whose result spills as far as it reaches.
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

/** A name that formulas may use: `formula` is what it stands for, with its "=". */
export interface AuthoredName {
  readonly name: string;
  readonly formula: string;
  /** The place of the worksheet on which alone it is known; null for the whole workbook. */
  readonly sheet: number | null;
}

export interface WorksheetSource {
  readonly name: string;
  /** The size of the grid. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** Its cells as texts by `writeBlock`, each cell once. */
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

/** Cells as a text. Those of a row must stand together. */
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

/** Calls `visit` for each cell of a text that `writeBlock` made. */
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

/** Cells of a text that `writeBlock` made, in its order. */
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

/** The content of a cell as a person would type it, for searches and edits. */
export function inputText(value: Authored): string {
  if (value instanceof FormulaText) return value.text;
  if (isError(value)) return value.code;
  return typeof value === "boolean" ? (value ? "TRUE" : "FALSE") : String(value);
}

/** The value of a cell without a formula. */
export function literal(value: Authored): Element {
  return value instanceof FormulaText ? null : value;
}
