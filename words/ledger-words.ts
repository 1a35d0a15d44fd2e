/**
 * The closed word lists of the ledger (account types, cash flow roles, category roles, sources of entries and
 * forms of a trial balance) and the sign rule.
 */

/** Types of categories, in the order in which statements show them. */
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

/** Types whose totals are balances. The totals of other types are the activity of a period. */
const POINT_IN_TIME_TYPES: readonly AccountType[] = ["asset", "liability", "equity"];

export function isPointInTime(type: AccountType): boolean {
  return POINT_IN_TIME_TYPES.includes(type);
}

/**
 * The place of a category on the cash flow statement (ASC 230-10-45): cash itself, or the activity to which
 * its changes belong.
 */
export const CASH_FLOW_ROLES = ["cash", "working_capital", "non_cash", "investing", "financing"] as const;
export type CashFlowRole = (typeof CASH_FLOW_ROLES)[number];

/**
 * Returns the roles that a category of a type may have. A category of the balance sheet has one. A category
 * of the income statement reaches the statement through net income; with a role, its amount is taken out of
 * operating activities and shown in that activity, as a gain on the sale of equipment in investing (ASC
 * 230-10-45-28).
 */
export function cashFlowRolesOf(type: AccountType): readonly CashFlowRole[] {
  if (!isPointInTime(type)) return ["investing", "financing"];
  return type === "asset" ? CASH_FLOW_ROLES : CASH_FLOW_ROLES.filter((role) => role !== "cash");
}

/**
 * The roles for which the service needs a category, such as postings without a chosen category, or retained
 * earnings on the balance sheet. A company has at most one category of each role.
 */
export const CATEGORY_ROLES = [
  "uncategorized_income",
  "uncategorized_expenses",
  "cash",
  "credit_cards",
  "accounts_receivable",
  "accounts_payable",
  "sales",
  "prepaid_expenses",
  "deferred_revenue",
  "accumulated_depreciation",
  "retained_earnings",
] as const;
export type CategoryRole = (typeof CATEGORY_ROLES)[number];

/** The classes of a classified balance sheet. `fixed` is property and equipment, shown net of depreciation. */
export const BALANCE_CLASSES = ["current", "fixed", "non_current"] as const;
export type BalanceClass = (typeof BALANCE_CLASSES)[number];

/** Returns the classes that a category of a type may have; none outside assets and liabilities. */
export function balanceClassesOf(type: AccountType): readonly BalanceClass[] {
  if (type === "asset") return BALANCE_CLASSES;
  return type === "liability" ? BALANCE_CLASSES.filter((each) => each !== "fixed") : [];
}

/** What is paid with cash of operating activities and disclosed separately (ASC 230-10-50-2). */
export const CASH_PAID_FOR = ["interest", "income_taxes"] as const;
export type CashPaidFor = (typeof CASH_PAID_FOR)[number];

/** True if a category of the type can be interest or income taxes: the cost itself, or what is owed of it. */
export function canBePaidFor(type: AccountType): boolean {
  return type !== "equity" && type !== "revenue";
}

/** The source of a journal entry. */
export const ENTRY_SOURCES = [
  "bank_transaction",
  "spread",
  "capitalization",
  "csv_upload",
  "transfer",
  "invoice",
  "bill",
  "adjustment",
] as const;
export type EntrySource = (typeof ENTRY_SOURCES)[number];

/**
 * How a trial balance shows entries that are marked as adjusting: among all others, not at all, or in columns
 * of their own. It is adjusted, unadjusted, or both.
 */
export const ADJUSTMENTS = ["included", "excluded", "separate"] as const;
export type Adjustments = (typeof ADJUSTMENTS)[number];

/** The lines of a category in a general ledger: its opening balance, its entries, its totals. */
export const LEDGER_LINES = ["opening", "entry", "closing"] as const;
export type LedgerLineKind = (typeof LEDGER_LINES)[number];

/**
 * The sign rule: totals of assets are debit minus credit, all others credit minus debit (specification,
 * "Journal entries and totals").
 */
export function signOf(type: AccountType): 1 | -1 {
  return type === "asset" ? 1 : -1;
}
