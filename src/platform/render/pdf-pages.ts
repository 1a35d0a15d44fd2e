/**
 * Divides rows among pages. Rows that must stay together are a block: a heading and the row after it, a sum
 * and the row before it. Invariants: rows keep their order, and each is on one page; a block is on one page
 * unless it is longer than a page.
 */
import type { StatementRow } from "../../core/statement-table.ts";

/** The fields of a row that decide about page breaks. */
interface Breakable {
  readonly row: Pick<StatementRow, "kind">;
  /** The space above the row, which is omitted at the top of a page. */
  readonly before: number;
  readonly height: number;
}

/**
 * Divides rows among pages. The first page has `first` points of space for rows, the others `other`. Without
 * rows there is one empty page.
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
  const startPage = (): void => {
    pages.push([]);
    left = other;
  };
  for (const block of blocksOf(rows)) {
    const height = heightOf(block, (pages.at(-1) ?? []).length === 0);
    if (height > left && (pages.at(-1) ?? []).length > 0) startPage();
    for (const row of block) {
      // True only within a block that is longer than a page.
      if (row.height + row.before > left && (pages.at(-1) ?? []).length > 0) startPage();
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

/** Groups the rows that must stay together. */
function blocksOf<R extends Breakable>(rows: readonly R[]): readonly (readonly R[])[] {
  const blocks: R[][] = [];
  let above: R | undefined;
  for (const row of rows) {
    const belongsToBlock =
      above?.row.kind === "heading" || (row.row.kind !== "heading" && row.row.kind !== "line");
    if (above && belongsToBlock) blocks.at(-1)?.push(row);
    else blocks.push([row]);
    above = row;
  }
  return blocks;
}
