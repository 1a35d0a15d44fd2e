/** Compares the statements of a company with what adding up its journal by hand gives. */
import { expect } from "vitest";
import { startOfFiscalYear } from "@daybook/words/civil-date";
import type { BundleCategory } from "../support/bundle.ts";
import { day } from "./dates.ts";
import type { Trial } from "./keep.ts";
import { POINT_IN_TIME, signed } from "./oracle.ts";
import {
  amountsOf,
  type BalanceSheet,
  type CashFlow,
  expectSections,
  type IncomeStatement,
} from "./statements.ts";

/**
 * What a section's lines must be: every category with an amount in it or below it, and the own entries of
 * parents. A parent of what is not wanted has only its own entries there.
 */
function expectedLines(
  { books, oracle }: Trial,
  wanted: (row: BundleCategory) => boolean,
  amount: (which: (row: BundleCategory) => boolean) => number,
): Map<string, number> {
  const lines = new Map<string, number>();
  for (const row of books.categories.filter(wanted)) {
    const below = books.categories.filter(oracle.below(row.id));
    if (!below.some((each) => amount(({ id }) => id === each.id) !== 0)) continue;
    const own = amount(({ id }) => id === row.id);
    if (!below.every(wanted)) {
      if (own !== 0) lines.set(`${row.id}-direct`, own);
      continue;
    }
    lines.set(row.id, amount(oracle.below(row.id)));
    const childShown = below.some((each) => each.id !== row.id && amount(({ id }) => id === each.id) !== 0);
    if (childShown && own !== 0) lines.set(`${row.id}-direct`, own);
  }
  return lines;
}

/** The balance sheet at `date`. */
export async function checkBalanceSheet(trial: Trial, date: string): Promise<void> {
  const { oracle, books, company } = trial;
  const sheet = await company.read<BalanceSheet>(`/reports/balance_sheet?date=${date}`);
  const role = books.categories.find((row) => row.role === "retained_earnings");
  const isRetained = role === undefined ? () => false : oracle.below(role.id);
  const ofType = (type: string) => (row: BundleCategory) => row.account_type === type && !isRetained(row);
  const income = (row: BundleCategory) => !POINT_IN_TIME.includes(row.account_type);
  const lines = (type: string) =>
    expectedLines(trial, ofType(type), (which) =>
      signed(type, oracle.net({ through: date, categories: which })),
    );
  expectSections("balance_cents", sheet.assets, sheet.liabilities, sheet.equity);
  expect(amountsOf(sheet.assets)).toEqual(lines("asset"));
  expect(amountsOf(sheet.liabilities)).toEqual(lines("liability"));
  const retained = signed(
    "equity",
    oracle.net({ through: date, categories: (row) => income(row) || isRetained(row) }),
  );
  expect(amountsOf(sheet.equity)).toEqual(lines("equity").set("grp_retained_earnings", retained));
  expect(sheet.assets.total_cents).toBe(sheet.liabilities.total_cents + sheet.equity.total_cents);
  expect(sheet.liabilities_and_equity_cents).toBe(sheet.assets.total_cents);
  expect(sheet.cash_cents).toBe(
    oracle.net({ through: date, categories: (row) => row.cash_flow === "cash" }) + 0,
  );
  const yearStart = startOfFiscalYear(day(date), books.fiscal_year_start_month);
  const thisYear = signed("equity", oracle.net({ from: yearStart, through: date, categories: income }));
  expect(sheet.equity.retained_earnings).toEqual({
    beginning_balance_cents: retained - thisYear + 0,
    net_income_cents: thisYear,
    ending_balance_cents: retained,
  });
}

const SECTIONS = {
  revenue: "revenue",
  cost_of_goods_sold: "cost_of_goods_sold",
  operating_expenses: "expense",
  other_income: "other_income",
  other_expenses: "other_expense",
} as const;

/** The income statement of `from` through `through`, plain and grouped by department. */
export async function checkIncomeStatement(trial: Trial, from: string, through: string): Promise<void> {
  const { oracle, books, company } = trial;
  const plain = await company.read<IncomeStatement>(
    `/reports/income_statement?start_date=${from}&end_date=${through}`,
  );
  const grouped = await company.read<IncomeStatement>(
    `/reports/income_statement?start_date=${from}&end_date=${through}&group_by=department`,
  );
  let net = 0;
  for (const [name, type] of Object.entries(SECTIONS) as [keyof typeof SECTIONS, string][]) {
    const amount = (which: (row: BundleCategory) => boolean, department?: (id: string | null) => boolean) =>
      signed(
        type,
        oracle.net({
          from,
          through,
          categories: (row) => row.account_type === type && which(row),
          ...(department ? { department } : {}),
        }),
      );
    const wanted = expectedLines(trial, (row) => row.account_type === type, amount);
    expectSections("amount_cents", plain[name], grouped[name]);
    expect(amountsOf(plain[name])).toEqual(wanted);
    expect(amountsOf(grouped[name])).toEqual(wanted);
    expect(plain[name].departments).toBeNull();
    net += plain[name].total_cents;

    const all = () => true;
    const rows = grouped[name].departments ?? [];
    for (const row of rows) {
      const { department_id: id } = row;
      const which = (value: string | null) =>
        id === null
          ? value === null
          : id.endsWith("-direct")
            ? value === id.slice(0, -"-direct".length)
            : oracle.departmentBelow(id)(value);
      expect(row.amount_cents).toBe(amount(all, which));
    }
    const roots = rows.filter((row) => row.parent_department_id === null);
    expect(roots.reduce((sum, row) => sum + row.amount_cents, 0)).toBe(grouped[name].total_cents);
    const shown = new Set(rows.map((row) => row.department_id));
    for (const { id } of books.departments) {
      if (amount(all, (value) => value === id) !== 0) expect(shown).toContain(id);
    }
  }
  expect(plain.net_income_cents).toBe(net);
  expect(plain.gross_profit_cents).toBe(plain.revenue.total_cents + plain.cost_of_goods_sold.total_cents);
  expect(plain.operating_income_cents).toBe(plain.gross_profit_cents + plain.operating_expenses.total_cents);
  expect(plain.net_income_cents).toBe(
    signed(
      "equity",
      oracle.net({ from, through, categories: (row) => !POINT_IN_TIME.includes(row.account_type) }),
    ),
  );
}

/** The cash flow statement of `from` through `through`. */
export async function checkCashFlow(trial: Trial, from: string, through: string): Promise<void> {
  const { oracle, company } = trial;
  const flow = await company.read<CashFlow>(`/reports/cash_flow?start_date=${from}&end_date=${through}`);
  const {
    operating_activities: operating,
    investing_activities: investing,
    financing_activities: financing,
  } = flow;
  const moved = (which: (row: BundleCategory) => boolean) =>
    signed("equity", oracle.net({ from, through, categories: which }));
  const lines = (role: string) =>
    expectedLines(
      trial,
      (row) => row.cash_flow === role,
      (which) => moved((row) => row.cash_flow === role && which(row)),
    );
  const sumOf = (role: string) => moved((row) => row.cash_flow === role);
  const income = moved((row) => !POINT_IN_TIME.includes(row.account_type));
  expectSections("amount_cents", operating, investing, financing);
  expect(amountsOf(operating)).toEqual(
    new Map([
      ...lines("working_capital"),
      ...lines("non_cash"),
      ["grp_net_income", income],
      ["grp_non_cash_expenses", sumOf("non_cash")],
      ["grp_changes_in_working_capital", sumOf("working_capital")],
    ]),
  );
  expect(operating.net_income_cents).toBe(income);
  expect(amountsOf(investing)).toEqual(lines("investing"));
  expect(amountsOf(financing)).toEqual(lines("financing"));
  const cash = (row: BundleCategory) => row.cash_flow === "cash";
  expect(flow.ending_cash_cents).toBe(oracle.net({ through, categories: cash }) + 0);
  expect(flow.change_in_cash_cents).toBe(oracle.net({ from, through, categories: cash }) + 0);
  expect(flow.beginning_cash_cents).toBe(flow.ending_cash_cents - flow.change_in_cash_cents);
  expect(flow.change_in_cash_cents).toBe(
    operating.total_cents + investing.total_cents + financing.total_cents,
  );
}
