/** Dividing rows among pages: no row is lost, no page overflows, and no heading or sum stands alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StatementRowKind } from "../../core/statement-table.ts";
import { paginate } from "./pdf-pages.ts";

interface Row {
  readonly row: { readonly kind: StatementRowKind; readonly depth: number };
  readonly before: number;
  readonly height: number;
  readonly continued: Row | null;
}

function rowOf(kind: StatementRowKind, depth: number, height = 10, before = 0): Row {
  const row = { row: { kind, depth }, before, height, continued: null };
  return kind === "heading" ? { ...row, continued: { ...row, before: 0 } } : row;
}

/** Rows of these kinds, each as deep as in a section with a heading. */
const kinds = (...list: StatementRowKind[]): Row[] =>
  list.map((kind) => rowOf(kind, kind === "line" ? 1 : 0));
const isSum = ({ row }: Row) => row.kind !== "line" && row.kind !== "heading";
const lengths = (...[rows, first, other]: Parameters<typeof paginate<Row>>) =>
  paginate(rows, first, other).map((page) => page.rows.length);

describe("rows", () => {
  test("fill a page before the next one begins", () => {
    expect(lengths(kinds("line", "line", "line", "line", "line"), 20, 30)).toEqual([2, 3]);
  });

  test("have no space above them at the top of a page", () => {
    const rows = kinds("line", "line").map((row) => ({ ...row, before: 5 }));
    expect(lengths(rows, 25, 25)).toEqual([2]);
    expect(lengths(rows, 24, 24)).toEqual([1, 1]);
  });

  test("keep a heading with the two rows after it, and a sum with the row before it", () => {
    expect(lengths(kinds("line", "line", "heading", "line", "line", "line"), 40, 50)).toEqual([2, 4]);
    expect(lengths(kinds("line", "heading", "line", "heading", "line", "line"), 30, 50)).toEqual([3, 3]);
    expect(lengths(kinds("line", "line", "line", "subtotal", "total", "grand_total"), 40, 40)).toEqual([
      2, 4,
    ]);
  });

  test("fill one empty page if there are none", () => {
    expect(paginate([], 10, 10)).toEqual([{ continued: [], rows: [] }]);
  });

  test("that continue a group on another page are below its headings again", () => {
    const [section, group, other] = [rowOf("heading", 0), rowOf("heading", 1), rowOf("heading", 1)];
    const lines = Array.from({ length: 5 }, () => rowOf("line", 2));
    const rows = [section, group, ...lines, rowOf("subtotal", 1), other, ...lines, rowOf("subtotal", 1)];
    const pages = paginate([...rows, rowOf("total", 0), ...kinds("line", "line")], 60, 80);
    expect(pages.map((page) => page.rows.length)).toEqual([6, 6, 6]);
    expect(pages.map(({ continued }) => continued)).toEqual(
      [[], [section, group], [section, other]].map((headings) =>
        headings.map((heading) => heading.continued),
      ),
    );
  });

  test("of any kind and height keep their order and stay on their page", () => {
    const row = fc
      .record({
        kind: fc.constantFrom<StatementRowKind>("heading", "line", "line", "line", "subtotal", "total"),
        depth: fc.integer({ min: 0, max: 3 }),
        before: fc.integer({ min: 0, max: 5 }),
        height: fc.integer({ min: 5, max: 20 }),
      })
      .map(({ kind, depth, before, height }) => rowOf(kind, depth, height, before));
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 80 }),
        fc.integer({ min: 30, max: 120 }),
        fc.integer({ min: 120, max: 200 }),
        (rows, first, other) => {
          const pages = paginate(rows, first, other);
          expect(pages.flatMap((page) => page.rows)).toEqual(rows);
          let index = 0;
          for (const [number, page] of pages.entries()) {
            const height = [...page.continued, ...page.rows].reduce(
              (sum, { before, height: own }, at) => sum + own + (at <= page.continued.length ? 0 : before),
              0,
            );
            expect(height).toBeLessThanOrEqual(number === 0 ? first : other);
            for (const { row: heading } of page.continued)
              expect(heading.depth).toBeLessThan(page.rows[0]?.row.depth ?? 0);
            // Only a block that is longer than a page is split, so it begins at the top of its page.
            index += page.rows.length;
            if (isInBlock(rows, index))
              expect(
                page.rows.slice(1).filter((_row, at) => !isInBlock(rows, index - page.rows.length + at + 1)),
              ).toEqual([]);
          }
        },
      ),
    );
  });
});

/** True if the row with this index must be on the page of the row before it. */
function isInBlock(rows: readonly Row[], index: number): boolean {
  const [row, above, beforeThat] = [rows[index], rows[index - 1], rows[index - 2]];
  if (row === undefined || above === undefined) return false;
  if (isSum(row) || above.row.kind === "heading") return true;
  return (
    above.row.kind === "line" && beforeThat?.row.kind === "heading" && beforeThat.row.depth < row.row.depth
  );
}
