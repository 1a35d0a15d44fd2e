/** The API's statements and lists, with the fields that the tests read, and common helpers for them. */
import type { GetIncomeStatementQuery } from "@daybook/client";
import type { Api } from "./api.ts";
import type { Range } from "./days.ts";
import {
  amountOf,
  type BalanceSheet,
  type CashFlow,
  expectSections,
  type IncomeSection,
  type IncomeStatement,
  type Line,
  type Section,
} from "../properties/statements.ts";

export type { AggregationTotal as Total, Category, Department, JournalEntry as Entry } from "@daybook/client";
export { amountOf, type BalanceSheet, type CashFlow, type IncomeStatement, type Line, type Section };

/** Returns the sections of an income statement. */
export function incomeSections(statement: IncomeStatement): readonly IncomeSection[] {
  return [
    statement.revenue,
    statement.cost_of_goods_sold,
    statement.operating_expenses,
    statement.other_income,
    statement.other_expenses,
  ];
}

/** Returns the sections of a balance sheet. */
export function balanceSections(sheet: BalanceSheet): readonly Section[] {
  return [sheet.assets, sheet.liabilities, sheet.equity];
}

/** Returns the sections of a cash flow statement. */
export function flowSections(flow: CashFlow): readonly Section[] {
  return [flow.operating_activities, flow.investing_activities, flow.financing_activities];
}

/** Reads an income statement; fails unless its sections are consistent. */
export async function readIncome(
  api: Api,
  range: Range,
  more: GetIncomeStatementQuery = {},
): Promise<IncomeStatement> {
  const statement = await api.client.getIncomeStatement({ ...range, ...more });
  expectSections("amount_cents", ...incomeSections(statement));
  return statement;
}

/** Reads a balance sheet; fails unless its sections are consistent. */
export async function readBalance(api: Api, date: string): Promise<BalanceSheet> {
  const sheet = await api.client.getBalanceSheet({ date });
  expectSections("balance_cents", ...balanceSections(sheet));
  return sheet;
}

/** Reads a cash flow statement; fails unless its sections are consistent. */
export async function readFlow(api: Api, range: Range): Promise<CashFlow> {
  const flow = await api.client.getCashFlow(range);
  expectSections("amount_cents", ...flowSections(flow));
  return flow;
}

/** True if a line is that of a category and not of a presentation group. */
export function isCategory({ category_id }: Line): boolean {
  return category_id.startsWith("cat_");
}

/** Returns the category of a line, also of a line of a parent's direct entries. */
export function categoryOf(line: Line): string {
  return line.category_id.replace(/-direct$/, "");
}

/** Returns the amounts of the lines without child lines, by category. No amount is counted twice. */
export function ownAmounts({ categories }: Section): Map<string, number> {
  const parents = new Set(categories.map((line) => line.parent_category_id));
  return new Map(
    categories
      .filter((line) => isCategory(line) && !parents.has(line.category_id))
      .map((line) => [categoryOf(line), amountOf(line)]),
  );
}

/** Returns the sum of `amount` over all items. */
export function sumOf<Item>(items: Iterable<Item>, amount: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += amount(item);
  return sum;
}
