/**
 * Divides rows among pages. Rows that must stay together are a block: a heading and the two rows after it, a
 * sum and the row before it. A page that begins within a group repeats the group's heading. Invariants: rows
 * keep their order, and each is on one page; a block is on one page unless it is longer than a page.
 */
import type { StatementRow } from "../../core/statement-table.ts";

/** The fields of a row that decide about page breaks. */
interface Breakable<R> {
  readonly row: Pick<StatementRow, "kind" | "depth">;
  /** The space above the row, which is omitted at the top of a page. */
  readonly before: number;
  readonly height: number;
  /** What repeats a heading at the top of a page that begins within its group; null for other rows. */
  readonly continued: R | null;
}

export interface Page<R> {
  /** The repeated headings of the groups in which the page begins, the outermost first. */
  readonly continued: readonly R[];
  readonly rows: readonly R[];
}

/** The most headings that are repeated. Of a deeper tree, the innermost are. */
const MOST_CONTINUED = 5;

/**
 * Divides rows among pages. The first page has `first` points of space for rows, the others `other`. Without
 * rows there is one empty page.
 */
export function paginate<R extends Breakable<R>>(
  rows: readonly R[],
  first: number,
  other: number,
): readonly Page<R>[] {
  const pages: { continued: readonly R[]; rows: R[] }[] = [{ continued: [], rows: [] }];
  /** The headings of the groups that contain the next row. */
  let open: R[] = [];
  let left = first;
  const isEmpty = () => (pages.at(-1)?.rows ?? []).length === 0;
  const closeGroups = ({ row }: R): void => {
    open = open.filter((heading) => heading.row.depth < row.depth);
  };
  const add = (row: R): void => {
    left -= row.height + (isEmpty() ? 0 : row.before);
    pages.at(-1)?.rows.push(row);
    closeGroups(row);
    if (row.row.kind === "heading") open.push(row);
  };
  const startPage = (next: R): void => {
    // A sum at the top of a page has the depth of its heading, so it is not within the group any more.
    closeGroups(next);
    const continued = open.flatMap((heading) => heading.continued ?? []).slice(-MOST_CONTINUED);
    pages.push({ continued, rows: [] });
    left = other - heightOf(continued, true);
  };
  for (const block of blocksOf(rows)) {
    const [top] = block;
    if (top && heightOf(block, isEmpty()) > left && !isEmpty()) startPage(top);
    for (const row of block) {
      // True only within a block that is longer than a page.
      if (row.height + row.before > left && !isEmpty()) startPage(row);
      add(row);
    }
  }
  return pages;
}

function heightOf<R extends Breakable<R>>(rows: readonly R[], atTop: boolean): number {
  return rows.reduce(
    (height, row, index) => height + row.height + (atTop && index === 0 ? 0 : row.before),
    0,
  );
}

/** Groups the rows that must stay together. */
function blocksOf<R extends Breakable<R>>(rows: readonly R[]): readonly (readonly R[])[] {
  const blocks: R[][] = [];
  for (const [index, row] of rows.entries()) {
    const [above, beforeThat] = [rows[index - 1]?.row, rows[index - 2]?.row];
    const isSecondChild =
      above?.kind === "line" && beforeThat?.kind === "heading" && beforeThat.depth < row.row.depth;
    const isSum = row.row.kind !== "heading" && row.row.kind !== "line";
    const belongsToBlock = above?.kind === "heading" || isSecondChild || isSum;
    if (index > 0 && belongsToBlock) blocks.at(-1)?.push(row);
    else blocks.push([row]);
  }
  return blocks;
}
