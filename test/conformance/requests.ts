/**
 * One good request for each operation, to the ordinary test company. What is derived from the cards
 * starts from these and makes them worse in one way at a time.
 */
import type { Operation } from "../../src/contract/operation.ts";

const TARGETS: Readonly<Record<string, string>> = {
  getCompany: "/company",
  listCategories: "/categories",
  listIntegrations: "/integrations",
  listDepartments: "/departments",
  listJournalEntries: "/journal_entries",
  getJournalEntry: "/journal_entries/je_capital_1",
  getTotal: "/aggregations/total?category_id=cat_cash&date=2025-06-30",
  listTotals: "/aggregations/totals?start_date=2025-01-01&end_date=2025-06-30",
  listMerchants: "/parties/merchants?category_id=cat_cash",
  getBalanceSheet: "/reports/balance_sheet?date=2025-06-30",
  getIncomeStatement: "/reports/income_statement?start_date=2025-01-01&end_date=2025-06-30",
  getCashFlow: "/reports/cash_flow?start_date=2025-01-01&end_date=2025-06-30",
};

/** The good request of an operation; an operation without one fails its tests until it is written here. */
export function goodTarget(operation: Operation): string {
  const target = TARGETS[operation.id];
  if (target === undefined) throw new Error(`no good request is known for ${operation.id}; write one into test/conformance/requests.ts`);
  return target;
}

/** A target with one more parameter. */
export function withQuery(target: string, query: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
