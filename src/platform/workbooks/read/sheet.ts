/**
 * Reads the part of one worksheet: its cells with their texts, the sizes of its lines and its frozen panes,
 * and which other elements are on the sheet.
 * Invariant: the stated size of the sheet is ignored; only existing cells count.
 */
import { cellAt } from "@daybook/formula";
import { LIMITS } from "@daybook/words/limits";
import { pixelsOfHeight, pixelsOfWidth } from "../measures.ts";
import { WorkbookProblem } from "../problem.ts";
import { TextItem } from "./strings.ts";
import { type Attributes, readXml, relationOf, wholeNumber } from "./xml.ts";

export interface RawFormula {
  readonly text: string;
  /** "shared", "array", "dataTable", or "" for an ordinary formula. */
  readonly kind: string;
  readonly ref: string;
  /** The number of the shared formula. */
  readonly group: string;
}

export interface RawCell {
  readonly row: number;
  readonly column: number;
  readonly style: number;
  /** "n", "s", "str", "inlineStr", "b", "e" or "d". */
  readonly type: string;
  readonly value: string | null;
  readonly formula: RawFormula | null;
  /** The number of the cell's metadata, from 1; 0 for none. */
  readonly metadata: number;
}

/** Columns from `first` to `last` with the same width. They count from 0. */
export interface RawColumns {
  readonly first: number;
  readonly last: number;
  readonly pixels: number;
}

export interface RawSheet {
  readonly cells: readonly RawCell[];
  /** In ascending order; no column is in two of them. */
  readonly columns: readonly RawColumns[];
  /** The heights of rows by their numbers from 0, `LIMITS.sheet_sized_lines` at most, in any order. */
  readonly heights: ReadonlyMap<number, number>;
  readonly frozen: { readonly rows: number; readonly columns: number };
  /** The ids of the relations to drawings, and to tables. */
  readonly drawings: readonly string[];
  readonly tables: readonly string[];
  /** The kinds of other elements on the sheet, out of `KINDS`. */
  readonly kinds: ReadonlySet<string>;
}

/** What is noted of panes that scroll each by itself, and of more heights than a worksheet may have. */
export const [SPLIT, LOST_HEIGHTS] = ["pane", "row"] as const;

/** The elements of a sheet whose omission is reported in a note. */
const KINDS: ReadonlySet<string> = new Set([
  "mergeCell",
  "conditionalFormatting",
  "dataValidation",
  "hyperlink",
  "legacyDrawing",
  "picture",
  "oleObject",
  "control",
  "autoFilter",
  "sheetProtection",
  SPLIT,
  LOST_HEIGHTS,
  "x14:conditionalFormatting",
  "x14:dataValidation",
  "x14:sparklineGroup",
  "x14:slicer",
]);

/**
 * Reads a sheet. `cellsBefore` is the number of cells on the sheets before. Throws `WorkbookProblem` if there
 * are more cells than a spreadsheet may have.
 */
export function readSheet(path: string, bytes: Uint8Array, cellsBefore: number): RawSheet {
  const reader = new SheetReader(path, cellsBefore);
  readXml(path, bytes, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: (name) => reader.close(name),
  });
  const { cells, columns, heights, frozen, drawings, tables, kinds } = reader;
  return { cells: inOrder(cells), columns, heights, frozen, drawings, tables, kinds };
}

/** A cell while its elements are read. */
interface OpenCell {
  readonly attributes: Attributes;
  formula: Attributes | null;
  formulaText: string;
  value: string | null;
}

/** Collects the cells of a sheet from the elements of its part. */
class SheetReader implements RawSheet {
  readonly cells: RawCell[] = [];
  readonly columns: RawColumns[] = [];
  readonly heights = new Map<number, number>();
  frozen = { rows: 0, columns: 0 };
  readonly drawings: string[] = [];
  readonly tables: string[] = [];
  readonly kinds = new Set<string>();
  readonly #path: string;
  readonly #cellsBefore: number;
  readonly #item = new TextItem();
  readonly #views: string[] = [];
  #row = -1;
  #column = -1;
  #cell: OpenCell | null = null;
  /** The element of the cell whose text is being read. */
  #textElement: "v" | "f" | "is" | null = null;

  constructor(path: string, cellsBefore: number) {
    this.#path = path;
    this.#cellsBefore = cellsBefore;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#textElement === "is") this.#item.open(name);
    else if (this.#cell) this.#openInCell(this.#cell, name, attributes);
    else if (name === "c") this.#openCell(attributes);
    else if (name === "row") this.#openRow(attributes);
    else if (name === "col") this.#addColumns(attributes);
    else if (name === "sheetView" || name === "customSheetView") this.#views.push(name);
    else if (name === "pane") this.#addPane(attributes);
    else if (name === "drawing") this.drawings.push(relationOf(attributes) ?? "");
    else if (name === "tablePart") this.tables.push(relationOf(attributes) ?? "");
    else if (KINDS.has(name)) this.kinds.add(name);
  }

  text(text: string): void {
    const cell = this.#cell;
    if (cell === null) return;
    if (this.#textElement === "v") cell.value = `${cell.value ?? ""}${text}`;
    else if (this.#textElement === "f") cell.formulaText += text;
    else if (this.#textElement === "is") this.#item.add(text);
  }

  close(name: string): void {
    const cell = this.#cell;
    if (cell === null) return;
    if (this.#textElement === "is" && name !== "is") this.#item.close(name);
    else if (this.#textElement === name) {
      if (name === "is") cell.value = this.#item.take();
      this.#textElement = null;
    } else if (name === "c") this.#closeCell(cell);
  }

  /** A width that the program chose to fit the cells is not one that somebody set. */
  #addColumns({ min, max, width, customWidth, bestFit }: Attributes): void {
    const most = LIMITS.sheet_columns.value;
    const [first, last] = [wholeNumber(min, most), wholeNumber(max, most)];
    const pixels = isOn(customWidth) && !isOn(bestFit) ? pixelsOfWidth(width) : null;
    if (first === null || last === null || last < first || pixels === null) return;
    if (first > (this.columns.at(-1)?.last ?? -1) + 1)
      this.columns.push({ first: first - 1, last: last - 1, pixels });
  }

  /** Further windows and views that people saved have panes of their own. */
  #addPane({ xSplit = "0", ySplit = "0", state }: Attributes): void {
    if (this.#views.length !== 1 || this.#views[0] !== "sheetView") return;
    const rows = wholeNumber(ySplit, LIMITS.sheet_rows.value);
    const columns = wholeNumber(xSplit, LIMITS.sheet_columns.value);
    if (rows !== null && columns !== null && (state === "frozen" || state === "frozenSplit"))
      this.frozen = { rows, columns };
    else this.kinds.add(SPLIT);
  }

  #openRow({ r: written, ht, customHeight }: Attributes): void {
    const number = written === undefined ? this.#row + 2 : wholeNumber(written, LIMITS.sheet_rows.value);
    if (number === null || number < 1 || number > LIMITS.sheet_rows.value)
      throw new WorkbookProblem(`The part ${this.#path} has a row that is outside the grid.`);
    this.#row = number - 1;
    this.#column = -1;
    const pixels = isOn(customHeight) ? pixelsOfHeight(ht) : null;
    if (pixels === null) return;
    if (this.heights.size < LIMITS.sheet_sized_lines.value) this.heights.set(this.#row, pixels);
    else this.kinds.add(LOST_HEIGHTS);
  }

  #openCell(attributes: Attributes): void {
    const { r: written } = attributes;
    const place = written === undefined ? null : cellAt(written);
    if (written !== undefined && place === null)
      throw new WorkbookProblem(
        `The part ${this.#path} has a cell that is outside the grid: ${written.slice(0, 20)}`,
      );
    this.#row = place?.row ?? this.#row;
    this.#column = place?.column ?? this.#column + 1;
    if (this.#column >= LIMITS.sheet_columns.value || this.#row < 0)
      throw new WorkbookProblem(`The part ${this.#path} has a cell that is outside the grid.`);
    this.#cell = { attributes, formula: null, formulaText: "", value: null };
  }

  #openInCell(cell: OpenCell, name: string, attributes: Attributes): void {
    if (name === "v" || name === "f" || name === "is") this.#textElement = name;
    if (name === "v") cell.value = "";
    if (name === "f") cell.formula = attributes;
  }

  #closeCell({ attributes: { s, t = "n", cm }, formula, formulaText, value }: OpenCell): void {
    this.cells.push({
      row: this.#row,
      column: this.#column,
      style: wholeNumber(s, 1_000_000) ?? 0,
      type: t,
      value,
      formula: formula && rawFormula(formula, formulaText),
      metadata: wholeNumber(cm, 1_000_000) ?? 0,
    });
    if (this.#cellsBefore + this.cells.length > MOST_CELLS)
      throw new WorkbookProblem(`The workbook has more than ${MOST_CELLS} cells with a value or a format.`);
    this.#cell = null;
  }
}

function isOn(written: string | undefined): boolean {
  return written === "1" || written === "true";
}

/** Returns null for an empty ordinary formula. Cells that a volatile array formula spills into have one. */
function rawFormula({ t = "normal", ref = "", si = "" }: Attributes, text: string): RawFormula | null {
  return text === "" && t === "normal" ? null : { text, kind: t === "normal" ? "" : t, ref, group: si };
}

const MOST_CELLS = LIMITS.sheet_cells.value + LIMITS.sheet_formats.value;

/** Sorts the cells row by row. Of two cells with the same address, keeps the last one. */
function inOrder(cells: readonly RawCell[]): readonly RawCell[] {
  const isInOrder = cells.every(({ row, column }, at) => {
    const before = cells[at - 1];
    return before === undefined || before.row < row || (before.row === row && before.column < column);
  });
  if (isInOrder) return cells;
  const byPlace = new Map(cells.map((cell) => [cell.row * LIMITS.sheet_columns.value + cell.column, cell]));
  return [...byPlace].toSorted(([one], [other]) => one - other).map(([, cell]) => cell);
}
