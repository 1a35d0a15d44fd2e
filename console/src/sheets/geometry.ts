/**
 * Where the rows and columns of a worksheet lie, in pixels from the upper left corner of its heads. The first
 * rows and columns may be frozen: they stay where they are when the others scroll below them.
 */
import type { LineSize } from "../api/generated/schemas.ts";
import type { Rectangle } from "./protocol.ts";

export const ROW_HEIGHT = 24;
export const HEAD_HEIGHT = 24;
export const HEAD_WIDTH = 56;
/** Rows beyond the sight that are painted with it. */
const MARGIN = 3;
/** The part of the window that heads and frozen lines may take, so that the others have room to scroll. */
const MOST_FROZEN = 0.6;

export interface Sizes {
  readonly rowCount: number;
  readonly columnCount: number;
  widthOf(column: number): number;
  /** The rows that are not as high as others. */
  readonly heights: readonly LineSize[];
  readonly frozenRows: number;
  readonly frozenColumns: number;
}

/** The part of the grid that is in the window. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class Geometry {
  readonly #sizes: Sizes;
  /** The left edges of the columns, and the right edge of the last one. */
  readonly #edges: number[] = [HEAD_WIDTH];
  /** The rows with a height of their own, and by how much the rows below them are moved down. */
  readonly #tops: { readonly line: number; readonly extra: number }[] = [];
  #window: Window;
  /** The frozen lines, without those for which the window is too small. */
  readonly frozen: { readonly rows: number; readonly columns: number };

  constructor(sizes: Sizes, window: Window) {
    this.#sizes = sizes;
    this.#window = window;
    let extra = 0;
    for (const { line, pixels } of sizes.heights.toSorted((a, b) => a.line - b.line)) {
      extra += pixels - ROW_HEIGHT;
      this.#tops.push({ line, extra });
    }
    for (let column = 0; column < sizes.columnCount; column++)
      this.#edges.push(this.left(column) + sizes.widthOf(column));
    this.frozen = {
      rows: lastWithin(sizes.frozenRows, (row) => this.top(row) <= window.height * MOST_FROZEN),
      columns: lastWithin(sizes.frozenColumns, (column) => this.left(column) <= window.width * MOST_FROZEN),
    };
  }

  scroll(x: number, y: number): void {
    this.#window = { ...this.#window, x, y };
  }

  /** The left edge of a column, as if nothing had scrolled; of the column after the last one, the end. */
  left(column: number): number {
    return this.#edges[column] ?? 0;
  }

  /** The upper edge of a row, as if nothing had scrolled. */
  top(row: number): number {
    let [low, high] = [0, this.#tops.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#tops[middle]?.line ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return HEAD_HEIGHT + row * ROW_HEIGHT + (this.#tops[low - 1]?.extra ?? 0);
  }

  height(row: number): number {
    return this.top(row + 1) - this.top(row);
  }

  /** The position of the left edge of a column after scrolling: frozen columns cover the others. */
  seenLeft(column: number): number {
    const { columns } = this.frozen;
    const { x } = this.#window;
    const left = this.left(column);
    return column <= columns ? left + x : Math.max(left, this.left(columns) + x);
  }

  /** The same of the upper edge of a row. */
  seenTop(row: number): number {
    const { rows } = this.frozen;
    const { y } = this.#window;
    const top = this.top(row);
    return row <= rows ? top + y : Math.max(top, this.top(rows) + y);
  }

  /** The column at a distance from the left edge of the window. */
  columnAt(x: number): number {
    return this.#column(x < this.left(this.frozen.columns) ? x : x + this.#window.x);
  }

  /** The row at a distance from the upper edge of the window. */
  rowAt(y: number): number {
    return this.#row(y < this.top(this.frozen.rows) ? y : y + this.#window.y);
  }

  #column(x: number): number {
    return lastWithin(this.#sizes.columnCount - 1, (column) => this.left(column) <= x);
  }

  #row(y: number): number {
    const last = this.#sizes.rowCount - 1;
    return this.#tops.length === 0
      ? Math.max(0, Math.min(last, Math.floor((y - HEAD_HEIGHT) / ROW_HEIGHT)))
      : lastWithin(last, (row) => this.top(row) <= y);
  }

  /** The rectangle of what scrolls that is in the window, with some lines around it. */
  sight(): Rectangle {
    const { rowCount, columnCount } = this.#sizes;
    const { x, y, width, height } = this.#window;
    const { rows, columns } = this.frozen;
    return {
      top: Math.max(rows, this.#row(this.top(rows) + y) - MARGIN),
      bottom: Math.min(rowCount - 1, this.#row(y + height) + 1 + MARGIN),
      left: Math.max(columns, this.#column(this.left(columns) + x) - 1),
      right: Math.min(columnCount - 1, this.#column(x + width) + 1),
    };
  }

  /** The scroll position at which a cell is visible. */
  reveal(row: number, column: number): Pick<Window, "x" | "y"> {
    const { x, y, width, height } = this.#window;
    const { rows, columns } = this.frozen;
    const [left, right] = [this.left(column) - this.left(columns), this.left(column + 1) - width];
    const [top, bottom] = [this.top(row) - this.top(rows), this.top(row + 1) - height];
    return {
      x: column < columns ? x : Math.min(left, Math.max(x, right)),
      y: row < rows ? y : Math.min(top, Math.max(y, bottom)),
    };
  }
}

/**
 * Returns the last number from 0 to `most` for which `isWithin` is true. It must be false for all numbers
 * after the first that fails.
 */
function lastWithin(most: number, isWithin: (at: number) => boolean): number {
  let [low, high] = [0, Math.max(0, most)];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isWithin(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
