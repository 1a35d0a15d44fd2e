/**
 * Rules of inserted and deleted rows and columns: what may be moved, and where sizes and blocks are
 * afterwards.
 */
import { cellName, type FormulaText, type LineMove, movedLine, movedLines } from "@daybook/formula/cells";
import { LIMITS } from "@daybook/words/limits";
import { LINE_PIXELS, type LineSizes, type WorksheetLayout } from "../../../core/spreadsheet.ts";
import type { WorksheetRow } from "../record.ts";
import { BLOCK_ROWS, blockOf } from "./blocks.ts";

/** Returns the rows or the columns of a worksheet, and the most that it may have. */
function linesOf(
  { row_count, column_count }: Pick<Lined, "row_count" | "column_count">,
  lines: LineMove["lines"],
) {
  return lines === "rows"
    ? { present: row_count, most: LIMITS.sheet_rows.value }
    : { present: column_count, most: LIMITS.sheet_columns.value };
}

export function moveFault(worksheet: WorksheetRow, { lines, at, count }: LineMove): string | null {
  const { present, most } = linesOf(worksheet, lines);
  if (![at, count].every(Number.isSafeInteger) || at < 0 || count === 0 || Math.abs(count) > most)
    return `State where the ${lines} begin, from 0, and how many they are, from 1 to ${most}.`;
  const end = count < 0 ? at - count : at;
  return end <= present ? null : `The worksheet has ${present} ${lines}, and these would be beyond them.`;
}

/** Refuses lines within the fixed range of an array formula, as Excel does: its values could not stay. */
export function arrayFault(
  row: number,
  column: number,
  { fills }: FormulaText,
  { lines, at, count }: LineMove,
): string | null {
  if (fills === null) return null;
  const [first, size] = lines === "rows" ? [row, fills.rows] : [column, fills.columns];
  const last = first + size - 1;
  const end = at - count;
  const isWithin =
    count > 0 ? at > first && at <= last : at <= last && end > first && (at > first || end <= last);
  return isWithin
    ? `The array formula of ${cellName(row, column)} fills these ${lines}. Clear it first, or choose other ${lines}.`
    : null;
}

/** The size of a worksheet's grid, and its layout. */
type Lined = Pick<WorksheetRow, "row_count" | "column_count"> & WorksheetLayout;

/**
 * Returns the worksheet after a move: its grid grows by what is inserted, sizes stay with their lines, and
 * what is inserted among frozen lines is frozen too.
 */
export function movedWorksheet<W extends WorksheetRow>(worksheet: W, move: LineMove): W {
  const { present, most } = linesOf(worksheet, move.lines);
  const size = Math.min(most, present + Math.max(0, move.count));
  const sized = move.lines === "rows" ? worksheet.row_heights : worksheet.column_widths;
  const sizes = sized.flatMap(({ line, pixels }) => {
    const to = movedLine(line, move);
    return to === null || to >= size ? [] : [{ line: to, pixels }];
  });
  return move.lines === "rows"
    ? {
        ...worksheet,
        row_count: size,
        row_heights: sizes,
        frozen_rows: movedFrozen(worksheet.frozen_rows, move, size),
      }
    : {
        ...worksheet,
        column_count: size,
        column_widths: sizes,
        frozen_columns: movedFrozen(worksheet.frozen_columns, move, size),
      };
}

function movedFrozen(frozen: number, { at, count }: LineMove, size: number): number {
  const deleted = Math.max(0, Math.min(frozen, at - count) - at);
  return Math.min(size, count > 0 ? frozen + (at < frozen ? count : 0) : frozen - deleted);
}

/** Returns the numbers of the blocks in which the rows of some blocks are after a move. */
export function movedBlocks(blocks: ReadonlySet<number>, move: LineMove): Set<number> {
  if (move.lines === "columns") return new Set(blocks);
  const moved = new Set<number>();
  for (const block of blocks) {
    const [first, last] = [block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS - 1];
    const cut = Math.min(Math.max(first, move.at), last + 1);
    for (const [from, to] of [
      [first, cut - 1],
      [cut, last],
    ] as const) {
      const rows = from > to ? null : movedLines(from, to, move);
      if (rows === null) continue;
      for (let at = blockOf(rows[0]); at <= blockOf(rows[1]); at++) moved.add(at);
    }
  }
  return moved;
}

/** Returns the sizes of lines after some of them are set; null gives a line the ordinary size. */
export function sizedLines(
  before: LineSizes,
  changes: readonly { readonly line: number; readonly pixels: number | null }[],
): LineSizes {
  const sizes = new Map(before.map(({ line, pixels }) => [line, pixels]));
  for (const { line, pixels } of changes) {
    if (pixels === null) sizes.delete(line);
    else sizes.set(line, pixels);
  }
  return [...sizes].toSorted(([a], [b]) => a - b).map(([line, pixels]) => ({ line, pixels }));
}

function sizesFault(sizes: LineSizes, lines: LineMove["lines"], worksheet: Lined): string | null {
  const { present } = linesOf(worksheet, lines);
  const [most, { least, most: largest }] = [LIMITS.sheet_sized_lines.value, LINE_PIXELS];
  if (sizes.length > most) return `At most ${most} ${lines} of a worksheet have a size of their own.`;
  const isValid = sizes.every(
    ({ line, pixels }) =>
      Number.isSafeInteger(line) &&
      line >= 0 &&
      line < present &&
      Number.isSafeInteger(pixels) &&
      pixels >= least &&
      pixels <= largest,
  );
  return isValid
    ? null
    : `A size is of one of the worksheet's ${present} ${lines}, and from ${least} to ${largest} pixels.`;
}

function frozenFault(frozen: number, lines: LineMove["lines"], worksheet: Lined): string | null {
  const { present } = linesOf(worksheet, lines);
  return Number.isSafeInteger(frozen) && frozen >= 0 && frozen <= present
    ? null
    : `Of the worksheet's ${present} ${lines}, 0 to ${present} can be frozen.`;
}

/** The members of a layout with the checks that each must pass. */
const LAYOUT_FAULTS = {
  column_widths: (worksheet: Lined) => sizesFault(worksheet.column_widths, "columns", worksheet),
  row_heights: (worksheet: Lined) => sizesFault(worksheet.row_heights, "rows", worksheet),
  frozen_rows: (worksheet: Lined) => frozenFault(worksheet.frozen_rows, "rows", worksheet),
  frozen_columns: (worksheet: Lined) => frozenFault(worksheet.frozen_columns, "columns", worksheet),
} as const;

/** Returns the first fault of a worksheet's layout, with the member that has it. */
export function layoutFault(worksheet: Lined): { readonly member: string; readonly fault: string } | null {
  for (const [member, check] of Object.entries(LAYOUT_FAULTS)) {
    const fault = check(worksheet);
    if (fault !== null) return { member, fault };
  }
  return null;
}

/** Returns the layout of a worksheet without its other members. */
export function layoutOf({
  column_widths,
  row_heights,
  frozen_rows,
  frozen_columns,
}: WorksheetLayout): WorksheetLayout {
  return { column_widths, row_heights, frozen_rows, frozen_columns };
}
