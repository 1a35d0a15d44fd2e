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
import type { FormattedCell } from "../../../core/spreadsheet.ts";
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
  /** What formulas may name, as told from this sheet. */
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
  const { styles, notes, fill } = surroundings;
  const formulas = new Formulas(sheet, surroundings);
  const [cells, formats, cached]: [AuthoredCell[], FormattedCell[], CachedCell[]] = [[], [], []];
  let [bottom, right] = [-1, -1];
  let areas: Area[] = [];
  let row = -1;
  for (const cell of raw.cells) {
    if (cell.row !== row) {
      row = cell.row;
      areas = areas.filter((area) => area.bottom >= row);
    }
    const style = styles[cell.style];
    const value = valueOf(cell, style, surroundings);
    if (value === undefined)
      notes.add("Values that are none were left out", `${sheet}!${cellName(cell.row, cell.column)}`);
    const isDay = cell.type === "d" && cell.value !== null;
    const format =
      isDay && style?.format?.number_format === undefined
        ? { ...style?.format, number_format: DATE_FORMAT }
        : (style?.format ?? null);
    if (format) {
      formats.push({ row: cell.row, column: cell.column, format });
      fill.addFormat();
    }
    const isWritten = cell.formula !== null || (value !== null && value !== undefined);
    if (format || isWritten) [bottom, right] = [Math.max(bottom, cell.row), Math.max(right, cell.column)];
    if (!isWritten) continue;
    const read = cell.formula && formulas.read(cell, cell.formula);
    const isSpilled =
      cell.formula === null &&
      areas.some((area) => cell.column >= area.left && cell.column <= area.right && cell.row >= area.top);
    if (read !== null || isSpilled) cached.push({ row: cell.row, column: cell.column, value: value ?? null });
    if (isSpilled) continue;
    const written: Authored | null = read === null ? (value ?? null) : read.text;
    if (written !== null) {
      cells.push({ row: cell.row, column: cell.column, value: written });
      fill.addCell(
        written instanceof FormulaText
          ? written.text.length
          : typeof written === "string"
            ? written.length
            : 0,
      );
    }
    if (read?.area) {
      const most = read.text.fills === null ? MOST_SPILLED : Infinity;
      areas.push(read.area);
      [bottom, right] = [
        Math.max(bottom, Math.min(read.area.bottom, cell.row + most)),
        Math.max(right, Math.min(read.area.right, cell.column + most)),
      ];
    }
  }
  return { cells, formats, cached, bottom, right };
}

/** So far a grid grows for what a file says that a formula spills into. */
const MOST_SPILLED = 1_000;

/** Null for a blank cell, undefined for a value that is none. */
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
    case "d": {
      const time = Date.parse(
        /(?:Z|[+-]\d\d:\d\d)$/u.test(value) || !value.includes("T") ? value : `${value}Z`,
      );
      return Number.isNaN(time) ? undefined : (time - EPOCH_MS) / DAY_MS;
    }
    default: {
      if (value.trim() === "") return null;
      const number = Number(value);
      if (!Number.isFinite(number)) return undefined;
      return isFrom1904 && style?.isDate ? number + DAYS_OF_1904 : number;
    }
  }
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
