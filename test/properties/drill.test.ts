/**
 * Reports, totals and journal entries agree, for any books: the `amount_cents` of the entries under a
 * line add up to the line. On the cash flow statement a line is what a change did to cash, which is
 * minus the debits less the credits of its entries, whatever the sign of the category is.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOfMonth } from "@daybook/words/civil-date";
import { anyBooks } from "./books.ts";
import { anyDay, anyRange, day } from "./dates.ts";
import { type Entry, entriesOf, keep, type Trial } from "./keep.ts";
import { POINT_IN_TIME, signed } from "./oracle.ts";
import { amountOf, type BalanceSheet, type CashFlow, type IncomeStatement, type Line } from "./statements.ts";

const trials = fc.record({
  books: anyBooks(anyDay("2025-01-01", "2026-12-31"), 30),
  today: anyDay("2025-01-01", "2026-12-31"),
  range: anyRange(anyDay("2025-01-01", "2026-12-31")),
});
const RUNS = { numRuns: 20 };

function sumOf(entries: readonly Entry[], amount: (entry: Entry) => number): number {
  return entries.reduce((sum, entry) => sum + amount(entry), 0);
}

function isCategory({ category_id }: Line): boolean {
  return category_id.startsWith("cat_");
}

describe("the entries under a line", () => {
  test("of the income statement add up to it", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today, range }) => {
        const { company } = await keep(books, today);
        const dates = { start_date: range.start, end_date: range.end };
        const statement = await company.read<IncomeStatement>(
          `/reports/income_statement?${new URLSearchParams(dates)}`,
        );
        for (const section of [
          statement.revenue,
          statement.cost_of_goods_sold,
          statement.operating_expenses,
          statement.other_income,
          statement.other_expenses,
        ]) {
          for (const line of section.categories.filter(isCategory)) {
            const entries = await entriesOf(company, { category_id: line.category_id, ...dates });
            expect(sumOf(entries, (entry) => entry.amount_cents)).toBe(amountOf(line));
          }
        }
      }),
      RUNS,
    );
  });

  test("of the balance sheet add up to it, from the beginning through its date", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today, range }) => {
        const { company } = await keep(books, today);
        const sheet = await company.read<BalanceSheet>(`/reports/balance_sheet?date=${range.end}`);
        for (const line of [sheet.assets, sheet.liabilities, sheet.equity]
          .flatMap(({ categories }) => categories)
          .filter(isCategory)) {
          const entries = await entriesOf(company, { category_id: line.category_id, end_date: range.end });
          expect(sumOf(entries, (entry) => entry.amount_cents)).toBe(amountOf(line));
        }
      }),
      RUNS,
    );
  });

  test("of the cash flow statement explain it by what they did to cash", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today, range }) => {
        const { company } = await keep(books, today);
        const dates = { start_date: range.start, end_date: range.end };
        const flow = await company.read<CashFlow>(`/reports/cash_flow?${new URLSearchParams(dates)}`);
        for (const section of [
          flow.operating_activities,
          flow.investing_activities,
          flow.financing_activities,
        ]) {
          for (const line of section.categories.filter(isCategory)) {
            const entries = await entriesOf(company, { category_id: line.category_id, ...dates });
            expect(sumOf(entries, (entry) => entry.credit_cents - entry.debit_cents)).toBe(amountOf(line));
          }
        }
      }),
      RUNS,
    );
  });

  test("carry their sides as the journal wrote them", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today }) => {
        const { company, oracle } = await keep(books, today);
        const entries = await entriesOf(company, {});
        const byId = new Map(entries.map((entry) => [entry.id, entry]));
        expect(byId.size).toBe(oracle.lines.length);
        for (const voucher of books.journal) {
          for (const [index, line] of voucher.lines.entries()) {
            const entry = byId.get(`je_${voucher.id.slice("vch_".length)}_${index + 1}`);
            expect(entry).toMatchObject({
              date: voucher.date,
              category_id: line.category_id,
              department_id: line.department_id ?? null,
              merchant: line.merchant ?? null,
              source: voucher.source,
              held: voucher.held,
              debit_cents: line.debit_cents ?? 0,
              credit_cents: line.credit_cents ?? 0,
            });
            expect(entry?.amount_cents).toBe(
              signed(
                oracle.category(line.category_id).account_type,
                (line.debit_cents ?? 0) - (line.credit_cents ?? 0),
              ),
            );
          }
        }
      }),
      RUNS,
    );
  });
});

interface Total {
  readonly category_id: string;
  readonly total_cents: number;
  readonly refreshed_at: number | null;
}

describe("category totals", () => {
  test("are what the journal adds up to over whole months, for any merchant, one by one and all at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        trials,
        fc.option(fc.constantFrom("Ace", "ace", "Ace ", "Nobody")),
        async ({ books, today, range }, merchant) => {
          const trial = await keep(books, today);
          const dates = { start_date: range.start, end_date: range.end, date: range.end };
          const filter = merchant === null ? {} : { merchant };
          const all = await trial.company.read<{ data: readonly Total[] }>(
            `/aggregations/totals?${new URLSearchParams({ ...dates, ...filter })}`,
          );
          expect(all.data.map(({ category_id }) => category_id).toSorted()).toEqual(
            books.categories.map(({ id }) => id).toSorted(),
          );
          for (const total of all.data) {
            const wanted = expectedTotal(trial, total.category_id, range, merchant);
            expect([total.category_id, total.total_cents, total.refreshed_at !== null]).toEqual([
              total.category_id,
              wanted.cents,
              wanted.entries > 0,
            ]);
          }
          const [first] = all.data;
          if (first === undefined) return;
          const pointInTime = POINT_IN_TIME.includes(trial.oracle.category(first.category_id).account_type);
          const shape = pointInTime
            ? { date: dates.date }
            : { start_date: dates.start_date, end_date: dates.end_date };
          expect(
            await trial.company.read(
              `/aggregations/total?${new URLSearchParams({ category_id: first.category_id, ...shape, ...filter })}`,
            ),
          ).toEqual(first);
        },
      ),
      RUNS,
    );
  });

  test("over whole months equal the lines of the reports of those months", async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ books, today, range }) => {
        const { company, oracle } = await keep(books, today);
        const end = endOfMonth(range.end);
        const start = `${range.start.slice(0, 7)}-01`;
        const sheet = await company.read<BalanceSheet>(`/reports/balance_sheet?date=${end}`);
        const income = await company.read<IncomeStatement>(
          `/reports/income_statement?start_date=${start}&end_date=${end}`,
        );
        const lines = [
          sheet.assets,
          sheet.liabilities,
          sheet.equity,
          income.revenue,
          income.cost_of_goods_sold,
          income.operating_expenses,
          income.other_income,
          income.other_expenses,
        ];
        for (const line of lines.flatMap(({ categories }) => categories).filter(isCategory)) {
          const own = line.category_id.replace(/-direct$/, "");
          const shape = POINT_IN_TIME.includes(oracle.category(own).account_type)
            ? `date=${range.end}`
            : `start_date=${range.start}&end_date=${range.end}`;
          const total = await company.read<Total>(
            `/aggregations/total?category_id=${line.category_id}&${shape}`,
          );
          expect(total.total_cents).toBe(amountOf(line));
        }
      }),
      RUNS,
    );
  });
});

function expectedTotal(
  { oracle }: Trial,
  id: string,
  range: { start: string; end: string },
  merchant: string | null,
): { cents: number; entries: number } {
  const { account_type } = oracle.category(id);
  const months = {
    through: endOfMonth(day(range.end)),
    ...(POINT_IN_TIME.includes(account_type) ? {} : { from: `${range.start.slice(0, 7)}-01` }),
  };
  const where = { ...months, categories: oracle.below(id), ...(merchant === null ? {} : { merchant }) };
  return { cents: signed(account_type, oracle.net(where)), entries: oracle.count(where) };
}
