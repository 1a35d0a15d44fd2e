/**
 * Divides the cells and formats of a worksheet into blocks of rows, and encodes and decodes blocks.
 * Invariants: equal contents have equal texts, so that blocks can be compared by their texts; the counts and
 * the rectangle of a block are computed from its cells.
 */
import {
  type Authored,
  type AuthoredCell,
  cellName,
  COLUMNS_MAX,
  FormulaText,
  readBlock,
  writeBlock,
} from "@daybook/formula/cells";
import type { CellFormat, FormattedCell } from "../../../core/spreadsheet.ts";

/** Rows of a block. The check constraints of the database contain the same number. */
export const BLOCK_ROWS = 64;

/** A block as it is stored; rows and columns count from zero. */
export interface Block {
  readonly block: number;
  /** The cells, encoded by `writeBlock`. */
  readonly cells: string;
  readonly cell_count: number;
  /** The total length of texts and formulas. */
  readonly characters: number;
  /** The smallest rectangle around the cells; its sides are null in a block without cells. */
  readonly top_row: number | null;
  readonly left_column: number | null;
  readonly bottom_row: number | null;
  readonly right_column: number | null;
  readonly formats: string;
  readonly format_count: number;
}

/**
 * The encoding of formats: each different format once, and rows of `[row, column, style, column, style,
 * ...]`.
 */
interface WrittenFormats {
  readonly styles: readonly CellFormat[];
  /** A style is an index in `styles`. */
  readonly rows: readonly (readonly number[])[];
}

const NO_FORMATS: WrittenFormats = { styles: [], rows: [] };

/** Returns the number of the block that contains a row. */
export function blockOf(row: number): number {
  return Math.floor(row / BLOCK_ROWS);
}

const placeOf = (row: number, column: number): number => row * COLUMNS_MAX + column;
const rowAt = (place: number): number => Math.floor(place / COLUMNS_MAX);

/** The content of a block, decoded for changes. */
export class BlockContent {
  readonly #cells = new Map<number, Authored>();
  readonly #formats = new Map<number, CellFormat>();

  /** Decodes a stored block. Without one, the content is empty. */
  constructor(stored?: Pick<Block, "cells" | "formats">) {
    if (stored === undefined) return;
    for (const { row, column, value } of readBlock(stored.cells))
      this.#cells.set(placeOf(row, column), value);
    for (const { row, column, format } of readFormats(stored.formats))
      this.#formats.set(placeOf(row, column), format);
  }

  /** Sets the value of a cell; null and an empty text clear the cell. Minus zero becomes zero. */
  setValue(row: number, column: number, value: Authored | null): void {
    if (value === null || value === "") this.#cells.delete(placeOf(row, column));
    else this.#cells.set(placeOf(row, column), value === 0 ? 0 : value);
  }

  /** Replaces the format of a cell; null and a format without properties remove it. */
  setFormat(row: number, column: number, format: CellFormat | null): void {
    const kept = format === null ? null : plainFormat(format);
    if (kept === null || Object.keys(kept).length === 0) this.#formats.delete(placeOf(row, column));
    else this.#formats.set(placeOf(row, column), kept);
  }

  /** Yields the cells with content, in no order. */
  *values(): Iterable<AuthoredCell> {
    for (const [place, value] of this.#cells) yield { row: rowAt(place), column: place % COLUMNS_MAX, value };
  }

  /** Yields the cells with a format, in no order. */
  *formats(): Iterable<FormattedCell> {
    for (const [place, format] of this.#formats)
      yield { row: rowAt(place), column: place % COLUMNS_MAX, format };
  }

  /**
   * Rewrites all formulas with `write`. Returns the fault of the first result that can't be stored, or null.
   */
  rewriteFormulas(
    write: (text: string) => string,
    faultOf: (value: Authored) => string | null,
  ): string | null {
    for (const [place, value] of this.#cells) {
      if (!(value instanceof FormulaText)) continue;
      const text = write(value.text);
      if (text === value.text) continue;
      const rewritten = new FormulaText(text, value.fills);
      const fault = faultOf(rewritten);
      if (fault !== null) return `${cellName(rowAt(place), place % COLUMNS_MAX)}: ${fault}`;
      this.#cells.set(place, rewritten);
    }
    return null;
  }

  /** Encodes the block with the number `block`. Returns null if it is empty and must be deleted. */
  stored(block: number): Block | null {
    const cells = sorted(this.#cells).map(([place, value]): AuthoredCell => ({
      row: rowAt(place),
      column: place % COLUMNS_MAX,
      value,
    }));
    const formats = sorted(this.#formats).map(([place, format]): FormattedCell => ({
      row: rowAt(place),
      column: place % COLUMNS_MAX,
      format,
    }));
    if (cells.length + formats.length === 0) return null;
    let [left, right, characters] = [COLUMNS_MAX, 0, 0];
    for (const { column, value } of cells) {
      left = Math.min(left, column);
      right = Math.max(right, column);
      characters += charactersOf(value);
    }
    return {
      block,
      cells: writeBlock(cells),
      cell_count: cells.length,
      characters,
      top_row: cells[0]?.row ?? null,
      left_column: cells.length === 0 ? null : left,
      bottom_row: cells.at(-1)?.row ?? null,
      right_column: cells.length === 0 ? null : right,
      formats: writeFormats(formats),
      format_count: formats.length,
    };
  }
}

/**
 * Encodes cells and formats, in any order, as blocks in ascending order. The last value of a repeated cell
 * wins.
 */
export function blocksOf(cells: Iterable<AuthoredCell>, formats: Iterable<FormattedCell>): Block[] {
  const contents = new Map<number, BlockContent>();
  const at = (row: number): BlockContent => {
    const block = blockOf(row);
    const content = contents.get(block) ?? new BlockContent();
    contents.set(block, content);
    return content;
  };
  for (const { row, column, value } of cells) at(row).setValue(row, column, value);
  for (const { row, column, format } of formats) at(row).setFormat(row, column, format);
  return sorted(contents).flatMap(([block, content]) => content.stored(block) ?? []);
}

/** The length of a text or formula; 0 for other values. */
function charactersOf(value: Authored): number {
  return value instanceof FormulaText ? value.text.length : typeof value === "string" ? value.length : 0;
}

/**
 * Returns the properties of a format that are set, in a fixed order, so that equal formats have equal texts.
 */
function plainFormat(format: CellFormat): CellFormat {
  const { number_format, bold, italic, font_color, background_color, horizontal_alignment } = format;
  return {
    ...(number_format === undefined ? {} : { number_format }),
    ...(bold === undefined ? {} : { bold }),
    ...(italic === undefined ? {} : { italic }),
    ...(font_color === undefined ? {} : { font_color }),
    ...(background_color === undefined ? {} : { background_color }),
    ...(horizontal_alignment === undefined ? {} : { horizontal_alignment }),
  };
}

/** Encodes the formats of a block, which must be ordered by row and column. */
function writeFormats(formats: readonly FormattedCell[]): string {
  const styles = new Map<string, number>();
  const rows: number[][] = [];
  for (const { row, column, format } of formats) {
    const text = JSON.stringify(format);
    const style = styles.get(text) ?? styles.size;
    styles.set(text, style);
    const last = rows.at(-1);
    if (last?.[0] === row) last.push(column, style);
    else rows.push([row, column, style]);
  }
  if (rows.length === 0) return JSON.stringify(NO_FORMATS);
  return `{"styles":[${[...styles.keys()].join(",")}],"rows":${JSON.stringify(rows)}}`;
}

/** Decodes the formats of a stored block, ordered by row and column. */
export function readFormats(text: string): FormattedCell[] {
  const { styles, rows } = JSON.parse(text) as WrittenFormats;
  return rows.flatMap(([row = 0, ...line]) => {
    const formats: FormattedCell[] = [];
    for (let at = 0; at + 1 < line.length; at += 2) {
      const format = styles[line[at + 1] ?? -1];
      if (format !== undefined) formats.push({ row, column: line[at] ?? 0, format });
    }
    return formats;
  });
}

function sorted<T>(entries: ReadonlyMap<number, T>): [number, T][] {
  return [...entries].toSorted(([a], [b]) => a - b);
}
