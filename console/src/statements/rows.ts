/** The rows of a statement's table, as they are shown: pure functions over what the service answers. */
import type { StatementTable } from "../api/generated/schemas.ts";
import type { StatementTableRow } from "../api/types.ts";

export interface Row extends StatementTableRow {
  /** Keys of the headings that the row is under. */
  readonly under: readonly string[];
}

/** The rows with the headings that each is under. A subtotal and a total stand beside their heading. */
export function rowsOf({ rows }: Pick<StatementTable, "rows">): Row[] {
  const open: StatementTableRow[] = [];
  return rows.map((row) => {
    while ((open.at(-1)?.depth ?? -1) >= row.depth) open.pop();
    const under = open.map(({ key }) => key);
    if (row.kind === "heading") open.push(row);
    return { ...row, under };
  });
}

/** True if nothing was booked in any column. */
export function isEmpty(rows: readonly Row[]): boolean {
  return rows.every(({ figures }) => figures === null || figures.every((each) => (each ?? 0) === 0));
}

/** True for the name of a group of lines inside a section. */
export function isGroup({ kind, depth }: Row): boolean {
  return kind === "heading" && depth > 0;
}

/**
 * The rows that are shown: without those under a closed heading, and with `search` only those that match, the
 * headings that lead to them, and all that is under a heading that matches.
 */
export function shownRows(rows: readonly Row[], closed: ReadonlySet<string>, search: string): Row[] {
  const words = search.trim().toLowerCase();
  if (words === "") {
    return rows.filter((row) => {
      if (row.under.some((each) => closed.has(each))) return false;
      // A closed group is its name and its subtotal in one row.
      return !(isGroup(row) && closed.has(row.key));
    });
  }
  const matching = rows.filter(({ label }) => label.toLowerCase().includes(words));
  const kept = new Set(matching.flatMap(({ key, under }) => [key, ...under]));
  const opened = new Set(matching.filter(({ figures }) => figures === null).map(({ key }) => key));
  return rows.filter(({ key, under }) => kept.has(key) || under.some((each) => opened.has(each)));
}
