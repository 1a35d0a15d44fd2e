/**
 * A small company whose answers stand as examples in the documents: few enough vouchers that a reader
 * can add them up. It is published as a file, so that every example can be tried. Nothing in it depends
 * on the time at which the documents are made.
 */
import { BUNDLE_FORMAT, BUNDLE_VERSION } from "../../contract/bundle.ts";
import { type UnixSeconds, unixSeconds } from "../../core/civil-date.ts";
import type { AccountType, CashFlowRole, EntrySource } from "../../core/ledger-words.ts";
import { exampleFeed } from "./example-feed.ts";
import { exampleSheets } from "./example-sheets.ts";

/** Noon in Los Angeles on 10 April 2026: the time at which the examples were asked. */
export const EXAMPLE_NOW: UnixSeconds = unixSeconds(Date.UTC(2026, 3, 10, 19) / 1000);
export const EXAMPLE_COMPANY = "comp_example";
export const EXAMPLE_OWNER = "ada@example.com";
/** An invitation that was accepted. */
export const EXAMPLE_ACCEPTED = "invite_example2";
const MADE = Date.UTC(2025, 11, 15, 18) / 1000;
/** When the second member joined. */
const JOINED = Date.UTC(2026, 0, 8, 18) / 1000;

type Category = readonly [
  key: string,
  name: string,
  type: AccountType,
  role: CashFlowRole | null,
  parent?: string,
];

const CATEGORIES: readonly Category[] = [
  ["cash", "Cash", "asset", "cash"],
  ["operating-checking", "Operating Checking", "asset", "cash", "cash"],
  ["receivables", "Accounts Receivable", "asset", "working_capital"],
  ["fixed-assets", "Fixed Assets", "asset", "investing"],
  ["computers", "Computer Equipment", "asset", "investing", "fixed-assets"],
  ["accumulated", "Accumulated Depreciation and Amortization", "asset", "non_cash"],
  ["corporate-card", "Corporate Card", "liability", "working_capital"],
  ["deferred", "Deferred Revenue", "liability", "working_capital"],
  ["common-stock", "Common Stock", "equity", "financing"],
  ["subscriptions", "Subscription Revenue", "revenue", null],
  ["annual-plans", "Annual Plans", "revenue", null, "subscriptions"],
  ["enterprise-contracts", "Enterprise Contracts", "revenue", null, "subscriptions"],
  ["hosting", "Cloud Hosting", "cost_of_goods_sold", null],
  ["payroll", "Payroll", "expense", null],
  ["salaries", "Salaries and Wages", "expense", null, "payroll"],
  ["depreciation", "Depreciation and Amortization", "expense", null],
  ["prepaid", "Prepaid Expenses", "asset", "working_capital"],
  ["software", "Software", "expense", null],
  ["travel", "Travel", "expense", null],
  ["meals", "Meals", "expense", null],
  ["insurance", "Insurance", "expense", null],
  ["uncategorized-income", "Uncategorized Income", "revenue", null],
  ["uncategorized-expenses", "Uncategorized Expenses", "expense", null],
];

type Voucher = readonly [
  date: string,
  description: string,
  source: EntrySource,
  merchant: string | null,
  debit: string,
  credit: string,
  cents: number,
  department?: string,
];

const VOUCHERS: readonly Voucher[] = [
  ["2025-12-15", "Founders' shares", "adjustment", null, "operating-checking", "common-stock", 25_000_000],
  [
    "2026-01-05",
    "Laptop",
    "bank_transaction",
    "Northwind Computers",
    "computers",
    "operating-checking",
    240_000,
  ],
  [
    "2026-01-15",
    "Annual plan, paid in advance",
    "bank_transaction",
    "Fabrikam",
    "operating-checking",
    "deferred",
    360_000,
  ],
  ["2026-01-31", "Annual plan, January", "spread", "Fabrikam", "deferred", "annual-plans", 30_000],
  [
    "2026-02-10",
    "Contract, first half",
    "invoice",
    "Contoso",
    "receivables",
    "enterprise-contracts",
    1_200_000,
  ],
  ["2026-02-28", "Annual plan, February", "spread", "Fabrikam", "deferred", "annual-plans", 30_000],
  [
    "2026-02-28",
    "Salaries",
    "bank_transaction",
    "Tailspin Payroll",
    "salaries",
    "operating-checking",
    800_000,
    "platform",
  ],
  [
    "2026-03-12",
    "Contract, first half, paid",
    "bank_transaction",
    "Contoso",
    "operating-checking",
    "receivables",
    1_200_000,
  ],
  [
    "2026-03-20",
    "Hosting",
    "bank_transaction",
    "Adatum Cloud",
    "hosting",
    "corporate-card",
    95_000,
    "platform",
  ],
  ["2026-03-31", "Annual plan, March", "spread", "Fabrikam", "deferred", "annual-plans", 30_000],
  [
    "2026-03-31",
    "Depreciation of the laptop, first quarter",
    "capitalization",
    null,
    "depreciation",
    "accumulated",
    20_000,
  ],
];

/** The company bundle of the book. */
export function exampleBundle(): object {
  const { accounts, cards, ...feed } = exampleFeed(MADE);
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    company: {
      id: EXAMPLE_COMPANY,
      name: "Example",
      legal_name: "Example Software, Inc.",
      entity_type: "c_corp",
      federal_ein_last4: "4321",
      incorporation: { date: "2025-12-01", state: "DE" },
      legal_address: {
        line_1: "1 Market Street",
        line_2: null,
        city: "San Francisco",
        state: "CA",
        postal_code: "94105",
        country: "US",
      },
      fiscal_year_start_month: 1,
      created: MADE,
      state: "open",
      plan: "growth",
      subscription: { status: "active", trial_ends_at: null },
    },
    features: ["departments", "role_based_access_control"],
    usage: [{ month: "2025-12", requests: 42 }],
    overrides: [{ month: "2026-01", requests: 50_000 }],
    integrations: [
      { key: "stripe", status: "connected", reported_at: MADE },
      {
        key: "plaid",
        status: "requires_reconnect",
        detail: "The bank asks for a new sign-in.",
        reported_at: MADE,
      },
      { key: "xero", available: false },
    ],
    users: [
      {
        id: "user_example",
        email: EXAMPLE_OWNER,
        first_name: "Ada",
        last_name: "Example",
        active: true,
        created: MADE,
      },
      {
        id: "user_example2",
        email: "basil@example.com",
        first_name: "Basil",
        last_name: "Example",
        active: true,
        created: JOINED,
      },
    ],
    members: [
      {
        id: "mbr_example",
        user_id: "user_example",
        access_template: "admin",
        created: MADE,
        removed_at: null,
      },
      {
        id: "mbr_example2",
        user_id: "user_example2",
        access_template: "read_only",
        created: JOINED,
        removed_at: null,
      },
    ],
    invitations: [
      {
        id: "invite_example1",
        first_name: "Clara",
        last_name: "Example",
        email: "clara@example.com",
        access_template: "read_only",
        invited_by: "mbr_example",
        created: EXAMPLE_NOW - 86_400,
        state: "pending",
      },
      {
        id: EXAMPLE_ACCEPTED,
        first_name: "Basil",
        last_name: "Example",
        email: "basil@example.com",
        access_template: "read_only",
        invited_by: "mbr_example",
        created: JOINED - 3_600,
        state: "accepted",
        accepted_at: JOINED,
        accepted_by: "mbr_example2",
      },
    ],
    categories: CATEGORIES.map(([key, name, account_type, cash_flow, parent], position) => ({
      id: `cat_${key}`,
      name,
      account_type,
      parent_id: parent === undefined ? null : `cat_${parent}`,
      position,
      cash_flow,
      created: MADE,
    })),
    departments: [
      {
        id: "dept_engineering",
        name: "Engineering",
        parent_id: null,
        position: 0,
        assignable: false,
        created: MADE,
      },
      {
        id: "dept_platform",
        name: "Platform",
        parent_id: "dept_engineering",
        position: 0,
        assignable: true,
        created: MADE,
      },
    ],
    accounts,
    cards,
    invoices: [
      {
        id: "inv_example",
        number: "INV-0001",
        customer_name: "Contoso",
        customer_email: "payables@contoso.example",
        issue_date: "2026-02-10",
        due_date: "2026-03-12",
        receivable_category_id: "cat_receivables",
        line_items: [
          {
            description: "Contract, first half",
            unit_amount_cents: 1_200_000,
            category_id: "cat_enterprise-contracts",
          },
        ],
        created: Date.parse("2026-02-10T18:00:00Z") / 1000,
      },
    ],
    ...feed,
    rules: [
      {
        id: "rule_example",
        name: "Salaries",
        conditions: [{ field: "merchant_name", operator: "equals", value: "Tailspin Payroll" }],
        category_id: "cat_salaries",
        created: MADE,
      },
    ],
    delaware_checks: [{ year: 2025, filed: false, checked_at: Date.parse("2026-03-02T18:00:00Z") / 1000 }],
    taxes: [
      {
        id: "tax_income_example",
        year: 2025,
        states: ["CA"],
        filing_status: "review_required",
        extension_filed_at: null,
        created: Date.parse("2026-01-20T18:00:00Z") / 1000,
        updated: Date.parse("2026-04-02T18:00:00Z") / 1000,
      },
      {
        id: "tax_franchise_example",
        year: 2025,
        filing_status: "filing",
        created: Date.parse("2026-01-20T18:00:00Z") / 1000,
        updated: Date.parse("2026-03-02T18:00:00Z") / 1000,
      },
    ],
    tax_credits: [
      {
        id: "tcred_example",
        year: 2025,
        questionnaires: [
          {
            decision: "opted_in",
            estimate_cents: 4_000_000,
            estimate_confirmed: true,
            payroll_provider: "gusto",
            return_package: {
              total_cents: 4_200_000,
              income_tax_cents: 1_200_000,
              updated: Date.parse("2026-04-02T18:00:00Z") / 1000,
            },
            created: Date.parse("2026-01-20T18:00:00Z") / 1000,
            updated: Date.parse("2026-02-11T18:00:00Z") / 1000,
          },
        ],
      },
    ],
    form_1099_reports: [
      { report: "2024", year: 2024, created: MADE },
      { report: "2025", year: 2025, created: MADE },
    ],
    forms_1099: [
      {
        report: "2024",
        number: 1,
        id: "f1099_example",
        vendor_name: "Wide World Consulting",
        filing_status: "filed",
        filed_at: MADE,
        created: MADE,
        updated: MADE,
      },
      {
        report: "2025",
        number: 2,
        id: "f1099_example2",
        vendor_name: "Wide World Consulting",
        filing_status: "w9_requested",
        created: JOINED,
        updated: JOINED,
      },
      {
        report: "2025",
        number: 3,
        id: "f1099_example3",
        vendor_name: "Litware Design",
        filing_status: "filed",
        filed_elsewhere: true,
        created: JOINED,
        updated: JOINED,
      },
      {
        report: "2025",
        number: 4,
        id: "f1099_example4",
        vendor_name: "Proseware",
        filing_status: "not_required",
        created: JOINED,
        updated: JOINED,
      },
    ],
    sheets: exampleSheets(MADE),
    journal: VOUCHERS.map(
      ([date, description, source, merchant, debit, credit, cents, department], index) => {
        const number = String(index + 1).padStart(8, "0");
        const department_id = department === undefined ? null : `dept_${department}`;
        return {
          id: `vch_${number}`,
          date,
          description,
          source,
          merchant,
          transaction_id: source === "bank_transaction" ? `txn_${number}` : null,
          held: false,
          created: Date.parse(`${date}T18:00:00Z`) / 1000,
          lines: [
            { category_id: `cat_${debit}`, department_id, debit_cents: cents },
            { category_id: `cat_${credit}`, credit_cents: cents },
          ],
        };
        // Postings of invoices are imported with the invoices.
      },
    ).filter(({ source }) => source !== "invoice"),
  };
}
