/**
 * What the editor of a spreadsheet does: it holds the document, asks the worker for figures, stores changes
 * and takes those of others, and knows what is selected and typed. The page shows it. Invariant: a change is
 * shown at once, and it is either stored or its loss is told.
 */
import { FormulaText, isError } from "@daybook/formula/cells";
import { formatNumber } from "@daybook/formula/formats";
import { ApiError } from "@daybook/client";
import { codeOf, ownOf } from "../api/service.ts";
import type { SheetChanges, SheetEdit } from "../api/generated/schemas.ts";
import { htmlTable, readHtmlTable, readTabSeparated, tabSeparated } from "./clipboard.ts";
import {
  type Cell,
  type Change,
  type Conflict,
  type Format,
  inputOf,
  SheetDocument,
  type Worksheet,
  written,
} from "./document.ts";
import { Grid, type PaintedCell } from "./grid.ts";
import type { BookAnswer, BookCall, FromWorker, Rectangle, Shown, ToWorker } from "./protocol.ts";
import { typedValue } from "./typed.ts";

export type Saving = "saved" | "saving" | "offline" | "refused";

/** What is being typed, and in which of the two fields. */
export interface Draft {
  readonly text: string;
  readonly at: "cell" | "bar";
}

interface Clip {
  readonly text: string;
  readonly cells: readonly (readonly Cell[])[];
  readonly from: { readonly worksheet: string; readonly row: number; readonly column: number };
  readonly isCut: boolean;
}

type ViewReply = Extract<FromWorker, { kind: "view" }>;

const POLL_MS = 2_000;
const SETTLE_MS = 250;
const AGAIN_MS = 3_000;
const LONGEST_TEXT = 2_000;
/** Cells beyond the sight that are calculated with it. */
const AHEAD = { rows: 20, columns: 2 } as const;
const WIDTHS = { least: 72, most: 280, plain: 104, sign: 7.4 } as const;
const COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;

const normal = (a: { row: number; column: number }, b: { row: number; column: number }): Rectangle => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.column, b.column),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.column, b.column),
});

export class SheetEditor {
  readonly document = new SheetDocument();
  readonly #company: string;
  readonly #id: string;
  readonly isReadOnly: boolean;
  readonly #worker = new Worker(new URL("worker.ts", import.meta.url), { type: "module" });
  #grid: Grid | null = null;
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSyncing = false;
  #shown = new Map<number, Shown>();
  #views = 0;
  #awaited: { readonly id: number; readonly area: Rectangle; readonly sheet: string } | null = null;
  #isViewWanted = false;
  readonly #replies = new Map<number, (reply: FromWorker) => void>();
  #widths: readonly number[] = [];
  #clip: Clip | null = null;

  functions: readonly (readonly [name: string, least: number, most: number])[] = [];
  isOpen = false;
  problem: unknown = null;
  saving: Saving = "saved";
  /** Why the service refused changes; null if it did not. */
  refusal: string | null = null;
  conflicts: readonly Conflict[] = [];
  worksheet = "";
  active = { row: 0, column: 0 };
  anchor = { row: 0, column: 0 };
  draft: Draft | null = null;

  constructor(company: string, id: string, isReadOnly: boolean) {
    this.#company = company;
    this.#id = id;
    this.isReadOnly = isReadOnly;
    this.#worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.#onWorker(data));
    void this.#open();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    void this.#sync();
    this.#worker.terminate();
    this.#grid?.remove();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  version = (): number => this.#version;

  #tell(): void {
    this.#version++;
    for (const listener of this.#listeners) listener();
  }

  // The document and the service

  async #open(): Promise<void> {
    try {
      await this.#load();
      this.isOpen = true;
      this.worksheet = this.document.worksheets[0]?.id ?? "";
      this.#openWorker();
      this.#show();
      this.#tell();
      this.#plan(POLL_MS);
    } catch (error) {
      this.problem = error;
      this.#tell();
    }
  }

  /** Reads the whole document; begins again if it is edited meanwhile. */
  async #load(): Promise<void> {
    const service = ownOf(this.#company);
    for (let attempt = 1; ; attempt++) {
      try {
        let part = await service.getSheetContent(this.#id, {});
        this.document.open(part);
        while (part.next !== null) {
          part = await service.getSheetContent(this.#id, { starting_after: part.next });
          this.document.add(part.blocks);
        }
        return;
      } catch (error) {
        if (codeOf(error) !== "revision_conflict" || attempt >= 5) throw error;
      }
    }
  }

  #openWorker(): void {
    const { sheets, cells } = this.document.source();
    const places = new Map(this.document.worksheets.map(({ id }, place) => [id, place]));
    const names = this.document.names.map(({ name, formula, worksheet_id }) => ({
      name,
      formula,
      sheet: worksheet_id === null ? null : (places.get(worksheet_id) ?? null),
    }));
    this.#post({ kind: "open", sheets, names });
    if (cells.length > 0) this.#post({ kind: "set", cells });
    this.#shown = new Map();
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#sync(), ms);
  }

  /** Stores what waits, or takes what others changed. One at a time. */
  async #sync(): Promise<void> {
    if (this.#isSyncing || !this.isOpen) return;
    this.#isSyncing = true;
    try {
      if (!this.document.isStored) await this.#store();
      else if (globalThis.document.visibilityState === "visible" && !this.#isClosed) await this.#pull();
    } catch (error) {
      const code = codeOf(error);
      if (code === "resource_missing" || code === "insufficient_permission" || code === "session_ended") {
        this.problem = error;
        this.#isClosed = true;
      } else this.saving = "offline";
      this.#tell();
    }
    this.#isSyncing = false;
    this.#plan(this.saving === "offline" ? AGAIN_MS : this.document.isStored ? POLL_MS : SETTLE_MS);
  }

  async #store(): Promise<void> {
    const { document } = this;
    this.#say("saving");
    const grown = [...document.grown].map(([worksheet_id, { rows, columns }]): SheetEdit => ({
      kind: "grow_worksheet",
      worksheet_id,
      row_count: rows,
      column_count: columns,
    }));
    const changes = document.take();
    const edits = [...Map.groupBy(changes, ({ worksheet }) => worksheet)].map(
      ([worksheet_id, cells]): SheetEdit => ({
        kind: "cells",
        worksheet_id,
        cells: cells.map(({ row, column, value, format }) => {
          const fills = value instanceof FormulaText ? value.fills : null;
          return {
            row,
            column,
            input: inputOf(value),
            format,
            ...(fills === null ? {} : { fills: { rows: fills.rows, columns: fills.columns } }),
          };
        }),
      }),
    );
    try {
      const { revision, worksheets } = await ownOf(this.#company).editSheet(this.#id, {
        base_revision: document.revision,
        edits: [...grown, ...edits],
      });
      document.stored(revision, worksheets);
      this.refusal = null;
      this.#say(document.isStored ? "saved" : "saving");
    } catch (error) {
      if (codeOf(error) === "revision_conflict") {
        document.returned();
        return this.#pull();
      }
      if (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401) {
        this.#send(document.giveUp());
        this.refusal = error.message;
        this.#say("refused");
        return;
      }
      document.returned();
      throw error;
    }
  }

  async #pull(): Promise<void> {
    const { document } = this;
    const changes = await ownOf(this.#company).getSheetChanges(this.#id, { since: document.revision });
    if (this.saving === "offline") this.#say(document.isStored ? "saved" : "saving");
    if (changes.revision === document.revision && changes.is_known) return;
    const isSame = this.#hasSameFrame(changes);
    if (!changes.is_known) {
      await this.#load();
      document.reapply();
    } else {
      const { changed, conflicts } = document.merge(changes);
      this.conflicts = [...this.conflicts, ...conflicts];
      if (isSame) this.#send(changed);
    }
    if (!isSame || !changes.is_known) this.#reopen();
    this.#tell();
  }

  #reopen(): void {
    if (!this.document.worksheets.some(({ id }) => id === this.worksheet)) {
      this.worksheet = this.document.worksheets[0]?.id ?? "";
      this.active = this.anchor = { row: 0, column: 0 };
    }
    this.#openWorker();
    this.#show();
  }

  #hasSameFrame({ worksheets, names }: SheetChanges): boolean {
    const frame = (sheets: readonly Worksheet[], defined: unknown): string =>
      JSON.stringify([
        sheets.map((each) => [each.id, each.name, each.row_count, each.column_count]),
        defined,
      ]);
    return frame(worksheets, names) === frame(this.document.worksheets, this.document.names);
  }

  #say(saving: Saving): void {
    if (this.saving === saving) return;
    this.saving = saving;
    this.#tell();
  }

  /** Changes tabs or the name, after all changes of cells are stored. */
  async arrange(edit: SheetEdit): Promise<void> {
    if (this.isReadOnly) return;
    try {
      while (!this.document.isStored || this.#isSyncing) {
        await this.#sync();
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (this.#isClosed || this.saving === "offline") return;
      }
      this.#isSyncing = true;
      for (let attempt = 1; ; attempt++) {
        try {
          const before = new Set(this.document.worksheets.map(({ id }) => id));
          const answer = await ownOf(this.#company).editSheet(this.#id, {
            base_revision: this.document.revision,
            edits: [edit],
          });
          // A renamed worksheet changes formulas, which only the service has.
          if (edit.kind === "rename_worksheet") await this.#load();
          else {
            this.document.stored(answer.revision, answer.worksheets);
            this.document.name = answer.name;
          }
          const added = answer.worksheets.find(({ id }) => !before.has(id));
          if (added !== undefined) {
            this.worksheet = added.id;
            this.active = this.anchor = { row: 0, column: 0 };
          }
          this.refusal = null;
          if (edit.kind !== "rename") this.#reopen();
          break;
        } catch (error) {
          if (codeOf(error) !== "revision_conflict" || attempt >= 5) throw error;
          await this.#pull();
        }
      }
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
    } finally {
      this.#isSyncing = false;
      this.#plan(POLL_MS);
      this.#tell();
    }
  }

  // The worker

  #post(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    this.#worker.postMessage(message);
  }

  #onWorker(message: FromWorker): void {
    switch (message.kind) {
      case "functions":
        this.functions = message.functions;
        return;
      case "ask":
        return void this.#askBooks(message.calls);
      case "shifted":
        this.#replies.get(message.id)?.(message);
        this.#replies.delete(message.id);
        return;
      case "view": {
        const reply = this.#replies.get(message.id);
        this.#replies.delete(message.id);
        if (reply !== undefined) return reply(message);
        this.#onView(message);
      }
    }
  }

  async #askBooks(calls: readonly BookCall[]): Promise<void> {
    const answers: BookAnswer[] = [];
    try {
      const most = 2_000;
      for (let from = 0; from < calls.length; from += most) {
        const part = calls.slice(from, from + most).map(({ name, args }) => ({ name, args: [...args] }));
        answers.push(...(await ownOf(this.#company).askBooks({ calls: part })).answers);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      answers.splice(0, answers.length, ...calls.map(() => ({ error: "#N/A", message })));
    }
    this.#post({ kind: "answers", answers });
  }

  /** Asks the books again, which may have changed. */
  refreshBooks(): void {
    this.#post({ kind: "forget" });
    this.#wantView();
  }

  /** Asks for the figures in sight. A further wish waits for the answer to the one before. */
  #wantView(): void {
    const sheet = this.#place();
    if (this.#grid === null || sheet === -1) return;
    if (this.#awaited !== null) {
      this.#isViewWanted = true;
      return;
    }
    const { sight } = this.#grid;
    const { row_count, column_count } = this.sheet;
    const area = {
      top: Math.max(0, sight.top - AHEAD.rows),
      left: Math.max(0, sight.left - AHEAD.columns),
      bottom: Math.min(row_count - 1, sight.bottom + AHEAD.rows),
      right: Math.min(column_count - 1, sight.right + AHEAD.columns),
    };
    const id = ++this.#views;
    this.#awaited = { id, area, sheet: this.worksheet };
    this.#isViewWanted = false;
    this.#post({ kind: "view", id, sheet, area });
  }

  #onView({ rows }: ViewReply): void {
    const awaited = this.#awaited;
    this.#awaited = null;
    if (awaited !== null && awaited.sheet === this.worksheet) {
      const { area } = awaited;
      const before = this.#shown;
      const shown = new Map<number, Shown>();
      for (const [down, row] of rows.entries())
        for (const [over, value] of row.entries())
          if (value !== null) shown.set((area.top + down) * COLUMNS + area.left + over, value);
      this.#shown = shown;
      this.#grid?.update((row, column) => {
        const key = row * COLUMNS + column;
        const [old, now] = [before.get(key), shown.get(key)];
        return old !== now && (typeof old !== "object" || JSON.stringify(old) !== JSON.stringify(now));
      });
    }
    if (this.#isViewWanted) this.#wantView();
  }

  /** The figures of a rectangle, wherever it lies. */
  #viewOf(area: Rectangle): Promise<readonly (readonly Shown[])[]> {
    const id = ++this.#views;
    return new Promise((resolve) => {
      this.#replies.set(id, (reply) => resolve((reply as ViewReply).rows));
      this.#post({ kind: "view", id, sheet: this.#place(), area });
    });
  }

  #shift(
    formulas: readonly { readonly text: string; readonly rows: number; readonly columns: number }[],
  ): Promise<readonly string[]> {
    if (formulas.length === 0) return Promise.resolve([]);
    const id = ++this.#views;
    return new Promise((resolve) => {
      this.#replies.set(id, (reply) => resolve((reply as Extract<FromWorker, { kind: "shifted" }>).formulas));
      this.#post({ kind: "shift", id, formulas });
    });
  }

  // What is shown

  get sheet(): Worksheet {
    return this.document.worksheets.find(({ id }) => id === this.worksheet) ?? NO_WORKSHEET;
  }

  #place(id: string = this.worksheet): number {
    return this.document.worksheets.findIndex((each) => each.id === id);
  }

  /** Puts the grid into its place on the page. */
  attach(host: HTMLElement): () => void {
    this.#grid = new Grid(host, () => this.#wantView());
    this.#show();
    return () => {
      this.#grid?.remove();
      this.#grid = null;
    };
  }

  get grid(): Grid | null {
    return this.#grid;
  }

  #show(): void {
    const { sheet } = this;
    if (this.#grid === null || sheet === NO_WORKSHEET) return;
    this.#widths = this.#widthsOf(sheet);
    this.#grid.show(
      {
        rowCount: sheet.row_count,
        columnCount: sheet.column_count,
        widthOf: (column) => this.#widths[column] ?? WIDTHS.plain,
        paint: (row, column) => this.#paint(row, column),
      },
      `Cells of ${sheet.name}`,
    );
    this.#mark();
    this.#wantView();
  }

  /** Columns are as wide as the texts of their first rows. */
  #widthsOf(sheet: Worksheet): number[] {
    const { bottom, right } = this.document.used(sheet);
    return Array.from({ length: Math.min(right, 400) + 1 }, (_column, column) => {
      let longest = 0;
      for (let row = 0; row <= Math.min(bottom, 60); row++) {
        const { value } = this.document.at(sheet.id, row, column);
        if (typeof value === "string") longest = Math.max(longest, value.length);
      }
      return longest * WIDTHS.sign + 14 <= WIDTHS.plain
        ? WIDTHS.plain
        : Math.max(WIDTHS.least, Math.min(WIDTHS.most, Math.round(longest * WIDTHS.sign + 14)));
    });
  }

  #valueAt(row: number, column: number, { value }: Cell): Shown {
    if (value === null || value instanceof FormulaText)
      return this.#shown.get(row * COLUMNS + column) ?? null;
    return isError(value) ? { error: value.code, message: "" } : value;
  }

  #textOf(value: Shown, format: Format | null): string {
    if (value === null) return "";
    if (typeof value === "object") return value.error;
    const text = formatNumber(value, String(format?.["number_format"] ?? "General"));
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  }

  #paint(row: number, column: number): PaintedCell {
    const cell = this.document.at(this.worksheet, row, column);
    const value = this.#valueAt(row, column, cell);
    const { format } = cell;
    const aligned = format?.["horizontal_alignment"];
    const isFigure = aligned === undefined ? typeof value === "number" : aligned === "right";
    const isFailed = typeof value === "object" && value !== null;
    return {
      text: this.#textOf(value, format),
      className: `sh-cell${isFigure ? " figure" : ""}${aligned === "center" ? " center" : ""}${format?.["bold"] ? " bold" : ""}${format?.["italic"] ? " italic" : ""}${isFailed ? " failed" : ""}`,
      title: isFailed ? value.message : "",
      color: String(format?.["font_color"] ?? ""),
      background: String(format?.["background_color"] ?? ""),
    };
  }

  /** What stands in the active cell, as a person would type it. */
  get activeInput(): string {
    const { value } = this.document.at(this.worksheet, this.active.row, this.active.column);
    return inputOf(value) ?? "";
  }

  get activeFormat(): Format | null {
    return this.document.at(this.worksheet, this.active.row, this.active.column).format;
  }

  /** What the active cell comes to, as it is shown. */
  get activeText(): string {
    return this.#paint(this.active.row, this.active.column).text;
  }

  // Selection

  get selection(): Rectangle {
    return normal(this.active, this.anchor);
  }

  /** The selection, without what lies beyond all cells of the worksheet. */
  get #usedSelection(): Rectangle {
    const { top, left, bottom, right } = this.selection;
    const used = this.document.used(this.sheet);
    const isLong = bottom - top > 1_000 || right - left > 200;
    return isLong
      ? {
          top,
          left,
          bottom: Math.max(top, Math.min(bottom, used.bottom)),
          right: Math.max(left, Math.min(right, used.right)),
        }
      : { top, left, bottom, right };
  }

  #mark(): void {
    this.#grid?.select(this.selection, this.active.row, this.active.column);
  }

  /** Makes a cell active; with `extends`, the selection reaches to it. */
  select(row: number, column: number, isExtended = false): void {
    const { row_count, column_count } = this.sheet;
    const to = {
      row: Math.max(0, Math.min(row_count - 1, row)),
      column: Math.max(0, Math.min(column_count - 1, column)),
    };
    if (isExtended) this.anchor = to;
    else this.active = this.anchor = to;
    this.#mark();
    this.#grid?.reveal(this.anchor.row, this.anchor.column);
    this.#tell();
  }

  selectArea(active: { row: number; column: number }, anchor: { row: number; column: number }): void {
    this.active = active;
    this.anchor = anchor;
    this.#mark();
    this.#tell();
  }

  selectAll(): void {
    const { bottom, right } = this.document.used(this.sheet);
    this.selectArea({ row: 0, column: 0 }, { row: bottom, column: right });
  }

  /** The end of a run of filled or of empty cells, as Ctrl and an arrow go there. */
  edge(from: { row: number; column: number }, down: number, over: number): { row: number; column: number } {
    const { row_count, column_count } = this.sheet;
    const used = this.document.used(this.sheet);
    const isFilled = (row: number, column: number): boolean =>
      this.#valueAt(row, column, this.document.at(this.worksheet, row, column)) !== null ||
      this.document.at(this.worksheet, row, column).value !== null;
    const isWithin = (row: number, column: number): boolean =>
      row >= 0 && column >= 0 && row < row_count && column < column_count;
    let { row, column } = from;
    const isRun =
      isFilled(row, column) && isWithin(row + down, column + over) && isFilled(row + down, column + over);
    for (;;) {
      const [nextRow, nextColumn] = [row + down, column + over];
      if (!isWithin(nextRow, nextColumn)) return { row, column };
      if (isRun && !isFilled(nextRow, nextColumn)) return { row, column };
      row = nextRow;
      column = nextColumn;
      if (!isRun && isFilled(row, column)) return { row, column };
      // Nothing is filled behind the used cells.
      if (down > 0 && row > used.bottom) return { row: row_count - 1, column };
      if (over > 0 && column > used.right) return { row, column: column_count - 1 };
    }
  }

  openWorksheet(id: string): void {
    if (id === this.worksheet) return;
    this.commit();
    this.worksheet = id;
    this.active = this.anchor = { row: 0, column: 0 };
    this.#shown = new Map();
    this.#show();
    if (this.#grid !== null) this.#grid.element.scrollTop = this.#grid.element.scrollLeft = 0;
    this.#tell();
  }

  // Changes

  /** Shows changes and gives them to the worker. */
  #send(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const places = new Map(this.document.worksheets.map(({ id }, place) => [id, place]));
    this.#post({
      kind: "set",
      cells: changes.map(({ worksheet, row, column, value }) =>
        written(places.get(worksheet) ?? -1, row, column, value),
      ),
    });
    const own = new Set(
      changes
        .filter(({ worksheet }) => worksheet === this.worksheet)
        .map(({ row, column }) => row * COLUMNS + column),
    );
    // What a cell came to before is no figure of what it holds now.
    for (const key of own) this.#shown.delete(key);
    this.#grid?.update((row, column) => own.has(row * COLUMNS + column));
    this.#wantView();
  }

  #change(changes: readonly Change[]): void {
    if (this.isReadOnly) return;
    const { id } = this.sheet;
    let [rows, columns] = [0, 0];
    for (const { row, column } of changes) {
      rows = Math.max(rows, row + 1);
      columns = Math.max(columns, column + 1);
    }
    const before = this.sheet;
    this.document.grow(id, Math.min(rows, MOST_ROWS), Math.min(columns, COLUMNS));
    if (this.sheet !== before) this.#show();
    this.#after(
      this.document.change(changes.filter(({ row, column }) => row < MOST_ROWS && column < COLUMNS)),
    );
  }

  #after(changes: readonly Change[]): void {
    this.#send(changes);
    if (changes.length > 0) {
      this.saving = "saving";
      this.#plan(SETTLE_MS);
    }
    this.#tell();
  }

  undo(): void {
    if (!this.isReadOnly) this.#after(this.document.step("undo"));
  }
  redo(): void {
    if (!this.isReadOnly) this.#after(this.document.step("redo"));
  }

  begin(text: string, at: Draft["at"] = "cell"): void {
    if (this.isReadOnly) return;
    this.draft = { text, at };
    this.#grid?.reveal(this.active.row, this.active.column);
    this.#tell();
  }

  type(text: string, at: Draft["at"]): void {
    if (this.isReadOnly) return;
    this.draft = { text, at };
    this.#tell();
  }

  abandon(): void {
    this.draft = null;
    this.#tell();
  }

  /** Writes what was typed into the active cell. */
  commit(): void {
    const { draft } = this;
    if (draft === null) return;
    this.draft = null;
    const { row, column } = this.active;
    if (draft.text === this.activeInput) return this.#tell();
    const { value, numberFormat } = typedValue(draft.text);
    const { format } = this.document.at(this.worksheet, row, column);
    this.#change([
      {
        worksheet: this.worksheet,
        row,
        column,
        value,
        format:
          numberFormat === null || format?.["number_format"] !== undefined
            ? format
            : { ...format, number_format: numberFormat },
      },
    ]);
  }

  *#places({ top, left, bottom, right }: Rectangle): Iterable<{ row: number; column: number }> {
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) yield { row, column };
  }

  clear(): void {
    this.#change(
      [...this.#places(this.#usedSelection)].map(({ row, column }) => ({
        worksheet: this.worksheet,
        row,
        column,
        value: null,
        format: this.document.at(this.worksheet, row, column).format,
      })),
    );
  }

  /** Changes the format of the selected cells; undefined takes a property away. */
  format(change: Readonly<Record<string, string | boolean | undefined>>): void {
    this.#change(
      [...this.#places(this.#usedSelection)].map(({ row, column }) => {
        const { value, format } = this.document.at(this.worksheet, row, column);
        const next = Object.fromEntries(
          Object.entries({ ...format, ...change }).filter(
            (pair): pair is [string, string | boolean] => pair[1] !== undefined && pair[1] !== false,
          ),
        );
        return {
          worksheet: this.worksheet,
          row,
          column,
          value,
          format: Object.keys(next).length === 0 ? null : next,
        };
      }),
    );
  }

  /** Copies the first row, or the first column, of the selection into the rest of it. */
  async fill(direction: "down" | "right"): Promise<void> {
    const area = this.#usedSelection;
    const from = direction === "down" ? { ...area, bottom: area.top } : { ...area, right: area.left };
    await this.#write(this.#cells(from), from, area);
  }

  #cells(area: Rectangle): Cell[][] {
    return Array.from({ length: area.bottom - area.top + 1 }, (_row, down) =>
      Array.from({ length: area.right - area.left + 1 }, (_column, over) =>
        this.document.at(this.worksheet, area.top + down, area.left + over),
      ),
    );
  }

  /** Writes copied cells over an area, repeated as often as they fit; references move with them. */
  async #write(
    cells: readonly (readonly Cell[])[],
    from: { readonly top: number; readonly left: number },
    to: Rectangle,
  ): Promise<void> {
    const { worksheet } = this;
    const [height, width] = [cells.length, cells[0]?.length ?? 1];
    const changes = [...this.#places(to)].map(({ row, column }) => {
      const [down, over] = [(row - to.top) % height, (column - to.left) % width];
      const { value = null, format = null } = cells[down]?.[over] ?? {};
      return {
        worksheet,
        row,
        column,
        value,
        format,
        rows: row - from.top - down,
        columns: column - from.left - over,
      };
    });
    const formulas = changes.flatMap(({ value, rows, columns }) =>
      value instanceof FormulaText ? [{ text: value.text, rows, columns }] : [],
    );
    const shifted = (await this.#shift(formulas)).values();
    this.#change(
      changes.map(({ rows: _rows, columns: _columns, ...change }) =>
        change.value instanceof FormulaText
          ? {
              ...change,
              value: new FormulaText(shifted.next().value ?? change.value.text, change.value.fills),
            }
          : change,
      ),
    );
  }

  // The clipboard

  /** Copies the selection. Figures out of sight that are not known yet follow as soon as they are. */
  copy(data: DataTransfer, isCut: boolean): void {
    const area = this.#usedSelection;
    const cells = this.#cells(area);
    let isWhole = true;
    const texts = cells.map((line, down) =>
      line.map((cell, over) => {
        const [row, column] = [area.top + down, area.left + over];
        const isUnknown = cell.value instanceof FormulaText && !this.#shown.has(row * COLUMNS + column);
        if (isUnknown) isWhole = false;
        return isUnknown
          ? (inputOf(cell.value) ?? "")
          : this.#textOf(this.#valueAt(row, column, cell), cell.format);
      }),
    );
    const from = { worksheet: this.worksheet, row: area.top, column: area.left };
    this.#clip = { text: tabSeparated(texts), cells, from, isCut };
    data.setData("text/plain", this.#clip.text);
    data.setData("text/html", htmlTable(texts));
    if (!isWhole) void this.#copyLater(area, cells, from, isCut);
  }

  async #copyLater(
    area: Rectangle,
    cells: readonly (readonly Cell[])[],
    from: Clip["from"],
    isCut: boolean,
  ): Promise<void> {
    const rows = await this.#viewOf(area);
    const texts = cells.map((line, down) =>
      line.map(({ value, format }, over) =>
        value === null || value instanceof FormulaText
          ? this.#textOf(rows[down]?.[over] ?? null, format)
          : this.#textOf(isError(value) ? { error: value.code, message: "" } : value, format),
      ),
    );
    const text = tabSeparated(texts);
    try {
      await navigator.clipboard.writeText(text);
      this.#clip = { text, cells, from, isCut };
    } catch {
      // The browser keeps what it has: formulas as they were written.
    }
  }

  async paste(data: DataTransfer): Promise<void> {
    if (this.isReadOnly) return;
    const text = data.getData("text/plain").replaceAll("\r\n", "\n");
    const { top, left, bottom, right } = this.#usedSelection;
    const clip = this.#clip;
    const isOwn = clip !== null && clip.text === text.replace(/\n$/u, "");
    const rows = isOwn
      ? null
      : text === ""
        ? readHtmlTable(data.getData("text/html"))
        : readTabSeparated(text);
    const [height, width] = isOwn
      ? [clip.cells.length, clip.cells[0]?.length ?? 1]
      : [rows?.length ?? 0, Math.max(0, ...(rows ?? []).map(({ length }) => length))];
    if (height === 0 || width === 0) return;
    const times = (size: number, room: number): number => (room > size && room % size === 0 ? room : size);
    const to = {
      top,
      left,
      bottom: top + times(height, bottom - top + 1) - 1,
      right: left + times(width, right - left + 1) - 1,
    };
    if (isOwn) {
      if (clip.isCut) await this.#move(clip, to);
      else await this.#write(clip.cells, { top: clip.from.row, left: clip.from.column }, to);
    } else
      this.#change(
        [...this.#places(to)].map(({ row, column }) => {
          const typed = typedValue(rows?.[(row - top) % height]?.[(column - left) % width] ?? "");
          const { format } = this.document.at(this.worksheet, row, column);
          return {
            worksheet: this.worksheet,
            row,
            column,
            value: typed.value,
            format: typed.numberFormat === null ? format : { ...format, number_format: typed.numberFormat },
          };
        }),
      );
    this.selectArea({ row: top, column: left }, { row: to.bottom, column: to.right });
  }

  /** Cut cells move as they are, and leave nothing where they were. */
  async #move({ cells, from }: Clip, to: Rectangle): Promise<void> {
    const moved = new Map<string, Change>();
    const put = (change: Change): void =>
      void moved.set(`${change.worksheet} ${change.row} ${change.column}`, change);
    for (const [down, line] of cells.entries())
      for (const over of line.keys())
        put({
          worksheet: from.worksheet,
          row: from.row + down,
          column: from.column + over,
          value: null,
          format: null,
        });
    for (const [down, line] of cells.entries())
      for (const [over, { value, format }] of line.entries())
        put({ worksheet: this.worksheet, row: to.top + down, column: to.left + over, value, format });
    this.#change([...moved.values()]);
    this.#clip = null;
  }

  // Conflicts

  /** Keeps this page's content of a cell, or takes the other person's. */
  settle(conflict: Conflict, takes: "mine" | "theirs"): void {
    this.conflicts = this.conflicts.filter((each) => each !== conflict);
    if (takes === "theirs") {
      const { worksheet, row, column, theirs } = conflict;
      this.#after(this.document.change([{ worksheet, row, column, ...theirs }]));
    }
    this.#tell();
  }
}

const NO_WORKSHEET: Worksheet = { id: "", name: "", used_range: null, row_count: 0, column_count: 0 };
