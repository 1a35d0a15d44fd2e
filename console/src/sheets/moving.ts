/**
 * Moves what the page holds of a spreadsheet when rows or columns are inserted or deleted: the same rules as
 * those of the service, so that both have the same cells without reading the document again.
 */
import {
  FormulaText,
  movedCell,
  reversedMove,
  withMovedLines,
  withRenamedWorksheet,
} from "@daybook/formula/cells";
import type { SheetChanges } from "../api/generated/schemas.ts";
import type { Cell, Change, Worksheet } from "./cells.ts";

/** A move of lines of a worksheet. */
export type SheetMove = SheetChanges["moves"][number];

/** A change in a row or column that someone else deleted. */
export interface Lost {
  readonly worksheet: string;
  readonly row: number;
  readonly column: number;
  readonly value: Change["value"];
}

/** Moves what a document holds after lines of the worksheet named `moved` were inserted or deleted. */
export class Mover {
  readonly move: SheetMove;
  readonly #moved: string;
  readonly #names: ReadonlyMap<string, string>;

  constructor(move: SheetMove, worksheets: readonly Worksheet[]) {
    this.move = move;
    this.#names = new Map(worksheets.map(({ id, name }) => [id, name]));
    this.#moved = this.#names.get(move.worksheet_id) ?? "";
  }

  /** A formula of a worksheet, or of none, as it is after the move. */
  text(worksheet: string | null, formula: string): string {
    const own = worksheet === null ? null : (this.#names.get(worksheet) ?? null);
    return withMovedLines(formula, own, this.#moved, this.move);
  }

  value(worksheet: string, value: Cell["value"]): Cell["value"] {
    if (!(value instanceof FormulaText)) return value;
    const text = this.text(worksheet, value.text);
    return text === value.text ? value : new FormulaText(text, value.fills);
  }

  /** Returns the place of a cell after the move; null if it was deleted. */
  place(worksheet: string, row: number, column: number) {
    return worksheet === this.move.worksheet_id ? movedCell(row, column, this.move) : { row, column };
  }

  /** Returns a cell with what it holds after the move; null if it was deleted. */
  change<C extends Change>(change: C): C | null {
    const place = this.place(change.worksheet, change.row, change.column);
    return place === null ? null : { ...change, ...place, value: this.value(change.worksheet, change.value) };
  }

  /** Returns the content of a deleted cell as it is after the move. */
  content<C extends Lost>(lost: C): C {
    return { ...lost, value: this.value(lost.worksheet, lost.value) };
  }

  /**
   * Returns the place after the move of a cell that must have one, such as the active cell. A deleted cell
   * gets the place of the next line.
   */
  nearest(worksheet: string, row: number, column: number) {
    const { lines, at } = this.move;
    return (
      this.place(worksheet, row, column) ?? (lines === "rows" ? { row: at, column } : { row, column: at })
    );
  }

  /** True if making the move and taking it back changes a formula. */
  loses(worksheet: string, value: Cell["value"]): boolean {
    if (!(value instanceof FormulaText)) return false;
    const own = this.#names.get(worksheet) ?? null;
    const after = this.text(worksheet, value.text);
    return (
      after !== value.text && withMovedLines(after, own, this.#moved, reversedMove(this.move)) !== value.text
    );
  }
}

/**
 * Returns how formulas change when worksheets have other names; null if they have the same. Two may have
 * exchanged theirs, so each has its id in between.
 */
export function renaming(
  before: readonly Worksheet[],
  after: readonly Worksheet[],
): ((formula: string) => string) | null {
  const names = new Map(after.map(({ id, name }) => [id, name]));
  const renamed = before.flatMap(({ id, name }) => {
    const to = names.get(id) ?? name;
    return to === name ? [] : [{ id, from: name, to }];
  });
  if (renamed.length === 0) return null;
  const pairs = [
    ...renamed.map(({ id, from }) => [from, id] as const),
    ...renamed.map(({ id, to }) => [id, to] as const),
  ];
  return (formula) => pairs.reduce((text, [from, to]) => withRenamedWorksheet(text, from, to), formula);
}

/**
 * Returns a move of this page after a move of someone else; null if the two deletions or insertions meet, so
 * that the person has to look again.
 */
export function movedMove(move: SheetMove, other: SheetMove): SheetMove | null {
  if (move.worksheet_id !== other.worksheet_id || move.lines !== other.lines) return move;
  const [end, otherEnd] = [move.at - Math.min(0, move.count), other.at - Math.min(0, other.count)];
  if (move.at >= otherEnd) return { ...move, at: move.at + other.count };
  return end <= other.at ? move : null;
}
