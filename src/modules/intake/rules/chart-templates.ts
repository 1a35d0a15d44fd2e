/**
 * Charts of accounts for new companies, as data. A chart is the balance sheet that all companies have, the
 * equity of the company's legal form, and the revenue and costs of its business. Invariants: each chart has
 * one category for each role that postings need; a child has the kind of its parent; bank accounts and cards
 * are leaves, so that an account can be booked on them.
 */
import { type AccountKind, kindMeaning } from "@daybook/words/account-kinds";
import type { EntityType } from "@daybook/words/company-words";
import type { AccountType, CashFlowRole, CategoryRole } from "@daybook/words/ledger-words";

export const CHART_TEMPLATES = ["services", "software", "retail", "nonprofit"] as const;
export type ChartTemplate = (typeof CHART_TEMPLATES)[number];

/** A name, perhaps with the role of the category. */
type Leaf = string | readonly [name: string, role: CategoryRole];
type Row = readonly [kind: AccountKind, name: string, role?: CategoryRole | null, children?: readonly Leaf[]];

const ASSETS: readonly Row[] = [
  ["cash", "Cash", null, [["Operating Checking", "cash"], "Savings"]],
  ["receivable", "Accounts Receivable", "accounts_receivable"],
  ["current_asset", "Prepaid Expenses", "prepaid_expenses"],
  ["current_asset", "Security Deposits"],
  ["fixed_asset", "Fixed Assets", null, ["Computer Equipment", "Furniture and Fixtures"]],
  ["depreciation", "Accumulated Depreciation", "accumulated_depreciation"],
];

const LIABILITIES: readonly Row[] = [
  ["card", "Credit Cards", null, [["Business Credit Card", "credit_cards"]]],
  ["payable", "Accounts Payable", "accounts_payable"],
  ["current_liability", "Accrued Expenses"],
  ["current_liability", "Payroll Liabilities"],
  ["current_liability", "Sales Tax Payable"],
  ["current_liability", "Deferred Revenue", "deferred_revenue"],
  ["loan", "Loans Payable"],
];

const RETAINED_EARNINGS: Row = ["equity", "Retained Earnings", "retained_earnings"];

const EQUITY: Readonly<Record<EntityType, readonly Row[]>> = {
  c_corp: [
    ["equity", "Common Stock"],
    ["equity", "Preferred Stock"],
    ["equity", "Additional Paid-In Capital"],
    RETAINED_EARNINGS,
  ],
  s_corp: [
    ["equity", "Common Stock"],
    ["equity", "Additional Paid-In Capital"],
    ["equity", "Shareholder Distributions"],
    RETAINED_EARNINGS,
  ],
  llc: [["equity", "Member Contributions"], ["equity", "Member Distributions"], RETAINED_EARNINGS],
  partnership: [["equity", "Partner Contributions"], ["equity", "Partner Distributions"], RETAINED_EARNINGS],
  sole_proprietorship: [["equity", "Owner Contributions"], ["equity", "Owner Draws"], RETAINED_EARNINGS],
  nonprofit: [
    ["equity", "Net Assets with Donor Restrictions"],
    ["equity", "Net Assets without Donor Restrictions", "retained_earnings"],
  ],
};

const PAYROLL: Row = [
  "expense",
  "Payroll",
  null,
  ["Salaries and Wages", "Payroll Taxes", "Employee Benefits"],
];

const ADMINISTRATION: readonly Row[] = [
  ["expense", "Rent"],
  ["expense", "Utilities and Internet"],
  ["expense", "Office Supplies"],
  ["expense", "Software and Subscriptions"],
  ["expense", "Travel"],
  ["expense", "Meals"],
  ["expense", "Professional Fees", null, ["Legal", "Accounting and Tax"]],
  ["expense", "Insurance"],
  ["expense", "Bank Fees"],
  ["expense", "Licenses and Dues"],
  ["expense", "Depreciation and Amortization"],
  ["expense", "Uncategorized Expenses", "uncategorized_expenses"],
];

const INTEREST: readonly Row[] = [
  ["other_income", "Interest Income"],
  ["disposal_gain", "Gain or Loss on Sale of Assets"],
  ["other_expense", "Interest Expense"],
];
const INCOME_TAXES: Row = ["other_expense", "Income Taxes"];

/**
 * Depreciation and what it accumulates on belong to investing, unlike their kinds: only then does the sale of
 * an asset show its proceeds there, while depreciation is still added back to net income in full.
 */
const SOLD_WITH_ASSETS: ReadonlySet<string> = new Set([
  "Accumulated Depreciation",
  "Depreciation and Amortization",
]);

/** What the charts of the templates have besides the common rows. */
const TEMPLATES: Readonly<
  Record<ChartTemplate, { readonly assets: readonly Row[]; readonly income: readonly Row[] }>
> = {
  services: {
    assets: [],
    income: [
      ["revenue", "Service Revenue", "sales"],
      ["revenue", "Reimbursement Income"],
      ["revenue", "Refunds and Discounts"],
      ["revenue", "Uncategorized Income", "uncategorized_income"],
      ["cost_of_goods_sold", "Direct Labor"],
      ["cost_of_goods_sold", "Subcontractors"],
      ["cost_of_goods_sold", "Project Materials"],
      PAYROLL,
      ["expense", "Contractors"],
      ["expense", "Advertising and Marketing"],
      ...ADMINISTRATION,
      ...INTEREST,
      INCOME_TAXES,
    ],
  },
  software: {
    assets: [["fixed_asset", "Capitalized Software"]],
    income: [
      ["revenue", "Subscription Revenue", "sales"],
      ["revenue", "Usage Revenue"],
      ["revenue", "Implementation Services"],
      ["revenue", "Refunds and Credits"],
      ["revenue", "Uncategorized Income", "uncategorized_income"],
      ["cost_of_goods_sold", "Cloud Hosting"],
      ["cost_of_goods_sold", "Third-Party APIs"],
      ["cost_of_goods_sold", "Customer Support"],
      ["cost_of_goods_sold", "Payment Processing Fees"],
      PAYROLL,
      ["expense", "Contractors"],
      ["expense", "Research and Development"],
      ["expense", "Advertising and Marketing"],
      ...ADMINISTRATION,
      ...INTEREST,
      INCOME_TAXES,
    ],
  },
  retail: {
    assets: [["current_asset", "Inventory"]],
    income: [
      ["revenue", "Product Sales", "sales"],
      ["revenue", "Shipping Income"],
      ["revenue", "Returns and Discounts"],
      ["revenue", "Uncategorized Income", "uncategorized_income"],
      ["cost_of_goods_sold", "Cost of Products Sold"],
      ["cost_of_goods_sold", "Freight and Packaging"],
      ["cost_of_goods_sold", "Shrinkage and Write-Offs"],
      ["cost_of_goods_sold", "Payment Processing Fees"],
      PAYROLL,
      ["expense", "Contractors"],
      ["expense", "Advertising and Marketing"],
      ["expense", "Shipping to Customers"],
      ["expense", "Store Supplies"],
      ["expense", "Repairs and Maintenance"],
      ...ADMINISTRATION,
      ...INTEREST,
      INCOME_TAXES,
    ],
  },
  nonprofit: {
    assets: [["receivable", "Grants and Pledges Receivable"]],
    income: [
      ["revenue", "Contributions", null, ["Individual Donations", "Corporate Donations"]],
      ["revenue", "Grants", null, ["Government Grants", "Foundation Grants"]],
      ["revenue", "Program Service Revenue", "sales"],
      ["revenue", "Membership Income"],
      ["revenue", "Event Income"],
      ["revenue", "Uncategorized Income", "uncategorized_income"],
      ["cost_of_goods_sold", "Cost of Items Sold"],
      PAYROLL,
      ["expense", "Program Expenses", null, ["Program Supplies", "Grants and Assistance Paid"]],
      ["expense", "Contractors"],
      ["expense", "Fundraising"],
      ...ADMINISTRATION,
      ...INTEREST,
    ],
  },
};

/** A category of a new chart, as a record of the bundle. */
export interface TemplateCategory {
  readonly id: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly cash_flow: CashFlowRole | null;
  readonly parent_id: string | null;
  readonly position: number;
  readonly role: CategoryRole | null;
}

/** The legal form of a company that names none. */
export function usualEntityType(template: ChartTemplate): EntityType {
  return template === "nonprofit" ? "nonprofit" : "c_corp";
}

/** The categories of a new chart, parents before children. */
export function templateCategories(template: ChartTemplate, entityType: EntityType): TemplateCategory[] {
  const { assets, income } = TEMPLATES[template];
  return [...ASSETS, ...assets, ...LIABILITIES, ...EQUITY[entityType], ...income].flatMap(
    ([kind, name, role = null, children = []], position) => {
      const { type: account_type, role: usual } = kindMeaning(kind);
      const cash_flow = SOLD_WITH_ASSETS.has(name) ? "investing" : usual;
      const root = { id: idOf(name), name, account_type, cash_flow, parent_id: null, position, role };
      return [
        root,
        ...children.map((leaf, index): TemplateCategory => {
          const [leafName, leafRole] = typeof leaf === "string" ? [leaf, null] : leaf;
          return {
            ...root,
            id: idOf(leafName),
            name: leafName,
            parent_id: root.id,
            position: index,
            role: leafRole,
          };
        }),
      ];
    },
  );
}

/** A readable id: `cat_accounts-payable`. */
function idOf(name: string): string {
  return `cat_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}
