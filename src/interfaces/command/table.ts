/** Tables of text for people: aligned columns under a head, without lines. */

import { shown } from "../../core/names.ts";

/**
 * Lays out rows; the last column is not padded. An empty table is the sentence `none`. A cell is one line,
 * whatever it holds.
 */
export function table(head: readonly string[], cells: readonly (readonly string[])[], none: string): string {
  if (cells.length === 0) return none;
  const rows = cells.map((row) => row.map(shown));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [line(head), ...rows.map(line)].join("\n");
}

/** An instant of Unix seconds as a person reads it; `-` for none. */
export function instant(seconds: number | null): string {
  return seconds === null ? "-" : new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
