/**
 * For any books and any days, the changes in equity lead from the balance sheet before the days to that at
 * their end, with the net income of the income statement, and what is paid in, paid out or transferred is
 * what the vouchers leave no doubt of.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@daybook/words/civil-date";
import { anyBooks } from "./books.ts";
import { anyRange } from "./dates.ts";
import { keep, type Trial } from "./keep.ts";
import type { BalanceSheet, IncomeStatement } from "./statements.ts";

interface Amounts {
  readonly opening_cents: number;
  readonly net_income_cents: number;
  readonly paid_in_cents: number;
  readonly paid_out_cents: number;
  readonly transferred_cents: number;
  readonly corrected_cents: number;
  readonly other_cents: number;
  readonly closing_cents: number;
}
interface Changes {
  readonly categories: readonly (Amounts & { readonly category_id: string })[];
  readonly total: Amounts;
}

/** What vouchers of the days leave no doubt of, by hand: the effect on equity. */
function known({ books, oracle }: Trial, start: string, end: string) {
  const first = books.journal.map(({ date }) => date).toSorted()[0] ?? "";
  // Corrections are booked on retained earnings, too.
  const root = books.categories.find(({ role }) => role === "retained_earnings");
  const found = { paid_in_cents: 0, paid_out_cents: 0 };
  for (const { date, source, lines } of books.journal) {
    if (date < start || date > end || (date === first && source !== "bank_transaction")) continue;
    const nets = new Map<string, number>();
    for (const { category_id: id, debit_cents = 0, credit_cents = 0 } of lines)
      nets.set(id, (nets.get(id) ?? 0) + debit_cents - credit_cents);
    const touched = [...nets]
      .filter(([, net]) => net !== 0)
      .map(([id, net]) => ({ ...oracle.category(id), net }));
    const equity = touched.filter(({ account_type }) => account_type === "equity");
    const others = touched.filter(({ account_type }) => account_type !== "equity");
    if (equity.length === 0 || others.length === 0) continue;
    if (root !== undefined && equity.some((row) => oracle.below(root.id)(row))) continue;
    if (!others.every((row) => row.account_type === "asset" && row.cash_flow === "cash")) continue;
    const sum = equity.reduce((total, { net }) => total - net, 0);
    if (equity.every(({ net }) => net < 0)) found.paid_in_cents += sum;
    if (equity.every(({ net }) => net > 0)) found.paid_out_cents += sum;
  }
  return found;
}

describe("the changes in equity", () => {
  test("of any books agree with balance sheet and income statement over any days (EQUITY-001)", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBooks(),
        fc.array(anyRange(), { minLength: 3, maxLength: 6 }),
        async (books, ranges) => {
          const trial = await keep(books, "2026-05-20");
          const { company } = trial;
          for (const { start, end } of ranges) {
            const days = `start_date=${start}&end_date=${end}`;
            const { categories, total } = await company.read<Changes>(`/reports/changes_in_equity?${days}`);
            const before = await company.read<BalanceSheet>(
              `/reports/balance_sheet?date=${addDays(start, -1)}`,
            );
            const after = await company.read<BalanceSheet>(`/reports/balance_sheet?date=${end}`);
            const income = await company.read<IncomeStatement>(`/reports/income_statement?${days}`);
            expect(total).toMatchObject({
              opening_cents: before.equity.total_cents,
              net_income_cents: income.net_income_cents,
              corrected_cents: 0,
              transferred_cents: 0,
              closing_cents: after.equity.total_cents,
              ...known(trial, start, end),
            });
            const retained = categories.find(({ category_id }) => category_id === "grp_retained_earnings");
            expect(retained).toMatchObject({
              opening_cents: before.equity.retained_earnings["ending_balance_cents"],
              net_income_cents: income.net_income_cents,
              closing_cents: after.equity.retained_earnings["ending_balance_cents"],
            });
            for (const each of [...categories, total])
              expect(
                each.opening_cents +
                  each.net_income_cents +
                  each.paid_in_cents +
                  each.paid_out_cents +
                  each.transferred_cents +
                  each.other_cents,
              ).toBe(each.closing_cents);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
