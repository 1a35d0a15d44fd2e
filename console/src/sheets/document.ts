/**
 * A spreadsheet in the page: its worksheets and cells as they were written, what a person changed and how to
 * take it back, and what waits to be stored. Blocks of 64 rows are read when they are first looked at,
 * because a document may have a million cells. Rows and columns count from 0.
 */
import { type Authored, columnAt, FormulaText, inputText, reversedMove } from "@daybook/formula/cells";
import type { EditedSheet, SheetChanges, SheetContent, SheetEdit } from "../api/generated/schemas.ts";
import {
  type Cell,
  type Cells,
  type Change,
  COLUMNS,
  inputOf,
  isSameCell,
  isSameValue,
  readCells,
  textOf,
  type Worksheet,
} from "./cells.ts";
import { type Lost, Mover, type SheetMove } from "./moving.ts";
import type { Rectangle, WrittenCell } from "./protocol.ts";
import { movedSteps, type MoveStep, type Step, type TakenStep } from "./steps.ts";
import { editsBack } from "./taking-back.ts";

type Block = SheetContent["blocks"][number];

/** A change that the service does not have yet, and the cell that it replaces there. */
interface Pending extends Change {
  readonly base: Cell;
}

/** A cell that two people changed at the same time. */
export interface Conflict {
  readonly worksheet: string;
  readonly row: number;
  readonly column: number;
  readonly mine: string;
  readonly theirs: Cell;
}

const BLOCK_ROWS = 64;
const EMPTY: Cell = { value: null, format: null };
/** Changes that are sent at once. */
const BATCH = 5_000;
/** Characters of the changes that are sent at once, well below the largest body of a request. */
const BATCH_CHARACTERS = 500_000;
const STEPS_KEPT = 200;

export class SheetDocument {
  name = "";
  revision = 0;
  worksheets: readonly Worksheet[] = [];
  #storedWorksheets: readonly Worksheet[] = [];
  readonly #layouts = new Set<{ readonly id: string; readonly change: (sheet: Worksheet) => Worksheet }>();
  names: SheetContent["names"] = [];
  charts: SheetContent["charts"] = [];
  /** The blocks of a worksheet by their numbers: as they came, until they are looked at. */
  #blocks = new Map<string, Map<number, Block | Cells>>();
  #pending = new Map<string, Pending>();
  #sent: ReadonlyMap<string, Pending> = new Map();
  readonly #grown = new Map<string, { readonly rows: number; readonly columns: number }>();
  #undo: Step[] = [];
  #redo: Step[] = [];
  /** How many steps of cells this page has made. */
  cellSteps = 0;

  /** Takes the first part of a document, and forgets what was there but for changes that are not stored. */
  open(content: SheetContent): void {
    this.#blocks = new Map();
    this.#touched.clear();
    this.takeFrame(content);
    this.add(content.blocks);
  }

  takeFrame({ name, revision, worksheets, names, charts }: Omit<EditedSheet, "object">): void {
    this.name = name;
    this.revision = revision;
    this.#storedWorksheets = worksheets;
    for (const [id, size] of this.#grown) {
      const sheet = worksheets.find((each) => each.id === id);
      if (sheet === undefined || (sheet.row_count >= size.rows && sheet.column_count >= size.columns))
        this.#grown.delete(id);
    }
    this.names = names;
    this.charts = charts;
    this.#showLayouts();
  }

  /** Makes the grid of a worksheet at least this large; `grown` tells until it is stored. */
  grow(id: string, rows: number, columns: number): void {
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

  /** Shows a layout that is not stored yet. The returned function ends it. */
  show(id: string, change: (sheet: Worksheet) => Worksheet): () => void {
    const layout = { id, change };
    this.#layouts.add(layout);
    this.#showLayouts();
    return () => {
      this.#layouts.delete(layout);
      this.#showLayouts();
    };
  }

  #showLayouts(): void {
    this.worksheets = this.#storedWorksheets;
    for (const [id, { rows, columns }] of this.#grown) this.grow(id, rows, columns);
    for (const { id, change } of this.#layouts)
      this.worksheets = this.worksheets.map((sheet) => (sheet.id === id ? change(sheet) : sheet));
  }

  /** The worksheets that the page has made larger than the service knows. */
  get grown(): ReadonlyMap<string, { readonly rows: number; readonly columns: number }> {
    return this.#grown;
  }

  /** Takes further blocks. */
  add(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const own = this.#blocks.get(block.worksheet_id) ?? new Map<number, Block | Cells>();
      this.#blocks.set(block.worksheet_id, own);
      own.set(block.block, block);
    }
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
      const key = `${change.worksheet} ${change.row} ${change.column}`;
      const present = this.at(change.worksheet, change.row, change.column);
      const base = this.#pending.get(key)?.base ?? this.#sent.get(key) ?? present;
      this.#put(change);
      this.#pending.set(key, { ...change, base: { value: base.value, format: base.format } });
    }
  }

  /** Changes cells, as one step that can be taken back. Returns the changes that are any. */
  change(changes: readonly Change[]): readonly Change[] {
    const after = changes.filter(
      (change) => !isSameCell(change, this.at(change.worksheet, change.row, change.column)),
    );
    if (after.length === 0) return after;
    const before = after.map((change) => ({
      ...change,
      ...this.at(change.worksheet, change.row, change.column),
    }));
    this.#apply(after);
    this.#undo = [...this.#undo, { before, after }].slice(-STEPS_KEPT);
    this.#redo = [];
    this.cellSteps += 1;
    return after;
  }

  /** The next step, if it is of lines, and the move that takes it back or makes it again. */
  nextMove(direction: "undo" | "redo"): { readonly move: SheetMove; readonly taken: TakenStep } | null {
    const step = (direction === "undo" ? this.#undo : this.#redo).at(-1);
    if (step === undefined || !("move" in step)) return null;
    const move = direction === "undo" ? { ...step.move, ...reversedMove(step.move) } : step.move;
    return { move, taken: { direction, step } };
  }

  /** The edits of a move: the lines, and what comes back with lines that are inserted again. */
  editsOf(move: SheetMove, taken: TakenStep | null): readonly SheetEdit[] {
    const { count, ...place } = move;
    if (count < 0) return [{ kind: "delete_lines", ...place, count: -count }];
    const deleted = taken?.step.deleted ?? null;
    return [
      { kind: "insert_lines", ...place, count },
      ...(deleted === null ? [] : editsBack(deleted, this, move)),
    ];
  }

  /** Takes the last step back, or makes it again. Returns the changes; none if there is no step of cells. */
  step(direction: "undo" | "redo"): readonly Change[] {
    const [from, to] = direction === "undo" ? [this.#undo, this.#redo] : [this.#redo, this.#undo];
    const step = from.at(-1);
    if (step === undefined || "move" in step) return [];
    from.pop();
    to.push(step);
    const ids = new Set(this.worksheets.map(({ id }) => id));
    const changes = (direction === "undo" ? step.before : step.after).filter(({ worksheet }) =>
      ids.has(worksheet),
    );
    this.#apply(changes);
    return changes;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }
  get canRedo(): boolean {
    return this.#redo.length > 0;
  }
  get isStored(): boolean {
    return this.#pending.size + this.#sent.size === 0;
  }

  /** The changes to send now. They count as sent until `stored` or `returned` is called. */
  take(): readonly Change[] {
    const batch = new Map<string, Pending>();
    let characters = 0;
    for (const [key, change] of this.#pending) {
      characters += (inputOf(change.value)?.length ?? 0) + (change.format === null ? 40 : 160);
      if (batch.size >= BATCH || (batch.size > 0 && characters > BATCH_CHARACTERS)) break;
      batch.set(key, change);
    }
    for (const key of batch.keys()) this.#pending.delete(key);
    this.#sent = batch;
    return [...batch.values()];
  }

  stored(edited: EditedSheet): void {
    this.#sent = new Map();
    this.takeFrame(edited);
  }

  /** The sent changes were not stored and wait again; what was changed meanwhile comes after them. */
  returned(): void {
    const later = this.#pending;
    this.#pending = new Map(this.#sent);
    for (const [key, change] of later)
      this.#pending.set(key, { ...change, base: this.#sent.get(key)?.base ?? change.base });
    this.#sent = new Map();
  }

  /** Gives up the changes that wait, as the service refuses them. Returns the cells as they were. */
  giveUp(): readonly Change[] {
    this.returned();
    const changes = [...this.#pending.values()].map(({ base, ...change }) => ({ ...change, ...base }));
    this.#pending = new Map();
    for (const change of changes) this.#put(change);
    this.#undo = [];
    this.#redo = [];
    return changes;
  }

  /**
   * Takes what others changed; changes that wait stay. Returns the cells that change in the page, and the
   * cells that others changed to something else than this page.
   */
  merge(changes: SheetChanges): {
    readonly changed: readonly Change[];
    readonly conflicts: readonly Conflict[];
    readonly lost: readonly Lost[];
  } {
    const lost = this.takeMoves(changes.moves);
    const changed: Change[] = [];
    const conflicts: Conflict[] = [];
    for (const block of changes.blocks) {
      const { worksheet_id: worksheet } = block;
      const before = this.#cellsOf(worksheet, block.block) ?? new Map<number, Cell>();
      const after = readCells(block);
      for (const place of new Set([...before.keys(), ...after.keys()])) {
        const [row, column] = [Math.floor(place / COLUMNS), place % COLUMNS];
        const key = `${worksheet} ${row} ${column}`;
        const theirs = after.get(place) ?? EMPTY;
        const waiting = this.#pending.get(key);
        if (waiting === undefined) {
          if (!isSameCell(before.get(place) ?? EMPTY, theirs))
            changed.push({ worksheet, row, column, value: theirs.value, format: theirs.format });
          continue;
        }
        if (!isSameCell(theirs, waiting.base) && !isSameCell(theirs, waiting))
          conflicts.push({
            worksheet,
            row,
            column,
            mine: waiting.value === null ? "" : inputText(waiting.value),
            theirs,
          });
        this.#pending.set(key, { ...waiting, base: { value: theirs.value, format: theirs.format } });
      }
    }
    for (const change of changed) this.#put(change);
    this.takeFrame(changes);
    return { changed, conflicts, lost };
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
   * Makes a move of this page, which the service has made, as a step. Returns the cells that come back if a
   * deletion is taken back.
   */
  makeMove(move: SheetMove, taken: TakenStep | null, edited: EditedSheet): readonly Change[] {
    const mover = new Mover(move, this.worksheets);
    const before = { worksheets: this.#storedWorksheets, names: this.names, charts: this.charts };
    const cells = move.count < 0 ? [...this.#deletedBy(mover)] : [];
    const former = taken?.step;
    this.#move(mover);
    this.stored(edited);
    const step: MoveStep = {
      move: former?.move ?? move,
      deleted: move.count < 0 ? { cells, before, left: edited } : null,
    };
    if (taken !== null) this.#takeOff(taken, mover);
    if (taken?.direction === "undo") this.#redo.push(step);
    else this.#undo = [...this.#undo, step].slice(-STEPS_KEPT);
    if (taken === null) this.#redo = [];
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

  /** Makes the moves of others. Returns the changes of this page that had their lines deleted. */
  takeMoves(moves: readonly SheetMove[], isHeld = true): readonly Lost[] {
    const lost: Lost[] = [];
    for (const move of moves) {
      const mover = new Mover(move, this.worksheets);
      this.#forgetSteps(mover);
      lost.push(...this.#movePending(mover));
      if (isHeld) this.#moveCells(mover);
    }
    return lost;
  }

  /** Steps of cells move along. A step of lines before them, and all before it, can't be taken back any more. */
  #forgetSteps(mover: Mover): void {
    this.#undo = movedSteps(this.#undo, mover);
    this.#redo = movedSteps(this.#redo, mover);
  }

  /** Takes a step off. The steps of cells that were made while it was taken back move along. */
  #takeOff({ direction, step }: TakenStep, mover: Mover): void {
    const steps = direction === "undo" ? this.#undo : this.#redo;
    const place = steps.indexOf(step);
    if (place < 0) return;
    const left = [...steps.slice(0, place), ...movedSteps(steps.slice(place + 1), mover)];
    if (direction === "undo") this.#undo = left;
    else this.#redo = left;
  }

  #move(mover: Mover): void {
    this.#movePending(mover);
    this.#moveCells(mover);
  }

  #movePending(mover: Mover): readonly Lost[] {
    const lost: Lost[] = [];
    const moved = (pending: ReadonlyMap<string, Pending>): Map<string, Pending> => {
      const after = new Map<string, Pending>();
      for (const change of pending.values()) {
        const next = mover.change(change);
        if (next === null) lost.push(change);
        else {
          const base = { ...next.base, value: mover.value(next.worksheet, next.base.value) };
          after.set(`${next.worksheet} ${next.row} ${next.column}`, { ...next, base });
        }
      }
      return after;
    };
    this.#pending = moved(this.#pending);
    this.#sent = moved(this.#sent);
    return lost.filter(({ value }) => value !== null);
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

  /** Puts the changes that wait over a document that was read again. */
  reapply(): void {
    for (const change of this.#pending.values()) this.#put(change);
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
