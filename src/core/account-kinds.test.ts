/** Names and type words of accounts as other programs have them. */
import { describe, expect, test } from "vitest";
import { type AccountKind, kindOfName, kindOfTypeWord, unnumberedName } from "./account-kinds.ts";

/** Names of the default charts of QuickBooks, Xero, Wave and GnuCash, and of users of plain-text books. */
const NAMES: Readonly<Record<AccountKind | "open", readonly string[]>> = {
  cash: [
    "Checking",
    "Checking Account",
    "Business Checking (1234)",
    "Mercury Checking",
    "Mercury Checking ••1234",
    "Chase Checking x5678",
    "1010 Checking",
    "10000 · Checking",
    "Savings",
    "Savings Account",
    "High Yield Savings",
    "Money Market",
    "Undeposited Funds",
    "Payments to deposit",
    "Petty Cash",
    "Cash",
    "Cash on hand",
    "Cash in Wallet",
    "Cash and cash equivalents",
    "Business Bank Account",
    "090 - Business Bank Account",
    "Bank",
    "PayPal Bank",
    "Debit Card",
    "Wallet",
    "Chequing",
  ],
  receivable: ["Accounts Receivable", "Accounts Receivable (A/R)", "Trade Debtors", "Notes Receivable"],
  current_asset: [
    "Prepaid Expenses",
    "Prepaid Insurance",
    "Inventory",
    "Inventory Asset",
    "Security Deposits",
  ],
  fixed_asset: [
    "Furniture and Equipment",
    "Office Equipment",
    "Truck",
    "Leasehold Improvements",
    "Computers",
    "Land",
  ],
  depreciation: ["Accumulated Depreciation", "Less Accumulated Depreciation on Office Equipment"],
  investment: ["Investments", "Brokerage Account"],
  asset: [],
  payable: ["Accounts Payable", "Accounts Payable (A/P)", "Trade Creditors"],
  card: [
    "Credit Card",
    "Card",
    "Brex Card",
    "Visa",
    "Mastercard",
    "Amex Business Platinum",
    "Chase Credit Card 4321",
  ],
  current_liability: [
    "Sales Tax Payable",
    "Board of Equalization Payable",
    "Payroll Liabilities",
    "Deferred Revenue",
    "Unearned Income",
    "Wages Payable",
    "Accrued Liabilities",
    "GST",
  ],
  loan: [
    "Notes Payable",
    "Loan Payable",
    "Line of Credit",
    "Mortgage",
    "PPP Loan",
    "Loan",
    "Convertible Notes",
  ],
  liability: [],
  equity: [
    "Retained Earnings",
    "Opening Balance Equity",
    "Opening Balances",
    "Owner's Equity",
    "Owner's Draw",
    "Owner Investment",
    "Common Stock",
    "Additional Paid-In Capital",
    "Partner Distributions",
  ],
  revenue: [
    "Sales",
    "Sales of Product Income",
    "Services",
    "Design income",
    "Subscription Revenue",
    "Shipping Income",
    "Rental Income",
    "Billable Expense Income",
    "Consulting Revenue",
    "Uncategorized Income",
    "Discounts given",
  ],
  cost_of_goods_sold: ["Cost of Goods Sold", "COGS", "Cost of Sales", "Cost of labor", "Purchases"],
  expense: [
    "Advertising",
    "Bank Fees",
    "Bank Service Charges",
    "Rent or Lease",
    "Office Supplies",
    "Legal & Professional Fees",
    "Utilities",
    "Meals and Entertainment",
    "Travel",
    "Payroll Expenses",
    "Equipment Rental",
    "Insurance",
    "Property Tax",
    "Depreciation Expense",
    "Uncategorized Expense",
    "Credit Card Fees",
    "Interest Expense",
    "Job Expenses",
    "Stock-Based Compensation",
    "Share-based payments",
    "Stock compensation",
  ],
  other_income: [
    "Interest Income",
    "Interest Earned",
    "Dividend Income",
    "Other Income",
    "Gain on Foreign Exchange",
  ],
  disposal_gain: ["Gain on Sale of Assets", "Gain (Loss) on Sale of Equipment", "4900 Gain/Loss on Disposal"],
  disposal_loss: ["Loss on Disposal", "Losses on Sale of Investments"],
  // What it is paid with has a role that its name does not show.
  share_compensation: [],
  other_expense: ["Other Expenses", "Loss on Bad Debts", "Penalties & Settlements"],
  open: ["Acme", "Suspense", "Clearing", "Project X", "Cost savings", "Transfers"],
};

describe("the kind of a name", () => {
  const cases = Object.entries(NAMES).flatMap(([kind, names]) =>
    names.map((name): [string, string] => [name, kind]),
  );
  test.each(cases)("%s is %s", (name, kind) => {
    expect(kindOfName(name) ?? "open").toBe(kind);
  });
});

test("type words of several programs give the kind, whatever their capitals and signs", () => {
  expect(
    [
      "Bank",
      "BANK",
      "Accounts receivable (A/R)",
      "OCASSET",
      "Cash and Bank",
      "Long Term Liabilities",
      "EXEXP",
    ].map(kindOfTypeWord),
  ).toEqual(["cash", "cash", "receivable", "current_asset", "cash", "loan", "other_expense"]);
  expect(["", "constructor", "Widgets"].map(kindOfTypeWord)).toEqual([null, null, null]);
});

test("a number before the name is left out, a name of digits stays", () => {
  expect(["4000 · Sales", "1010 Checking", "090 - Bank", "401k", "2020"].map(unnumberedName)).toEqual([
    "Sales",
    "Checking",
    "Bank",
    "401k",
    "2020",
  ]);
});
