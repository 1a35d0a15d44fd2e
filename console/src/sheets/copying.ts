/** Copies, cuts, pastes and fills cells: within the spreadsheet as they are, and to and from elsewhere as texts. */
import { type Authored, FormulaText, isError } from "@daybook/formula/cells";
import type { FigureSource } from "./calculator.ts";
import { htmlTable, readHtmlTable, readTabSeparated, tabSeparated } from "./clipboard.ts";
import { type Change, inputOf } from "./cells.ts";
import { Clip } from "./clip.ts";
import type { SheetDocument } from "./document.ts";
import type { Rectangle } from "./protocol.ts";
import { placesOf, type SheetSelection } from "./selection.ts";
import { seriesOf } from "./series.ts";
import type { Sight } from "./sight.ts";
import { typedValue } from "./typed.ts";

/** What a series puts into a cell; undefined if the cell gets a copy. */
type Series = (row: number, column: number) => Authored | null | undefined;

const around = (place: number, size: number): number => ((place % size) + size) % size;

/** What copying needs of the editor. */
interface Parts {
  readonly document: SheetDocument;
  readonly selection: SheetSelection;
  readonly calculator: FigureSource;
  readonly sight: Sight;
  readonly change: (changes: readonly Change[]) => void;
  readonly refuse: (message: string) => void;
}

const GONE = "Some cells are not there any more, so they were not written.";

export class Copying {
  readonly #document: SheetDocument;
  readonly #selection: SheetSelection;
  readonly #calculator: FigureSource;
  readonly #sight: Sight;
  readonly #change: Parts["change"];
  readonly #refuse: Parts["refuse"];

  constructor({ document, selection, calculator, sight, change, refuse }: Parts) {
    this.#document = document;
    this.#selection = selection;
    this.#calculator = calculator;
    this.#sight = sight;
    this.#change = change;
    this.#refuse = refuse;
  }

  /** Copies the first row, or the first column, of the selection into the rest of it. */
  async fill(direction: "down" | "right"): Promise<void> {
    const area = this.#selection.usedArea;
    const from = direction === "down" ? { ...area, bottom: area.top } : { ...area, right: area.left };
    this.#change(await this.#written(this.#cells(from), area));
  }

  /**
   * Continues the selected cells into a larger area, which a drag of the fill handle gives: each row or
   * column by its series, formulas relative to their cells. Selects it.
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
    const { uses } = this.#selection;
    const written = await this.#written(this.#cells(from), to, (row, column) => {
      const series = lines[isDown ? column - from.left : row - from.top] ?? null;
      const [at, first, last] = isDown ? [row, from.top, from.bottom] : [column, from.left, from.right];
      if (series === null || (at >= first && at <= last)) return undefined;
      return series(at > last ? at - last : at - first);
    });
    this.#put(written, uses);
  }

  #cells({ top, left, bottom, right }: Rectangle): Change[][] {
    const { worksheet } = this.#selection;
    return Array.from({ length: bottom - top + 1 }, (_row, down) =>
      Array.from({ length: right - left + 1 }, (_column, over) => {
        const [row, column] = [top + down, left + over];
        return { worksheet, row, column, ...this.#document.at(worksheet, row, column) };
      }),
    );
  }

  /**
   * Makes changes, and selects the written cells, row by row, unless the person has done something meanwhile:
   * `uses` is the count at which the change began.
   */
  #put(written: readonly Change[], uses: number, changes = written): void {
    if (uses === this.#selection.uses) this.#selection.selectCells(written);
    this.#change(changes);
    this.#sight.mark();
  }

  /** Copied cells over an area, repeated as often as they fit, row by row; references move with them. */
  async #written(
    cells: readonly (readonly Change[])[],
    to: Rectangle,
    series: Series | null = null,
  ): Promise<readonly Change[]> {
    const [first] = cells[0] ?? [];
    if (first === undefined) return [];
    // A series repeats from its own cells, pasted cells from the corner of their target.
    const begin = series === null ? { row: to.top, column: to.left } : first;
    const { worksheet } = this.#selection;
    const [height, width] = [cells.length, cells[0]?.length ?? 1];
    const changes = [...placesOf(to)].map(({ row, column }) => {
      const [down, over] = [around(row - begin.row, height), around(column - begin.column, width)];
      const from = cells[down]?.[over] ?? first;
      const { format } = from;
      const value = series?.(row, column) ?? from.value;
      return { worksheet, row, column, value, format, rows: row - from.row, columns: column - from.column };
    });
    const formulas = changes.flatMap(({ value, rows, columns }) =>
      value instanceof FormulaText ? [{ text: value.text, rows, columns }] : [],
    );
    const followed = this.#document.coming.begin();
    const shifted = (await this.#calculator.shift(formulas)).values();
    const coming = changes.map(({ rows: _rows, columns: _columns, ...change }) =>
      change.value instanceof FormulaText
        ? {
            ...change,
            value: new FormulaText(shifted.next().value ?? change.value.text, change.value.fills),
          }
        : change,
    );
    const ids = new Set(this.#document.worksheets.map(({ id }) => id));
    const written = followed(coming).filter((change) => ids.has(change.worksheet));
    if (written.length < coming.length) this.#refuse(GONE);
    return written;
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
    const clip = (this.#document.clip = new Clip(tabSeparated(texts), cells, isCut));
    data.setData("text/plain", clip.text);
    data.setData("text/html", htmlTable(texts));
    if (!isWhole) void this.#copyLater(area, cells, clip);
  }

  async #copyLater(area: Rectangle, cells: Clip["cells"], clip: Clip): Promise<void> {
    const [rows = []] = await this.#calculator.view([{ sheet: this.#selection.place, ...area }]);
    const texts = cells.map((line, down) =>
      line.map(({ value, format }, over) =>
        value === null || value instanceof FormulaText
          ? this.#sight.textOf(rows[down]?.[over] ?? null, format)
          : this.#sight.textOf(isError(value) ? { error: value.code, message: "" } : value, format),
      ),
    );
    // What was copied since then stays on the clipboard.
    if (this.#document.clip !== clip) return;
    const text = tabSeparated(texts);
    try {
      await navigator.clipboard.writeText(text);
      clip.text = text;
    } catch {
      // The browser keeps what it has: formulas as they were written.
    }
  }

  /** Pastes at the selection, and selects what was written. */
  async paste(data: DataTransfer): Promise<void> {
    const text = data.getData("text/plain").replaceAll("\r\n", "\n");
    const { top, left, bottom, right } = this.#selection.usedArea;
    const { uses } = this.#selection;
    const { clip } = this.#document;
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
      if (clip.cut === null) this.#put(await this.#written(clip.cells, to), uses);
      else this.#move(clip.cells, clip.cut, to);
    } else
      this.#put(
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
        uses,
      );
  }

  /** Cut cells move as they are, and leave nothing where they were. */
  #move(cells: Clip["cells"], cut: readonly Change[], to: Rectangle): void {
    const { worksheet } = this.#selection;
    const written = cells.flatMap((line, down) =>
      line.map((cell, over) => ({ ...cell, worksheet, row: to.top + down, column: to.left + over })),
    );
    const ids = new Set(this.#document.worksheets.map(({ id }) => id));
    const cleared = cut.filter((change) => ids.has(change.worksheet));
    const moved = new Map(
      [...cleared, ...written].map((change) => [
        `${change.worksheet} ${change.row} ${change.column}`,
        change,
      ]),
    );
    this.#put(written, this.#selection.uses, [...moved.values()]);
    this.#document.clip = null;
  }
}
