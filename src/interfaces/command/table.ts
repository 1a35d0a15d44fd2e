/** Text tables for the terminal: aligned columns under a row of titles. */

import { escapeHidden } from "@daybook/words/names";

/**
 * Returns a table as text, or the sentence `emptyText` if there are no rows. The last column is not padded.
 * Control characters in cells are escaped, so that a cell stays on its line.
 */
export function table(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  emptyText: string,
): string {
  if (cells.length === 0) return emptyText;
  const rows = cells.map((row) => row.map(escapeHidden));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [line(titles), ...rows.map(line)].join("\n");
}

/** Formats Unix seconds as an ISO 8601 time in UTC; null as `-`. */
export function instant(seconds: number | null): string {
  return seconds === null ? "-" : new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
