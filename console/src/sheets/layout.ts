/** Worksheets with other sizes of lines, or other frozen lines, as the page shows them until they are stored. */
import { movedLine, movedLines } from "@daybook/formula/cells";
import type { SheetEdit } from "../api/generated/schemas.ts";
import type { Worksheet } from "./cells.ts";
import type { SheetMove } from "./moving.ts";

export type Lines = "rows" | "columns";
export type SizeChanges = readonly { readonly line: number; readonly pixels: number | null }[];

/** Sets sizes of lines; null is the ordinary one. */
export function sized(sheet: Worksheet, lines: Lines, changes: SizeChanges): Worksheet {
  const member = lines === "rows" ? "row_heights" : "column_widths";
  const all = new Map(sheet[member].map(({ line, pixels }) => [line, pixels]));
  for (const { line, pixels } of changes) {
    if (pixels === null) all.delete(line);
    else all.set(line, pixels);
  }
  return { ...sheet, [member]: [...all].map(([line, pixels]) => ({ line, pixels })) };
}

/** A change of a worksheet's layout that waits to be stored. */
export interface LayoutChange {
  /** The worksheet with the change. */
  readonly change: (sheet: Worksheet) => Worksheet;
  /** The edit that stores what the page shows; null if there is nothing left to store. */
  readonly edit: (shown: Worksheet) => SheetEdit | null;
  /** Hears of the moves of the worksheet's lines that are made before. */
  readonly follow: (move: SheetMove) => void;
}

/** Sets the size of lines; null is the ordinary one. */
export function sizing(lines: Lines, first: number, count: number, size: number | null): LayoutChange {
  let sizes = Array.from({ length: Math.min(count, 10_000) }, (_, at) => ({
    line: first + at,
    pixels: size,
  }));
  return {
    change: (sheet) => sized(sheet, lines, sizes),
    edit: ({ id: worksheet_id }) =>
      sizes.length === 0 ? null : { kind: "size_lines", worksheet_id, lines, sizes },
    follow: (move) => {
      if (move.lines !== lines) return;
      sizes = sizes.flatMap(({ line, pixels }) => {
        const to = movedLine(line, move);
        return to === null ? [] : [{ line: to, pixels }];
      });
    },
  };
}

/** Freezes so many of the first rows and columns; what is left out stays. */
export function freezing(wanted: { readonly rows?: number; readonly columns?: number }): LayoutChange {
  let { rows, columns } = wanted;
  const after = (count: number | undefined, move: SheetMove) =>
    count === undefined ? undefined : (movedLines(0, count - 1, move)?.[1] ?? -1) + 1;
  return {
    change: (sheet) => ({
      ...sheet,
      frozen_rows: rows ?? sheet.frozen_rows,
      frozen_columns: columns ?? sheet.frozen_columns,
    }),
    edit: ({ id: worksheet_id, frozen_rows, frozen_columns }) => ({
      kind: "freeze_lines",
      worksheet_id,
      frozen_rows,
      frozen_columns,
    }),
    follow: (move) => {
      if (move.lines === "rows") rows = after(rows, move);
      else columns = after(columns, move);
    },
  };
}
