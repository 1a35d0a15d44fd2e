/**
 * Writes company bundles (a company's records in one JSON file) for tests: small companies whose books an
 * accountant can read. Imports nothing of the service, so that tests of the service from outside may use it.
 * The records have the fields of the file format; a test overrides only the fields that it is about.
 */
import { randomBytes } from "node:crypto";
import type { BundleCredit, BundleTax } from "./tax-records.ts";
import type { BundleForm, BundleFormReport } from "./form-records.ts";
import type { BundleSheet } from "./sheet-records.ts";
import type {
  BundleAccount,
  BundleCard,
  BundleBill,
  BundleInvoice,
  BundleTransaction,
  BundleTransfer,
} from "./feed-records.ts";

export type AccountType =
  | "asset"
  | "liability"
  | "equity"
  | "revenue"
  | "cost_of_goods_sold"
  | "expense"
  | "other_income"
  | "other_expense";
export type Source =
  | "bank_transaction"
  | "spread"
  | "capitalization"
  | "csv_upload"
  | "transfer"
  | "invoice"
  | "adjustment";
export type CashFlow = "cash" | "working_capital" | "non_cash" | "investing" | "financing";
export type Level = "none" | "view" | "manage";

export interface BundleCategory {
  readonly id: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly parent_id: string | null;
  readonly position: number;
  readonly cash_flow: CashFlow | null;
  readonly created: number;
  readonly role?: string | null;
  readonly balance_class?: "current" | "fixed" | "non_current" | null;
  readonly cash_paid_for?: "interest" | "income_taxes" | null;
}

export interface BundleDepartment {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly position: number;
  readonly assignable: boolean;
  readonly created: number;
}

export interface BundleLine {
  readonly category_id: string;
  readonly department_id?: string | null;
  readonly debit_cents?: number;
  readonly credit_cents?: number;
  readonly description?: string;
  readonly merchant?: string;
}

export interface BundleVoucher {
  readonly id: string;
  readonly date: string;
  readonly description: string;
  readonly source: Source;
  readonly merchant?: string | null;
  readonly transaction_id?: string | null;
  readonly held?: boolean;
  readonly created: number;
  readonly lines: readonly BundleLine[];
}

export interface BundleUser {
  readonly id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly active: boolean;
  readonly created: number;
}

export interface BundleMember {
  readonly id: string;
  readonly user_id: string;
  readonly permissions: Permissions;
  readonly created: number;
  readonly removed_at: number | null;
}

export interface BundleInvitation {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly permissions: Permissions;
  readonly invited_by: string | null;
  readonly created: number;
  readonly expires: number;
  readonly state: "pending" | "accepted" | "revoked";
  readonly accepted_at: number | null;
  readonly accepted_by: string | null;
  readonly revision: number;
}

export const AREAS = [
  "company",
  "accounting_setup",
  "integrations",
  "reports",
  "transactions",
  "invoices",
  "forecast",
  "taxes",
  "team_access",
  "api_access",
  "bills",
  "payroll",
  "documents",
  "billing",
] as const;
export type Area = (typeof AREAS)[number];
export type Permissions = Readonly<Record<Area, Level>>;

/** Who posted a voucher by hand. */
export interface BundleManualEntry {
  readonly voucher_id: string;
  readonly memo: string;
  readonly posted_by: string;
}

/** The closing date. Absent for open books. */
export interface BundleClosing {
  readonly closed_through: string;
  readonly closed_at?: number;
}

export interface Bundle {
  readonly format: "daybook.company-bundle";
  readonly version: 1;
  readonly company: {
    readonly id: string;
    readonly name: string;
    readonly legal_name: string;
    readonly entity_type: "c_corp" | "s_corp" | "llc" | "partnership" | "sole_proprietorship" | "nonprofit";
    readonly federal_ein_last4: string | null;
    readonly incorporation: { readonly date: string | null; readonly state: string | null };
    readonly legal_address: {
      readonly line_1: string | null;
      readonly line_2: string | null;
      readonly city: string | null;
      readonly state: string | null;
      readonly postal_code: string | null;
      readonly country: string | null;
    };
    readonly fiscal_year_start_month: number;
    readonly created: number;
    readonly state: "open" | "closing" | "closed" | "deleted";
    readonly plan: "formation" | "startup" | "growth" | "enterprise";
    readonly subscription: {
      readonly status: "active" | "trialing" | "past_due" | "closed" | "none";
      readonly trial_ends_at: number | null;
    };
  };
  readonly features: readonly string[];
  readonly usage: readonly BundleMonth[];
  readonly overrides: readonly BundleMonth[];
  readonly integrations: readonly BundleIntegration[];
  readonly users: readonly BundleUser[];
  readonly members: readonly BundleMember[];
  readonly invitations: readonly BundleInvitation[];
  readonly categories: readonly BundleCategory[];
  readonly departments: readonly BundleDepartment[];
  readonly accounts: readonly BundleAccount[];
  readonly cards: readonly BundleCard[];
  readonly invoices: readonly BundleInvoice[];
  readonly bills: readonly BundleBill[];
  readonly transactions: readonly BundleTransaction[];
  readonly settlements: readonly object[];
  readonly schedules: readonly object[];
  readonly reconciliations: readonly object[];
  readonly transfers: readonly BundleTransfer[];
  readonly rules: readonly BundleRule[];
  readonly delaware_checks: readonly {
    readonly year: number;
    readonly filed: boolean;
    readonly checked_at?: number;
  }[];
  readonly taxes: readonly BundleTax[];
  readonly tax_credits: readonly BundleCredit[];
  readonly form_1099_reports: readonly BundleFormReport[];
  readonly forms_1099: readonly BundleForm[];
  readonly sheets: readonly BundleSheet[];
  readonly journal: readonly BundleVoucher[];
  readonly manual_entries?: readonly BundleManualEntry[];
  readonly closing?: BundleClosing;
}

/** The state of a connection to another service. */
export interface BundleIntegration {
  readonly key: string;
  readonly available?: boolean;
  readonly status?: string;
  readonly detail?: string | null;
  readonly reported_at?: number | null;
}

export interface BundleRule {
  readonly id: string;
  readonly name?: string;
  readonly conditions?: readonly {
    readonly field: string;
    readonly operator: string;
    readonly value: string | number;
  }[];
  readonly category_id?: string;
  readonly department_id?: string | null;
  readonly active?: boolean;
  readonly created?: number;
}

/** The number of requests in a month such as `2026-05`. */
export interface BundleMonth {
  readonly month: string;
  readonly requests: number;
}

/** The parts of a company that a test may set; the other parts are those of an ordinary company. */
export interface CompanyOverrides {
  readonly company?: Partial<Bundle["company"]>;
  readonly features?: readonly string[];
  readonly usage?: readonly BundleMonth[];
  readonly overrides?: readonly BundleMonth[];
  readonly integrations?: readonly BundleIntegration[];
  readonly users?: readonly BundleUser[];
  readonly members?: readonly BundleMember[];
  readonly invitations?: readonly BundleInvitation[];
  readonly categories?: readonly BundleCategory[];
  readonly departments?: readonly BundleDepartment[];
  readonly accounts?: readonly BundleAccount[];
  readonly cards?: readonly BundleCard[];
  readonly invoices?: readonly BundleInvoice[];
  readonly bills?: readonly BundleBill[];
  readonly transactions?: readonly BundleTransaction[];
  readonly transfers?: readonly BundleTransfer[];
  readonly settlements?: readonly object[];
  readonly schedules?: readonly object[];
  readonly reconciliations?: readonly object[];
  readonly rules?: readonly BundleRule[];
  readonly delaware_checks?: Bundle["delaware_checks"];
  readonly taxes?: readonly BundleTax[];
  readonly tax_credits?: readonly BundleCredit[];
  readonly form_1099_reports?: readonly BundleFormReport[];
  readonly forms_1099?: readonly BundleForm[];
  readonly sheets?: readonly BundleSheet[];
  readonly journal?: readonly BundleVoucher[];
  readonly manual_entries?: readonly BundleManualEntry[];
  readonly closing?: BundleClosing;
}

/** Noon in Los Angeles of the day on which the test companies were set up. */
export const SET_UP = Date.UTC(2024, 0, 2, 20) / 1000;

/** Returns a suffix that no other id of the run has. */
export function unique(): string {
  return randomBytes(8).toString("hex");
}

/**
 * Returns permissions with `level` in every area except those in `areas`. API access is `manage` by default.
 */
export function permissions(level: Level, areas: Partial<Record<Area, Level>> = {}): Permissions {
  const entries = AREAS.map(
    (area) => [area, areas[area] ?? (area === "api_access" ? "manage" : level)] as const,
  );
  return Object.fromEntries(entries) as Record<Area, Level>;
}

/** Returns a user and a membership. Ids of users are unique, because all companies share the users. */
export function person(
  name: string,
  levels: Permissions = permissions("manage"),
  email = `${name}.${unique()}@example.com`,
) {
  const suffix = unique();
  const user: BundleUser = {
    id: `user_${suffix}`,
    email,
    first_name: name,
    last_name: "Tester",
    active: true,
    created: SET_UP,
  };
  const member: BundleMember = {
    id: `mbr_${suffix}`,
    user_id: user.id,
    permissions: levels,
    created: SET_UP,
    removed_at: null,
  };
  return { user, member };
}

/** Returns an invitation without any permissions that stays pending for a long time, changed by `more`. */
export function invitation(name: string, more: Partial<BundleInvitation> = {}): BundleInvitation {
  const nothing = permissions("none", { api_access: "none" });
  const pending = {
    invited_by: null,
    created: SET_UP,
    expires: 2_000_000_000,
    state: "pending",
    accepted_at: null,
    accepted_by: null,
    revision: 1,
  } as const;
  return {
    id: `invite_${name}`,
    first_name: name,
    last_name: "Invited",
    email: `${name}.invited@example.com`,
    permissions: nothing,
    ...pending,
    ...more,
  };
}

/** Returns a category and its children. `chart` sets the position of the category. */
export function category(
  id: string,
  name: string,
  account_type: AccountType,
  cash_flow: CashFlow | null,
  ...children: readonly (readonly [id: string, name: string])[]
): BundleCategory[] {
  const row = {
    id: `cat_${id}`,
    name,
    account_type,
    parent_id: null,
    position: 0,
    cash_flow,
    created: SET_UP,
  };
  return [
    row,
    ...children.map(([child, childName], position) => ({
      ...row,
      id: `cat_${child}`,
      name: childName,
      parent_id: row.id,
      position,
    })),
  ];
}

/** Returns a chart of categories. The position of a root is its index in `groups`. */
export function chart(...groups: readonly (readonly BundleCategory[])[]): BundleCategory[] {
  return groups.flatMap((group, position) =>
    group.map((row) => (row.parent_id === null ? { ...row, position } : row)),
  );
}

/** The chart that most tests use. Its ids are words, such as `cat_cash`. */
export const CHART: readonly BundleCategory[] = chart(
  category("cash", "Cash", "asset", "cash", ["checking", "Checking"], ["savings", "Savings"]),
  category("receivable", "Accounts Receivable", "asset", "working_capital"),
  category("prepaid", "Prepaid Expenses", "asset", "working_capital"),
  category("equipment", "Equipment", "asset", "investing"),
  category("accumulated_depreciation", "Accumulated Depreciation", "asset", "non_cash"),
  category("payable", "Accounts Payable", "liability", "working_capital"),
  category("deferred_revenue", "Deferred Revenue", "liability", "working_capital"),
  category("loan", "Bank Loan", "liability", "financing"),
  category("stock", "Common Stock", "equity", "financing"),
  category(
    "revenue",
    "Revenue",
    "revenue",
    null,
    ["subscriptions", "Subscriptions"],
    ["services", "Services"],
    ["refunds", "Refunds"],
  ),
  category("hosting", "Hosting", "cost_of_goods_sold", null),
  category("payroll", "Payroll", "expense", null),
  category("travel", "Travel", "expense", null, ["flights", "Flights"], ["hotels", "Hotels"]),
  category("software", "Software", "expense", null),
  category("depreciation", "Depreciation", "expense", null),
  category("interest_income", "Interest Income", "other_income", null),
  category("interest_expense", "Interest Expense", "other_expense", null),
);

/** The departments that most tests use, three tiers deep. */
export const DEPARTMENTS: readonly BundleDepartment[] = [
  { id: "dept_product", name: "Product", parent_id: null, position: 0, assignable: false, created: SET_UP },
  {
    id: "dept_engineering",
    name: "Engineering",
    parent_id: "dept_product",
    position: 0,
    assignable: false,
    created: SET_UP,
  },
  {
    id: "dept_platform",
    name: "Platform",
    parent_id: "dept_engineering",
    position: 0,
    assignable: true,
    created: SET_UP,
  },
  {
    id: "dept_apps",
    name: "Apps",
    parent_id: "dept_engineering",
    position: 1,
    assignable: true,
    created: SET_UP,
  },
  {
    id: "dept_design",
    name: "Design",
    parent_id: "dept_product",
    position: 1,
    assignable: true,
    created: SET_UP,
  },
  { id: "dept_sales", name: "Sales", parent_id: null, position: 1, assignable: true, created: SET_UP },
];

interface LineFields {
  readonly department?: string;
  readonly merchant?: string;
  readonly description?: string;
}

function line(
  word: string,
  side: { debit_cents: number } | { credit_cents: number },
  { department, ...fields }: LineFields,
): BundleLine {
  return {
    category_id: `cat_${word}`,
    ...side,
    ...(department === undefined ? {} : { department_id: `dept_${department}` }),
    ...fields,
  };
}

/** Returns a debit of `cents` on the category `cat_<word>`. */
export function dr(word: string, cents: number, fields: LineFields = {}): BundleLine {
  return line(word, { debit_cents: cents }, fields);
}

/** Returns a credit of `cents` on the category `cat_<word>`. */
export function cr(word: string, cents: number, fields: LineFields = {}): BundleLine {
  return line(word, { credit_cents: cents }, fields);
}

/** Returns a voucher with a unique id, changed by `more`. */
export function voucher(
  date: string,
  description: string,
  lines: readonly BundleLine[],
  more: Partial<BundleVoucher> = {},
): BundleVoucher {
  return {
    id: `vch_${date.replaceAll("-", "")}.${unique()}`,
    date,
    description,
    source: "bank_transaction",
    created: SET_UP,
    lines,
    ...more,
  };
}

/**
 * The small books of half a year, from the founders' capital on. They use every type of category and every
 * source of entries, and most amounts are different, so that a wrong figure can be recognised.
 */
export const JOURNAL: readonly BundleVoucher[] = [
  voucher(
    "2025-01-02",
    "Founders pay in their capital",
    [dr("checking", 50_000_00), cr("stock", 50_000_00)],
    { id: "vch_capital" },
  ),
  voucher("2025-01-15", "Laptops bought", [dr("equipment", 3_600_00), cr("checking", 3_600_00)], {
    id: "vch_laptops",
    merchant: "Laptop Store",
  }),
  voucher(
    "2025-01-31",
    "January subscriptions billed",
    [dr("receivable", 4_000_00), cr("subscriptions", 4_000_00, { department: "sales" })],
    {
      id: "vch_invoice",
      source: "invoice",
      merchant: "Blue Fern",
    },
  ),
  voucher("2025-02-10", "Blue Fern pays", [dr("checking", 4_000_00), cr("receivable", 4_000_00)], {
    id: "vch_payment",
    merchant: "Blue Fern",
    transaction_id: "txn_payment",
  }),
  voucher("2025-02-14", "Bank lends", [dr("checking", 10_000_00), cr("loan", 10_000_00)], {
    id: "vch_loan",
    merchant: "First Bank",
  }),
  voucher(
    "2025-02-28",
    "February payroll",
    [
      dr("payroll", 6_000_00, { department: "platform" }),
      dr("payroll", 2_500_00, { department: "design" }),
      cr("checking", 8_500_00),
    ],
    {
      id: "vch_payroll",
      merchant: "Payroll Partners",
    },
  ),
  voucher(
    "2025-03-03",
    "Servers for the customers",
    [dr("hosting", 312_45, { department: "platform" }), cr("payable", 312_45)],
    { id: "vch_hosting", merchant: "Cloud Depot", source: "csv_upload" },
  ),
  voucher(
    "2025-03-12",
    "Flight to a customer",
    [dr("flights", 421_37, { department: "sales" }), cr("checking", 421_37)],
    { id: "vch_flight", merchant: "Sky Lines" },
  ),
  voucher(
    "2025-03-14",
    "Hotel there",
    [dr("hotels", 389_20, { department: "sales" }), cr("checking", 389_20)],
    { id: "vch_hotel", merchant: "Inn on the Bay", held: true },
  ),
  voucher("2025-03-20", "Cash put aside", [dr("savings", 5_000_00), cr("checking", 5_000_00)], {
    id: "vch_transfer",
    source: "transfer",
  }),
  voucher("2025-03-31", "Interest earned", [dr("savings", 12_34), cr("interest_income", 12_34)], {
    id: "vch_interest",
  }),
  voucher(
    "2025-03-31",
    "Laptops wear off",
    [dr("depreciation", 100_00), cr("accumulated_depreciation", 100_00)],
    { id: "vch_depreciation", source: "capitalization" },
  ),
  voucher("2025-04-01", "A year of a tool, paid ahead", [dr("prepaid", 1_200_00), cr("checking", 1_200_00)], {
    id: "vch_tool",
    merchant: "Drawing Board",
  }),
  voucher(
    "2025-04-30",
    "April's part of the tool",
    [dr("software", 100_00, { department: "design" }), cr("prepaid", 100_00)],
    { id: "vch_spread", merchant: "Drawing Board", source: "spread" },
  ),
  voucher(
    "2025-05-05",
    "A customer pays a year ahead",
    [dr("checking", 2_400_00), cr("deferred_revenue", 2_400_00)],
    { id: "vch_ahead", merchant: "Quay Foods" },
  ),
  voucher("2025-05-31", "May's part is earned", [dr("deferred_revenue", 200_00), cr("services", 200_00)], {
    id: "vch_earned",
    merchant: "Quay Foods",
    source: "adjustment",
  }),
  voucher("2025-06-11", "Blue Fern gets some money back", [dr("refunds", 150_00), cr("checking", 150_00)], {
    id: "vch_refund",
    merchant: "Blue Fern",
  }),
  voucher(
    "2025-06-30",
    "Interest on the loan, and a part of it paid back",
    [dr("interest_expense", 75_50), dr("loan", 1_000_00), cr("checking", 1_075_50)],
    {
      id: "vch_repayment",
      merchant: "First Bank",
    },
  ),
];

/**
 * Returns a complete company: an owner with every permission, and the chart, departments and journal above.
 */
export function companyBundle(overrides: CompanyOverrides = {}): Bundle {
  const owner = person("owner");
  const { company = {}, ...sections } = overrides;
  return {
    format: "daybook.company-bundle",
    version: 1,
    company: {
      id: `comp_${unique()}`,
      name: "Harbor Pine",
      legal_name: "Harbor Pine, Inc.",
      entity_type: "c_corp",
      federal_ein_last4: "0421",
      incorporation: { date: "2024-12-20", state: "DE" },
      legal_address: {
        line_1: "12 Pine Street",
        line_2: null,
        city: "Palo Alto",
        state: "CA",
        postal_code: "94303",
        country: "US",
      },
      fiscal_year_start_month: 1,
      created: SET_UP,
      state: "open",
      plan: "growth",
      subscription: { status: "active", trial_ends_at: null },
      ...company,
    },
    features: ["departments", "role_based_access_control"],
    usage: [],
    overrides: [],
    integrations: [],
    users: [owner.user],
    members: [owner.member],
    invitations: [invitation("change"), invitation("resend"), invitation("revoke")],
    categories: CHART,
    departments: DEPARTMENTS,
    accounts: [],
    cards: [],
    invoices: [],
    bills: [],
    transactions: [],
    schedules: [],
    settlements: [],
    reconciliations: [],
    transfers: [],
    rules: [],
    delaware_checks: [],
    taxes: [],
    tax_credits: [],
    form_1099_reports: [],
    forms_1099: [],
    sheets: [],
    journal: JOURNAL,
    ...sections,
  };
}
