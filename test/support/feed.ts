/**
 * A company with a feed: accounts, a card, and transactions of every kind, in addition to the books that
 * every test company has.
 */
import { CHART, category, type CompanyOverrides, SET_UP } from "./bundle.ts";
import type {
  BundleAccount,
  BundleCard,
  BundleBill,
  BundleInvoice,
  BundleTransaction,
  BundleTransfer,
} from "./feed-records.ts";

/** The chart of the other tests, and further categories that a feed needs. */
export const FEED_CHART = [
  ...CHART,
  ...category("card_debt", "Credit Cards", "liability", "working_capital").map((row) => ({
    ...row,
    position: 90,
  })),
  ...category("uncategorized_income", "Uncategorized Income", "revenue", null).map((row) => ({
    ...row,
    position: 91,
  })),
  ...category("uncategorized_expenses", "Uncategorized Expenses", "expense", null).map((row) => ({
    ...row,
    position: 92,
  })),
];

export const ACCOUNTS: readonly BundleAccount[] = [
  {
    id: "acct_checking",
    name: "Operating",
    institution_name: "First Bank",
    type: "checking",
    last4: "1111",
    category_id: "cat_checking",
    created: SET_UP,
  },
  {
    id: "acct_savings",
    name: "Reserve",
    institution_name: "First Bank",
    type: "savings",
    last4: "2222",
    category_id: "cat_savings",
    created: SET_UP,
  },
  {
    id: "acct_credit",
    name: "Company card",
    institution_name: "Card Co",
    type: "credit",
    last4: "3333",
    category_id: "cat_card_debt",
    created: SET_UP,
  },
];

export const CARDS: readonly BundleCard[] = [
  {
    id: "card_ada",
    account_id: "acct_credit",
    name: "Ada's card",
    last4: "4444",
    brand: "visa",
    cardholder_name: "Ada Tester",
    created: SET_UP,
  },
];

/**
 * Returns a transaction of the checking account on 1 May 2026 with the category Software, changed by `more`.
 */
export function transaction(
  name: string,
  amount_cents: number,
  more: Partial<BundleTransaction> = {},
): BundleTransaction {
  const usual = {
    account_id: "acct_checking",
    date: "2026-05-01",
    description: `Payment ${name}`,
    category_id: "cat_software",
    source_vendor: "plaid",
    source_type: "bank",
    created: SET_UP,
  };
  return { id: `txn_${name}`, amount_cents, ...usual, ...more };
}

/** Returns an open invoice with one line, issued on 1 April 2026, changed by `more`. */
export function invoice(
  name: string,
  unit_amount_cents: number,
  more: Partial<BundleInvoice> = {},
): BundleInvoice {
  const usual = {
    customer_name: "Quay Foods",
    issue_date: "2026-04-01",
    due_date: "2026-05-01",
    receivable_category_id: "cat_receivable",
    created: SET_UP,
  };
  return {
    id: `inv_${name}`,
    number: name,
    line_items: [{ description: `Work ${name}`, unit_amount_cents, category_id: "cat_services" }],
    ...usual,
    ...more,
  };
}

/** Returns an open bill with one line, dated 1 April 2026, changed by `more`. */
export function bill(name: string, unit_amount_cents: number, more: Partial<BundleBill> = {}): BundleBill {
  return {
    id: `bill_${name}`,
    number: `B-${name}`,
    vendor_name: "Quay Hosting",
    issue_date: "2026-04-01",
    due_date: "2026-05-01",
    payable_category_id: "cat_payable",
    line_items: [{ description: `Servers ${name}`, unit_amount_cents, category_id: "cat_software" }],
    created: SET_UP,
    ...more,
  };
}

/** Returns a transaction that pays a bill. */
export function billPayment(name: string, paid_cents: number, invoice_id: string): BundleTransaction {
  return transaction(name, -paid_cents, { category_id: "cat_payable", invoice_id });
}

/** Returns a transaction that pays an invoice. */
export function payment(name: string, amount_cents: number, invoice_id: string): BundleTransaction {
  return transaction(name, amount_cents, { category_id: "cat_receivable", invoice_id });
}

const split = { category_id: null } as const;

export const TRANSACTIONS: readonly BundleTransaction[] = [
  transaction("plain", -120_00, { merchant_name: "Drawing Board" }),
  transaction("edited", -80_00, {
    merchant_name: "Cloud Depot",
    department_id: "dept_platform",
    memo: "kept",
  }),
  transaction("open", -45_67, { category_id: "cat_uncategorized_expenses", status: "needs_review" }),
  transaction("income", 900_00, { category_id: "cat_services", merchant_name: "Quay Foods" }),
  transaction("pending", -12_34, {
    status: "pending",
    account_id: "acct_credit",
    card_id: "card_ada",
    source_vendor: "stripe",
    source_type: "card",
    external_id: "pending-1",
  }),
  transaction("excluded", -7_00, { status: "excluded" }),
  transaction("gone", -9_99, { deleted: true, date: "2026-04-30" }),
  transaction("splittable", -300_00),
  transaction("split", -100_00, {
    ...split,
    transaction_type: "category_split",
    lines: [
      {
        id: "split_one",
        category_id: "cat_flights",
        department_id: "dept_sales",
        amount_cents: -60_00,
        memo: "there",
      },
      {
        id: "split_two",
        category_id: "cat_hotels",
        amount_cents: -40_00,
        spread: {
          id: "spread_hotel",
          holding_category_id: "cat_prepaid",
          start_date: "2026-05-01",
          end_date: "2026-07-31",
        },
      },
    ],
  }),
  transaction("resplit", -50_00, {
    ...split,
    transaction_type: "category_split",
    lines: [
      { category_id: "cat_flights", amount_cents: -20_00 },
      { category_id: "cat_hotels", amount_cents: -30_00 },
    ],
  }),
  transaction("by_department", -200_00, {
    ...split,
    transaction_type: "department_split",
    lines: [
      { category_id: "cat_software", department_id: "dept_platform", amount_cents: -150_00 },
      { category_id: "cat_software", department_id: "dept_design", amount_cents: -50_00 },
    ],
  }),
  transaction("payroll", -400_00, {
    ...split,
    transaction_type: "payroll_split",
    lines: [
      { category_id: "cat_payroll", department_id: "dept_platform", amount_cents: -250_00 },
      { category_id: "cat_payroll", department_id: "dept_sales", amount_cents: -150_00 },
    ],
  }),
  transaction("out", -500_00, {
    ...split,
    transaction_type: "transfer",
    transfer_id: "trf_saved",
    date: "2026-04-28",
  }),
  transaction("in", 500_00, {
    ...split,
    transaction_type: "transfer",
    transfer_id: "trf_saved",
    account_id: "acct_savings",
    date: "2026-04-29",
  }),
  transaction("moving_out", -250_00, { category_id: "cat_uncategorized_expenses", date: "2026-05-04" }),
  transaction("moving_in", 250_00, {
    category_id: "cat_uncategorized_income",
    account_id: "acct_savings",
    date: "2026-05-05",
  }),
  transaction("insured", -1_200_00, {
    spread: {
      id: "spread_insurance",
      holding_category_id: "cat_prepaid",
      start_date: "2026-05-01",
      end_date: "2027-04-30",
    },
  }),
];

const TRANSFERS: readonly BundleTransfer[] = [
  { id: "trf_saved", from_transaction_id: "txn_out", to_transaction_id: "txn_in", created: SET_UP },
];

/** The overrides for a test company with a feed. */
export const FEED = {
  categories: FEED_CHART,
  accounts: ACCOUNTS,
  reconciliations: [],
  cards: CARDS,
  invoices: [],
  bills: [],
  transactions: TRANSACTIONS,
  settlements: [],
  transfers: TRANSFERS,
} as const satisfies CompanyOverrides;
