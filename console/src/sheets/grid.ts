/**
 * The cells of a worksheet on the screen. Only the rows and columns in sight are in the page, and rows that
 * leave are used again for those that come, so that a million cells scroll like a hundred. Written to the
 * page directly: a framework's comparison of a thousand cells would take longer than a frame.
 */
import { columnName } from "@daybook/formula/cells";
import { Geometry, HEAD_HEIGHT, HEAD_WIDTH, ROW_HEIGHT, type Sizes } from "./geometry.ts";
import type { Rectangle } from "./protocol.ts";

export interface PaintedCell {
  readonly text: string;
  readonly className: string;
  /** Said on hovering; empty for nothing. */
  readonly title: string;
  readonly color: string;
  readonly background: string;
}

export interface GridSource extends Sizes {
  paint(row: number, column: number): PaintedCell;
}

/** Pixels around the edge of a head at which it can be dragged. */
const EDGE = 4;

/** A line whose edge can be dragged, and its present size. */
export interface LineEdge {
  readonly lines: "rows" | "columns";
  readonly line: number;
  readonly pixels: number;
}

/**
 * A cell of the page, and what was written into it, because reading from the page takes longer than writing.
 */
interface Slot {
  readonly element: HTMLDivElement;
  painted: PaintedCell;
  row: number;
  column: number;
  left: number;
  width: number;
}

/** A row: its number and frozen cells lie in a part that does not scroll sideways. */
interface Row {
  readonly element: HTMLDivElement;
  readonly fixed: HTMLDivElement;
  readonly head: HTMLDivElement;
  readonly frozen: Slot[];
  readonly cells: Slot[];
}

function div(className: string, role: string): HTMLDivElement {
  const element = document.createElement("div");
  element.className = className;
  element.setAttribute("role", role);
  return element;
}

function newSlot(host: HTMLDivElement): Slot {
  const element = host.appendChild(div("sh-cell", "gridcell"));
  return { element, painted: NO_CELL, row: -1, column: -1, left: -1, width: -1 };
}

function newRow(): Row {
  const [element, fixed, head] = [
    div("sh-row", "row"),
    div("sh-fixed", "presentation"),
    div("sh-number", "rowheader"),
  ];
  fixed.append(head);
  element.append(fixed);
  return { element, fixed, head, frozen: [], cells: [] };
}

/** Adds or removes elements until a list has the length. */
function fit<T extends HTMLElement | Slot>(list: T[], length: number, make: () => T): void {
  while (list.length < length) list.push(make());
  for (const extra of list.splice(Math.max(0, length)))
    (extra instanceof HTMLElement ? extra : extra.element).remove();
}

/** The layers of charts over the cells, and whether they stay with frozen rows and with frozen columns. */
const LAYERS = [
  { rows: false, columns: false },
  { rows: true, columns: false },
  { rows: false, columns: true },
  { rows: true, columns: true },
] as const;

const NO_CELL: PaintedCell = { text: "", className: "sh-cell", title: "", color: "", background: "" };
const NO_SOURCE: GridSource = {
  rowCount: 0,
  columnCount: 0,
  widthOf: () => 0,
  heights: [],
  frozenRows: 0,
  frozenColumns: 0,
  paint: () => NO_CELL,
};

export class Grid {
  readonly element: HTMLDivElement;
  readonly #body: HTMLDivElement;
  readonly #head: HTMLDivElement;
  /** The heads that do not scroll sideways, and the rows that do not scroll down. */
  readonly #fixedHeads = div("sh-fixed", "presentation");
  readonly #pane = div("sh-pane", "presentation");
  readonly #layers = LAYERS.map((fixed) => ({
    ...fixed,
    over: div(fixed.rows || fixed.columns ? "sh-over fixed" : "sh-over", "presentation"),
    plane: div("sh-plane", "presentation"),
  }));
  readonly #range: HTMLDivElement;
  readonly #active: HTMLDivElement;
  readonly #handle: HTMLDivElement;
  readonly #filled: HTMLDivElement;
  #source: GridSource = NO_SOURCE;
  #geometry = new Geometry(NO_SOURCE, { x: 0, y: 0, width: 0, height: 0 });
  readonly #rows = new Map<number, Row>();
  readonly #free: Row[] = [];
  readonly #heads: HTMLDivElement[] = [];
  readonly #frozenHeads: HTMLDivElement[] = [];
  #chosen: HTMLDivElement | undefined;
  #frame = 0;
  #sight: Rectangle = { top: 0, left: 0, bottom: -1, right: -1 };
  #selection: { readonly range: Rectangle; readonly row: number; readonly column: number } = {
    range: { top: 0, left: 0, bottom: 0, right: 0 },
    row: 0,
    column: 0,
  };

  /** Calls `onSight` with the rectangle in sight when it has changed, and `onSize` when the grid is resized. */
  constructor(host: HTMLElement, onSight: (sight: Rectangle) => void, onSize: () => void) {
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
    const corner = div("sh-corner", "columnheader");
    const name = document.createElement("span");
    name.className = "unseen";
    name.textContent = "All cells";
    corner.append(name);
    this.#fixedHeads.append(corner);
    this.#head.setAttribute("aria-rowindex", "1");
    this.#head.append(this.#fixedHeads);
    this.#body.append(this.#head, this.#pane, ...marks);
    this.element.append(this.#body);
    host.append(this.element);
    for (const { over, plane } of this.#layers) {
      over.append(plane);
      host.append(over);
    }
    this.element.addEventListener("scroll", () => this.#look(onSight), { passive: true });
    this.#observer = new ResizeObserver(() => {
      this.#measure();
      this.repaint();
      onSight(this.#sight);
      onSize();
    });
    this.#observer.observe(this.element);
  }
  readonly #observer: ResizeObserver;

  remove(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.element.remove();
    for (const { over } of this.#layers) over.remove();
  }

  #scrollPlanes(): void {
    const { rows, columns } = this.#geometry.frozen;
    for (const { plane, ...fixed } of this.#layers) {
      const x = fixed.columns ? HEAD_WIDTH : this.#geometry.seenLeft(columns);
      const y = fixed.rows ? HEAD_HEIGHT : this.#geometry.seenTop(rows);
      plane.style.transform = `translate(${-x}px, ${-y}px)`;
    }
  }

  get planes(): readonly HTMLElement[] {
    return this.#layers.map(({ plane }) => plane);
  }

  /** The plane on which a chart that begins in a cell lies: it stays with frozen lines. */
  planeOf(row: number, column: number): HTMLElement | undefined {
    const { rows, columns } = this.#geometry.frozen;
    return this.#layers.find((fixed) => fixed.rows === row < rows && fixed.columns === column < columns)
      ?.plane;
  }

  /** The position and size of a rectangle of cells on its plane. */
  boxOf({ top, left, bottom, right }: Rectangle) {
    const [x, y] = [this.#geometry.left(left), this.#geometry.top(top)];
    return {
      left: x,
      top: y,
      width: this.#geometry.left(right + 1) - x,
      height: this.#geometry.top(bottom + 1) - y,
    };
  }

  /** Shows another worksheet, or one whose size has changed. */
  show(source: GridSource, name: string): void {
    this.#source = source;
    this.element.setAttribute("aria-label", name);
    this.element.setAttribute("aria-rowcount", String(source.rowCount + 1));
    this.element.setAttribute("aria-colcount", String(source.columnCount + 1));
    this.#measure();
    this.#body.style.height = `${this.#geometry.top(source.rowCount)}px`;
    this.#body.style.width = `${this.#geometry.left(source.columnCount)}px`;
    this.repaint();
  }

  /** Writes all cells in sight again. */
  repaint(): void {
    this.#sight = this.#geometry.sight();
    for (const [at, row] of this.#rows) this.#release(at, row);
    this.#paintHeads();
    this.#paintRows();
    this.#mark();
  }

  get sight(): Rectangle {
    return this.#sight;
  }

  /** The rectangles of cells that are in the window: what scrolls, and what is frozen beside it and above it. */
  get areas(): readonly Rectangle[] {
    const { rows, columns } = this.#geometry.frozen;
    const { top, left, bottom, right } = this.#sight;
    const down = [[top, bottom] as const, ...(rows === 0 ? [] : [[0, rows - 1] as const])];
    const over = [[left, right] as const, ...(columns === 0 ? [] : [[0, columns - 1] as const])];
    return down.flatMap(([from, to]) =>
      over.map(([first, last]) => ({ top: from, left: first, bottom: to, right: last })),
    );
  }

  #measure(): void {
    const { scrollLeft: x, scrollTop: y, clientWidth: width, clientHeight: height } = this.element;
    this.#geometry = new Geometry(this.#source, { x, y, width, height });
    const { rows, columns } = this.#geometry.frozen;
    const [right, bottom] = [this.#geometry.left(columns), this.#geometry.top(rows)];
    this.element.style.setProperty("--fixed-width", `${right}px`);
    this.#pane.style.height = `${bottom - HEAD_HEIGHT}px`;
    for (const { over, ...fixed } of this.#layers) {
      const [left, top] = [fixed.columns ? HEAD_WIDTH : right, fixed.rows ? HEAD_HEIGHT : bottom];
      Object.assign(over.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${Math.max(0, width - left)}px`,
        height: `${Math.max(0, height - top)}px`,
      });
    }
    this.#scrollPlanes();
    this.element.classList.toggle("has-columns", columns > 0);
    this.element.classList.toggle("has-rows", rows > 0);
  }

  #look(onSight: (sight: Rectangle) => void): void {
    this.#geometry.scroll(this.element.scrollLeft, this.element.scrollTop);
    this.#scrollPlanes();
    const next = this.#geometry.sight();
    const { top, left, bottom, right } = this.#sight;
    if (next.left !== left || next.right !== right) {
      this.repaint();
    } else if (next.top !== top || next.bottom !== bottom) {
      this.#sight = next;
      this.#paintRows();
      this.#mark();
    } else return this.#placeMarks();
    onSight(this.#sight);
  }

  #paintHeads(): void {
    const { left, right } = this.#sight;
    this.#paintHeadsOf(this.#heads, this.#head, left, right);
    this.#paintHeadsOf(this.#frozenHeads, this.#fixedHeads, 0, this.#geometry.frozen.columns - 1);
  }

  #paintHeadsOf(heads: HTMLDivElement[], host: HTMLDivElement, first: number, last: number): void {
    fit(heads, last - first + 1, () => host.appendChild(div("sh-column", "columnheader")));
    for (const [at, head] of heads.entries()) {
      const column = first + at;
      head.textContent = columnName(column);
      head.setAttribute("aria-colindex", String(column + 2));
      head.dataset["column"] = String(column);
      head.style.left = `${this.#geometry.left(column)}px`;
      head.style.width = `${this.#source.widthOf(column)}px`;
    }
  }

  #release(at: number, row: Row): void {
    this.#rows.delete(at);
    this.#free.push(row);
  }

  #paintRows(): void {
    const { top, bottom } = this.#sight;
    const { rows } = this.#geometry.frozen;
    for (const [at, row] of this.#rows) if (at >= rows && (at < top || at > bottom)) this.#release(at, row);
    const paint = (at: number): void => {
      if (this.#rows.has(at)) return;
      const row = this.#free.pop() ?? newRow();
      this.#rows.set(at, row);
      this.#fill(at, row);
    };
    for (let at = 0; at < rows; at++) paint(at);
    for (let at = top; at <= bottom; at++) paint(at);
    for (const row of this.#free.splice(0)) row.element.remove();
  }

  #fill(at: number, { element, fixed, head, frozen, cells }: Row): void {
    const { left, right } = this.#sight;
    const { rows, columns } = this.#geometry.frozen;
    const isFrozen = at < rows;
    element.setAttribute("aria-rowindex", String(at + 2));
    element.style.transform = `translateY(${this.#geometry.top(at) - (isFrozen ? HEAD_HEIGHT : 0)}px)`;
    element.style.height = `${this.#geometry.height(at)}px`;
    head.textContent = String(at + 1);
    head.dataset["row"] = String(at);
    for (const [slots, host, first, last] of [
      [frozen, fixed, 0, columns - 1],
      [cells, element, left, right],
    ] as const) {
      fit(slots, last - first + 1, () => newSlot(host));
      for (const [index, slot] of slots.entries()) this.#write(slot, at, first + index);
    }
    const host = isFrozen ? this.#pane : this.#body;
    if (element.parentElement !== host) host.append(element);
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
    const [left, width] = [this.#geometry.left(column), this.#source.widthOf(column)];
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
      for (const { frozen, cells } of this.#rows.values())
        for (const slot of [...frozen, ...cells]) this.#write(slot, slot.row, slot.column);
    });
  }

  select(range: Rectangle, row: number, column: number): void {
    this.#selection = { range, row, column };
    this.#mark();
  }

  #mark(): void {
    const { range, row, column } = this.#selection;
    this.#placeMarks();
    for (const [at, { head }] of this.#rows)
      head.classList.toggle("chosen", at >= range.top && at <= range.bottom);
    this.#chosen?.removeAttribute("aria-selected");
    for (const head of [...this.#frozenHeads, ...this.#heads]) {
      const at = Number(head.dataset["column"]);
      head.classList.toggle("chosen", at >= range.left && at <= range.right);
    }
    const { columns } = this.#geometry.frozen;
    const shown = this.#rows.get(row);
    const active = (column < columns ? shown?.frozen[column] : shown?.cells[column - this.#sight.left])
      ?.element;
    this.#chosen = active;
    if (active === undefined) this.element.removeAttribute("aria-activedescendant");
    else {
      active.setAttribute("aria-selected", "true");
      this.element.setAttribute("aria-activedescendant", active.id);
    }
  }

  /** Puts the marks where their cells are seen, as what scrolls disappears under what is frozen. */
  #placeMarks(): void {
    const { range, row, column } = this.#selection;
    this.#place(this.#range, range);
    this.#place(this.#active, { top: row, left: column, bottom: row, right: column });
    const isOne = range.top === range.bottom && range.left === range.right;
    if (isOne) this.#range.hidden = true;
    const [x, y] = [this.#geometry.seenLeft(range.right + 1), this.#geometry.seenTop(range.bottom + 1)];
    this.#handle.style.transform = `translate(${x - 4}px, ${y - 4}px)`;
    this.#handle.hidden = isOne ? this.#active.hidden : this.#range.hidden;
  }

  #place(mark: HTMLElement, { top, left, bottom, right }: Rectangle): void {
    const { style } = mark;
    const [x, y] = [this.#geometry.seenLeft(left), this.#geometry.seenTop(top)];
    const [width, height] = [this.#geometry.seenLeft(right + 1) - x, this.#geometry.seenTop(bottom + 1) - y];
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    mark.hidden = width <= 0 || height <= 0;
  }

  /** Scrolls a cell into sight. */
  reveal(row: number, column: number): void {
    const { x, y } = this.#geometry.reveal(row, column);
    if (this.element.scrollTop !== y) this.element.scrollTop = y;
    if (this.element.scrollLeft !== x) this.element.scrollLeft = x;
  }

  /** Where a cell lies within the visible part of the grid, in pixels. */
  placeOf(row: number, column: number): { readonly x: number; readonly y: number; readonly width: number } {
    return {
      x: this.#geometry.seenLeft(column) - this.element.scrollLeft,
      y: this.#geometry.seenTop(row) - this.element.scrollTop,
      width: this.#source.widthOf(column),
    };
  }

  /** The row and column at a point of the window; -1 for a row or column is its head. */
  at(x: number, y: number): { readonly row: number; readonly column: number } {
    const { inX, inY } = this.#within(x, y);
    return {
      row: inY < HEAD_HEIGHT ? -1 : this.#geometry.rowAt(inY),
      column: inX < this.#geometry.left(0) ? -1 : this.#geometry.columnAt(inX),
    };
  }

  #within(x: number, y: number) {
    const box = this.element.getBoundingClientRect();
    return { inX: x - box.left, inY: y - box.top };
  }

  /** The line whose lower or right edge, in the heads, is at a point of the window; null if there is none. */
  edgeAt(x: number, y: number): LineEdge | null {
    const { inX, inY } = this.#within(x, y);
    const geometry = this.#geometry;
    if (inX < geometry.left(0) === inY < HEAD_HEIGHT) return null;
    if (inY < HEAD_HEIGHT) {
      const line = geometry.columnAt(inX - EDGE);
      const isNear = Math.abs(geometry.seenLeft(line + 1) - this.element.scrollLeft - inX) <= EDGE;
      return isNear ? { lines: "columns", line, pixels: this.#source.widthOf(line) } : null;
    }
    const line = geometry.rowAt(inY - EDGE);
    const isNear = Math.abs(geometry.seenTop(line + 1) - this.element.scrollTop - inY) <= EDGE;
    return isNear ? { lines: "rows", line, pixels: geometry.height(line) } : null;
  }

  /** Whether the small square at the end of the selection is at a point of the window. */
  isHandle(x: number, y: number): boolean {
    const box = this.#handle.getBoundingClientRect();
    const isNear = (at: number, from: number, to: number): boolean => at >= from - 3 && at <= to + 3;
    return isNear(x, box.left, box.right) && isNear(y, box.top, box.bottom);
  }

  /** Shows what a drag of the handle would fill; null for nothing. */
  outline(area: Rectangle | null): void {
    if (area === null) this.#filled.hidden = true;
    else this.#place(this.#filled, area);
  }

  /** Rows that fit in the sight. */
  get pageRows(): number {
    return Math.max(1, Math.floor((this.element.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
  }
}
