/**
 * The formulas of one worksheet that may still spill into others' places, by columns, so that a place is
 * compared only with those to its left and above. What is done is passed over once and forgotten; so a column
 * of any length costs what its formulas cost.
 */
import type { FormulaCell } from "./workbook.ts";

interface PendingColumn {
  readonly column: number;
  /** In ascending order of their rows; those before `from` are done. */
  anchors: FormulaCell[];
  from: number;
}

export class Pending {
  readonly #columns: PendingColumn[] = [];
  readonly #isDone: (anchor: FormulaCell) => boolean;

  /** `anchors` in ascending order of their rows. */
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

  /** The unfinished formulas up to a row and a column, row after row. */
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
    // Behind one that takes long, others may be done: they are dropped once they are the most.
    if (passed * 2 > anchors.length - of.from) {
      of.anchors = anchors.slice(of.from).filter((anchor) => !this.#isDone(anchor));
      of.from = 0;
    }
  }
}
