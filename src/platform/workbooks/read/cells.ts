/**
 * The cells of one worksheet as a document has them. A cell that another one's formula spills into is not
 * written by anybody, so it is left out; a formula that leads out of the workbook becomes the value that the
 * file gives for it.
 */
import {
  type Authored,
  type AuthoredCell,
  type Element,
  type Extent,
  type FileContext,
  FormulaText,
  type SharedFormula,
  cellAt,
  cellName,
  errorOf,
  formulaFromFile,
  sharedFormula,
} from "@daybook/formula";
import { LIMITS } from "../../../core/limits.ts";
import type { CellFormat, FormattedCell } from "../../../core/spreadsheet.ts";
import type { Notes } from "../notes.ts";
import type { Fill } from "./fill.ts";
import type { RawCell, RawSheet } from "./sheet.ts";
import type { Style } from "./styles.ts";
import { unescapeCellText } from "./xml.ts";

/** What a workbook gives to the reading of each of its sheets. */
export interface Surroundings {
  readonly strings: readonly string[];
  readonly styles: readonly Style[];
  readonly spilling: ReadonlySet<number>;
  readonly isFrom1904: boolean;
  readonly notes: Notes;
  readonly fill: Fill;
  /** What the formulas of this sheet may name. */
  readonly context: Omit<FileContext, "here">;
}

/** What the program that wrote the file gave for a formula, or for a cell that one spills into. */
export interface CachedCell {
  readonly row: number;
  readonly column: number;
  readonly value: Element;
}

export interface SheetCells {
  readonly cells: readonly AuthoredCell[];
  readonly formats: readonly FormattedCell[];
  readonly cached: readonly CachedCell[];
  /** The last row and column that hold something, or -1. */
  readonly bottom: number;
  readonly right: number;
}

/** Days between the two ways in which workbooks count them. */
const DAYS_OF_1904 = 1_462;
const DATE_FORMAT = "yyyy-mm-dd";
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export function cellsOf(sheet: string, raw: RawSheet, surroundings: Surroundings): SheetCells {
  const collector = new Collector(sheet, surroundings);
  for (const cell of raw.cells) collector.add(cell);
  return collector;
}

/** Collects the cells of one sheet, which come row after row. */
class Collector implements SheetCells {
  readonly cells: AuthoredCell[] = [];
  readonly formats: FormattedCell[] = [];
  readonly cached: CachedCell[] = [];
  bottom = -1;
  right = -1;
  readonly #sheet: string;
  readonly #surroundings: Surroundings;
  readonly #formulas: Formulas;
  readonly #spills = new Spills();

  constructor(sheet: string, surroundings: Surroundings) {
    this.#sheet = sheet;
    this.#surroundings = surroundings;
    this.#formulas = new Formulas(sheet, surroundings);
  }

  add(cell: RawCell): void {
    const { row, column } = cell;
    const { styles, notes, fill } = this.#surroundings;
    const style = styles[cell.style];
    const value = valueOf(cell, style, this.#surroundings);
    if (value === undefined)
      notes.add("Values that are none were left out", `${this.#sheet}!${cellName(row, column)}`);
    const format = formatOf(cell, style);
    if (format) {
      this.formats.push({ row, column, format });
      fill.addFormat();
    }
    const isWritten = cell.formula !== null || (value !== null && value !== undefined);
    if (format || isWritten) this.#extendTo(row, column);
    if (isWritten) this.#addWritten(cell, value ?? null);
  }

  #addWritten(cell: RawCell, value: Element): void {
    const { row, column } = cell;
    const read = cell.formula && this.#formulas.read(cell, cell.formula);
    const isSpilled = cell.formula === null && this.#spills.cover(row, column);
    if (read !== null || isSpilled) this.cached.push({ row, column, value });
    if (isSpilled) return;
    const written: Authored | null = read === null ? value : read.text;
    if (written !== null) {
      this.cells.push({ row, column, value: written });
      this.#surroundings.fill.addCell(charactersOf(written));
    }
    if (read?.area) {
      const most = read.text.fills === null ? MOST_SPILLED : Infinity;
      this.#spills.add(read.area);
      this.#extendTo(Math.min(read.area.bottom, row + most), Math.min(read.area.right, column + most));
    }
  }

  #extendTo(row: number, column: number): void {
    this.bottom = Math.max(this.bottom, row);
    this.right = Math.max(this.right, column);
  }
}

/** The areas that formulas spill into, while rows are read from top to bottom. */
class Spills {
  #areas: Area[] = [];
  #row = -1;

  add(area: Area): void {
    this.#areas.push(area);
  }

  /** True if a formula further up or to the left spills into a cell. Rows must not go back. */
  cover(row: number, column: number): boolean {
    if (row !== this.#row) {
      this.#row = row;
      this.#areas = this.#areas.filter(({ bottom }) => bottom >= row);
    }
    return this.#areas.some(({ top, left, right }) => row >= top && column >= left && column <= right);
  }
}

/** The most rows and columns by which a grid grows for what a file says that a formula spills into. */
const MOST_SPILLED = 1_000;

/** The format of a cell; one that holds a date and has no number format is shown as a date. */
function formatOf({ type, value }: RawCell, style: Style | undefined): CellFormat | null {
  const isDay = type === "d" && value !== null;
  return isDay && style?.format?.number_format === undefined
    ? { ...style?.format, number_format: DATE_FORMAT }
    : (style?.format ?? null);
}

function charactersOf(written: Authored): number {
  if (written instanceof FormulaText) return written.text.length;
  return typeof written === "string" ? written.length : 0;
}

/** The value of a cell: null for a blank one, undefined for an invalid value. */
function valueOf(
  { type, value }: RawCell,
  style: Style | undefined,
  { strings, isFrom1904 }: Surroundings,
): Element | undefined {
  if (value === null) return null;
  switch (type) {
    case "s": {
      const text = strings[Number(value)];
      return text === undefined ? undefined : textOf(text);
    }
    case "str":
      return textOf(unescapeCellText(value));
    case "inlineStr":
      return textOf(value);
    case "b":
      return value.trim() === "1" || value.trim() === "true";
    case "e":
      return errorOf(value.trim()) ?? errorOf("#VALUE!");
    case "d":
      return serialOf(value);
    default:
      return numberOf(value, isFrom1904 && style?.isDate ? DAYS_OF_1904 : 0);
  }
}

function numberOf(text: string, added: number): number | null | undefined {
  if (text.trim() === "") return null;
  const number = Number(text);
  return Number.isFinite(number) ? number + added : undefined;
}

/** The serial of a date as ISO 8601 writes it, in UTC if it names no zone; undefined if it is invalid. */
function serialOf(date: string): number | undefined {
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/u.test(date) || !date.includes("T");
  const time = Date.parse(hasZone ? date : `${date}Z`);
  return Number.isNaN(time) ? undefined : (time - EPOCH_MS) / DAY_MS;
}

function textOf(text: string): string {
  return text.slice(0, LIMITS.sheet_text_characters.value).replaceAll("\0", "\u{FFFD}").toWellFormed();
}

interface ReadFormula {
  readonly text: FormulaText;
  /** The cells that the file gives to its array. */
  readonly area: Area | null;
}

/** The formulas of one sheet, of which one text may stand for many cells. */
class Formulas {
  readonly #sheet: string;
  readonly #surroundings: Surroundings;
  readonly #shared = new Map<
    string,
    { readonly row: number; readonly column: number; readonly formula: SharedFormula }
  >();

  constructor(sheet: string, surroundings: Surroundings) {
    this.#sheet = sheet;
    this.#surroundings = surroundings;
  }

  /** Null for one whose value is all that can be kept. */
  read(
    { row, column, about }: RawCell,
    { text, kind, ref, group }: NonNullable<RawCell["formula"]>,
  ): ReadFormula | null {
    const { context, spilling, notes } = this.#surroundings;
    const place = `${this.#sheet}!${cellName(row, column)}`;
    if (kind === "dataTable") {
      notes.add("Tables of what-if analysis were replaced by their values", place);
      return null;
    }
    const own = this.#textOf(unescapeCellText(text), kind, group, row, column);
    if (own === null || own.trim() === "") return null;
    const isArray = kind === "array";
    const stated = isArray ? areaOf(ref) : null;
    const area = stated?.top === row && stated.left === column ? stated : null;
    const fills = isArray && !spilling.has(about) ? (area ? extentOf(area) : { rows: 1, columns: 1 }) : null;
    const isTooLarge = fills !== null && fills.rows * fills.columns > LIMITS.sheet_array_cells.value;
    if (isTooLarge)
      notes.add(
        `Array formulas over more than ${LIMITS.sheet_array_cells.value} cells spill now as far as their results reach`,
        place,
      );
    const formula = formulaFromFile(own, isArray, { ...context, here: { sheet: this.#sheet, row, column } });
    if (formula === null) {
      notes.add(
        "Formulas that lead into other workbooks, or into tables that are not there, were replaced by their values",
        place,
      );
      return null;
    }
    if (formula.length - 1 > LIMITS.sheet_formula_characters.value) {
      notes.add("Formulas that are too long were replaced by their values", place);
      return null;
    }
    return {
      text: new FormulaText(formula.replaceAll("\0", "\u{FFFD}").toWellFormed(), isTooLarge ? null : fills),
      area,
    };
  }

  #textOf(text: string, kind: string, group: string, row: number, column: number): string | null {
    if (kind !== "shared") return text;
    if (text !== "") {
      this.#shared.set(group, { row, column, formula: sharedFormula(`=${text}`) });
      return text;
    }
    const first = this.#shared.get(group);
    return first ? first.formula.at(row - first.row, column - first.column).slice(1) : null;
  }
}

function extentOf({ top, left, bottom, right }: Area): Extent {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

function areaOf(ref: string): Area | null {
  const [first = "", last = first] = ref.split(":");
  const [from, to] = [cellAt(first), cellAt(last)];
  return from && to && to.row >= from.row && to.column >= from.column
    ? { top: from.row, left: from.column, bottom: to.row, right: to.column }
    : null;
}
