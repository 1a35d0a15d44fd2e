/** Worksheets with other sizes of lines, or other frozen lines, as the page shows them until they are stored. */
import type { Worksheet } from "./cells.ts";

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

/** Freezes so many of the first lines; what is left out stays. */
export function frozen(
  sheet: Worksheet,
  frozen_rows = sheet.frozen_rows,
  frozen_columns = sheet.frozen_columns,
): Worksheet {
  return { ...sheet, frozen_rows, frozen_columns };
}
