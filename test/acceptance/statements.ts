/**
 * The statements and lists as they come over the wire, as far as the tests read them, and what every test
 * asks of them.
 */
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

export { amountOf, type BalanceSheet, type CashFlow, type IncomeStatement, type Line, type Section };

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly account_type: string;
  readonly point_in_time: boolean;
  readonly parent_id: string | null;
}

export interface Department {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

export interface Entry {
  readonly id: string;
  readonly date: string;
  readonly category_id: string;
  readonly department_id: string | null;
  readonly amount_cents: number;
  readonly debit_cents: number;
  readonly credit_cents: number;
  readonly description: string;
  readonly merchant: string | null;
}

export interface Total {
  readonly category_id: string;
  readonly point_in_time: boolean;
  readonly total_cents: number;
}

/** The sections of an income statement. */
export function incomeSections(statement: IncomeStatement): readonly IncomeSection[] {
  return [
    statement.revenue,
    statement.cost_of_goods_sold,
    statement.operating_expenses,
    statement.other_income,
    statement.other_expenses,
  ];
}

/** The sections of a balance sheet. */
export function balanceSections(sheet: BalanceSheet): readonly Section[] {
  return [sheet.assets, sheet.liabilities, sheet.equity];
}

/** The sections of a cash flow statement. */
export function flowSections(flow: CashFlow): readonly Section[] {
  return [flow.operating_activities, flow.investing_activities, flow.financing_activities];
}

/** Reads an income statement that holds together. */
export async function readIncome(
  api: Api,
  range: Range,
  more: Readonly<Record<string, string>> = {},
): Promise<IncomeStatement> {
  const statement = await api.read<IncomeStatement>("/reports/income_statement", { ...range, ...more });
  expectSections("amount_cents", ...incomeSections(statement));
  return statement;
}

/** Reads a balance sheet that holds together. */
export async function readBalance(api: Api, date: string): Promise<BalanceSheet> {
  const sheet = await api.read<BalanceSheet>("/reports/balance_sheet", { date });
  expectSections("balance_cents", ...balanceSections(sheet));
  return sheet;
}

/** Reads a cash flow statement that holds together. */
export async function readFlow(api: Api, range: Range): Promise<CashFlow> {
  const flow = await api.read<CashFlow>("/reports/cash_flow", { ...range });
  expectSections("amount_cents", ...flowSections(flow));
  return flow;
}

/** Whether a line stands for a category rather than for a presentation group. */
export function isCategory({ category_id }: Line): boolean {
  return category_id.startsWith("cat_");
}

/** The category whose line this is, also where the line is that of a parent's own entries. */
export function categoryOf(line: Line): string {
  return line.category_id.replace(/-direct$/, "");
}

/** The amounts that stand on no other line: those of categories without lines below, by category. */
export function ownAmounts({ categories }: Section): Map<string, number> {
  const parents = new Set(categories.map((line) => line.parent_category_id));
  return new Map(
    categories
      .filter((line) => isCategory(line) && !parents.has(line.category_id))
      .map((line) => [categoryOf(line), amountOf(line)]),
  );
}

/** The sum of what `amount` gives of each. */
export function sumOf<Item>(items: Iterable<Item>, amount: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += amount(item);
  return sum;
}
