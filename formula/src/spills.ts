/**
 * The areas of arrays that are larger than their cell. An array spills only over empty cells without another
 * array. It also must not spill over a cell that was read as blank by a formula on which the array depends,
 * because that would be a circle. An array formula of the older kind fills a fixed range, which nothing else
 * may spill into: an array of one row or column is repeated, a larger array is cut, and a smaller one leaves
 * #N/A.
 */
import { stretched } from "./define.ts";
import type { Extent } from "./authored.ts";
import { COLUMNS_MAX, ROWS_MAX } from "./limits.ts";
import { type ArrayValue, type Element, Reference } from "./values.ts";
import { type FormulaCell, isFormula, type Workbook } from "./workbook.ts";

/** The number of arrays that can be compared with a cell in about the time of one step. */
export const COMPARED = 16;

interface Spilled {
  readonly area: Reference;
  readonly array: ArrayValue;
}

const overlap = (a: Reference, b: Reference) =>
  a.sheet === b.sheet && a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

/** Returns the rectangle that an array fills, beginning at its cell. */
export function areaOf({ sheet, row, column }: FormulaCell, { rows, columns }: Extent): Reference {
  return new Reference(sheet, row, column, row + rows - 1, column + columns - 1);
}

/**
 * True if a formula's array may reach into a range. The formula's cell must be above and left of the range's
 * last cell. For a formula with a fixed range, this is known exactly.
 */
export function mayReach(anchor: FormulaCell, range: Reference): boolean {
  return anchor.fills === null || overlap(areaOf(anchor, anchor.fills), range);
}

export class Spills {
  readonly #workbook: Workbook;
  readonly #spend: (steps: number) => void;
  readonly #spilled: Spilled[][] = [];
  readonly #shaded = new Map<FormulaCell, Reference[]>();
  /** The lowest row and the rightmost column that an array has spilled into, or -1. */
  bottom = -1;
  right = -1;

  /** `spend` is called with the number of steps for searching arrays. */
  constructor(workbook: Workbook, spend: (steps: number) => void) {
    this.#workbook = workbook;
    this.#spend = spend;
  }

  /** Yields the formula cells of a rectangle, and the formula cells outside that may spill into it. */
  *formulasFor(range: Reference): Iterable<FormulaCell> {
    const { sheet, top, left, bottom, right } = range;
    let filled = 0;
    for (const [column, cells] of this.#workbook.columnsOf(sheet, left, right)) {
      for (let at = cells.from(top); at < cells.rows.length && (cells.rows[at] ?? 0) <= bottom; at++) {
        filled++;
        const cell = this.#workbook.take(sheet, cells, at, column);
        if (isFormula(cell)) yield cell;
      }
    }
    if (filled < range.rows * range.columns)
      for (const anchor of this.#workbook.anchorsOf(sheet))
        if (anchor.row <= bottom && anchor.column <= right && mayReach(anchor, range)) yield anchor;
  }

  /** Records that a rectangle was read as blank while the array of a cell was calculated. */
  shade(anchor: FormulaCell, area: Reference): void {
    const areas = this.#shaded.get(anchor);
    if (areas) areas.push(area);
    else this.#shaded.set(anchor, [area]);
  }

  /** Spills an array from its cell. Returns false if there is no room. */
  place(anchor: FormulaCell, array: ArrayValue): boolean {
    const { sheet } = anchor;
    const area = areaOf(anchor, anchor.fills ?? array);
    if (area.bottom >= ROWS_MAX || area.right >= COLUMNS_MAX) return false;
    if (this.#isTaken(area) || this.#isFilled(anchor, area)) return false;
    const here = (this.#spilled[sheet] ??= []);
    if (!anchor.fills && here.some((each) => overlap(each.area, area))) return false;
    here.push({ area, array });
    this.bottom = Math.max(this.bottom, area.bottom);
    this.right = Math.max(this.right, area.right);
    return true;
  }

  /** True if a cell of the array was read as blank while the array was calculated. */
  isShaded(anchor: FormulaCell, array: ArrayValue): boolean {
    const area = areaOf(anchor, array);
    return this.#shaded.get(anchor)?.some((each) => overlap(each, area)) ?? false;
  }

  /**
   * True if the fixed range of another formula reaches into an area. If two fixed ranges overlap, the formula
   * in the upper row, or further left in the same row, gets the cells.
   */
  #isFilled(anchor: FormulaCell, area: Reference): boolean {
    const isFirst = ({ row, column }: FormulaCell): boolean =>
      anchor.fills !== null && (anchor.row < row || (anchor.row === row && anchor.column < column));
    return this.#workbook
      .anchorsOf(area.sheet)
      .some(
        (other) =>
          other.fills !== null &&
          other !== anchor &&
          overlap(areaOf(other, other.fills), area) &&
          !isFirst(other),
      );
  }

  /** True if a cell of an area, other than its first, has authored content. */
  #isTaken({ sheet, top, left, bottom, right }: Reference): boolean {
    const columns = this.#workbook.sheets[sheet]?.columns;
    if (!columns) return true;
    for (let column = left; column <= right; column++) {
      const cells = columns.get(column);
      if (!cells) continue;
      const at = cells.from(column === left ? top + 1 : top);
      if ((cells.rows[at] ?? Infinity) <= bottom) return true;
    }
    return false;
  }

  /** Returns the spilled arrays of a worksheet, and counts the work of searching them all. */
  #spilledOn(sheet: number): readonly Spilled[] {
    const here = this.#spilled[sheet] ?? [];
    if (here.length >= COMPARED) this.#spend(Math.floor(here.length / COMPARED));
    return here;
  }

  /** Returns the element that an array spilled into a cell, or null. */
  at(sheet: number, row: number, column: number): Element {
    for (const { area, array } of this.#spilledOn(sheet)) {
      if (row >= area.top && row <= area.bottom && column >= area.left && column <= area.right)
        return stretched(array, row - area.top, column - area.left) ?? 0;
    }
    return null;
  }

  /**
   * Calls `put` for each element that arrays spilled into a rectangle, without the arrays' own first cells.
   */
  fill(reference: Reference, put: (element: Element, row: number, column: number) => void): void {
    for (const { area, array } of this.#spilledOn(reference.sheet)) {
      if (!overlap(area, reference)) continue;
      for (
        let row = Math.max(area.top, reference.top);
        row <= Math.min(area.bottom, reference.bottom);
        row++
      ) {
        for (
          let column = Math.max(area.left, reference.left);
          column <= Math.min(area.right, reference.right);
          column++
        ) {
          if (row !== area.top || column !== area.left)
            put(stretched(array, row - area.top, column - area.left) ?? 0, row, column);
        }
      }
    }
  }
}
