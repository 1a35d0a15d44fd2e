/**
 * A spreadsheet in the page: its worksheets and cells as they were written, what a person changed and how to
 * take it back, and what waits to be stored. Blocks of 64 rows are read when they are first looked at,
 * because a document may have a million cells. Rows and columns count from 0.
 */
import {
  type Authored,
  columnAt,
  FormulaText,
  inputText,
  inputValue,
  readBlock,
} from "@daybook/formula/cells";
import type { SheetChanges, SheetContent } from "../api/generated/schemas.ts";
import type { Rectangle, WrittenCell } from "./protocol.ts";

export type Worksheet = SheetContent["worksheets"][number];
export type Format = Readonly<Record<string, string | boolean>>;
type Block = SheetContent["blocks"][number];

/** Content and format of a cell; null is none. */
export interface Cell {
  readonly value: Authored | null;
  readonly format: Format | null;
}

export interface Change extends Cell {
  readonly worksheet: string;
  readonly row: number;
  readonly column: number;
}

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

interface Step {
  readonly before: readonly Change[];
  readonly after: readonly Change[];
}

const BLOCK_ROWS = 64;
/** Columns that a worksheet may have; with them, a row and a column make one key. */
export const COLUMNS = 16_384;
const EMPTY: Cell = { value: null, format: null };
/** Changes that are sent at once. */
const BATCH = 5_000;
/** Characters of the changes that are sent at once, well below the largest body of a request. */
const BATCH_CHARACTERS = 500_000;
const STEPS_KEPT = 200;

/** What a person would type for a value, so that it is read as this value again. */
export function inputOf(value: Authored | null): string | null {
  if (value === null) return null;
  const text = inputText(value);
  if (typeof value !== "string") return text;
  const again = inputValue(text);
  return typeof again === "string" && again === text ? text : `'${text}`;
}

function isSameValue(a: Authored | null, b: Authored | null): boolean {
  return typeof a === typeof b && inputOf(a) === inputOf(b);
}

const isSameCell = (a: Cell, b: Cell): boolean =>
  isSameValue(a.value, b.value) && JSON.stringify(a.format) === JSON.stringify(b.format);

type Cells = Map<number, { value: Authored | null; format: Format | null }>;

function readCells({ cells, formats }: Pick<Block, "cells" | "formats">): Cells {
  const read: Cells = new Map();
  for (const { row, column, value } of readBlock(cells))
    read.set(row * COLUMNS + column, { value, format: null });
  const { styles, rows } = JSON.parse(formats) as { styles: Format[]; rows: number[][] };
  for (const [row = 0, ...line] of rows)
    for (let at = 0; at + 1 < line.length; at += 2) {
      const key = row * COLUMNS + (line[at] ?? 0);
      const format = styles[line[at + 1] ?? 0] ?? null;
      const cell = read.get(key);
      if (cell === undefined) read.set(key, { value: null, format });
      else cell.format = format;
    }
  return read;
}

export class SheetDocument {
  name = "";
  revision = 0;
  worksheets: readonly Worksheet[] = [];
  names: SheetContent["names"] = [];
  /** The blocks of a worksheet by their numbers: as they came, until they are looked at. */
  #blocks = new Map<string, Map<number, Block | Cells>>();
  #pending = new Map<string, Pending>();
  #sent: ReadonlyMap<string, Pending> = new Map();
  readonly #grown = new Map<string, { readonly rows: number; readonly columns: number }>();
  #undo: Step[] = [];
  #redo: Step[] = [];

  /** Takes the first part of a document, and forgets what was there but for changes that are not stored. */
  open(content: SheetContent): void {
    this.#blocks = new Map();
    this.#touched.clear();
    this.takeFrame(content);
    this.add(content.blocks);
  }

  takeFrame({ name, revision, worksheets, names }: SheetContent | SheetChanges): void {
    this.name = name;
    this.names = names;
    this.#takeWorksheets(revision, worksheets);
  }

  #takeWorksheets(revision: number, worksheets: readonly Worksheet[]): void {
    this.revision = revision;
    this.worksheets = worksheets;
    for (const [id, { rows, columns }] of this.#grown) this.grow(id, rows, columns);
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

  /** The texts of all cells for the worker, and what was changed since they came. */
  source(): {
    readonly sheets: readonly { readonly name: string; readonly blocks: readonly string[] }[];
    readonly cells: readonly WrittenCell[];
  } {
    const cells: WrittenCell[] = [];
    const sheets = this.worksheets.map(({ id, name }, sheet) => {
      const blocks: string[] = [];
      for (const [, block] of [...(this.#blocks.get(id) ?? [])].toSorted(([a], [b]) => a - b)) {
        if (!(block instanceof Map)) blocks.push(block.cells);
        else
          for (const [key, { value }] of block)
            if (value !== null) cells.push(written(sheet, Math.floor(key / COLUMNS), key % COLUMNS, value));
      }
      return { name, blocks };
    });
    return { sheets, cells };
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
    return after;
  }

  /** Takes the last step back, or makes it again. Returns the changes; none if there is no step. */
  step(direction: "undo" | "redo"): readonly Change[] {
    const [from, to] = direction === "undo" ? [this.#undo, this.#redo] : [this.#redo, this.#undo];
    const step = from.pop();
    if (step === undefined) return [];
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

  stored(revision: number, worksheets: readonly Worksheet[]): void {
    this.#sent = new Map();
    this.#grown.clear();
    this.#takeWorksheets(revision, worksheets);
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
  } {
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
    return { changed, conflicts };
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
