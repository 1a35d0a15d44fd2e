/**
 * The formulas of one worksheet that may still spill into other cells. They are kept by column, so that a
 * cell is compared only with formulas to its left and above. Finished formulas are skipped once and then
 * dropped, so the total work grows only with the number of formulas.
 */
import type { FormulaCell } from "./workbook.ts";

interface PendingColumn {
  readonly column: number;
  /** In ascending order of rows. The formulas before `from` are finished. */
  anchors: FormulaCell[];
  from: number;
}

export class Pending {
  readonly #columns: PendingColumn[] = [];
  readonly #isDone: (anchor: FormulaCell) => boolean;

  /** `anchors` must be in ascending order of rows. */
  constructor(anchors: readonly FormulaCell[], isDone: (anchor: FormulaCell) => boolean) {
    this.#isDone = isDone;
    const byColumn = new Map<number, PendingColumn>();
    for (const anchor of anchors) {
      const known = byColumn.get(anchor.column);
      if (known) known.anchors.push(anchor);
      else byColumn.set(anchor.column, { column: anchor.column, anchors: [anchor], from: 0 });
    }
    this.#columns = [...byColumn.values()].toSorted((a, b) => a.column - b.column);
  }

  /** Returns the unfinished formulas up to a row and a column, row by row. */
  upTo(bottom: number, right: number): readonly FormulaCell[] {
    const found: FormulaCell[] = [];
    let columns = 0;
    for (const each of this.#columns) {
      if (each.column > right) break;
      const before = found.length;
      this.#collect(each, bottom, found);
      if (found.length > before) columns++;
    }
    return columns > 1 ? found.toSorted((a, b) => a.row - b.row || a.column - b.column) : found;
  }

  #collect(of: PendingColumn, bottom: number, found: FormulaCell[]): void {
    const { anchors } = of;
    let passed = 0;
    for (let at = of.from; at < anchors.length; at++) {
      const anchor = anchors[at];
      if (anchor === undefined || anchor.row > bottom) break;
      if (!this.#isDone(anchor)) found.push(anchor);
      else if (at === of.from) of.from++;
      else passed++;
    }
    // After an unfinished formula there may be finished ones. They are dropped when they are the majority.
    if (passed * 2 > anchors.length - of.from) {
      of.anchors = anchors.slice(of.from).filter((anchor) => !this.#isDone(anchor));
      of.from = 0;
    }
  }
}
