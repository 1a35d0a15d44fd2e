/**
 * Adjusts places and formulas when rows or columns of a worksheet are inserted or deleted. Like the
 * renaming of worksheets, this needs no parser, so that code which only stores formulas can use it. A
 * reference grows if lines are inserted within it, shrinks if a part of it is deleted, and becomes #REF!
 * if nothing of it is left, as in Excel. Invariant: any other text stays exactly as it was written; texts
 * in quotes, references to other workbooks and references through several worksheets (`Jan:Mar!A1`) are
 * not changed.
 */
import { COLUMNS_MAX, ROWS_MAX } from "./limits.ts";
import { columnAt, columnName, unquotedSheet } from "./places.ts";

/** Rows or columns that were inserted before a place, or deleted from it on. Places count from 0. */
export interface LineMove {
  readonly lines: "rows" | "columns";
  readonly at: number;
  /** Greater than 0 for inserted lines, less than 0 for deleted ones. */
  readonly count: number;
}

/** Returns where a line is after a move; null if it was deleted. */
export function movedLine(line: number, { at, count }: LineMove): number | null {
  if (line < at) return line;
  if (line >= at - count || count > 0) return line + count;
  return null;
}

/** Returns where the lines from `first` to `last` are after a move; null if all of them were deleted. */
export function movedLines(
  first: number,
  last: number,
  { at, count }: LineMove,
): readonly [first: number, last: number] | null {
  if (count > 0) return [first >= at ? first + count : first, last >= at ? last + count : last];
  const begin = first < at ? first : Math.max(at, first + count);
  const end = last < at ? last : Math.max(at - 1, last + count);
  return begin > end ? null : [begin, end];
}

/** Returns where a cell is after a move; null if it was deleted. */
export function movedCell(row: number, column: number, move: LineMove) {
  const line = movedLine(move.lines === "rows" ? row : column, move);
  if (line === null) return null;
  return move.lines === "rows" ? { row: line, column } : { row, column: line };
}

interface Position {
  readonly row: number;
  readonly column: number;
  readonly row_span: number;
  readonly column_span: number;
}

/** Returns where a chart is after a move. A chart whose lines are all deleted stays where they were. */
export function movedPosition(position: Position, move: LineMove): Position {
  const { row, column, row_span, column_span } = position;
  const [first, span, most] =
    move.lines === "rows" ? [row, row_span, ROWS_MAX] : [column, column_span, COLUMNS_MAX];
  const [begin, last] = movedLines(first, first + span - 1, move) ?? [move.at, move.at];
  const at = Math.min(begin, most - 1);
  const size = Math.max(1, Math.min(last, most - 1) - at + 1);
  return move.lines === "rows"
    ? { ...position, row: at, row_span: size }
    : { ...position, column: at, column_span: size };
}

/** Returns the move that takes a move back. */
export function reversedMove({ lines, at, count }: LineMove): LineMove {
  return { lines, at, count: -count };
}

/**
 * Signs of names beside "." and "$", any sign beyond ASCII that is no space among them: tables of letters
 * would make each formula several times slower.
 */
const SIGNS = String.raw`A-Za-z0-9_?\\\u00A1-\u1FFF\u2010-\u2FFF\u3001-\uFFFF`;
const WORD = `[${SIGNS}.]+`;
const CELL = String.raw`\$?[A-Za-z]{1,3}\$?\d{1,7}`;
const COLUMN = String.raw`\$?[A-Za-z]{1,3}`;
const ROW = String.raw`\$?\d{1,7}`;
const COLON = String.raw`\.?:\.?`;
/**
 * Matches what is skipped: a text in quotes, and brackets with what they belong to. Or a reference, alone or
 * with its worksheet; the "#" of a spilled range belongs to it. A reference is no part of a longer word, and
 * no name of a function.
 */
const REFERENCE = new RegExp(
  String.raw`"(?:[^"]|"")*"|\[[^\]]*\](?:${WORD}!)?|(?<![${SIGNS}.\]$!#'])('(?:[^']|'')*'!|(?!${CELL}:)${WORD}(?::${WORD})?!)?(?:(${CELL})${COLON}(${CELL})|(${CELL})(#?)|(${COLUMN})${COLON}(${COLUMN})|(${ROW})${COLON}(${ROW}))(?![${SIGNS}(!$[]|\.(?!:))`,
  "g",
);

/**
 * Returns a formula of the worksheet `own` after lines of the worksheet `moved` were moved. `own` is null for
 * a formula that belongs to no worksheet.
 */
export function withMovedLines(formula: string, own: string | null, moved: string, move: LineMove): string {
  const isOwn = own !== null && own.toLowerCase() === moved.toLowerCase();
  if (!isOwn && !mentions(formula, moved)) return formula;
  return formula.replaceAll(
    REFERENCE,
    (written: string, prefix?: string, ...parts: readonly (string | number | undefined)[]) => {
      if (prefix === undefined ? !isOwn : !isMoved(prefix.slice(0, -1), moved)) return written;
      const { from, to, hash } = cornersOf(parts);
      // A text in quotes or brackets has no part at all.
      if (from === undefined) return written;
      const area = movedArea(from, to, move);
      if (area === from + (to ?? "")) return written;
      const sheet = prefix ?? "";
      if (area === null) return `${sheet}#REF!`;
      if (to === null) return sheet + area[0] + hash;
      const colon = written.slice(sheet.length + from.length, written.length - to.length);
      return `${sheet}${area[0]}${colon}${area[1]}`;
    },
  );
}

/** The parts of a reference as `REFERENCE` captures them after the prefix. */
function cornersOf(parts: readonly (string | number | undefined)[]) {
  const [first, last, cell, hash = "", left, right, top, bottom] = parts.map((part) =>
    typeof part === "string" ? part : undefined,
  );
  return { from: first ?? cell ?? left ?? top, to: last ?? right ?? bottom ?? null, hash };
}

function mentions(formula: string, sheet: string): boolean {
  return formula.toLowerCase().includes(sheet.replaceAll("'", "''").toLowerCase());
}

function isMoved(sheet: string, moved: string): boolean {
  return unquotedSheet(sheet).toLowerCase() === moved.toLowerCase();
}

const CORNER = /^(\$?)([A-Za-z]*)(\$?)(\d*)$/u;

/** A corner of a reference; -1 for the coordinate that a whole row or column does not have. */
function cornerOf(text: string) {
  const [, before = "", letters = "", between = "", digits = ""] = CORNER.exec(text) ?? [];
  const isRow = letters === "";
  return {
    column: isRow ? -1 : (columnAt(letters) ?? -2),
    row: digits === "" ? -1 : Number(digits) - 1,
    columnSign: isRow ? "" : before,
    rowSign: isRow ? before + between : between,
  };
}

type Corner = ReturnType<typeof cornerOf>;

function cornerText({ column, row, columnSign, rowSign }: Corner): string {
  return `${column < 0 ? "" : columnSign + columnName(column)}${row < 0 ? "" : `${rowSign}${row + 1}`}`;
}

/** Returns the two corners after a move, the former corners' texts if nothing changes, and null for #REF!. */
function movedArea(
  from: string,
  to: string | null,
  move: LineMove,
): readonly [string, string] | string | null {
  const same = from + (to ?? "");
  const [one, other] = [cornerOf(from), cornerOf(to ?? from)];
  const member = move.lines === "rows" ? "row" : "column";
  const size = move.lines === "rows" ? ROWS_MAX : COLUMNS_MAX;
  const [a, b] = [one[member], other[member]];
  // Not a cell, such as XYZ1 or A0, or a whole row or column that all lines belong to.
  if ([one, other].some(({ column, row }) => column < -1 || row >= ROWS_MAX) || a < 0 || b < 0) return same;
  if (Math.min(a, b) === 0 && Math.max(a, b) === size - 1) return same;
  const lines = movedLines(Math.min(a, b), Math.max(a, b), move);
  if (lines === null || lines[0] >= size) return null;
  const [first, last] = [lines[0], Math.min(lines[1], size - 1)];
  if (first === Math.min(a, b) && last === Math.max(a, b)) return same;
  const [at, end] = a <= b ? [first, last] : [last, first];
  return [cornerText({ ...one, [member]: at }), cornerText({ ...other, [member]: end })];
}
