/** What is selected in a spreadsheet: an open worksheet, the active cell, and the rectangle that it spans. */
import { type Change, COLUMNS, MOST_ROWS, type Worksheet } from "./cells.ts";
import type { SheetDocument } from "./document.ts";
import type { Mover } from "./moving.ts";
import type { Rectangle } from "./protocol.ts";

/** A cell of a worksheet. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export const NO_WORKSHEET: Worksheet = {
  id: "",
  name: "",
  used_range: null,
  row_count: 0,
  column_count: 0,
  column_widths: [],
  row_heights: [],
  frozen_rows: 0,
  frozen_columns: 0,
};
/** In grids of at least so many rows or columns, whole columns or rows are cut to the used cells. */
const [LONG_COLUMN, LONG_ROW] = [1_000, 200];
const MOST_EXACT_CELLS = 200_000;
const FIRST: Place = { row: 0, column: 0 };

export function* placesOf({ top, left, bottom, right }: Rectangle): Iterable<Place> {
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) yield { row, column };
}

export class SheetSelection {
  readonly #document: SheetDocument;
  /** The worksheet that is open; empty as long as there is none. */
  worksheet = "";
  active = FIRST;
  /** The corner of the selection that lies opposite the active cell. */
  anchor = FIRST;
  /** Counts what a person does here: selects, or types into the active cell. */
  uses = 0;

  constructor(document: SheetDocument) {
    this.#document = document;
  }

  open(worksheet: string): void {
    this.worksheet = worksheet;
    this.selectArea(FIRST, FIRST);
  }

  selectArea(active: Place, anchor: Place): void {
    this.active = active;
    this.anchor = anchor;
    this.uses += 1;
  }

  /** Opens the first worksheet if the open one is gone, and selects no cell that is gone. */
  keep(): void {
    const { worksheets } = this.#document;
    if (!worksheets.some(({ id }) => id === this.worksheet)) this.open(worksheets[0]?.id ?? "");
    this.active = this.#within(this.active);
    this.anchor = this.#within(this.anchor);
  }

  /** The nearest cell of the worksheet. */
  #within({ row, column }: Place): Place {
    const { row_count, column_count } = this.sheet;
    return {
      row: Math.max(0, Math.min(row_count - 1, row)),
      column: Math.max(0, Math.min(column_count - 1, column)),
    };
  }

  /** The selection made longer in one direction, to a cell; null if it is not longer. */
  longerTo(row: number, column: number): Rectangle | null {
    const { area } = this;
    const down = Math.max(row - area.bottom, area.top - row, 0);
    const over = Math.max(column - area.right, area.left - column, 0);
    if (down + over === 0) return null;
    return down >= over
      ? { ...area, top: Math.min(area.top, row), bottom: Math.max(area.bottom, row) }
      : { ...area, left: Math.min(area.left, column), right: Math.max(area.right, column) };
  }

  /** Stays with its cells when others insert or delete lines. */
  follow(mover: Mover): void {
    const { worksheet, active, anchor } = this;
    if (mover.move.worksheet_id !== worksheet) return;
    this.active = mover.nearest(worksheet, active.row, active.column);
    this.anchor = mover.nearest(worksheet, anchor.row, anchor.column);
  }

  get sheet(): Worksheet {
    return this.#document.worksheets.find(({ id }) => id === this.worksheet) ?? NO_WORKSHEET;
  }

  /** The place of the open worksheet among all; -1 if there is none. */
  get place(): number {
    return this.#document.worksheets.findIndex(({ id }) => id === this.worksheet);
  }

  get area(): Rectangle {
    const { active, anchor } = this;
    return {
      top: Math.min(active.row, anchor.row),
      left: Math.min(active.column, anchor.column),
      bottom: Math.max(active.row, anchor.row),
      right: Math.max(active.column, anchor.column),
    };
  }

  /**
   * The selection. Whole rows or columns, and areas of very many cells, are cut to the used cells of the
   * worksheet.
   */
  get usedArea(): Rectangle {
    const { top, left, bottom, right } = this.area;
    const { row_count, column_count } = this.sheet;
    const [height, width] = [bottom - top + 1, right - left + 1];
    const isExact =
      height * width <= MOST_EXACT_CELLS &&
      (height < row_count || row_count <= LONG_COLUMN) &&
      (width < column_count || column_count <= LONG_ROW);
    if (isExact) return { top, left, bottom, right };
    const used = this.#document.used(this.sheet);
    return {
      top,
      left,
      bottom: Math.max(top, Math.min(bottom, used.bottom)),
      right: Math.max(left, Math.min(right, used.right)),
    };
  }

  /** Selects a cell of the worksheet; if extended, the selection reaches from the active cell to it. */
  select(row: number, column: number, isExtended: boolean): void {
    const to = this.#within({ row, column });
    this.selectArea(isExtended ? this.active : to, to);
  }

  /** Selects cells of a rectangle, given row by row, unless another worksheet is open. */
  selectCells(cells: readonly Change[]): void {
    const [first, last] = [cells[0], cells.at(-1)];
    if (first === undefined || last === undefined || first.worksheet !== this.worksheet) return;
    this.active = { row: first.row, column: first.column };
    this.anchor = { row: Math.min(last.row, MOST_ROWS - 1), column: Math.min(last.column, COLUMNS - 1) };
  }

  /** Returns the cell to which Ctrl and an arrow lead: the end of a run of filled or of empty cells. */
  edge(from: Place, down: number, over: number, isFilled: (row: number, column: number) => boolean): Place {
    const { row_count, column_count } = this.sheet;
    const used = this.#document.used(this.sheet);
    const isWithin = (row: number, column: number): boolean =>
      row >= 0 && column >= 0 && row < row_count && column < column_count;
    let { row, column } = from;
    const isRun =
      isFilled(row, column) && isWithin(row + down, column + over) && isFilled(row + down, column + over);
    for (;;) {
      const [nextRow, nextColumn] = [row + down, column + over];
      if (!isWithin(nextRow, nextColumn)) return { row, column };
      if (isRun && !isFilled(nextRow, nextColumn)) return { row, column };
      row = nextRow;
      column = nextColumn;
      if (!isRun && isFilled(row, column)) return { row, column };
      // No cell after the used ones is filled.
      if (down > 0 && row > used.bottom) return { row: row_count - 1, column };
      if (over > 0 && column > used.right) return { row, column: column_count - 1 };
    }
  }
}
