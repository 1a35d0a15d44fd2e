/**
 * What a person does with a spreadsheet: selects, types, changes, takes back. The page shows it; the parts
 * that it puts together store changes, calculate figures, show cells and copy them. Invariant: a change is
 * shown at once.
 */
import { reversedMove } from "@daybook/formula/cells";
import type { SheetChart, SheetEdit } from "../api/generated/schemas.ts";
import { type Arrangement, deletion, type Lines, sizing } from "./arrangements.ts";
import { Arranging } from "./arranging.ts";
import { type ChartChange, changedChart, newChart } from "./chart-edits.ts";
import type { ChartData, Kind } from "./charts.ts";
import { Copying } from "./copying.ts";
import { type Change, type Format, inputOf, type Worksheet } from "./cells.ts";
import { SheetDocument } from "./document.ts";
import type { Grid } from "./grid.ts";
import type { Conflict, PendingCells } from "./pending.ts";
import type { Rectangle } from "./protocol.ts";
import { type Lost, Mover } from "./moving.ts";
import { type Place, placesOf, SheetSelection } from "./selection.ts";
import { Sight } from "./sight.ts";
import type { Direction } from "./steps.ts";
import { type FigureSource, figureSource } from "./stored-figures.ts";
import { type Saving, Storing } from "./storing.ts";
import { type Draft, typedValue } from "./typed.ts";

const validSize = (pixels: number): number => Math.round(Math.max(16, Math.min(2_000, pixels)));

export class SheetEditor {
  readonly document = new SheetDocument();
  readonly isReadOnly: boolean;
  readonly #selection = new SheetSelection(this.document);
  readonly #calculator: FigureSource;
  readonly #sight: Sight;
  readonly #storing: Storing;
  readonly #copying: Copying;
  readonly #arranging: Arranging;
  readonly #listeners = new Set<() => void>();
  #version = 0;
  /** Stops showing the dragged size. */
  #hideSize = (): void => {};
  draft: Draft | null = null;

  constructor(company: string, id: string, isReadOnly: boolean) {
    const { document } = this;
    const selection = this.#selection;
    this.isReadOnly = isReadOnly;
    const calculator = (this.#calculator = figureSource(company, id, document, isReadOnly, this.#tell));
    const sight = (this.#sight = new Sight(document, selection, calculator, () => this.#tell()));
    const change = (changes: readonly Change[]): void => this.#change(changes);
    const refuse = (message: string): void => this.#storing.refuse(message);
    this.#copying = new Copying({ document, selection, calculator, sight, change, refuse });
    this.#storing = new Storing(company, id, document, {
      tell: () => this.#tell(),
      write: (changes) => sight.write(changes),
      moved: (moves, by) => {
        // After moves of one's own, the same place is selected; what is being typed keeps its cell.
        for (const move of by === "others" || this.draft !== null ? moves : []) {
          const mover = new Mover(move, document.worksheets);
          if (mover.place(this.worksheet, this.active.row, this.active.column) === null) this.#loseDraft();
          selection.follow(mover);
        }
      },
      reopen: (worksheet) => {
        const { active, sheet } = this;
        if (active.row >= sheet.row_count || active.column >= sheet.column_count) this.#loseDraft();
        if (worksheet === undefined) selection.keep();
        else {
          this.commit();
          selection.open(worksheet);
        }
        calculator.open();
        sight.showAnew();
      },
    });
    this.#arranging = new Arranging(
      document,
      (make, stored, gone) => this.#storing.arrange(make, stored, gone),
      () => {
        sight.show();
        this.#tell();
      },
    );
    void this.#storing.open();
  }

  close(): void {
    this.#storing.close();
    this.#calculator.close();
    this.grid?.remove();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  version = (): number => this.#version;

  readonly #tell = (): void => {
    this.#version++;
    for (const listener of this.#listeners) listener();
  };

  // What the page shows

  get isOpen(): boolean {
    return this.#storing.isOpen;
  }
  get problem(): unknown {
    return this.#storing.problem;
  }
  get saving(): Saving {
    return this.#storing.saving;
  }
  /** Why changes were not made. */
  get refusals(): readonly string[] {
    return this.#storing.refusals;
  }
  /** What was not stored or met the changes of others. */
  get pending(): PendingCells {
    return this.document.pending;
  }
  get functions(): FigureSource["functions"] {
    return this.#calculator.functions;
  }
  get grid(): Grid | null {
    return this.#sight.grid;
  }
  get worksheet(): string {
    return this.#selection.worksheet;
  }
  get sheet(): Worksheet {
    return this.#selection.sheet;
  }
  get active(): Place {
    return this.#selection.active;
  }
  get anchor(): Place {
    return this.#selection.anchor;
  }
  get selection(): Rectangle {
    return this.#selection.area;
  }

  /** The content of the active cell, as a person would type it. */
  get activeInput(): string {
    const { value } = this.document.at(this.worksheet, this.active.row, this.active.column);
    return inputOf(value) ?? "";
  }

  get activeFormat(): Format | null {
    return this.document.at(this.worksheet, this.active.row, this.active.column).format;
  }

  /** The value of the active cell, as it is shown. */
  get activeText(): string {
    return this.#sight.paint(this.active.row, this.active.column).text;
  }

  /** Puts the grid into its place on the page. Returns what takes it away. */
  attach(host: HTMLElement): () => void {
    return this.#sight.attach(host);
  }

  /** Asks the books again, which may have changed. */
  refreshBooks(): void {
    this.#calculator.forget();
    this.#sight.want();
  }

  // Selection

  /** Makes a cell active; if extended, the selection reaches to it. */
  select(row: number, column: number, isExtended = false): void {
    this.#selection.select(row, column, isExtended);
    this.#sight.mark();
    this.grid?.reveal(this.anchor.row, this.anchor.column);
    this.#tell();
  }

  selectArea(active: Place, anchor: Place): void {
    this.#selection.selectArea(active, anchor);
    this.#sight.mark();
    this.#tell();
  }

  selectAll(): void {
    const { bottom, right } = this.document.used(this.sheet);
    this.selectArea({ row: 0, column: 0 }, { row: bottom, column: right });
  }

  /** Returns the cell to which Ctrl and an arrow lead: the end of a run of filled or of empty cells. */
  edge(from: Place, down: number, over: number): Place {
    return this.#selection.edge(from, down, over, (row, column) => this.#sight.isFilled(row, column));
  }

  openWorksheet(id: string): void {
    if (id === this.worksheet) return;
    this.commit();
    this.#selection.open(id);
    this.#sight.showAnew();
    this.grid?.element.scrollTo(0, 0);
    this.#tell();
  }

  // Changes

  /** Changes tabs or the name, after all changes of cells are stored. */
  async arrange(make: () => SheetEdit | null): Promise<void> {
    if (!this.isReadOnly) await this.#storing.arrange(make);
  }

  #change(changes: readonly Change[]): void {
    if (!this.isReadOnly) this.#make(() => this.document.change(changes));
  }

  /** Makes changes, shows them, and lets them be stored. Returns their number. */
  #make(make: () => readonly Change[]): number {
    const before = this.sheet;
    const changes = make();
    if (this.sheet !== before) this.#sight.show();
    this.#sight.write(changes);
    if (changes.length > 0) this.#storing.soon();
    this.#tell();
    return changes.length;
  }

  readonly undo = (): void => void this.#step("undo");
  readonly redo = (): void => void this.#step("redo");

  async #step(direction: Direction): Promise<void> {
    if (this.isReadOnly) return;
    const { steps } = this.document;
    // The step that is meant may be the one that is not stored yet.
    if (this.#storing.movesWait) {
      const { count } = steps;
      if (this.saving !== "offline") await this.#storing.settled;
      if (this.#storing.movesWait || steps.count !== count)
        return this.#storing.refuse("Rows or columns were not stored yet, so nothing was taken back.");
    }
    const step = steps.next(direction);
    if (step === null) return;
    if ("before" in step) {
      if (this.#make(() => this.document.step(direction)) < step.before.length)
        this.#storing.refuse("Someone has changed cells of this step since then, so these stay as they are.");
      return;
    }
    if ("arranged" in step) return this.#arranging.turn(step, direction);
    const move = direction === "undo" ? { ...step.move, ...reversedMove(step.move) } : step.move;
    if (direction === "undo" && move.count < 0 && this.document.isFilled(move))
      this.#storing.refuse(
        "Someone has written into the inserted lines, so they stay. Delete them if they are not needed.",
      );
    else await this.#storing.move(move, { direction, step });
  }

  /** The person has seen why a change was not made. */
  settleRefusal(message: string): void {
    this.#storing.refusals = this.refusals.filter((each) => each !== message);
    this.#storing.seen();
    this.#tell();
  }

  // Rows and columns

  /** Inserts as many lines as are selected before the selection, or after it. */
  async insertLines(lines: Lines, side: "before" | "after"): Promise<void> {
    if (this.isReadOnly) return;
    this.commit();
    const { first, count } = this.#selectedLines(lines);
    const move = {
      worksheet_id: this.worksheet,
      lines,
      at: side === "before" ? first : first + count,
      count,
    };
    await this.#storing.move(move, null);
  }

  async deleteLines(lines: Lines): Promise<void> {
    if (this.isReadOnly) return;
    this.commit();
    const { first, count } = this.#selectedLines(lines);
    await this.#storing.move({ worksheet_id: this.worksheet, lines, at: first, count: -count }, null);
  }

  #selectedLines(lines: Lines) {
    const { top, left, bottom, right } = this.selection;
    return lines === "rows"
      ? { first: top, count: bottom - top + 1 }
      : { first: left, count: right - left + 1 };
  }

  /** Whether whole rows or whole columns are selected; null for neither. */
  get isOfLines(): Lines | null {
    const { top, left, bottom, right } = this.selection;
    const { row_count, column_count } = this.sheet;
    if (left === 0 && right === column_count - 1) return "rows";
    return top === 0 && bottom === row_count - 1 ? "columns" : null;
  }

  /** Shows a line in a size that is not stored yet, as a drag passes it; without a size, as it is. */
  showSize(lines: Lines, line: number, pixels?: number): void {
    this.#hideSize();
    this.#hideSize =
      pixels === undefined
        ? () => {}
        : this.document.show(sizing(this.worksheet, lines, line, 1, validSize(pixels))).end;
    this.#sight.show();
  }

  /** Sets the size of lines; null is the ordinary one. */
  async sizeLines(lines: Lines, first: number, count: number, pixels: number | null): Promise<void> {
    this.#hideSize();
    const size = pixels === null ? null : validSize(pixels);
    await this.#makeStep(sizing(this.worksheet, lines, first, count, size));
  }

  /** Makes the selected lines larger or smaller by a step. */
  async stepSize(lines: Lines, pixels: number): Promise<void> {
    const { first, count } = this.#selectedLines(lines);
    const present = lines === "rows" ? this.#sight.heightOf(first) : this.#sight.widthOf(first);
    await this.sizeLines(lines, first, count, present + pixels);
  }

  get frozen(): { readonly rows: number; readonly columns: number } {
    const { frozen_rows: rows, frozen_columns: columns } = this.sheet;
    return { rows, columns };
  }

  /** Freezes so many of the first rows and columns; what is left out stays. */
  async freeze(wanted: { readonly rows?: number; readonly columns?: number }): Promise<void> {
    await this.#makeStep({ kind: "frozen", worksheet: this.worksheet, ...wanted });
  }

  /** Arranges something, as a step that can be taken back. */
  async #makeStep(wanted: Arrangement | null): Promise<void> {
    await this.#arranging.make(this.isReadOnly ? null : wanted);
  }

  get charts(): readonly SheetChart[] {
    return this.#sight.charts;
  }
  dataOf(chart: SheetChart): ChartData {
    return this.#sight.dataOf(chart);
  }

  /** Adds a chart of the selected cells, beside them. */
  async addChart(type: Kind): Promise<void> {
    this.commit();
    await this.#makeStep(newChart(this.document, this.worksheet, this.#selection.usedArea, type));
  }

  async changeChart(id: string, change: ChartChange): Promise<void> {
    await this.#makeStep(changedChart(this.document, id, change));
  }

  async deleteChart({ id }: SheetChart): Promise<void> {
    await this.#makeStep(deletion(this.document, id));
  }

  begin(text: string, at: Draft["at"] = "cell"): void {
    if (this.isReadOnly) return;
    this.draft = { text, at, former: this.activeInput };
    this.#selection.uses += 1;
    this.grid?.reveal(this.active.row, this.active.column);
    this.#tell();
  }

  type(text: string, at: Draft["at"]): void {
    if (this.isReadOnly) return;
    this.draft = { text, at, former: this.draft?.former ?? this.activeInput };
    this.#selection.uses += 1;
    this.#tell();
  }

  abandon(): void {
    this.draft = null;
    this.#tell();
  }

  /** The cell in which something is typed is gone. Further keys are not for the cell that is in its place now. */
  #loseDraft(): void {
    const { draft, worksheet, active } = this;
    if (draft === null) return;
    this.draft = null;
    const { value } = typedValue(draft.text);
    if (draft.text !== draft.former) this.pending.lose({ worksheet, ...active, value });
    const focused = globalThis.document.activeElement;
    if (focused instanceof HTMLElement) focused.blur();
  }

  /** Writes what was typed into the active cell. */
  commit(): void {
    const { draft, worksheet, active } = this;
    if (draft === null) return;
    this.draft = null;
    if (draft.text === this.activeInput) return this.#tell();
    const { value, numberFormat } = typedValue(draft.text);
    const format = this.activeFormat;
    this.#change([
      {
        worksheet,
        ...active,
        value,
        format:
          numberFormat === null || format?.["number_format"] !== undefined
            ? format
            : { ...format, number_format: numberFormat },
      },
    ]);
  }

  clear(): void {
    this.#change(
      [...placesOf(this.#selection.usedArea)].map(({ row, column }) => ({
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
      [...placesOf(this.#selection.usedArea)].map(({ row, column }) => {
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
    await this.#copying.fill(direction);
  }

  /** Continues the selected cells to a cell to which the fill handle was dragged. */
  async fillTo(row: number, column: number): Promise<void> {
    const to = this.fillArea(row, column);
    if (to === null || this.isReadOnly) return;
    await this.#copying.extend(to);
  }

  /** The area that a drag of the fill handle to a cell gives: longer in one direction; null if not larger. */
  fillArea(row: number, column: number): Rectangle | null {
    return this.#selection.longerTo(row, column);
  }

  copy(data: DataTransfer, isCut: boolean): void {
    this.#copying.copy(data, isCut);
  }

  async paste(data: DataTransfer): Promise<void> {
    if (!this.isReadOnly) await this.#copying.paste(data);
  }

  /** Puts what was typed into a deleted line into the active cell, or drops it. */
  settleLost(lost: Lost, isKept: boolean): void {
    this.pending.lost = this.pending.lost.filter((each) => each !== lost);
    const { worksheet, active, activeFormat: format } = this;
    if (isKept) this.#change([{ worksheet, ...active, value: lost.value, format }]);
    this.#tell();
  }

  /** Drops all that was typed into deleted lines. */
  dropLost(): void {
    this.pending.lost = [];
    this.#tell();
  }

  /** Tries once more to store what the service failed to store, or lets it go. */
  settleFailed(isTriedAgain: boolean): void {
    if (isTriedAgain) this.#make(() => this.document.tryAgain());
    else this.pending.letGo();
    this.#storing.seen();
    this.#tell();
  }

  /** Keeps this page's content of a cell, or takes the other person's. */
  settle(conflict: Conflict, takes: "mine" | "theirs"): void {
    this.pending.settle(conflict);
    const { worksheet, row, column, theirs } = conflict;
    if (takes === "theirs") this.#change([{ worksheet, row, column, ...theirs }]);
    this.#tell();
  }
}
