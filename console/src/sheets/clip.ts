/**
 * Cells that are copied, cut, or on their way into the document. Invariant: they stay with their lines and
 * names until they are pasted or written.
 */
import type { Change } from "./cells.ts";
import type { Mover } from "./moving.ts";
import { rewrittenChange } from "./steps.ts";

export class Clip {
  /** The cells as the clipboard of the browser has them. */
  text: string;
  /** Cells of a deleted line have the place of the next line. */
  cells: readonly (readonly Change[])[];
  /** The cells to be cleared, as far as they are still there; null if they were not cut. */
  cut: readonly Change[] | null;

  constructor(text: string, cells: readonly (readonly Change[])[], isCut: boolean) {
    this.text = text;
    this.cells = cells;
    this.cut = isCut ? cells.flat().map((cell) => ({ ...cell, value: null, format: null })) : null;
  }

  follow(mover: Mover): void {
    this.#change((cell) => ({
      ...cell,
      ...mover.nearest(cell.worksheet, cell.row, cell.column),
      value: mover.value(cell.worksheet, cell.value),
    }));
    this.cut = this.cut?.flatMap((cell) => mover.change(cell) ?? []) ?? null;
  }

  rewrite(rewrite: (formula: string) => string): void {
    this.#change((cell) => rewrittenChange(cell, rewrite));
  }

  #change(change: (cell: Change) => Change): void {
    this.cells = this.cells.map((line) => line.map(change));
  }
}

/** Returns a cell where it is now; null if it is gone. */
type Following = (cell: Change) => Change | null;

/** Cells whose formulas the calculator still writes. */
export class ComingCells {
  readonly #all = new Set<Following[]>();

  /** Returns a function that moves the written cells by all that was followed since `begin`. */
  begin(): (cells: readonly Change[]) => readonly Change[] {
    const followed: Following[] = [];
    this.#all.add(followed);
    return (cells) => {
      this.#all.delete(followed);
      return cells.flatMap(
        (cell) => followed.reduce<Change | null>((each, follow) => each && follow(each), cell) ?? [],
      );
    };
  }

  follow(following: Following): void {
    for (const followed of this.#all) followed.push(following);
  }
}
