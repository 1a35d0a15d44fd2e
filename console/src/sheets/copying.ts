/** Copies, cuts, pastes and fills cells: within the spreadsheet as they are, and to and from elsewhere as texts. */
import { type Authored, FormulaText, isError } from "@daybook/formula/cells";
import type { Calculator } from "./calculator.ts";
import { htmlTable, readHtmlTable, readTabSeparated, tabSeparated } from "./clipboard.ts";
import { type Cell, type Change, inputOf } from "./cells.ts";
import type { SheetDocument } from "./document.ts";
import type { Rectangle } from "./protocol.ts";
import { placesOf, type SheetSelection } from "./selection.ts";
import { seriesOf } from "./series.ts";
import type { Sight } from "./sight.ts";
import { typedValue } from "./typed.ts";

/** What a series puts into a cell; undefined if the cell gets a copy. */
type Series = (row: number, column: number) => Authored | null | undefined;

const around = (place: number, size: number): number => ((place % size) + size) % size;

interface Clip {
  readonly text: string;
  readonly cells: readonly (readonly Cell[])[];
  readonly from: { readonly worksheet: string; readonly row: number; readonly column: number };
  readonly isCut: boolean;
}

/** What copying needs of the editor. */
interface Parts {
  readonly document: SheetDocument;
  readonly selection: SheetSelection;
  readonly calculator: Calculator;
  readonly sight: Sight;
  readonly change: (changes: readonly Change[]) => void;
}

export class Copying {
  readonly #document: SheetDocument;
  readonly #selection: SheetSelection;
  readonly #calculator: Calculator;
  readonly #sight: Sight;
  readonly #change: Parts["change"];
  #clip: Clip | null = null;

  constructor({ document, selection, calculator, sight, change }: Parts) {
    this.#document = document;
    this.#selection = selection;
    this.#calculator = calculator;
    this.#sight = sight;
    this.#change = change;
  }

  /** Copies the first row, or the first column, of the selection into the rest of it. */
  async fill(direction: "down" | "right"): Promise<void> {
    const area = this.#selection.usedArea;
    const from = direction === "down" ? { ...area, bottom: area.top } : { ...area, right: area.left };
    await this.#write(this.#cells(from), from, area);
  }

  /**
   * Continues the selected cells into a larger area, which a drag of the fill handle gives: each row or
   * column by its series, formulas relative to their cells.
   */
  async extend(to: Rectangle): Promise<void> {
    const from = this.#selection.usedArea;
    const { worksheet } = this.#selection;
    const isDown = to.top < from.top || to.bottom > from.bottom;
    const height = from.bottom - from.top + 1;
    const width = from.right - from.left + 1;
    const lines = Array.from({ length: isDown ? width : height }, (_, line) => {
      const cells = Array.from({ length: isDown ? height : width }, (_cell, at) =>
        isDown
          ? this.#document.at(worksheet, from.top + at, from.left + line)
          : this.#document.at(worksheet, from.top + line, from.left + at),
      );
      const format = cells[0]?.format?.["number_format"];
      return seriesOf(
        cells.map(({ value }) => value),
        typeof format === "string" ? format : undefined,
      );
    });
    await this.#write(this.#cells(from), from, to, (row, column) => {
      const series = lines[isDown ? column - from.left : row - from.top] ?? null;
      const [at, first, last] = isDown ? [row, from.top, from.bottom] : [column, from.left, from.right];
      if (series === null || (at >= first && at <= last)) return undefined;
      return series(at > last ? at - last : at - first);
    });
  }

  #cells(area: Rectangle): Cell[][] {
    return Array.from({ length: area.bottom - area.top + 1 }, (_row, down) =>
      Array.from({ length: area.right - area.left + 1 }, (_column, over) =>
        this.#document.at(this.#selection.worksheet, area.top + down, area.left + over),
      ),
    );
  }

  /** Writes copied cells over an area, repeated as often as they fit; references move with them. */
  async #write(
    cells: readonly (readonly Cell[])[],
    from: { readonly top: number; readonly left: number },
    to: Rectangle,
    series: Series | null = null,
  ): Promise<void> {
    // What continues repeats from its own cells, what is pasted from the corner of where it goes.
    const begin = series === null ? to : from;
    const { worksheet } = this.#selection;
    const [height, width] = [cells.length, cells[0]?.length ?? 1];
    const changes = [...placesOf(to)].map(({ row, column }) => {
      const [down, over] = [around(row - begin.top, height), around(column - begin.left, width)];
      const { value: copied = null, format = null } = cells[down]?.[over] ?? {};
      const value = series?.(row, column) ?? copied;
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
    const shifted = (await this.#calculator.shift(formulas)).values();
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

  /** Copies the selection. Figures out of sight that are not known yet follow as soon as they are. */
  copy(data: DataTransfer, isCut: boolean): void {
    const area = this.#selection.usedArea;
    const cells = this.#cells(area);
    let isWhole = true;
    const texts = cells.map((line, down) =>
      line.map((cell, over) => {
        const [row, column] = [area.top + down, area.left + over];
        const isUnknown = !this.#sight.isKnown(row, column, cell);
        if (isUnknown) isWhole = false;
        return isUnknown
          ? (inputOf(cell.value) ?? "")
          : this.#sight.textOf(this.#sight.valueAt(row, column, cell), cell.format);
      }),
    );
    const from = { worksheet: this.#selection.worksheet, row: area.top, column: area.left };
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
    const [rows = []] = await this.#calculator.view([{ sheet: this.#selection.place, ...area }]);
    const texts = cells.map((line, down) =>
      line.map(({ value, format }, over) =>
        value === null || value instanceof FormulaText
          ? this.#sight.textOf(rows[down]?.[over] ?? null, format)
          : this.#sight.textOf(isError(value) ? { error: value.code, message: "" } : value, format),
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

  /** Pastes at the selection. Returns the area that was written; null if there is nothing to paste. */
  async paste(data: DataTransfer): Promise<Rectangle | null> {
    const text = data.getData("text/plain").replaceAll("\r\n", "\n");
    const { top, left, bottom, right } = this.#selection.usedArea;
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
    if (height === 0 || width === 0) return null;
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
        [...placesOf(to)].map(({ row, column }) => {
          const typed = typedValue(rows?.[(row - top) % height]?.[(column - left) % width] ?? "");
          const { format } = this.#document.at(this.#selection.worksheet, row, column);
          return {
            worksheet: this.#selection.worksheet,
            row,
            column,
            value: typed.value,
            format: typed.numberFormat === null ? format : { ...format, number_format: typed.numberFormat },
          };
        }),
      );
    return to;
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
        put({
          worksheet: this.#selection.worksheet,
          row: to.top + down,
          column: to.left + over,
          value,
          format,
        });
    this.#change([...moved.values()]);
    this.#clip = null;
  }
}
