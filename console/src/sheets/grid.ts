/**
 * The cells of a worksheet on the screen. Only the rows and columns in sight are in the page, and rows that
 * leave are used again for those that come, so that a million cells scroll like a hundred. Written to the
 * page directly: a framework's comparison of a thousand cells would take longer than a frame.
 */
import { columnName } from "@daybook/formula/cells";
import type { Rectangle } from "./protocol.ts";

export interface PaintedCell {
  readonly text: string;
  readonly className: string;
  /** Said on hovering; empty for nothing. */
  readonly title: string;
  readonly color: string;
  readonly background: string;
}

export interface GridSource {
  readonly rowCount: number;
  readonly columnCount: number;
  widthOf(column: number): number;
  /** The rows that are not as high as others, in ascending order. */
  readonly heights: readonly { readonly line: number; readonly pixels: number }[];
  paint(row: number, column: number): PaintedCell;
}

export const ROW_HEIGHT = 24;
const HEAD_HEIGHT = 24;
const HEAD_WIDTH = 56;
/** Pixels around the edge of a head at which it can be dragged. */
const EDGE = 4;

/** A line whose edge can be dragged, and its present size. */
export interface LineEdge {
  readonly lines: "rows" | "columns";
  readonly line: number;
  readonly pixels: number;
}

/** Rows and columns beyond the sight. */
const MARGIN = 3;

/** A cell of the page, and what was written into it: to read that from the page takes longer than to write. */
interface Slot {
  readonly element: HTMLDivElement;
  painted: PaintedCell;
  row: number;
  column: number;
  left: number;
  width: number;
}

interface Row {
  readonly element: HTMLDivElement;
  readonly head: HTMLDivElement;
  readonly cells: Slot[];
}

function div(className: string, role: string): HTMLDivElement {
  const element = document.createElement("div");
  element.className = className;
  element.setAttribute("role", role);
  return element;
}

export class Grid {
  readonly element: HTMLDivElement;
  readonly #body: HTMLDivElement;
  readonly #head: HTMLDivElement;
  readonly #range: HTMLDivElement;
  readonly #active: HTMLDivElement;
  readonly #handle: HTMLDivElement;
  readonly #filled: HTMLDivElement;
  #source: GridSource = { rowCount: 0, columnCount: 0, widthOf: () => 0, heights: [], paint: () => NO_CELL };
  /** The left edges of the columns, and the right edge of the last one. */
  #edges: number[] = [0];
  /** The rows with a height of their own, and by how much the rows below them are moved down. */
  #tops: { readonly line: number; readonly extra: number }[] = [];
  readonly #rows = new Map<number, Row>();
  readonly #free: Row[] = [];
  readonly #heads: HTMLDivElement[] = [];
  /** The visible part of the element, in pixels. */
  #size = { height: 0, width: 0 };
  #chosen: HTMLDivElement | undefined;
  #frame = 0;
  #sight: Rectangle = { top: 0, left: 0, bottom: -1, right: -1 };
  #selection: { readonly range: Rectangle; readonly row: number; readonly column: number } = {
    range: { top: 0, left: 0, bottom: 0, right: 0 },
    row: 0,
    column: 0,
  };

  /** `onSight` is called with the rectangle in sight when it has changed. */
  constructor(host: HTMLElement, onSight: (sight: Rectangle) => void) {
    this.element = div("sh-grid", "grid");
    this.element.tabIndex = 0;
    this.#body = div("sh-body", "rowgroup");
    this.#head = div("sh-head", "row");
    this.#range = div("sh-range", "presentation");
    this.#active = div("sh-active", "presentation");
    this.#handle = div("sh-handle", "presentation");
    this.#filled = div("sh-filled", "presentation");
    this.#filled.hidden = true;
    const marks = [this.#range, this.#active, this.#filled, this.#handle];
    for (const mark of marks) mark.setAttribute("aria-hidden", "true");
    this.#body.append(this.#head, ...marks);
    this.element.append(this.#body);
    host.append(this.element);
    this.element.addEventListener("scroll", () => this.#look(onSight), { passive: true });
    this.#measure();
    this.#observer = new ResizeObserver(() => {
      this.#measure();
      this.#look(onSight);
    });
    this.#observer.observe(this.element);
  }
  readonly #observer: ResizeObserver;

  remove(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.element.remove();
  }

  /** Shows another worksheet, or one whose size has changed. */
  show(source: GridSource, name: string): void {
    this.#source = source;
    this.#tops = [];
    let extra = 0;
    for (const { line, pixels } of source.heights.toSorted((a, b) => a.line - b.line)) {
      extra += pixels - ROW_HEIGHT;
      this.#tops.push({ line, extra });
    }
    this.#edges = [HEAD_WIDTH];
    for (let column = 0; column < source.columnCount; column++)
      this.#edges.push((this.#edges[column] ?? 0) + source.widthOf(column));
    this.element.setAttribute("aria-label", name);
    this.element.setAttribute("aria-rowcount", String(source.rowCount + 1));
    this.element.setAttribute("aria-colcount", String(source.columnCount + 1));
    this.#body.style.height = `${HEAD_HEIGHT + this.#topOf(source.rowCount)}px`;
    this.#body.style.width = `${this.#edges.at(-1) ?? 0}px`;
    this.repaint();
  }

  /** Writes all cells in sight again. */
  repaint(): void {
    const sight = this.#inSight();
    this.#sight = sight;
    for (const [at, row] of this.#rows) this.#release(at, row);
    this.#paintHeads();
    this.#paintRows();
    this.#mark();
  }

  get sight(): Rectangle {
    return this.#sight;
  }

  /** The upper edge of a row, without the head. */
  #topOf(row: number): number {
    let [low, high] = [0, this.#tops.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#tops[middle]?.line ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return row * ROW_HEIGHT + (this.#tops[low - 1]?.extra ?? 0);
  }

  #heightOf(row: number): number {
    return this.#topOf(row + 1) - this.#topOf(row);
  }

  /** The row at a distance from the upper edge of the first one. */
  #rowAt(y: number): number {
    if (this.#tops.length === 0) return Math.floor(y / ROW_HEIGHT);
    let [low, high] = [0, this.#source.rowCount];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#topOf(middle) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #measure(): void {
    this.#size = { height: this.element.clientHeight, width: this.element.clientWidth };
  }

  #inSight(): Rectangle {
    const { scrollTop, scrollLeft } = this.element;
    const { height, width } = this.#size;
    const { rowCount, columnCount } = this.#source;
    return {
      top: Math.max(0, this.#rowAt(scrollTop) - MARGIN),
      bottom: Math.min(rowCount - 1, this.#rowAt(scrollTop + height) + 1 + MARGIN),
      left: Math.max(0, this.#columnAt(scrollLeft + HEAD_WIDTH) - 1),
      right: Math.min(columnCount - 1, this.#columnAt(scrollLeft + width) + 1),
    };
  }

  #columnAt(x: number): number {
    let [low, high] = [0, this.#source.columnCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#edges[middle] ?? 0) <= x) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  #look(onSight: (sight: Rectangle) => void): void {
    const next = this.#inSight();
    const { top, left, bottom, right } = this.#sight;
    if (next.left !== left || next.right !== right) {
      this.repaint();
    } else if (next.top !== top || next.bottom !== bottom) {
      this.#sight = next;
      this.#paintRows();
      this.#mark();
    } else return;
    onSight(this.#sight);
  }

  #paintHeads(): void {
    const { left, right } = this.#sight;
    this.#head.setAttribute("aria-rowindex", "1");
    if (this.#heads.length === 0) {
      const corner = div("sh-corner", "columnheader");
      const name = document.createElement("span");
      name.className = "unseen";
      name.textContent = "All cells";
      corner.append(name);
      this.#head.append(corner);
      this.#heads.push(corner);
    }
    const needed = right - left + 2;
    while (this.#heads.length < needed) {
      const head = div("sh-column", "columnheader");
      this.#head.append(head);
      this.#heads.push(head);
    }
    for (const extra of this.#heads.splice(needed)) extra.remove();
    for (let column = left; column <= right; column++) {
      const head = this.#heads[column - left + 1];
      if (head === undefined) continue;
      head.textContent = columnName(column);
      head.setAttribute("aria-colindex", String(column + 2));
      head.dataset["column"] = String(column);
      head.style.left = `${this.#edges[column] ?? 0}px`;
      head.style.width = `${this.#source.widthOf(column)}px`;
    }
  }

  #release(at: number, row: Row): void {
    this.#rows.delete(at);
    this.#free.push(row);
  }

  #paintRows(): void {
    const { top, bottom } = this.#sight;
    for (const [at, row] of this.#rows) if (at < top || at > bottom) this.#release(at, row);
    for (let at = top; at <= bottom; at++) {
      if (this.#rows.has(at)) continue;
      const row = this.#free.pop() ?? this.#newRow();
      this.#rows.set(at, row);
      this.#fill(at, row);
    }
    for (const row of this.#free.splice(0)) row.element.remove();
  }

  #newRow(): Row {
    const element = div("sh-row", "row");
    const head = div("sh-number", "rowheader");
    element.append(head);
    return { element, head, cells: [] };
  }

  #fill(at: number, { element, head, cells }: Row): void {
    const { left, right } = this.#sight;
    element.setAttribute("aria-rowindex", String(at + 2));
    element.style.transform = `translateY(${HEAD_HEIGHT + this.#topOf(at)}px)`;
    element.style.height = `${this.#heightOf(at)}px`;
    head.textContent = String(at + 1);
    head.dataset["row"] = String(at);
    const needed = right - left + 1;
    while (cells.length < needed) {
      const cell = div("sh-cell", "gridcell");
      element.append(cell);
      cells.push({ element: cell, painted: NO_CELL, row: -1, column: -1, left: -1, width: -1 });
    }
    for (const extra of cells.splice(needed)) extra.element.remove();
    for (let column = left; column <= right; column++) {
      const cell = cells[column - left];
      if (cell !== undefined) this.#write(cell, at, column);
    }
    if (element.parentElement === null) this.#body.append(element);
  }

  #write(slot: Slot, row: number, column: number): void {
    const { element, painted } = slot;
    const { style } = element;
    const next = this.#source.paint(row, column);
    slot.painted = next;
    if (painted.text !== next.text) element.textContent = next.text;
    if (painted.className !== next.className) element.className = next.className;
    if (painted.title !== next.title) element.title = next.title;
    if (painted.color !== next.color) style.setProperty("--ink-own", next.color);
    if (painted.background !== next.background) style.setProperty("--fill-own", next.background);
    if (slot.row !== row || slot.column !== column) {
      element.dataset["cell"] = `${row} ${column}`;
      element.id = `sh-${row}-${column}`;
    }
    if (slot.column !== column) element.setAttribute("aria-colindex", String(column + 2));
    const [left, width] = [this.#edges[column] ?? 0, this.#source.widthOf(column)];
    if (slot.left !== left) style.left = `${left}px`;
    if (slot.width !== width) style.width = `${width}px`;
    Object.assign(slot, { row, column, left, width });
  }

  /**
   * Writes what has changed of the cells in sight, with the next frame: a change between frames would make
   * the browser lay out the page once more when scrolling reads its place.
   */
  refresh(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      for (const { cells } of this.#rows.values())
        for (const slot of cells) this.#write(slot, slot.row, slot.column);
    });
  }

  select(range: Rectangle, row: number, column: number): void {
    this.#selection = { range, row, column };
    this.#mark();
  }

  #mark(): void {
    const { range, row, column } = this.#selection;
    this.#place(this.#range, range);
    this.#place(this.#active, { top: row, left: column, bottom: row, right: column });
    const [x, y] = [(this.#edges[range.right + 1] ?? 0) - 4, HEAD_HEIGHT + this.#topOf(range.bottom + 1) - 4];
    this.#handle.style.transform = `translate(${x}px, ${y}px)`;
    const isOne = range.top === range.bottom && range.left === range.right;
    this.#range.hidden = isOne;
    for (const [at, { head }] of this.#rows)
      head.classList.toggle("chosen", at >= range.top && at <= range.bottom);
    this.#chosen?.removeAttribute("aria-selected");
    for (const head of this.#heads.slice(1)) {
      const at = Number(head.dataset["column"]);
      head.classList.toggle("chosen", at >= range.left && at <= range.right);
    }
    const active = this.#rows.get(row)?.cells[column - this.#sight.left]?.element;
    this.#chosen = active;
    if (active === undefined) this.element.removeAttribute("aria-activedescendant");
    else {
      active.setAttribute("aria-selected", "true");
      this.element.setAttribute("aria-activedescendant", active.id);
    }
  }

  #place({ style }: HTMLElement, { top, left, bottom, right }: Rectangle): void {
    style.transform = `translate(${this.#edges[left] ?? 0}px, ${HEAD_HEIGHT + this.#topOf(top)}px)`;
    style.width = `${(this.#edges[right + 1] ?? 0) - (this.#edges[left] ?? 0)}px`;
    style.height = `${this.#topOf(bottom + 1) - this.#topOf(top)}px`;
  }

  /** Scrolls a cell into sight. */
  reveal(row: number, column: number): void {
    const { element } = this;
    const [top, left] = [this.#topOf(row), (this.#edges[column] ?? 0) - HEAD_WIDTH];
    const right = (this.#edges[column + 1] ?? 0) - element.clientWidth;
    const bottom = top + this.#heightOf(row) + HEAD_HEIGHT - element.clientHeight;
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < bottom) element.scrollTop = bottom;
    if (element.scrollLeft > left) element.scrollLeft = left;
    else if (element.scrollLeft < right) element.scrollLeft = Math.min(left, right);
  }

  /** Where a cell lies within the visible part of the grid, in pixels. */
  placeOf(row: number, column: number): { readonly x: number; readonly y: number; readonly width: number } {
    return {
      x: (this.#edges[column] ?? 0) - this.element.scrollLeft,
      y: HEAD_HEIGHT + this.#topOf(row) - this.element.scrollTop,
      width: this.#source.widthOf(column),
    };
  }

  /** The row and column at a point of the window; -1 for a row or column is its head. */
  at(x: number, y: number): { readonly row: number; readonly column: number } {
    const box = this.element.getBoundingClientRect();
    const [inX, inY] = [x - box.left, y - box.top];
    const row = this.#rowAt(inY - HEAD_HEIGHT + this.element.scrollTop);
    return {
      row: inY < HEAD_HEIGHT ? -1 : Math.min(this.#source.rowCount - 1, Math.max(0, row)),
      column: inX < HEAD_WIDTH ? -1 : this.#columnAt(inX + this.element.scrollLeft),
    };
  }

  /** The line whose lower or right edge, in the heads, is at a point of the window; null if there is none. */
  edgeAt(x: number, y: number): LineEdge | null {
    const box = this.element.getBoundingClientRect();
    const [inX, inY] = [x - box.left, y - box.top];
    if (inX < HEAD_WIDTH === inY < HEAD_HEIGHT) return null;
    if (inY < HEAD_HEIGHT) {
      const at = inX + this.element.scrollLeft;
      const column = this.#columnAt(at - EDGE);
      const [start, end] = [this.#edges[column] ?? 0, this.#edges[column + 1] ?? 0];
      return Math.abs(at - end) <= EDGE ? { lines: "columns", line: column, pixels: end - start } : null;
    }
    const at = inY - HEAD_HEIGHT + this.element.scrollTop;
    const row = this.#rowAt(Math.max(0, at - EDGE));
    const end = this.#topOf(row + 1);
    return Math.abs(at - end) <= EDGE ? { lines: "rows", line: row, pixels: this.#heightOf(row) } : null;
  }

  /** Whether the small square at the end of the selection is at a point of the window. */
  isHandle(x: number, y: number): boolean {
    const box = this.#handle.getBoundingClientRect();
    const isNear = (at: number, from: number, to: number): boolean => at >= from - 3 && at <= to + 3;
    return isNear(x, box.left, box.right) && isNear(y, box.top, box.bottom);
  }

  /** Shows what a drag of the handle would fill; null for nothing. */
  outline(area: Rectangle | null): void {
    this.#filled.hidden = area === null;
    if (area !== null) this.#place(this.#filled, area);
  }

  /** Rows that fit in the sight. */
  get pageRows(): number {
    return Math.max(1, Math.floor((this.element.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
  }
}

const NO_CELL: PaintedCell = { text: "", className: "sh-cell", title: "", color: "", background: "" };
