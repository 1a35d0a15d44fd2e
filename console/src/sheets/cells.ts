/** The cells of a block of 64 rows in the page: read from its texts, compared, and written again. */
import { type Authored, inputText, inputValue, readBlock, writeBlock } from "@daybook/formula/cells";
import type { SheetContent } from "../api/generated/schemas.ts";

export type Worksheet = SheetContent["worksheets"][number];
export type Format = Readonly<Record<string, string | boolean>>;
type Block = SheetContent["blocks"][number];

/** Content and format of a cell; null is none. */
export interface Cell {
  readonly value: Authored | null;
  readonly format: Format | null;
}

export interface Change extends Cell {
  readonly worksheet: string;
  readonly row: number;
  readonly column: number;
}

/** The most columns of a worksheet. By it, a row and a column make one key. */
export const COLUMNS = 16_384;
/** Rows that a worksheet may have. */
export const MOST_ROWS = 1_048_576;

/** The numbers of rows and columns that a worksheet needs to hold these cells. */
export function extentOf(changes: Iterable<Change>): { readonly rows: number; readonly columns: number } {
  let [rows, columns] = [0, 0];
  for (const { row, column } of changes) {
    rows = Math.max(rows, row + 1);
    columns = Math.max(columns, column + 1);
  }
  return { rows, columns };
}

/** Returns what a person would type to get a value. */
export function inputOf(value: Authored | null): string | null {
  if (value === null) return null;
  const text = inputText(value);
  if (typeof value !== "string") return text;
  const again = inputValue(text);
  return typeof again === "string" && again === text ? text : `'${text}`;
}

export function isSameValue(a: Authored | null, b: Authored | null): boolean {
  return typeof a === typeof b && inputOf(a) === inputOf(b);
}

/** Returns the properties of a format in a fixed order, because the page sets them in any. */
const ordered = (format: Format | null): string =>
  JSON.stringify(Object.entries(format ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export const isSameCell = (a: Cell, b: Cell): boolean =>
  isSameValue(a.value, b.value) && (a.format === b.format || ordered(a.format) === ordered(b.format));

export type Cells = Map<number, { value: Authored | null; format: Format | null }>;

export function readCells({ cells, formats }: Pick<Block, "cells" | "formats">): Cells {
  const read: Cells = new Map();
  for (const { row, column, value } of readBlock(cells))
    read.set(row * COLUMNS + column, { value, format: null });
  const { styles, rows } = JSON.parse(formats) as { styles: Format[]; rows: number[][] };
  for (const [row = 0, ...line] of rows)
    for (let at = 0; at + 1 < line.length; at += 2) {
      const key = row * COLUMNS + (line[at] ?? 0);
      const format = styles[line[at + 1] ?? 0] ?? null;
      const cell = read.get(key);
      if (cell === undefined) read.set(key, { value: null, format });
      else cell.format = format;
    }
  return read;
}

/** The text of cells as the formula engine reads it. */
export function textOf(cells: Cells): string {
  const written = [...cells].toSorted(([a], [b]) => a - b);
  return writeBlock(
    written.flatMap(([key, { value }]) =>
      value === null ? [] : [{ row: Math.floor(key / COLUMNS), column: key % COLUMNS, value }],
    ),
  );
}
