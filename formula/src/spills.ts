/**
 * Where arrays stand that are larger than their cell. An array spills only where nothing was written and no other array
 * stands; and where no formula that it depends on has already read the place as blank, for that would be a circle.
 */
import { COLUMNS_MAX, ROWS_MAX } from "./limits.ts";
import { type ArrayValue, type Element, Reference } from "./values.ts";
import type { FormulaCell, Workbook } from "./workbook.ts";

interface Spilled {
  readonly area: Reference;
  readonly array: ArrayValue;
}

const overlap = (a: Reference, b: Reference) => a.sheet === b.sheet && a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

export class Spills {
  readonly #workbook: Workbook;
  readonly #spilled: Spilled[][] = [];
  readonly #shaded = new Map<FormulaCell, Reference[]>();
  /** The lowest row and the rightmost column that an array has spilled into, or -1. */
  bottom = -1;
  right = -1;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  /** That a rectangle was read as blank on the way to a cell's array. */
  shade(anchor: FormulaCell, area: Reference): void {
    const areas = this.#shaded.get(anchor);
    if (areas) areas.push(area);
    else this.#shaded.set(anchor, [area]);
  }

  /** Spills an array from its cell; false where it has no room. */
  place(anchor: FormulaCell, array: ArrayValue): boolean {
    const { sheet, row, column } = anchor;
    const area = new Reference(sheet, row, column, row + array.rows - 1, column + array.columns - 1);
    if (area.bottom >= ROWS_MAX || area.right >= COLUMNS_MAX) return false;
    if (this.#isTaken(area)) return false;
    const here = (this.#spilled[sheet] ??= []);
    if (here.some((each) => overlap(each.area, area))) return false;
    here.push({ area, array });
    this.bottom = Math.max(this.bottom, area.bottom);
    this.right = Math.max(this.right, area.right);
    return true;
  }

  /** Whether a cell's array was read as blank before it was there. */
  isShaded(anchor: FormulaCell, array: ArrayValue): boolean {
    const { sheet, row, column } = anchor;
    const area = new Reference(sheet, row, column, row + array.rows - 1, column + array.columns - 1);
    return this.#shaded.get(anchor)?.some((each) => overlap(each, area)) ?? false;
  }

  /** Whether something is written within an area beside its first cell. */
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

  /** What an array put there, or null. */
  at(sheet: number, row: number, column: number): Element {
    for (const { area, array } of this.#spilled[sheet] ?? []) {
      if (row >= area.top && row <= area.bottom && column >= area.left && column <= area.right) return array.at(row - area.top, column - area.left) ?? 0;
    }
    return null;
  }

  /** Gives each element that arrays put into a rectangle, their own first cells left out. */
  fill(reference: Reference, put: (element: Element, row: number, column: number) => void): void {
    for (const { area, array } of this.#spilled[reference.sheet] ?? []) {
      if (!overlap(area, reference)) continue;
      for (let row = Math.max(area.top, reference.top); row <= Math.min(area.bottom, reference.bottom); row++) {
        for (let column = Math.max(area.left, reference.left); column <= Math.min(area.right, reference.right); column++) {
          if (row !== area.top || column !== area.left) put(array.at(row - area.top, column - area.left) ?? 0, row, column);
        }
      }
    }
  }
}
