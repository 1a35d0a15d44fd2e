/**
 * Writes one worksheet as a part of a workbook. Invariants: a text is never written as a formula; a formula
 * is written with its value if the value is known.
 */
import {
  type Authored,
  type Element,
  type Extent,
  FormulaText,
  cellName,
  type Names,
  formulaForFile,
  isError,
  readsOutside,
} from "@daybook/formula";
import type { Worksheet, WorksheetLayout } from "../../../core/spreadsheet.ts";
import { heightInFile } from "../measures.ts";
import { MAIN, RELATIONS } from "../parts/package.ts";
import type { Texts } from "../parts/texts.ts";
import { escapeCellText, tag } from "../parts/xml.ts";
import type { CellStyles } from "./styles.ts";
import { Widths } from "./widths.ts";

/** Returns the calculated value of a cell: undefined if unknown, null if the cell is blank. */
export type Results = (row: number, column: number) => Element | undefined;

export interface SheetContext {
  readonly styles: CellStyles;
  readonly texts: Texts;
  readonly results: Results;
  /** The names that the sheet's formulas may use. */
  readonly names: Names;
  /**
   * Functions that no other program has, by the prefix of their names, and defined names that call them.
   * Formulas that use them are replaced by their values. Null to keep such formulas.
   */
  readonly outside: { readonly prefix: string; readonly names: ReadonlySet<string> } | null;
  readonly isFirst: boolean;
  /** True if the sheet has a drawing; the drawing is then its first relation. */
  readonly hasDrawing: boolean;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

const WIDEST = 16_384;
/** The greatest area that is searched for spilled values. */
const MOST_SPILLED = 100_000;

export function sheetPart(worksheet: Worksheet, context: SheetContext): string {
  const { styles, isFirst, hasDrawing } = context;
  const authored = new Map<number, Authored>(
    worksheet.cells.map(({ row, column, value }) => [row * WIDEST + column, value]),
  );
  const styleNumbers = new Map<number, number>(
    worksheet.formats.map(({ row, column, format }) => [row * WIDEST + column, styles.numberOf(format)]),
  );
  const spilled = new Map<number, Element>();
  const rows = new Map<number, Map<number, string>>();
  const put = (key: number, cell: string): void => {
    const row = Math.floor(key / WIDEST);
    const line = rows.get(row) ?? new Map<number, string>();
    rows.set(row, line);
    line.set(key % WIDEST, cell);
  };
  for (const [key, value] of authored) {
    const [row, column] = [Math.floor(key / WIDEST), key % WIDEST];
    const cell =
      value instanceof FormulaText
        ? formulaCell({ row, column }, value, styleNumbers.get(key) ?? 0, authored, spilled, context)
        : valueCell({ row, column }, value, styleNumbers.get(key) ?? 0, context.texts);
    put(key, cell);
  }
  for (const [key, value] of spilled)
    put(
      key,
      valueCell(
        { row: Math.floor(key / WIDEST), column: key % WIDEST },
        value,
        styleNumbers.get(key) ?? 0,
        context.texts,
      ),
    );
  for (const [key, style] of styleNumbers)
    if (!authored.has(key) && !spilled.has(key))
      put(key, tag("c", { r: cellName(Math.floor(key / WIDEST), key % WIDEST), s: style }));
  const widths = widthsOf(worksheet, context.results, spilled);
  const { layout } = worksheet;
  const heights = new Map(layout.row_heights.map(({ line, pixels }) => [line, heightInFile(pixels)]));
  for (const row of heights.keys()) if (!rows.has(row)) rows.set(row, new Map());
  const written = [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([row, line]) =>
      tag(
        "row",
        { r: row + 1, ht: heights.get(row), customHeight: heights.has(row) ? 1 : undefined },
        [...line]
          .toSorted(([one], [other]) => one - other)
          .map(([, cell]) => cell)
          .join(""),
      ),
    );
  return tag(
    "worksheet",
    { xmlns: MAIN, "xmlns:r": RELATIONS },
    tag(
      "sheetViews",
      {},
      tag("sheetView", { tabSelected: isFirst ? 1 : undefined, workbookViewId: 0 }, ...paneOf(layout)),
    ),
    tag("sheetFormatPr", { defaultRowHeight: 15 }),
    ...widths.tags(layout.column_widths),
    tag("sheetData", {}, written.join("")),
    tag("pageMargins", { left: 0.7, right: 0.7, top: 0.75, bottom: 0.75, header: 0.3, footer: 0.3 }),
    ...(hasDrawing ? [tag("drawing", { "r:id": "rId1" })] : []),
  );
}

/** Returns the element that freezes the first rows and columns; nothing if there are none. */
function paneOf({ frozen_rows: rows, frozen_columns: columns }: WorksheetLayout): readonly string[] {
  if (rows + columns === 0) return [];
  const activePane = columns === 0 ? "bottomLeft" : rows === 0 ? "topRight" : "bottomRight";
  return [
    tag("pane", {
      xSplit: columns === 0 ? undefined : columns,
      ySplit: rows === 0 ? undefined : rows,
      topLeftCell: cellName(rows, columns),
      activePane,
      state: "frozen",
    }),
    tag("selection", { pane: activePane }),
  ];
}

function widthsOf(
  { cells, formats }: Worksheet,
  results: Results,
  spilled: ReadonlyMap<number, Element>,
): Widths {
  const widths = new Widths();
  const codes = new Map(
    formats.map(({ row, column, format }) => [row * WIDEST + column, format.number_format]),
  );
  for (const { row, column, value } of cells)
    widths.add(
      column,
      value instanceof FormulaText ? results(row, column) : value,
      codes.get(row * WIDEST + column),
    );
  for (const [key, value] of spilled) widths.add(key % WIDEST, value, codes.get(key));
  return widths;
}

/** Writes a cell with a typed value, or with the value of a formula without the formula. */
function valueCell({ row, column }: Place, value: Element, style: number, texts: Texts): string {
  const address = cellName(row, column);
  if (typeof value === "string") return texts.cell(address, style, value);
  const s = style === 0 ? undefined : style;
  if (value === null) return tag("c", { r: address, s });
  if (isError(value)) return tag("c", { r: address, s, t: "e" }, tag("v", {}, fileError(value.code)));
  return typeof value === "boolean"
    ? tag("c", { r: address, s, t: "b" }, tag("v", {}, value ? "1" : "0"))
    : tag("c", { r: address, s }, tag("v", {}, String(value)));
}

/** Returns an error code that other programs know: they have none for circular formulas. */
function fileError(code: string): string {
  return code === "#CIRC!" ? "#REF!" : code;
}

function formulaCell(
  place: Place,
  formula: FormulaText,
  style: number,
  authored: ReadonlyMap<number, Authored>,
  spilled: Map<number, Element>,
  context: SheetContext,
): string {
  const { results, texts, outside, names } = context;
  const { row, column } = place;
  const value = results(row, column);
  const { text, maySpill } = formulaForFile(formula.text, names);
  const isArray = maySpill || formula.fills !== null;
  const area = formula.fills
    ? filledOf(place, formula.fills, authored, spilled, results)
    : maySpill
      ? spillOf(place, authored, spilled, results)
      : { rows: 1, columns: 1 };
  if (outside !== null && readsOutside(formula.text, outside.prefix, outside.names))
    return valueCell(place, value ?? null, style, texts);
  const [first, last] = [cellName(row, column), cellName(row + area.rows - 1, column + area.columns - 1)];
  const written = tag(
    "f",
    isArray ? { t: "array", ref: first === last ? first : `${first}:${last}` } : {},
    escapeCellText(text),
  );
  const attributes = {
    r: first,
    s: style === 0 ? undefined : style,
    cm: maySpill && formula.fills === null ? 1 : undefined,
  };
  if (value === undefined || value === null) return tag("c", attributes, written);
  if (isError(value))
    return tag("c", { ...attributes, t: "e" }, written, tag("v", {}, fileError(value.code)));
  if (typeof value === "string")
    return tag("c", { ...attributes, t: "str" }, written, tag("v", {}, escapeCellText(value)));
  if (typeof value === "boolean")
    return tag("c", { ...attributes, t: "b" }, written, tag("v", {}, value ? "1" : "0"));
  return tag("c", attributes, written, tag("v", {}, String(value)));
}

/**
 * Adds to `spilled` the values of an array formula over a fixed range, except in cells with typed content.
 * Returns the size of the range.
 */
function filledOf(
  { row, column }: Place,
  fills: Extent,
  authored: ReadonlyMap<number, Authored>,
  spilled: Map<number, Element>,
  results: Results,
): Extent {
  for (let down = 0; down < fills.rows; down += 1) {
    for (let right = 0; right < fills.columns; right += 1) {
      const key = (row + down) * WIDEST + column + right;
      const value = results(row + down, column + right);
      if (value !== undefined && !authored.has(key)) spilled.set(key, value);
    }
  }
  return fills;
}

/**
 * Finds the area that a formula spills into: the rectangle of cells that have values but no typed content.
 * Adds the values to `spilled` and returns the size of the area.
 */
function spillOf(
  { row, column }: Place,
  authored: ReadonlyMap<number, Authored>,
  spilled: Map<number, Element>,
  results: Results,
): Extent {
  const valueAt = (down: number, right: number): Element | undefined => {
    const key = (row + down) * WIDEST + column + right;
    return column + right >= WIDEST || authored.has(key) || spilled.has(key)
      ? undefined
      : (results(row + down, column + right) ?? undefined);
  };
  let columns = 1;
  while (columns < MOST_SPILLED && valueAt(0, columns) !== undefined) columns += 1;
  let rows = 1;
  const isFull = (down: number): boolean => {
    for (let right = 0; right < columns; right += 1) if (valueAt(down, right) === undefined) return false;
    return true;
  };
  while (rows * columns < MOST_SPILLED && isFull(rows)) rows += 1;
  for (let down = 0; down < rows; down += 1) {
    for (let right = 0; right < columns; right += 1) {
      const value = down + right === 0 ? undefined : valueAt(down, right);
      if (value !== undefined) spilled.set((row + down) * WIDEST + column + right, value);
    }
  }
  return { rows, columns };
}
