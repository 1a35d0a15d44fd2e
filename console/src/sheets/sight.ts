/** What is in sight of a spreadsheet: the grid, the figures of its cells, and how they are painted. */
import { FormulaText, isError } from "@daybook/formula/cells";
import { formatNumber } from "@daybook/formula/formats";
import type { SheetChart } from "../api/generated/schemas.ts";
import type { FigureSource } from "./calculator.ts";
import { areasOf, type ChartArea, type ChartData, dataOf } from "./charts.ts";
import { type Cell, type Change, COLUMNS, type Format, type Worksheet } from "./cells.ts";
import type { SheetDocument } from "./document.ts";
import { ROW_HEIGHT } from "./geometry.ts";
import { Grid, type PaintedCell } from "./grid.ts";
import type { Figures, Shown } from "./protocol.ts";
import { NO_WORKSHEET, type SheetSelection } from "./selection.ts";

const LONGEST_TEXT = 2_000;
/** Cells beyond the sight that are calculated with it. */
const AHEAD = { rows: 20, columns: 2 } as const;
const WIDTHS = { least: 72, most: 280, plain: 104, sign: 7.4 } as const;

export class Sight {
  readonly #document: SheetDocument;
  readonly #selection: SheetSelection;
  readonly #calculator: FigureSource;
  #grid: Grid | null = null;
  #shown = new Map<number, Shown>();
  #isAwaited = false;
  #isWanted = false;
  #widths: readonly number[] = [];
  /** The widths that people set. */
  #stated: ReadonlyMap<number, number> = new Map();

  /** The ranges of charts with their figures. */
  #charted: ReadonlyMap<string, { readonly area: ChartArea; readonly figures: Figures }> = new Map();
  #areChartsAwaited = false;
  #areChartsWanted = false;
  readonly #onCharts: () => void;

  /** `onCharts` is called when figures of charts have come, or charts may lie elsewhere. */
  constructor(
    document: SheetDocument,
    selection: SheetSelection,
    calculator: FigureSource,
    onCharts: () => void,
  ) {
    this.#onCharts = onCharts;
    this.#document = document;
    this.#selection = selection;
    this.#calculator = calculator;
  }

  get grid(): Grid | null {
    return this.#grid;
  }

  /** Puts the grid into its place on the page. Returns what takes it away. */
  attach(host: HTMLElement): () => void {
    this.#grid = new Grid(
      host,
      () => this.#wantCells(),
      () => this.#onCharts(),
    );
    this.show();
    return () => {
      this.#grid?.remove();
      this.#grid = null;
    };
  }

  /** Shows the open worksheet again; its size may have changed. */
  show(): void {
    const { sheet } = this.#selection;
    if (this.#grid === null || sheet === NO_WORKSHEET) return;
    this.#widths = this.#widthsOf(sheet);
    this.#stated = new Map(sheet.column_widths.map(({ line, pixels }) => [line, pixels]));
    this.#grid.show(
      {
        rowCount: sheet.row_count,
        columnCount: sheet.column_count,
        widthOf: (column) => this.widthOf(column),
        heights: sheet.row_heights,
        frozenRows: sheet.frozen_rows,
        frozenColumns: sheet.frozen_columns,
        paint: (row, column) => this.paint(row, column),
      },
      `Cells of ${sheet.name}`,
    );
    this.mark();
    this.want();
  }

  /** Shows the open worksheet without the figures that were known. */
  showAnew(): void {
    this.#shown = new Map();
    this.show();
  }

  mark(): void {
    const { area, active } = this.#selection;
    this.#grid?.select(area, active.row, active.column);
  }

  /** Shows changes of cells, which the worker calculates. */
  write(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#calculator.set(changes);
    // The former value of a cell does not belong to its new content.
    for (const { worksheet, row, column } of changes)
      if (worksheet === this.#selection.worksheet) this.#shown.delete(row * COLUMNS + column);
    this.#grid?.refresh();
    this.want();
  }

  /** Asks for the figures in sight, then for those of charts, which may take longer. */
  want(): void {
    this.#wantCells();
    this.#areChartsWanted = true;
    if (!this.#areChartsAwaited) void this.#viewCharts();
  }

  /** Asks for the cells in sight. A further request waits for the answer to the previous one. */
  #wantCells(): void {
    if (this.#grid === null || this.#selection.place === -1) return;
    this.#isWanted = true;
    if (!this.#isAwaited) void this.#view(this.#grid);
  }

  async #view({ areas: inWindow }: Grid): Promise<void> {
    const { sheet, place, worksheet } = this.#selection;
    const areas = inWindow.map(({ top, left, bottom, right }) => ({
      sheet: place,
      top: Math.max(0, top - AHEAD.rows),
      left: Math.max(0, left - AHEAD.columns),
      bottom: Math.min(sheet.row_count - 1, bottom + AHEAD.rows),
      right: Math.min(sheet.column_count - 1, right + AHEAD.columns),
    }));
    this.#isAwaited = true;
    this.#isWanted = false;
    const figures = await this.#calculator.view(areas);
    this.#isAwaited = false;
    if (worksheet === this.#selection.worksheet) {
      this.#shown = new Map();
      for (const [at, { top, left }] of areas.entries())
        for (const [down, row] of (figures[at] ?? []).entries())
          for (const [over, value] of row.entries())
            if (value !== null) this.#shown.set((top + down) * COLUMNS + left + over, value);
      this.#grid?.refresh();
    }
    if (this.#isWanted) this.#wantCells();
  }

  async #viewCharts(): Promise<void> {
    this.#areChartsWanted = false;
    const { worksheet } = this.#selection;
    const places = new Map(this.#document.worksheets.map(({ name }, at) => [name, at]));
    const ranges = [...areasOf(this.charts)].flatMap(([range, area]) => {
      const sheet = places.get(area.worksheet);
      return sheet === undefined ? [] : [{ range, area, sheet }];
    });
    if (ranges.length === 0) return;
    this.#areChartsAwaited = true;
    const figures = await this.#calculator.view(ranges.map(({ area, sheet }) => ({ ...area, sheet })));
    this.#areChartsAwaited = false;
    if (worksheet === this.#selection.worksheet) {
      this.#charted = new Map(
        ranges.map(({ range, area }, at) => [range, { area, figures: figures[at] ?? [] }]),
      );
      this.#onCharts();
    }
    if (this.#areChartsWanted) void this.#viewCharts();
  }

  /** The charts of the open worksheet. */
  get charts(): readonly SheetChart[] {
    return this.#document.charts.filter(({ worksheet_id }) => worksheet_id === this.#selection.worksheet);
  }

  /** What a chart draws, with categories and names as their cells show them. */
  dataOf({ ranges }: SheetChart): ChartData {
    const charted = ranges.map((range) => this.#charted.get(range));
    const ids = new Map(this.#document.worksheets.map(({ id, name }) => [name, id]));
    return dataOf(
      charted.map((each) => ({ figures: each?.figures ?? [], length: each?.area.length ?? 0 })),
      (range, index, value) => {
        const area = charted[range]?.area;
        if (area === undefined) return "";
        const columns = area.right - area.left + 1;
        const [row, column] = [area.top + Math.floor(index / columns), area.left + (index % columns)];
        const { format } = this.#document.at(ids.get(area.worksheet) ?? "", row, column);
        return this.textOf(value, format);
      },
    );
  }

  widthOf(column: number): number {
    return this.#stated.get(column) ?? this.#widths[column] ?? WIDTHS.plain;
  }

  heightOf(row: number): number {
    return this.#selection.sheet.row_heights.find(({ line }) => line === row)?.pixels ?? ROW_HEIGHT;
  }

  /** Columns are as wide as the texts of their first rows. */
  #widthsOf(sheet: Worksheet): number[] {
    const { bottom, right } = this.#document.used(sheet);
    return Array.from({ length: Math.min(right, 400) + 1 }, (_column, column) => {
      let longest = 0;
      for (let row = 0; row <= Math.min(bottom, 60); row++) {
        const { value } = this.#document.at(sheet.id, row, column);
        if (typeof value === "string") longest = Math.max(longest, value.length);
      }
      return longest * WIDTHS.sign + 14 <= WIDTHS.plain
        ? WIDTHS.plain
        : Math.max(WIDTHS.least, Math.min(WIDTHS.most, Math.round(longest * WIDTHS.sign + 14)));
    });
  }

  /** Returns the value of a cell; null if it is unknown. */
  valueAt(row: number, column: number, { value }: Cell): Shown {
    if (value === null || value instanceof FormulaText)
      return this.#shown.get(row * COLUMNS + column) ?? null;
    return isError(value) ? { error: value.code, message: "" } : value;
  }

  /** Returns a value as its number format shows it. */
  textOf(value: Shown, format: Format | null): string {
    if (value === null) return "";
    if (typeof value === "object") return value.error;
    const text = formatNumber(value, String(format?.["number_format"] ?? "General"));
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  }

  /** True if the value of a cell is known without asking for it. */
  isKnown(row: number, column: number, { value }: Cell): boolean {
    return !(value instanceof FormulaText) || this.#shown.has(row * COLUMNS + column);
  }

  /** True if a cell has content, or a value that a formula elsewhere puts into it. */
  isFilled(row: number, column: number): boolean {
    const cell = this.#document.at(this.#selection.worksheet, row, column);
    return cell.value !== null || this.valueAt(row, column, cell) !== null;
  }

  paint(row: number, column: number): PaintedCell {
    const cell = this.#document.at(this.#selection.worksheet, row, column);
    const value = this.valueAt(row, column, cell);
    const { format } = cell;
    const aligned = format?.["horizontal_alignment"];
    const isFigure = aligned === undefined ? typeof value === "number" : aligned === "right";
    const isFailed = typeof value === "object" && value !== null;
    return {
      text: this.textOf(value, format),
      className: classesOf({
        figure: isFigure,
        center: aligned === "center",
        bold: Boolean(format?.["bold"]),
        italic: Boolean(format?.["italic"]),
        failed: isFailed,
        inked: format?.["font_color"] !== undefined && !isFailed,
        filled: format?.["background_color"] !== undefined,
      }),
      title: isFailed ? value.message : "",
      color: String(format?.["font_color"] ?? ""),
      background: String(format?.["background_color"] ?? ""),
    };
  }
}

function classesOf(classes: Readonly<Record<string, boolean>>): string {
  return ["sh-cell", ...Object.keys(classes).filter((name) => classes[name])].join(" ");
}
