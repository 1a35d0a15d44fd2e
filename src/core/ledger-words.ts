/**
 * The closed word lists of the ledger: account types, cash flow roles and sources of entries, with
 * the one sign rule.
 */

/** Types of categories. The order is the order of the statements. */
export const ACCOUNT_TYPES = [
  "asset",
  "liability",
  "equity",
  "revenue",
  "cost_of_goods_sold",
  "expense",
  "other_income",
  "other_expense",
] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Types whose totals are cumulative balances; the rest count the activity of a period. */
const POINT_IN_TIME_TYPES: readonly AccountType[] = ["asset", "liability", "equity"];

export function isPointInTime(type: AccountType): boolean {
  return POINT_IN_TIME_TYPES.includes(type);
}

/**
 * The place of a balance sheet category on the cash flow statement (ASC 230): cash itself, or the activity to
 * which its changes belong. Categories of the income statement have no role: they reach the statement through
 * net income.
 */
export const CASH_FLOW_ROLES = ["cash", "working_capital", "non_cash", "investing", "financing"] as const;
export type CashFlowRole = (typeof CASH_FLOW_ROLES)[number];

/**
 * Categories that the service finds by their role: those for postings without a chosen category, and the
 * equity category that the balance sheet counts as retained earnings. A company has at most one of each.
 */
export const CATEGORY_ROLES = [
  "uncategorized_income",
  "uncategorized_expenses",
  "cash",
  "credit_cards",
  "accounts_receivable",
  "sales",
  "prepaid_expenses",
  "deferred_revenue",
  "accumulated_depreciation",
  "retained_earnings",
] as const;
export type CategoryRole = (typeof CATEGORY_ROLES)[number];

/** The source of a journal entry. */
export const ENTRY_SOURCES = [
  "bank_transaction",
  "spread",
  "capitalization",
  "csv_upload",
  "transfer",
  "invoice",
  "adjustment",
] as const;
export type EntrySource = (typeof ENTRY_SOURCES)[number];

/**
 * The sign rule: assets are debit minus credit, everything else is credit minus debit
 * (specification, "Journal entries and totals").
 */
export function signOf(type: AccountType): 1 | -1 {
  return type === "asset" ? 1 : -1;
}
