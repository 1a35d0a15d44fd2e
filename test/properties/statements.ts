/** The statements as they come over the wire, and what holds for the sections of any of them. */
import { expect } from "vitest";

export interface Line {
  readonly category_id: string;
  readonly name: string;
  readonly position: number;
  readonly parent_category_id: string | null;
  readonly amount_cents?: number;
  readonly balance_cents?: number;
}

export interface Section {
  readonly total_cents: number;
  readonly categories: readonly Line[];
}

export interface DepartmentLine {
  readonly department_id: string | null;
  readonly amount_cents: number;
  readonly parent_department_id: string | null;
}

export interface IncomeSection extends Section {
  readonly departments: readonly DepartmentLine[] | null;
}

export interface BalanceSheet {
  readonly cash_cents: number;
  readonly assets: Section;
  readonly liabilities: Section;
  readonly equity: Section & { readonly retained_earnings: Readonly<Record<string, number>> };
  readonly liabilities_and_equity_cents: number;
}

export interface IncomeStatement {
  readonly revenue: IncomeSection;
  readonly cost_of_goods_sold: IncomeSection;
  readonly operating_expenses: IncomeSection;
  readonly other_income: IncomeSection;
  readonly other_expenses: IncomeSection;
  readonly gross_profit_cents: number;
  readonly operating_income_cents: number;
  readonly net_income_cents: number;
}

export interface CashFlow {
  readonly operating_activities: Section & { readonly net_income_cents: number };
  readonly investing_activities: Section;
  readonly financing_activities: Section;
  readonly beginning_cash_cents: number;
  readonly change_in_cash_cents: number;
  readonly ending_cash_cents: number;
}

/** The amount of a line, whichever of the two names it has. */
export function amountOf(line: Line): number {
  return line.amount_cents ?? line.balance_cents ?? Number.NaN;
}

/** The amounts of a section's lines by id. Fails when an id stands twice. */
export function amountsOf({ categories }: Section): Map<string, number> {
  const amounts = new Map(categories.map((line) => [line.category_id, amountOf(line)]));
  expect(amounts.size).toBe(categories.length);
  return amounts;
}

/**
 * What holds for every section: totals are sums of roots, parents stand before their children and hold their
 * sum.
 */
export function expectSections(
  unit: "amount_cents" | "balance_cents",
  ...sections: readonly Section[]
): void {
  for (const { total_cents, categories } of sections) {
    const sums = new Map<string | null, number>();
    const seen = new Set<string | null>([null]);
    for (const line of categories) {
      expect(Object.hasOwn(line, unit)).toBe(true);
      expect(seen).toContain(line.parent_category_id);
      seen.add(line.category_id);
      sums.set(line.parent_category_id, (sums.get(line.parent_category_id) ?? 0) + amountOf(line));
    }
    expect(sums.get(null) ?? 0).toBe(total_cents);
    for (const line of categories) {
      const children = sums.get(line.category_id);
      if (children !== undefined) expect(children).toBe(amountOf(line));
    }
  }
}
