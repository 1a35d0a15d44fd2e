/** What lines that are not posted yet change: the year's result and the period's cash, nothing before. */
import { expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import type { CategoryRow } from "../../chart/index.ts";
import { changesOf } from "./changes.ts";

const category = (id: string, account_type: CategoryRow["account_type"], more: Partial<CategoryRow> = {}) =>
  ({
    id,
    name: id,
    account_type,
    parent_id: null,
    tier: 1,
    position: 1,
    cash_flow: null,
    role: null,
    balance_class: null,
    cash_paid_for: null,
    ...more,
  }) as CategoryRow;

const CHART = [
  category("cash", "asset", { cash_flow: "cash" }),
  category("receivable", "asset", { cash_flow: "working_capital" }),
  category("loan", "liability", { cash_flow: "financing" }),
  category("sales", "revenue"),
  category("rent", "expense"),
];

const line = (category_id: string, net: number) => ({ category_id, net_debit_cents: cents(net) });

test("lines of one day change the result of the year and the cash of the period", () => {
  const { income, balance, cash } = changesOf(
    [line("cash", 70), line("receivable", 50), line("sales", -100), line("loan", -50), line("rent", 30)],
    CHART,
  );
  expect(income.netIncome).toBe(70);
  expect(balance.retained).toEqual({ beginning: 0, netIncome: 70, ending: 70 });
  expect([balance.cash, balance.assets.total, balance.liabilities.total]).toEqual([70, 120, 50]);
  expect(balance.liabilitiesAndEquity).toBe(120);
  expect([cash.beginningCash, cash.changeInCash, cash.endingCash, cash.netIncome]).toEqual([0, 70, 70, 70]);
  expect([cash.operating.total, cash.financing.total]).toEqual([20, 50]);
  expect(cash.disclosure.depreciation).toEqual({ charged: 0, released: 0 });
});

test("several lines of a category are one change", () => {
  const { income, balance } = changesOf(
    [line("cash", 5), line("cash", 7), line("sales", -4), line("sales", -8)],
    CHART,
  );
  expect([income.netIncome, balance.cash]).toEqual([12, 12]);
});
