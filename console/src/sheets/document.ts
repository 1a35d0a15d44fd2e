/**
 * A spreadsheet in the page: its worksheets and cells as they were written, what a person changed and how to
 * take it back, and what waits to be stored. Blocks of 64 rows are read when they are first looked at,
 * because a document may have a million cells. Rows and columns count from 0.
 */
import { type Authored, columnAt, FormulaText, reversedMove } from "@daybook/formula/cells";
import type {
  EditedSheet,
  SheetChanges,
  SheetChart,
  SheetContent,
  SheetEdit,
} from "../api/generated/schemas.ts";
import {
  type Arrangement,
  formerOf,
  type Frame,
  movedArrangement,
  rewrittenArrangement,
} from "./arrangements.ts";
import {
  type Cell,
  type Cells,
  type Change,
  COLUMNS,
  extentOf,
  inputOf,
  isSameCell,
  isSameValue,
  MOST_ROWS,
  readCells,
  textOf,
  type Worksheet,
} from "./cells.ts";
import { type Clip, ComingCells } from "./clip.ts";
import { Mover, renaming, type SheetMove } from "./moving.ts";
import { PendingCells } from "./pending.ts";
import type { Rectangle, WrittenCell } from "./protocol.ts";
import { type ArrangedStep, type Direction, rewrittenChange, Steps, type TakenStep } from "./steps.ts";
import { editsBack } from "./taking-back.ts";
import { WaitingArrangements } from "./waiting.ts";

type Block = SheetContent["blocks"][number];

const BLOCK_ROWS = 64;
const EMPTY: Cell = { value: null, format: null };

export class SheetDocument {
  name = "";
  revision = 0;
  /** The worksheets and charts with what waits; `frame` has them as they are stored. */
  worksheets: readonly Worksheet[] = [];
  charts: readonly SheetChart[] = [];
  frame: Frame = { worksheets: [], names: [], charts: [] };
  readonly #waiting = new WaitingArrangements(() => this.#showWaiting());
  /** The blocks of a worksheet by their numbers: as they came, until they are looked at. */
  #blocks = new Map<string, Map<number, Block | Cells>>();
  readonly pending = new PendingCells();
  readonly #grown = new Map<string, { readonly rows: number; readonly columns: number }>();
  readonly steps = new Steps();
  /** The cells that were copied or cut here; null if their place is no longer known. */
  clip: Clip | null = null;
  readonly coming = new ComingCells();

  /** Replaces the whole document. Changes that are not stored stay. */
  open(content: SheetContent): void {
    this.#blocks = new Map();
    this.#touched.clear();
    this.takeFrame(content);
    for (const block of content.blocks) {
      const own = this.#blocks.get(block.worksheet_id) ?? new Map<number, Block | Cells>();
      this.#blocks.set(block.worksheet_id, own);
      own.set(block.block, block);
    }
  }

  takeFrame({ name, revision, worksheets, names, charts }: Omit<EditedSheet, "object">): void {
    this.name = name;
    this.revision = revision;
    this.#followNames(worksheets);
    const ids = new Set(worksheets.map(({ id }) => id));
    if (this.frame.worksheets.some(({ id }) => !ids.has(id)))
      this.pending.follow({
        change: (change) => (ids.has(change.worksheet) ? change : null),
        content: (lost) => lost,
      });
    this.frame = { worksheets, names, charts };
    for (const [id, size] of this.#grown) {
      const sheet = worksheets.find((each) => each.id === id);
      if (sheet === undefined || (sheet.row_count >= size.rows && sheet.column_count >= size.columns))
        this.#grown.delete(id);
    }
    this.#showWaiting();
  }

  get names(): Frame["names"] {
    return this.frame.names;
  }

  /** Updates the names of worksheets in waiting changes and steps. */
  #followNames(worksheets: readonly Worksheet[]): void {
    const rewrite = renaming(this.frame.worksheets, worksheets);
    if (rewrite === null) return;
    const rewritten = <C extends Pick<Change, "value">>(each: C): C => rewrittenChange(each, rewrite);
    this.pending.follow({ change: rewritten, content: rewritten });
    for (const change of this.pending.waiting) this.#put(change);
    this.steps.rewrite(rewrite);
    this.clip?.rewrite(rewrite);
    this.coming.follow(rewritten);
    this.#waiting.follow((wanted) => rewrittenArrangement(wanted, rewrite));
    const names = new Map(worksheets.map(({ id, name }) => [id, name]));
    const own = this.frame.worksheets.map((sheet) => ({ ...sheet, name: names.get(sheet.id) ?? sheet.name }));
    this.frame = { ...this.frame, worksheets: own };
  }

  /** Enlarges the grid of a worksheet to hold its cells; `grown` lists it until that is stored. */
  #growFor(id: string, cells: Iterable<Change>): void {
    const { rows, columns } = extentOf(cells);
    this.#grow(id, Math.min(rows, MOST_ROWS), Math.min(columns, COLUMNS));
  }

  #grow(id: string, rows: number, columns: number): void {
    const sheet = this.worksheets.find((each) => each.id === id);
    if (sheet === undefined || (sheet.row_count >= rows && sheet.column_count >= columns)) return;
    const size = {
      rows: Math.max(sheet.row_count, rows),
      columns: Math.max(sheet.column_count, columns),
    };
    this.#grown.set(id, size);
    const grown = { ...sheet, row_count: size.rows, column_count: size.columns };
    this.worksheets = this.worksheets.map((each) => (each.id === id ? grown : each));
  }

  /** Makes an arrangement a step; null if it changes nothing. */
  arrange(after: Arrangement): ArrangedStep | null {
    const before = formerOf(after, { ...this.frame, worksheets: this.worksheets, charts: this.charts });
    if (before === null) return null;
    const step = { arranged: { before, after }, mark: { isStored: false } };
    this.steps.add(step);
    return step;
  }

  /** Shows an arrangement until `end` is called; `edit` returns what stores it, as `WaitingArrangements` do. */
  show(arrangement: Arrangement) {
    const { join, end, edit } = this.#waiting.add(arrangement);
    return { join, end, edit: () => edit(this.frame) };
  }

  #showWaiting(): void {
    this.worksheets = this.frame.worksheets;
    for (const [id, { rows, columns }] of this.#grown) this.#grow(id, rows, columns);
    const shown = this.#waiting.over({ ...this.frame, worksheets: [...this.worksheets] });
    this.worksheets = shown.worksheets;
    this.charts = shown.charts;
  }

  /** The worksheets that the page has made larger than the service knows. */
  get grown(): ReadonlyMap<string, { readonly rows: number; readonly columns: number }> {
    return this.#grown;
  }

  /** The texts of all cells for the worker. */
  source(): readonly { readonly name: string; readonly blocks: readonly string[] }[] {
    return this.worksheets.map(({ id, name }) => ({
      name,
      blocks: [...(this.#blocks.get(id) ?? [])]
        .toSorted(([a], [b]) => a - b)
        .map(([, block]) => (block instanceof Map ? textOf(block) : block.cells)),
    }));
  }

  #cellsOf(worksheet: string, block: number): Cells | undefined {
    const own = this.#blocks.get(worksheet);
    const found = own?.get(block);
    if (found === undefined || found instanceof Map) return found;
    const cells = readCells(found);
    own?.set(block, cells);
    return cells;
  }

  at(worksheet: string, row: number, column: number): Cell {
    return this.#cellsOf(worksheet, Math.floor(row / BLOCK_ROWS))?.get(row * COLUMNS + column) ?? EMPTY;
  }

  /** The smallest rectangle from A1 that holds all cells of a worksheet. */
  used({ id, used_range }: Worksheet): Rectangle {
    const [, letters = "A", digits = "1"] = /([A-Z]+)(\d+)$/u.exec(used_range ?? "") ?? [];
    const stated = used_range === null ? -1 : Number(digits) - 1;
    return {
      top: 0,
      left: 0,
      bottom: Math.max(0, stated, this.#touched.get(id)?.bottom ?? 0),
      right: Math.max(0, columnAt(letters) ?? 0, this.#touched.get(id)?.right ?? 0),
    };
  }

  /** The lowest and rightmost cells that were written in the page, by worksheet. */
  readonly #touched = new Map<string, { bottom: number; right: number }>();

  #put({ worksheet, row, column, value, format }: Change): void {
    const block = Math.floor(row / BLOCK_ROWS);
    let cells = this.#cellsOf(worksheet, block);
    if (cells === undefined) {
      cells = new Map();
      const own = this.#blocks.get(worksheet) ?? new Map<number, Block | Cells>();
      this.#blocks.set(worksheet, own);
      own.set(block, cells);
    }
    const key = row * COLUMNS + column;
    if (value === null && format === null) cells.delete(key);
    else cells.set(key, { value, format });
    const touched = this.#touched.get(worksheet) ?? { bottom: 0, right: 0 };
    this.#touched.set(worksheet, {
      bottom: Math.max(touched.bottom, row),
      right: Math.max(touched.right, column),
    });
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) {
      this.pending.add(change, this.at(change.worksheet, change.row, change.column));
      this.#put(change);
    }
  }

  /**
   * Changes cells as one step that can be taken back, and enlarges worksheets to hold them. Returns the
   * changes that change something.
   */
  change(changes: readonly Change[]): readonly Change[] {
    for (const [id, cells] of Map.groupBy(changes, ({ worksheet }) => worksheet)) this.#growFor(id, cells);
    const after = changes.filter(
      (change) =>
        change.row < MOST_ROWS &&
        change.column < COLUMNS &&
        !isSameCell(change, this.at(change.worksheet, change.row, change.column)),
    );
    if (after.length === 0) return after;
    const before = after.map((change) => ({
      ...change,
      ...this.at(change.worksheet, change.row, change.column),
    }));
    this.#apply(after);
    this.steps.add({ before, after });
    return after;
  }

  /** Returns the edits of a move: the lines, and what is restored with lines that are inserted again. */
  editsOf(move: SheetMove, taken: TakenStep | null): readonly SheetEdit[] {
    const { count, ...place } = move;
    if (count < 0) return [{ kind: "delete_lines", ...place, count: -count }];
    const deleted = taken?.step.deleted ?? null;
    return [
      { kind: "insert_lines", ...place, count },
      ...(deleted === null ? [] : editsBack(deleted, this.frame, move)),
    ];
  }

  /** Takes the last step back, or makes it again. Returns the changes; none if there is no step of cells. */
  step(direction: Direction): readonly Change[] {
    const step = this.steps.next(direction);
    if (step === null || !("before" in step)) return [];
    this.steps.turn(direction);
    const ids = new Set(this.worksheets.map(({ id }) => id));
    const [made, wanted] = direction === "undo" ? [step.after, step.before] : [step.before, step.after];
    const placeOf = ({ worksheet, row, column }: Change) => `${worksheet} ${row} ${column}`;
    const left = new Map(made.map((change) => [placeOf(change), change]));
    // What someone else wrote since then stays.
    const changes = wanted.filter(
      (change) =>
        ids.has(change.worksheet) &&
        isSameCell(left.get(placeOf(change)) ?? EMPTY, this.at(change.worksheet, change.row, change.column)),
    );
    this.#apply(changes);
    return changes;
  }

  stored(edited: EditedSheet): void {
    this.pending.stored();
    this.takeFrame(edited);
  }

  /** Gives up the changes that wait. Returns the cells as they were. */
  giveUp(reason: "failed" | "refused"): readonly Change[] {
    const former = this.pending.giveUp(reason);
    for (const change of former) this.#put(change);
    this.steps.clear();
    this.#grown.clear();
    this.#showWaiting();
    return former;
  }

  /** Makes the changes again that the service failed to store. Returns those that change something. */
  tryAgain(): readonly Change[] {
    return this.change(this.pending.again((worksheet, row, column) => this.at(worksheet, row, column)));
  }

  /** Takes what others changed; changes that wait stay. Returns the cells that change in the page. */
  merge(changes: SheetChanges): readonly Change[] {
    this.#takeMoves(changes.moves, changes.worksheets, (mover) => this.#move(mover));
    this.#followNames(changes.worksheets);
    const changed: Change[] = [];
    for (const block of changes.blocks) {
      const { worksheet_id: worksheet } = block;
      const before = this.#cellsOf(worksheet, block.block) ?? new Map<number, Cell>();
      const after = readCells(block);
      for (const place of new Set([...before.keys(), ...after.keys()])) {
        const [row, column] = [Math.floor(place / COLUMNS), place % COLUMNS];
        const theirs = { worksheet, row, column, ...(after.get(place) ?? EMPTY) };
        if (!this.pending.meet(theirs) && !isSameCell(before.get(place) ?? EMPTY, theirs))
          changed.push(theirs);
      }
    }
    for (const change of changed) this.#put(change);
    this.takeFrame(changes);
    return changed;
  }

  /** True if a line that a move would delete holds anything. */
  isFilled({ worksheet_id, lines, at, count }: SheetMove): boolean {
    for (const [worksheet, row, column, { value }] of this.#each())
      if (worksheet === worksheet_id && value !== null) {
        const line = lines === "rows" ? row : column;
        if (line >= at && line < at - count) return true;
      }
    return false;
  }

  *#each(): Iterable<readonly [worksheet: string, row: number, column: number, cell: Cell]> {
    for (const [worksheet, blocks] of this.#blocks)
      for (const block of blocks.keys())
        for (const [key, cell] of this.#cellsOf(worksheet, block) ?? [])
          yield [worksheet, Math.floor(key / COLUMNS), key % COLUMNS, cell];
  }

  /**
   * Applies a move of this page that the service has made, as a step. Returns the cells that are restored if
   * it takes a deletion back.
   */
  makeMove(move: SheetMove, taken: TakenStep | null, edited: EditedSheet): readonly Change[] {
    const mover = new Mover(move, this.worksheets);
    const before = this.frame;
    const cells = move.count < 0 ? [...this.#deletedBy(mover)] : [];
    const former = taken?.step;
    this.#move(mover);
    this.stored(edited);
    const deleted = move.count < 0 ? { cells, before, left: this.frame } : null;
    this.steps.addMove({ move: former?.move ?? move, deleted }, taken, mover);
    if (move.count < 0 || !former?.deleted) return [];
    const deletion = new Mover({ ...move, ...reversedMove(move) }, this.worksheets);
    const back = former.deleted.cells.filter(({ worksheet, row, column, value }) => {
      // A formula that someone has changed since then stays.
      const present = this.at(worksheet, row, column).value;
      const left = deletion.value(worksheet, value);
      return present === null || isSameValue(present, mover.value(worksheet, left));
    });
    this.#apply(back);
    return back;
  }

  /** The cells that a deletion takes away, and the formulas that it changes for good. */
  *#deletedBy(mover: Mover): Iterable<Change> {
    for (const [worksheet, row, column, { value, format }] of this.#each())
      if (mover.place(worksheet, row, column) === null || mover.loses(worksheet, value))
        yield { worksheet, row, column, value, format };
  }

  /** Takes moves of others, also of worksheets that they have added since: `after` has these. */
  #takeMoves(moves: readonly SheetMove[], after: Frame["worksheets"], move: (mover: Mover) => void): void {
    const known = new Set(this.worksheets.map(({ id }) => id));
    const added = after.filter(({ id }) => !known.has(id));
    for (const each of moves) {
      const mover = new Mover(each, [...this.worksheets, ...added]);
      this.steps.follow(mover);
      move(mover);
    }
  }

  #move(mover: Mover): void {
    this.#movePending(mover);
    this.#moveCells(mover);
  }

  #movePending(mover: Mover): void {
    const { worksheet_id: id } = mover.move;
    this.#waiting.follow((wanted) => movedArrangement(wanted, mover));
    this.clip?.follow(mover);
    this.coming.follow((cell) => mover.change(cell));
    this.pending.follow(mover);
    this.#growFor(
      id,
      [...this.pending.waiting].filter(({ worksheet }) => worksheet === id),
    );
  }

  #moveCells(mover: Mover): void {
    const cells = [...this.#each()];
    this.#blocks = new Map();
    this.#touched.clear();
    for (const [worksheet, row, column, cell] of cells) {
      const change = mover.change({ worksheet, row, column, ...cell });
      if (change !== null) this.#put(change);
    }
  }

  /**
   * Replaces the whole document by the one that others have changed, after their moves. `moves` is null if
   * the service no longer has them; then the place of lines is unknown. Waiting changes are made again on
   * top.
   */
  reopen(content: SheetContent, moves: readonly SheetMove[] | null): void {
    if (moves === null) {
      this.steps.clear();
      this.#waiting.follow(() => null);
      this.clip = null;
      this.coming.follow(() => null);
      this.pending.settleAll();
    }
    this.#takeMoves(moves ?? [], content.worksheets, (mover) => this.#movePending(mover));
    this.open(content);
    for (const change of this.pending.waiting) {
      const { worksheet, row, column } = change;
      this.pending.meet({ worksheet, row, column, ...this.at(worksheet, row, column) });
      this.#put(change);
    }
  }
}

export function written(sheet: number, row: number, column: number, value: Authored | null): WrittenCell {
  const fills = value instanceof FormulaText ? value.fills : null;
  return {
    sheet,
    row,
    column,
    input: inputOf(value),
    fills: fills === null ? null : [fills.rows, fills.columns],
  };
}
