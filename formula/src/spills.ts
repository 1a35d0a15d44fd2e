/**
 * The areas of arrays that are larger than their cell. An array spills only over empty cells without another
 * array. It also must not spill over a cell that a formula on which it depends has read as blank, for that
 * would be a circle. An array formula of the older kind fills a fixed range, which nothing else may spill
 * into: one row or one column is repeated, what is larger is cut, and what is smaller leaves #N/A.
 */
import { stretched } from "./define.ts";
import type { Extent } from "./authored.ts";
import { COLUMNS_MAX, ROWS_MAX } from "./limits.ts";
import { type ArrayValue, type Element, Reference } from "./values.ts";
import { type FormulaCell, isFormula, type Workbook } from "./workbook.ts";

/** So many arrays are compared with a place in about the time that one step takes. */
export const COMPARED = 16;

interface Spilled {
  readonly area: Reference;
  readonly array: ArrayValue;
}

const overlap = (a: Reference, b: Reference) =>
  a.sheet === b.sheet && a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

/** The rectangle that an array fills from its cell on. */
export function areaOf({ sheet, row, column }: FormulaCell, { rows, columns }: Extent): Reference {
  return new Reference(sheet, row, column, row + rows - 1, column + columns - 1);
}

/**
 * True if a formula's array may lie in a range that its cell is above and left of: of a fixed array that is
 * known beforehand.
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

  /** `spend` counts the arrays that are looked through. */
  constructor(workbook: Workbook, spend: (steps: number) => void) {
    this.#workbook = workbook;
    this.#spend = spend;
  }

  /** The formula cells of a rectangle, and those beyond it that may spill into it. */
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

  /** Records that a rectangle was read as blank while a cell's array was calculated. */
  shade(anchor: FormulaCell, area: Reference): void {
    const areas = this.#shaded.get(anchor);
    if (areas) areas.push(area);
    else this.#shaded.set(anchor, [area]);
  }

  /** Spills an array from its cell; false where it has no room. */
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

  /** True if a cell's array was read as blank before it was there. */
  isShaded(anchor: FormulaCell, array: ArrayValue): boolean {
    const area = areaOf(anchor, array);
    return this.#shaded.get(anchor)?.some((each) => overlap(each, area)) ?? false;
  }

  /**
   * True if the fixed range of another formula reaches into an area. Of two such ranges the first one counts,
   * by the rows of their formulas.
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

  /** True if something is written within an area beside its first cell. */
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

  /** The arrays of a worksheet, all of which are looked through. */
  #spilledOn(sheet: number): readonly Spilled[] {
    const here = this.#spilled[sheet] ?? [];
    if (here.length >= COMPARED) this.#spend(Math.floor(here.length / COMPARED));
    return here;
  }

  /** The element that an array spilled there, or null. */
  at(sheet: number, row: number, column: number): Element {
    for (const { area, array } of this.#spilledOn(sheet)) {
      if (row >= area.top && row <= area.bottom && column >= area.left && column <= area.right)
        return stretched(array, row - area.top, column - area.left) ?? 0;
    }
    return null;
  }

  /** Gives each element that arrays put into a rectangle, their own first cells left out. */
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
