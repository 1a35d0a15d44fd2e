/**
 * Rows to pages. Invariant: rows keep their order and each stands on one page; a heading is never the last
 * row of a page, nor a sum the first one, unless what hangs together is longer than a page.
 */
import type { StatementRow } from "../../core/statement-table.ts";

/** A row of which only its place is decided here. */
interface Breakable {
  readonly row: Pick<StatementRow, "kind">;
  /** Room above, which falls away at the top of a page. */
  readonly before: number;
  readonly height: number;
}

/**
 * Divides rows among pages; the first has `first` points of space for rows, the others `other`. A statement
 * without rows has one page.
 */
export function paginate<R extends Breakable>(
  rows: readonly R[],
  first: number,
  other: number,
): readonly (readonly R[])[] {
  const pages: R[][] = [[]];
  let left = first;
  const add = (row: R): void => {
    const page = pages.at(-1) ?? [];
    left -= row.height + (page.length === 0 ? 0 : row.before);
    page.push(row);
  };
  const turn = (): void => {
    pages.push([]);
    left = other;
  };
  for (const block of blocksOf(rows)) {
    const height = heightOf(block, (pages.at(-1) ?? []).length === 0);
    if (height > left && (pages.at(-1) ?? []).length > 0) turn();
    for (const row of block) {
      // Only of a block that no page holds whole is a row left over here.
      if (row.height + row.before > left && (pages.at(-1) ?? []).length > 0) turn();
      add(row);
    }
  }
  return pages;
}

function heightOf(rows: readonly Breakable[], atTop: boolean): number {
  return rows.reduce(
    (height, row, index) => height + row.height + (atTop && index === 0 ? 0 : row.before),
    0,
  );
}

/** Rows that hang together. */
function blocksOf<R extends Breakable>(rows: readonly R[]): readonly (readonly R[])[] {
  const blocks: R[][] = [];
  let above: R | undefined;
  for (const row of rows) {
    const hangs = above?.row.kind === "heading" || (row.row.kind !== "heading" && row.row.kind !== "line");
    if (above && hangs) blocks.at(-1)?.push(row);
    else blocks.push([row]);
    above = row;
  }
  return blocks;
}
