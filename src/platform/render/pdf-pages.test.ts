/** Dividing rows among pages: no row is lost, no page overflows, and no heading or sum stands alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StatementRowKind } from "../../core/statement-table.ts";
import { paginate } from "./pdf-pages.ts";

type Row = {
  readonly row: { readonly kind: StatementRowKind };
  readonly before: number;
  readonly height: number;
};

const kinds = (...list: StatementRowKind[]): Row[] =>
  list.map((kind) => ({ row: { kind }, before: 0, height: 10 }));
const isSum = (row: Row | undefined) =>
  row !== undefined && row.row.kind !== "line" && row.row.kind !== "heading";

describe("rows", () => {
  test("fill a page before the next one begins", () => {
    expect(
      paginate(kinds("line", "line", "line", "line", "line"), 20, 30).map((page) => page.length),
    ).toEqual([2, 3]);
  });

  test("have no space above them at the top of a page", () => {
    const rows = kinds("line", "line").map((row) => ({ ...row, before: 5 }));
    expect(paginate(rows, 25, 25).map((page) => page.length)).toEqual([2]);
    expect(paginate(rows, 24, 24).map((page) => page.length)).toEqual([1, 1]);
  });

  test("keep a heading with the row after it, and a sum with the row before it", () => {
    expect(
      paginate(kinds("line", "line", "heading", "heading", "line", "line"), 40, 40).map(
        (page) => page.length,
      ),
    ).toEqual([2, 4]);
    expect(
      paginate(kinds("line", "line", "line", "subtotal", "total", "grand_total"), 40, 40).map(
        (page) => page.length,
      ),
    ).toEqual([2, 4]);
  });

  test("fill one empty page if there are none", () => {
    expect(paginate([], 10, 10)).toEqual([[]]);
  });

  test("of any kind and height keep their order and stay on their page", () => {
    const row = fc.record({
      row: fc.record({
        kind: fc.constantFrom<StatementRowKind>("heading", "line", "line", "line", "subtotal", "total"),
      }),
      before: fc.integer({ min: 0, max: 5 }),
      height: fc.integer({ min: 5, max: 20 }),
    });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 80 }),
        fc.integer({ min: 30, max: 120 }),
        fc.integer({ min: 30, max: 120 }),
        (rows, first, other) => {
          const pages = paginate(rows, first, other);
          expect(pages.flat()).toEqual(rows);
          for (const [index, page] of pages.entries()) {
            const height = page.reduce(
              (sum, { before, height: own }, at) => sum + own + (at === 0 ? 0 : before),
              0,
            );
            expect(height).toBeLessThanOrEqual(index === 0 ? first : other);
            const next = pages[index + 1];
            if (next === undefined) continue;
            // Finds where the block begins that continues over the page break.
            const before = page.toReversed();
            const starts = before.findIndex(
              (each, at) => !isSum(at === 0 ? next[0] : before[at - 1]) && each.row.kind !== "heading",
            );
            const isSplit = page.at(-1)?.row.kind === "heading" || isSum(next[0]);
            // Only a block that is longer than a page is split, so it begins at the top of its page.
            if (isSplit) expect(starts === -1 ? page.length : starts).toBe(page.length);
          }
        },
      ),
    );
  });
});
