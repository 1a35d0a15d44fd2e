/**
 * For any books, any days of a fiscal year and any size of page, the lines of the general ledger are what
 * adding up the journal by hand gives, and each account opens and closes as in the trial balance.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startOfFiscalYear } from "@daybook/words/civil-date";
import { anyBooks } from "./books.ts";
import { anyDay, anyRange } from "./dates.ts";
import { type Entry, entriesOf, keep, pagesOf, type Trial } from "./keep.ts";
import { POINT_IN_TIME } from "./oracle.ts";

interface Line {
  readonly id: string;
  readonly kind: "opening" | "entry" | "closing";
  readonly category_id: string;
  readonly account_type: string;
  readonly date: string;
  readonly debit_cents: number;
  readonly credit_cents: number;
  readonly balance_cents: number;
}
interface Sides {
  readonly debit_cents: number;
  readonly credit_cents: number;
}

const path = "/reports/general_ledger";
const net = (sides: Sides): number => sides.debit_cents - sides.credit_cents;

/** The lines of a category, by hand. */
function expected(
  { oracle, books }: Trial,
  line: string,
  entries: readonly Entry[],
  days: { readonly start_date: string; readonly end_date: string },
) {
  const id = line.replace(/-direct$/, "");
  const year = startOfFiscalYear(days.start_date as never, books.fiscal_year_start_month);
  const isBalance = POINT_IN_TIME.includes(oracle.category(id).account_type);
  const before = oracle.lines.filter(
    ({ category, date }) => category === id && date < days.start_date && (isBalance || date >= year),
  );
  let balance = before.reduce((sum, each) => sum + each.net, 0);
  const sum = (side: (entry: Entry) => number) => entries.reduce((total, entry) => total + side(entry), 0);
  return [
    { id: `${line}.opening`, debit_cents: 0, credit_cents: 0, balance_cents: balance },
    ...entries.map((entry) => {
      balance += net(entry);
      const { debit_cents, credit_cents } = entry;
      return { id: entry.id, debit_cents, credit_cents, balance_cents: balance };
    }),
    {
      id: `${line}.closing`,
      debit_cents: sum((entry) => entry.debit_cents),
      credit_cents: sum((entry) => entry.credit_cents),
      balance_cents: balance,
    },
  ];
}

async function check(trial: Trial, start: string, end: string, limit: number, filter: number) {
  const { company, books, oracle } = trial;
  const year = startOfFiscalYear(end as never, books.fiscal_year_start_month);
  const days = { start_date: start < year ? year : start, end_date: end };
  const lines = (await pagesOf<Line>(company, path, days)).flat();
  const pages = await pagesOf<Line>(company, path, days, limit);
  expect(pages.flat()).toEqual(lines);
  for (const page of pages.slice(0, -1)) expect(page.length).toBe(limit);
  const byCategory = Map.groupBy(lines, ({ category_id }) => category_id);
  const entries = (await entriesOf(company, days)).toReversed();
  for (const [id, ofCategory] of byCategory) {
    if (id === "grp_earlier_net_income") continue;
    const own = entries.filter(({ category_id }) => category_id === id.replace(/-direct$/, ""));
    expect(
      ofCategory.map(({ id: line, debit_cents, credit_cents, balance_cents }) => ({
        id: line,
        debit_cents,
        credit_cents,
        balance_cents,
      })),
    ).toEqual(expected(trial, id, own, days));
  }
  expect(lines.filter(({ kind }) => kind === "entry").length).toBe(entries.length);
  // The trial balance has the same accounts, but for those whose entries come to nothing.
  const query = new URLSearchParams(days);
  const { categories } = await company.read<{
    categories: { category_id: string; opening: Sides; closing: Sides }[];
  }>(`/reports/trial_balance?${query}`);
  const ends = (id: string, kind: string) =>
    byCategory.get(id)?.find((line) => line.kind === kind)?.balance_cents;
  for (const { category_id: id, opening, closing } of categories)
    expect([id, ends(id, "opening"), ends(id, "closing")]).toEqual([id, net(opening), net(closing)]);
  const known = new Set(categories.map(({ category_id }) => category_id));
  for (const [id, ofCategory] of byCategory)
    if (!known.has(id)) expect(ofCategory.map(({ kind }) => kind)).toContain("entry");
  const chosen = books.categories[filter % books.categories.length]?.id ?? "";
  const below = oracle.below(chosen);
  const ofChosen = (await pagesOf<Line>(company, path, { ...days, category_id: chosen }, limit)).flat();
  expect(ofChosen).toEqual(
    lines.filter(
      ({ category_id: id }) => id.startsWith("cat_") && below(oracle.category(id.replace(/-direct$/, ""))),
    ),
  );
}

describe("the general ledger", () => {
  test("of any books has exact balances on every page (GL-001, GL-002)", async () => {
    // Few days, so that many entries share one.
    const few = fc.record({
      books: anyBooks(anyDay("2026-05-10", "2026-05-14"), 40),
      ranges: fc.array(anyRange(anyDay("2026-05-09", "2026-05-15")), { minLength: 2, maxLength: 3 }),
    });
    const any = fc.record({
      books: anyBooks(),
      ranges: fc.array(anyRange(), { minLength: 2, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(few, any),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        async ({ books, ranges }, limit, filter) => {
          const trial = await keep(books, "2026-05-20");
          for (const { start, end } of ranges) await check(trial, start, end, limit, filter);
        },
      ),
      { numRuns: 40 },
    );
  });
});
