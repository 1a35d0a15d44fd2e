/** Pages put together equal the whole, in one order, for any books, any filter and any size of page. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyBooks, type Books } from "./books.ts";
import { anyDay } from "./dates.ts";
import { type Entry, keep, pagesOf } from "./keep.ts";
import { type Oracle, oracleOf } from "./oracle.ts";

/** Few days, so that many entries share one and the order within a day matters. */
const books = anyBooks(anyDay("2026-05-10", "2026-05-14"), 40);

interface Filter {
  readonly category: number | null;
  readonly department: number | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly merchant: string | null;
  readonly source: string | null;
}

const filters = fc.record<Filter>({
  category: fc.option(fc.nat(), { freq: 2 }),
  department: fc.option(fc.nat(), { freq: 1 }),
  start: fc.option(anyDay("2026-05-09", "2026-05-12"), { freq: 1 }),
  end: fc.option(anyDay("2026-05-12", "2026-05-15"), { freq: 1 }),
  merchant: fc.option(fc.constantFrom("Ace", "Bee & Co"), { freq: 1 }),
  source: fc.option(fc.constantFrom("spread", "invoice"), { freq: 1 }),
});

/** The filter as a query, and the ids of the entries that it leaves, by looking at each line. */
function applied(
  kept: Books,
  oracle: Oracle,
  filter: Filter,
): { query: Record<string, string>; ids: Set<string> } {
  const category =
    filter.category === null ? undefined : kept.categories[filter.category % kept.categories.length];
  const department =
    filter.department === null
      ? undefined
      : kept.departments[filter.department % Math.max(1, kept.departments.length)];
  const query: Record<string, string> = {
    ...(category ? { category_id: category.id } : {}),
    ...(department ? { department_id: department.id } : {}),
    ...(filter.start === null ? {} : { start_date: filter.start }),
    ...(filter.end === null ? {} : { end_date: filter.end }),
    ...(filter.merchant === null ? {} : { merchant: filter.merchant }),
    ...(filter.source === null ? {} : { source: filter.source }),
  };
  const ids = kept.journal.flatMap((voucher) =>
    voucher.lines.flatMap((line, index) => {
      const passes =
        (!category || oracle.below(category.id)(oracle.category(line.category_id))) &&
        (!department || oracle.departmentBelow(department.id)(line.department_id ?? null)) &&
        (filter.start === null || voucher.date >= filter.start) &&
        (filter.end === null || voucher.date <= filter.end) &&
        (filter.merchant === null || line.merchant === filter.merchant) &&
        (filter.source === null || voucher.source === filter.source);
      return passes ? [`je_${voucher.id.slice("vch_".length)}_${index + 1}`] : [];
    }),
  );
  return { query, ids: new Set(ids) };
}

describe("pages of journal entries", () => {
  test("hold every matching entry once, latest day first, whatever the size of the page", async () => {
    await fc.assert(
      fc.asyncProperty(
        books,
        fc.array(filters, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        async (kept, several, limit) => {
          const { company, oracle } = await keep(kept, "2026-05-20");
          for (const filter of several) {
            const { query, ids } = applied(kept, oracle, filter);
            const whole = (await pagesOf<Entry>(company, "/journal_entries", query)).flat();
            expect(new Set(whole.map(({ id }) => id))).toEqual(ids);
            expect(whole.length).toBe(ids.size);
            expect(whole.map(({ date }) => date)).toEqual(
              whole
                .map(({ date }) => date)
                .toSorted()
                .toReversed(),
            );
            const pages = await pagesOf<Entry>(company, "/journal_entries", query, limit);
            expect(pages.flat()).toEqual(whole);
            for (const page of pages.slice(0, -1)) expect(page.length).toBe(limit);
            expect(pages.length === 1 || (pages.at(-1)?.length ?? 0) > 0).toBe(true);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("pages of merchants", () => {
  test("hold every name of the category and those below it once, in order, but for names only on held entries", async () => {
    await fc.assert(
      fc.asyncProperty(books, fc.nat(), fc.integer({ min: 1, max: 4 }), async (kept, pick, limit) => {
        const { company } = await keep(kept, "2026-05-20");
        const oracle = oracleOf(kept);
        const id = kept.categories[pick % kept.categories.length]?.id ?? "";
        const below = oracle.below(id);
        const names = oracle.lines
          .filter((line) => !line.held && line.merchant !== null && below(oracle.category(line.category)))
          .map(({ merchant }) => merchant ?? "");
        const wanted = [...new Set(names)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const pages = await pagesOf<{ name: string }>(
          company,
          "/parties/merchants",
          { category_id: id },
          limit,
        );
        expect(pages.flat().map(({ name }) => name)).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
  });
});
