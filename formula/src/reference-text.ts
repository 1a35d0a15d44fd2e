/**
 * References as formulas write them: `B3`, `$A$1:C9`, `A:C`, `1:10`, `'My sheet'!A1`, `Jan:Dec!B2`. Relative
 * coordinates are stored as distances from the formula's cell, so that formulas that were filled down share
 * one compiled form.
 */
import { COLUMNS_MAX, ROWS_MAX } from "./limits.ts";
import { cellAt, columnAt, columnName, unquotedSheet } from "./places.ts";
import { REF, Reference, Union } from "./values.ts";

/** One coordinate: an absolute position, or a distance from the formula's cell. */
interface Coordinate {
  readonly at: number;
  readonly isAbsolute: boolean;
}

export interface ReferenceText {
  /**
   * The worksheet's name; null for the formula's own worksheet. A series of worksheets has the names of the
   * first and the last one.
   */
  readonly sheet: string | null;
  readonly lastSheet: string | null;
  /** Null for a reference into another workbook, or off the grid: #REF!. */
  readonly area: {
    readonly top: Coordinate;
    readonly left: Coordinate;
    readonly bottom: Coordinate;
    readonly right: Coordinate;
  } | null;
  /** True if it is written as a single cell and not as a range. */
  readonly isCell: boolean;
  /** The side on which blank rows and columns are trimmed, as in `A1.:.B9`. */
  readonly trims: "none" | "start" | "end" | "both";
}

const CELL = String.raw`(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})`;
const ONE_CELL = new RegExp(`^${CELL}$`, "u");
const CELLS = new RegExp(String.raw`^${CELL}(\.?:\.?)${CELL}$`, "u");
const COLUMNS = /^(\$?)([A-Za-z]{1,3})(\.?:\.?)(\$?)([A-Za-z]{1,3})$/u;
const ROWS = /^(\$?)(\d{1,7})(\.?:\.?)(\$?)(\d{1,7})$/u;

/** Parses a text as a reference of a formula in a cell; null if it is not a reference. */
export function readReference(text: string, row: number, column: number): ReferenceText | null {
  const bang = text.lastIndexOf("!");
  const prefix = bang < 0 ? null : readPrefix(text.slice(0, bang));
  const cells = text.slice(bang + 1);
  const read = readArea(cells, row, column);
  if (read === null) return null;
  if (prefix === null) return { sheet: null, lastSheet: null, ...read };
  if (prefix === "elsewhere") return { sheet: null, lastSheet: null, ...read, area: null };
  return { ...prefix, ...read };
}

function readPrefix(
  prefix: string,
): { readonly sheet: string; readonly lastSheet: string | null } | "elsewhere" {
  const plain = unquotedSheet(prefix);
  if (plain.includes("[")) return "elsewhere";
  // A colon can't be part of a worksheet's name.
  const [sheet = "", lastSheet] = plain.split(":");
  return { sheet, lastSheet: lastSheet ?? null };
}

function coordinate(dollar: string | undefined, place: number, own: number): Coordinate {
  return dollar === "$" ? { at: place, isAbsolute: true } : { at: place - own, isAbsolute: false };
}

function trimsOf(operator: string | undefined): ReferenceText["trims"] {
  return operator === ".:." ? "both" : operator === ".:" ? "start" : operator === ":." ? "end" : "none";
}

function readArea(
  cells: string,
  row: number,
  column: number,
): Pick<ReferenceText, "area" | "isCell" | "trims"> | null {
  const place = (dollarColumn = "", letters = "", dollarRow = "", digits = "") => {
    const x = columnAt(letters);
    const y = Number(digits) - 1;
    return x === null || y < 0 || y >= ROWS_MAX
      ? null
      : { left: coordinate(dollarColumn, x, column), top: coordinate(dollarRow, y, row), x, y };
  };
  const one = ONE_CELL.exec(cells);
  if (one) {
    const at = place(one[1], one[2], one[3], one[4]);
    return (
      at && {
        area: { top: at.top, left: at.left, bottom: at.top, right: at.left },
        isCell: true,
        trims: "none",
      }
    );
  }
  const two = CELLS.exec(cells);
  if (two) {
    const a = place(two[1], two[2], two[3], two[4]);
    const b = place(two[6], two[7], two[8], two[9]);
    if (!a || !b) return null;
    // Corners may be given in any order; each keeps its own kind.
    const [top, bottom] = a.y <= b.y ? [a.top, b.top] : [b.top, a.top];
    const [left, right] = a.x <= b.x ? [a.left, b.left] : [b.left, a.left];
    return { area: { top, left, bottom, right }, isCell: false, trims: trimsOf(two[5]) };
  }
  const columns = COLUMNS.exec(cells);
  if (columns) {
    const a = columnAt(columns[2] ?? "");
    const b = columnAt(columns[5] ?? "");
    if (a === null || b === null) return null;
    const first = coordinate(columns[1], a, column);
    const last = coordinate(columns[4], b, column);
    const [left, right] = a <= b ? [first, last] : [last, first];
    return {
      area: { top: { at: 0, isAbsolute: true }, left, bottom: { at: ROWS_MAX - 1, isAbsolute: true }, right },
      isCell: false,
      trims: trimsOf(columns[3]),
    };
  }
  const rows = ROWS.exec(cells);
  if (rows) {
    const a = Number(rows[2]) - 1;
    const b = Number(rows[5]) - 1;
    if (Math.min(a, b) < 0 || Math.max(a, b) >= ROWS_MAX) return null;
    const first = coordinate(rows[1], a, row);
    const last = coordinate(rows[4], b, row);
    const [top, bottom] = a <= b ? [first, last] : [last, first];
    return {
      area: {
        top,
        left: { at: 0, isAbsolute: true },
        bottom,
        right: { at: COLUMNS_MAX - 1, isAbsolute: true },
      },
      isCell: false,
      trims: trimsOf(rows[3]),
    };
  }
  return null;
}

/**
 * Returns a text that is equal for all references with the same distances, for the cache of compiled forms.
 */
export function relativeText(reference: ReferenceText): string {
  const { sheet, lastSheet, area, trims } = reference;
  if (area === null) return "\u0001!";
  const write = (each: Coordinate) => (each.isAbsolute ? `$${each.at}` : each.at);
  return `\u0001${sheet ?? ""}\u0001${lastSheet ?? ""}\u0001${write(area.top)},${write(area.left)},${write(area.bottom)},${write(area.right)}${reference.isCell ? "" : trims}`;
}

/**
 * Returns the reference of a formula in a cell of a worksheet. `placeOf` returns the index of a worksheet by
 * name, or undefined. Throws #REF!.
 */
export function resolveReference(
  reference: ReferenceText,
  placeOf: (name: string) => number | undefined,
): (sheet: number, row: number, column: number) => Reference | Union {
  const { area } = reference;
  const first = reference.sheet === null ? null : placeOf(reference.sheet);
  const last = reference.lastSheet === null ? first : placeOf(reference.lastSheet);
  if (area === null || first === undefined || last === undefined) {
    return () => {
      throw REF;
    };
  }
  const { top, left, bottom, right } = area;
  const on = (sheet: number, row: number, column: number): Reference => {
    const y1 = top.isAbsolute ? top.at : row + top.at;
    const y2 = bottom.isAbsolute ? bottom.at : row + bottom.at;
    const x1 = left.isAbsolute ? left.at : column + left.at;
    const x2 = right.isAbsolute ? right.at : column + right.at;
    // The relative reference of a defined name, used in another cell, may lead outside the grid.
    if (Math.min(y1, y2, x1, x2) < 0 || Math.max(y1, y2) >= ROWS_MAX || Math.max(x1, x2) >= COLUMNS_MAX)
      throw REF;
    return y1 <= y2 && x1 <= x2
      ? new Reference(sheet, y1, x1, y2, x2)
      : new Reference(sheet, Math.min(y1, y2), Math.min(x1, x2), Math.max(y1, y2), Math.max(x1, x2));
  };
  if (first === null || last === null) return on;
  if (first === last) return (_sheet, row, column) => on(first, row, column);
  const sheets = Array.from({ length: Math.abs(last - first) + 1 }, (_, at) => Math.min(first, last) + at);
  return (_sheet, row, column) => new Union(sheets.map((each) => on(each, row, column)));
}

const R1C1 = /^(?:R(\[-?\d{1,7}\]|\d{0,7}))?(?:C(\[-?\d{1,7}\]|\d{0,7}))?$/iu;

/**
 * Converts "R[1]C[-1]:R5C2", "R3" or "C[1]:C4" to A1 style for a formula in a cell; null if it is invalid.
 */
export function fromR1C1(text: string, row: number, column: number): string | null {
  const bang = text.lastIndexOf("!");
  const place = (written: string, own: number) =>
    written === ""
      ? own + 1
      : written.startsWith("[")
        ? own + 1 + Number(written.slice(1, -1))
        : Number(written);
  const corner = (part: string): string | null => {
    const [, down, over] = R1C1.exec(part) ?? [];
    const y = down === undefined ? null : place(down, row);
    const x = over === undefined ? null : place(over, column);
    if (
      (y === null && x === null) ||
      (y !== null && (y < 1 || y > ROWS_MAX)) ||
      (x !== null && (x < 1 || x > COLUMNS_MAX))
    )
      return null;
    return `${x === null ? "" : `$${columnName(x - 1)}`}${y === null ? "" : `$${y}`}`;
  };
  const corners = text
    .slice(bang + 1)
    .split(":")
    .map(corner);
  const [first, second = first] = corners;
  if (corners.length > 2 || first === null || first === undefined || second === null || second === undefined)
    return null;
  // A complete row or column is written as a range from itself to itself.
  return (
    text.slice(0, bang + 1) + (corners.length === 1 && cellAt(first) !== null ? first : `${first}:${second}`)
  );
}

/** Returns the parts of a defined name as a text has it, such as `Sheet1!Rate`; names are in lower case. */
export function nameParts(text: string): { readonly name: string; readonly sheet: string | null } {
  const bang = text.lastIndexOf("!");
  const name = text
    .slice(bang + 1)
    .trim()
    .toLowerCase();
  return { name, sheet: bang < 0 ? null : unquotedSheet(text.slice(0, bang)) };
}
