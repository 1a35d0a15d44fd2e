/**
 * The sample company's chart of accounts, three tiers deep, and its departments. Invariants: a child
 * has its parent's type and role; exactly one root holds cash, and its children are the bank
 * accounts; entries go to categories without children and to assignable departments only.
 */
import { assert, present } from "@daybook/words/assert";
import type { AccountType, CashFlowRole, CategoryRole } from "@daybook/words/ledger-words";
import type { BundleCategory, BundleDepartment } from "../contract/bundle-records.ts";

/**
 * The key, the name and the parent's key; a root has an account type and a cash flow role instead of a
 * parent.
 */
type Row =
  | readonly [key: string, name: string, parent: string]
  | readonly [key: string, name: string, type: AccountType, role: CashFlowRole | null];

const CATEGORIES = [
  ["cash", "Cash", "asset", "cash"],
  ["operating-checking", "Operating Checking", "cash"],
  ["payroll-checking", "Payroll Checking", "cash"],
  ["treasury-savings", "Treasury Savings", "cash"],
  ["receivables", "Accounts Receivable", "asset", "working_capital"],
  ["prepaid", "Prepaid Expenses", "asset", "working_capital"],
  ["prepaid-insurance", "Prepaid Insurance", "prepaid"],
  ["prepaid-software", "Prepaid Software", "prepaid"],
  ["deposits", "Security Deposits", "asset", "working_capital"],
  ["fixed-assets", "Fixed Assets", "asset", "investing"],
  ["computers", "Computer Equipment", "fixed-assets"],
  ["furniture", "Furniture and Fixtures", "fixed-assets"],
  ["capitalized-software", "Capitalized Software", "fixed-assets"],
  ["leased-equipment", "Leased Equipment", "fixed-assets"],
  ["accumulated", "Accumulated Depreciation and Amortization", "asset", "non_cash"],
  ["accumulated-depreciation", "Accumulated Depreciation", "accumulated"],
  ["accumulated-amortization", "Accumulated Amortization", "accumulated"],

  ["cards", "Credit Cards", "liability", "working_capital"],
  ["corporate-card", "Corporate Card", "cards"],
  ["travel-card", "Travel and Marketing Card", "cards"],
  ["payables", "Accounts Payable", "liability", "working_capital"],
  ["accrued", "Accrued Expenses", "liability", "working_capital"],
  ["payroll-liabilities", "Payroll Liabilities", "liability", "working_capital"],
  ["wages-payable", "Wages Payable", "payroll-liabilities"],
  ["payroll-taxes-payable", "Payroll Taxes Payable", "payroll-liabilities"],
  ["retirement-payable", "401(k) Payable", "payroll-liabilities"],
  ["benefits-payable", "Benefits Payable", "payroll-liabilities"],
  ["deferred", "Deferred Revenue", "liability", "working_capital"],
  ["deferred-annual", "Deferred Annual Plans", "deferred"],
  ["deferred-contracts", "Deferred Enterprise Contracts", "deferred"],
  ["taxes-payable", "Taxes Payable", "liability", "working_capital"],
  ["sales-tax-payable", "Sales Tax Payable", "taxes-payable"],
  ["franchise-tax-payable", "Franchise and State Tax Payable", "taxes-payable"],
  ["term-loan", "Term Loan", "liability", "financing"],
  ["lease-liability", "Finance Lease Liability", "liability", "financing"],
  ["safe-notes", "SAFE Notes", "liability", "financing"],

  ["common-stock", "Common Stock", "equity", "financing"],
  ["preferred-stock", "Preferred Stock", "equity", "financing"],
  ["series-seed", "Series Seed Preferred", "preferred-stock"],
  ["series-a", "Series A Preferred", "preferred-stock"],
  ["apic", "Additional Paid-In Capital", "equity", "financing"],
  ["apic-common", "Paid-In Capital, Common", "apic"],
  ["apic-preferred", "Paid-In Capital, Preferred", "apic"],
  ["stock-compensation-reserve", "Stock Compensation Reserve", "equity", "non_cash"],

  ["subscriptions", "Subscription Revenue", "revenue", null],
  ["self-serve", "Self-Serve Plans", "subscriptions"],
  ["monthly-plans", "Monthly Plans", "self-serve"],
  ["annual-plans", "Annual Plans", "self-serve"],
  ["enterprise-contracts", "Enterprise Contracts", "subscriptions"],
  ["implementation", "Implementation Services", "revenue", null],
  ["refunds", "Refunds and Credits", "revenue", null],
  ["uncategorized-income", "Uncategorized Income", "revenue", null],

  ["hosting", "Cloud Hosting", "cost_of_goods_sold", null],
  ["third-party-apis", "Third-Party APIs", "cost_of_goods_sold", null],
  ["support", "Customer Support", "cost_of_goods_sold", null],
  ["support-salaries", "Support Salaries", "support"],
  ["support-burden", "Support Payroll Taxes and Benefits", "support"],
  ["delivery-contractors", "Delivery Contractors", "cost_of_goods_sold", null],
  ["processing-fees", "Payment Processing Fees", "cost_of_goods_sold", null],

  ["payroll", "Payroll", "expense", null],
  ["compensation", "Compensation", "payroll"],
  ["salaries", "Salaries and Wages", "compensation"],
  ["bonuses", "Bonuses and Commissions", "compensation"],
  ["stock-compensation", "Stock-Based Compensation", "compensation"],
  ["burden", "Taxes and Benefits", "payroll"],
  ["employer-taxes", "Employer Payroll Taxes", "burden"],
  ["benefits", "Employee Benefits", "burden"],
  ["contractors", "Contractors", "expense", null],
  ["domestic-contractors", "Domestic Contractors", "contractors"],
  ["international-contractors", "International Contractors", "contractors"],
  ["marketing", "Marketing", "expense", null],
  ["advertising", "Advertising", "marketing"],
  ["events", "Events and Conferences", "marketing"],
  ["facilities", "Facilities", "expense", null],
  ["rent", "Rent", "facilities"],
  ["utilities", "Utilities and Internet", "facilities"],
  ["office", "Office Supplies and Shipping", "facilities"],
  ["software", "Software and Tools", "expense", null],
  ["travel-and-meals", "Travel and Meals", "expense", null],
  ["travel", "Travel", "travel-and-meals"],
  ["meals", "Meals", "travel-and-meals"],
  ["professional", "Professional Fees", "expense", null],
  ["legal", "Legal", "professional"],
  ["accounting", "Accounting and Tax", "professional"],
  ["administration", "General and Administrative", "expense", null],
  ["insurance", "Insurance", "administration"],
  ["bank-fees", "Bank Fees", "administration"],
  ["licenses", "Licenses, Dues and Training", "administration"],
  ["franchise-tax", "Franchise and State Taxes", "administration"],
  ["depreciation", "Depreciation and Amortization", "expense", null],
  ["uncategorized-expenses", "Uncategorized Expenses", "expense", null],

  ["interest-income", "Interest Income", "other_income", null],
  ["interest-expense", "Interest Expense", "other_expense", null],
  ["exchange-loss", "Foreign Exchange Loss", "other_expense", null],
  ["penalties", "Penalties", "other_expense", null],
] as const satisfies readonly Row[];

const DEPARTMENTS = [
  ["engineering", "Engineering", null],
  ["platform", "Platform", "engineering"],
  ["infrastructure", "Infrastructure", "platform"],
  ["data", "Data", "platform"],
  ["product", "Product", "engineering"],
  ["go-to-market", "Go-to-Market", null],
  ["sales", "Sales", "go-to-market"],
  ["marketing", "Marketing", "go-to-market"],
  ["customer-success", "Customer Success", "go-to-market"],
  ["administration", "General and Administrative", null],
  ["executive", "Executive", "administration"],
  ["finance", "Finance", "administration"],
  ["people", "People", "administration"],
] as const;

/** The departments with employees, in the order of the chart: those without children. */
export const STAFFED_DEPARTMENTS: readonly DepartmentKey[] = DEPARTMENTS.map(([key]) => key).filter(
  (key) => !DEPARTMENTS.some(([, , parent]) => parent === key),
);

export type CategoryKey = (typeof CATEGORIES)[number][0];
export type DepartmentKey = (typeof DEPARTMENTS)[number][0];

/** Returns the public id of a category. */
export function categoryId(key: CategoryKey): string {
  return `cat_${key}`;
}

/** Returns the public id of a department. */
export function departmentId(key: DepartmentKey): string {
  return `dept_${key}`;
}

/** The categories of the bank accounts: the children of the cash root. */
export const BANK_ACCOUNTS = [
  "operating-checking",
  "payroll-checking",
  "treasury-savings",
] as const satisfies readonly CategoryKey[];

/** The revenue categories without children. Their activity is the revenue of a period. */
export const REVENUE_LEAVES = [
  "monthly-plans",
  "annual-plans",
  "enterprise-contracts",
  "implementation",
  "refunds",
  "uncategorized-income",
] as const satisfies readonly CategoryKey[];

/** The categories that the service uses for particular postings, such as those without a chosen category. */
const ROLES: Readonly<Partial<Record<CategoryKey, CategoryRole>>> = {
  "operating-checking": "cash",
  "corporate-card": "credit_cards",
  receivables: "accounts_receivable",
  prepaid: "prepaid_expenses",
  deferred: "deferred_revenue",
  "accumulated-depreciation": "accumulated_depreciation",
  "monthly-plans": "sales",
  "uncategorized-income": "uncategorized_income",
  "uncategorized-expenses": "uncategorized_expenses",
};

/** Returns a function that numbers the children of each parent from 0, in the order of the calls. */
function positionCounter(): (parent: string | null) => number {
  const next = new Map<string | null, number>();
  return (parent) => {
    const position = next.get(parent) ?? 0;
    next.set(parent, position + 1);
    return position;
  };
}

/** Returns the categories as records of a bundle, parents before children. */
export function sampleCategories(created: number): BundleCategory[] {
  const records = new Map<string, BundleCategory>();
  const position = positionCounter();
  for (const row of CATEGORIES) {
    const [key, name, third] = row;
    const parent = row.length === 3 ? present(records.get(third), `parent not yet listed: ${third}`) : null;
    const role = row.length === 3 ? parent?.cash_flow : row[3];
    const type = row.length === 3 ? parent?.account_type : row[2];
    assert(!records.has(key), `listed twice: ${key}`);
    records.set(key, {
      id: categoryId(key),
      name,
      account_type: present(type, `no type: ${key}`),
      parent_id: parent?.id ?? null,
      position: position(parent?.id ?? null),
      cash_flow: role ?? null,
      created,
      role: ROLES[key] ?? null,
    });
  }
  return [...records.values()];
}

/** Returns the departments as records of a bundle, parents before children. */
export function sampleDepartments(created: number): BundleDepartment[] {
  const parents = new Set<string | null>(DEPARTMENTS.map(([, , parent]) => parent));
  const position = positionCounter();
  return DEPARTMENTS.map(([key, name, parent]) => ({
    id: departmentId(key),
    name,
    parent_id: parent === null ? null : departmentId(parent),
    position: position(parent),
    assignable: !parents.has(key),
    created,
  }));
}
