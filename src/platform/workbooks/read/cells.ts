/**
 * Turns the raw cells of one worksheet into the cells of a spreadsheet. A cell that another cell's formula
 * spills into is left out, because nobody typed anything there. A formula that refers to another workbook is
 * replaced by its cached value: the result that the program which wrote the file stored in the cell.
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
import { LIMITS } from "@daybook/words/limits";
import type { CellFormat, FormattedCell } from "../../../core/spreadsheet.ts";
import type { Notes } from "../notes.ts";
import type { Fill } from "./fill.ts";
import type { RawCell, RawSheet } from "./sheet.ts";
import type { Style } from "./styles.ts";
import { unescapeCellText } from "./xml.ts";

/** The data of the workbook that reading one of its sheets needs. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly styles: readonly Style[];
  /** The numbers of the cell metadata that mark a formula as one that may spill. */
  readonly spilling: ReadonlySet<number>;
  readonly isFrom1904: boolean;
  readonly notes: Notes;
  readonly fill: Fill;
  /** The names and tables that formulas of this sheet may use. */
  readonly context: Omit<FileContext, "here">;
}

/** The value that the file states for a formula, or for a cell that a formula spills into. */
export interface CachedCell {
  readonly row: number;
  readonly column: number;
  readonly value: Element;
}

export interface SheetCells {
  readonly cells: readonly AuthoredCell[];
  readonly formats: readonly FormattedCell[];
  readonly cached: readonly CachedCell[];
  /** The last row and column with a value, a formula or a format, or -1. */
  readonly bottom: number;
  readonly right: number;
}

/** The days between the two epochs of workbooks, 1900 and 1904. */
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

export function cellsOf(sheet: string, raw: RawSheet, sheetContext: SheetContext): SheetCells {
  const collector = new Collector(sheet, sheetContext);
  for (const cell of raw.cells) collector.add(cell);
  return collector;
}

/** Collects the cells of one sheet, which must be added row by row. */
class Collector implements SheetCells {
  readonly cells: AuthoredCell[] = [];
  readonly formats: FormattedCell[] = [];
  readonly cached: CachedCell[] = [];
  bottom = -1;
  right = -1;
  readonly #sheet: string;
  readonly #sheetContext: SheetContext;
  readonly #formulas: Formulas;
  readonly #spills = new Spills();

  constructor(sheet: string, sheetContext: SheetContext) {
    this.#sheet = sheet;
    this.#sheetContext = sheetContext;
    this.#formulas = new Formulas(sheet, sheetContext);
  }

  add(cell: RawCell): void {
    const { row, column } = cell;
    const { styles, notes, fill } = this.#sheetContext;
    const style = styles[cell.style];
    const value = valueOf(cell, style, this.#sheetContext);
    if (value === undefined)
      notes.add("Invalid values were left out", `${this.#sheet}!${cellName(row, column)}`);
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
    const isSpilled = cell.formula === null && this.#spills.isCovered(row, column);
    if (read !== null || isSpilled) this.cached.push({ row, column, value });
    if (isSpilled) return;
    const written: Authored | null = read === null ? value : read.text;
    if (written !== null) {
      this.cells.push({ row, column, value: written });
      this.#sheetContext.fill.addCell(charactersOf(written));
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

/** The areas that formulas spill into. Rows must be read from top to bottom. */
class Spills {
  #areas: Area[] = [];
  #row = -1;

  add(area: Area): void {
    this.#areas.push(area);
  }

  /** True if an earlier formula spills into the cell. Rows must not decrease from call to call. */
  isCovered(row: number, column: number): boolean {
    if (row !== this.#row) {
      this.#row = row;
      this.#areas = this.#areas.filter(({ bottom }) => bottom >= row);
    }
    return this.#areas.some(({ top, left, right }) => row >= top && column >= left && column <= right);
  }
}

/** The most rows and columns by which the grid grows for the stated spill area of a formula. */
const MOST_SPILLED = 1_000;

/** Returns the format of a cell. A cell with a date but no number format gets the format of dates. */
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

/** Returns the value of a cell: null for a blank cell, undefined for an invalid value. */
function valueOf(
  { type, value }: RawCell,
  style: Style | undefined,
  { strings, isFrom1904 }: SheetContext,
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

/** Returns the serial number of an ISO 8601 date, in UTC if it has no time zone; undefined if invalid. */
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
  /** The area that the file states for an array formula. */
  readonly area: Area | null;
}

/** Reads the formulas of one sheet. Several cells may share the text of one formula. */
class Formulas {
  readonly #sheet: string;
  readonly #sheetContext: SheetContext;
  readonly #shared = new Map<
    string,
    { readonly row: number; readonly column: number; readonly formula: SharedFormula }
  >();

  constructor(sheet: string, sheetContext: SheetContext) {
    this.#sheet = sheet;
    this.#sheetContext = sheetContext;
  }

  /** Returns null if the formula can't be kept, so that its value replaces it. */
  read(
    { row, column, metadata }: RawCell,
    { text, kind, ref, group }: NonNullable<RawCell["formula"]>,
  ): ReadFormula | null {
    const { context, spilling, notes } = this.#sheetContext;
    const place = `${this.#sheet}!${cellName(row, column)}`;
    if (kind === "dataTable") {
      notes.add("Tables of what-if analysis were replaced by their values", place);
      return null;
    }
    const formulaText = this.#textOf(unescapeCellText(text), kind, group, row, column);
    if (formulaText === null || formulaText.trim() === "") return null;
    const isArray = kind === "array";
    const stated = isArray ? areaOf(ref) : null;
    const area = stated?.top === row && stated.left === column ? stated : null;
    const fills =
      isArray && !spilling.has(metadata) ? (area ? extentOf(area) : { rows: 1, columns: 1 }) : null;
    const isTooLarge = fills !== null && fills.rows * fills.columns > LIMITS.sheet_array_cells.value;
    if (isTooLarge)
      notes.add(
        `Array formulas over more than ${LIMITS.sheet_array_cells.value} cells now spill as far as their results reach`,
        place,
      );
    const formula = formulaFromFile(formulaText, isArray, {
      ...context,
      here: { sheet: this.#sheet, row, column },
    });
    if (formula === null) {
      notes.add(
        "Formulas that refer to other workbooks or missing tables were replaced by their values",
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
