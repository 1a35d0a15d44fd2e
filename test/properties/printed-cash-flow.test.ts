/**
 * The cash flow statement as it is printed explains the change of cash, for any vouchers: legs of any roles,
 * with and without cash. Its activities add up, what it shows of months adds up to what it shows of all of
 * them, and the entries of each figure that can be opened sum to it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { journalEntrySchema } from "../../src/contract/journal-entry.ts";
import { layoutOf } from "../../src/contract/written.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { testApp } from "../support/app.ts";
import { type BundleVoucher, category, chart, CHART, cr, dr, voucher } from "../support/bundle.ts";
import { PLAIN_TABLE } from "../support/exports.ts";
import { anyDay } from "./dates.ts";

const http = await testApp();

/** A category of each kind that the printed statement tells apart. */
const CATEGORIES = [
  ...CHART,
  ...chart(
    category("vehicles", "Vehicles", "asset", "investing"),
    category("goodwill", "Goodwill", "asset", "investing"),
    category("accumulated", "Accumulated Depreciation of Vehicles", "asset", "investing"),
    category("wear", "Depreciation of Vehicles", "expense", "investing"),
    category("gain", "Gain on Sale of Equipment", "other_income", "investing"),
    category("gain_too", "Gain on Disposal of Vehicles", "other_income", "investing"),
    category("shares", "Compensation in Shares", "expense", "financing"),
    category("note", "Notes Payable", "liability", "financing"),
    category("card", "Corporate Card", "liability", "working_capital"),
    category("reserve", "Warranty Reserve", "liability", "non_cash"),
    category("rou", "Operating Lease Right-of-Use Asset", "asset", "working_capital"),
    category("lease", "Operating Lease Liability", "liability", "working_capital"),
  ).map((row) => ({ ...row, position: 80 + row.position })),
];
const WORDS = CATEGORIES.filter(({ id }) => !["cat_cash", "cat_revenue", "cat_travel"].includes(id)).map(
  ({ id }) => id.slice("cat_".length),
);

const line = (word: string, cents: number) => (cents < 0 ? cr(word, -cents) : dr(word, cents));

const anyVoucher = fc
  .record({
    date: anyDay("2024-10-01", "2025-04-30"),
    first: fc.constantFrom("checking", "checking", "payable", "card", "equipment", ...WORDS),
    others: fc.array(
      fc.tuple(
        fc.constantFrom("equipment", "payable", "loan", "checking", ...WORDS),
        fc.integer({ min: -12, max: 12 }),
      ),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ date, first, others }): BundleVoucher => {
    const legs = others.map(([word, amount]): readonly [string, number] => [word, amount * 100]);
    const balance = 0 - legs.reduce((sum, [, cents]) => sum + cents, 0);
    const all = [...legs, [first, balance] as const];
    return voucher(
      date,
      "Any",
      all.map(([word, cents]) => line(word, cents)),
    );
  });

const LAYOUT = layoutOf(journalEntrySchema);
const FROM = "2025-01-01" as CivilDate;
const THROUGH = "2025-03-31" as CivilDate;

async function check(journal: readonly BundleVoucher[]): Promise<void> {
  http.clock.set("2025-05-20T19:30:00Z");
  const company = await http.company({ categories: CATEGORIES, journal });
  const companyId = company.id as Parameters<typeof http.app.exports.readTable>[0] & PublicId<"company">;
  const input = {
    report_type: "cash_flow",
    start_date: FROM,
    end_date: THROUGH,
    ...PLAIN_TABLE,
  } as const;
  const table = await http.app.exports.readTable(companyId, input);
  const whole = await http.app.exports.readTable(companyId, { ...input, group_period: "whole" });
  const figures = (of: typeof table, key: string) => of.rows.find((row) => row.key === key)?.figures ?? [];
  const ids = new Set(["cat_checking", "cat_savings", "cat_cash"]);
  for (const [at, { start_date, end_date }] of table.columns.entries()) {
    const sum = journal
      .filter(({ date }) => date >= start_date && date <= end_date)
      .flatMap(({ lines }) => lines)
      .filter(({ category_id }) => ids.has(category_id))
      .reduce((total, { debit_cents = 0, credit_cents = 0 }) => total + debit_cents - credit_cents, 0);
    expect(figures(table, "net_increase_decrease_in_cash")[at]).toBe(sum);
    const activities = ["operating", "investing", "financing"].map(
      (name) => figures(table, `${name}_activities.total`)[at] ?? 0,
    );
    expect(activities.reduce((total, each) => total + each, 0)).toBe(sum);
  }
  // A section's rows differ by name where months have flows both ways, the totals can't.
  for (const name of ["operating", "investing", "financing"])
    expect(figures(table, `${name}_activities.total`).at(-1)).toBe(
      figures(whole, `${name}_activities.total`)[0],
    );
  for (const { key, figures: shown, entries_by } of table.rows) {
    if (entries_by === null) continue;
    for (const [at, column] of table.columns.entries()) {
      // Opening all figures of all columns in each run would take minutes.
      if (journal.length > 3 && at !== journal.length % table.columns.length) continue;
      const figure = {
        row: key,
        column: column.key,
        start_date: column.start_date,
        end_date: column.end_date,
        limit: 500,
        starting_after: null,
      };
      const rows = await http.app.exports.listFigureEntries(companyId, input, figure, LAYOUT);
      let sum = 0;
      for (let index = 0; index < rows.length; index += 1) {
        const { amount_cents = 0, debit_cents = 0, credit_cents = 0 } = rows.at(index) ?? {};
        const credit = credit_cents - debit_cents;
        sum += entries_by === "amount" ? amount_cents : entries_by === "credit" ? credit : 0 - credit;
      }
      expect([key, column.key, sum + 0]).toEqual([key, column.key, shown?.[at]]);
    }
  }
}

test("a printed cash flow statement of any vouchers explains the change of cash (ENTR-011)", async () => {
  await fc.assert(fc.asyncProperty(fc.array(anyVoucher, { minLength: 1, maxLength: 10 }), check), {
    numRuns: 20,
  });
});

test.each([
  [
    "a loan that two gains paid off has a line of investing",
    [[dr("checking", 200_00), dr("loan", 1_000_00), cr("gain", 600_00), cr("gain_too", 600_00)]],
  ],
  ["so has a loss that was borrowed", [[dr("gain", 700_00), cr("loan", 500_00), cr("checking", 200_00)]]],
  [
    "a gain that partly moved no cash is taken out, and partly adjusted",
    [
      [dr("payroll", 300_00), cr("gain", 300_00)],
      [dr("checking", 200_00), cr("gain", 200_00)],
      [dr("depreciation", 100_00), cr("accumulated_depreciation", 100_00)],
    ],
  ],
])("%s", async (_, vouchers) => {
  await check(vouchers.map((lines) => voucher("2025-02-10", "Sold", lines)));
});
