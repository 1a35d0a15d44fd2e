/** What accounts are by their names, types, numbers and balances, as other programs have them. */
import { describe, expect, test } from "vitest";
import {
  type AccountKind,
  balanceClassOf,
  decideAccount,
  kindMeaning,
  kindOfTypeWord,
  type Side,
  termOfTypeWord,
  unnumberedName,
} from "./index.ts";

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
  receivable: ["Accounts Receivable", "Accounts Receivable (A/R)", "Trade Debtors"],
  current_asset: [
    "Prepaid Expenses",
    "Prepaid Insurance",
    "Inventory",
    "Inventory Asset",
    "Security Deposits",
  ],
  fixed_asset: ["Furniture and Equipment", "Office Equipment", "Leasehold Improvements", "Land"],
  depreciation: ["Accumulated Depreciation", "Less Accumulated Depreciation on Office Equipment"],
  investment: ["Investments", "Brokerage Account", "Notes Receivable"],
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
  retained_earnings: [],
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
  open: ["Acme", "Suspense", "Clearing", "Project X", "Transfers", "Truck", "Computers"],
};

/** The other side is that of accounts that reduce their class. */
const CREDITS: ReadonlySet<string> = new Set([
  "depreciation",
  "payable",
  "card",
  "current_liability",
  "loan",
  "equity",
  "revenue",
  "other_income",
  "disposal_gain",
]);
const DEBITS: ReadonlySet<string> = new Set(["Owner's Draw", "Partner Distributions", "Discounts given"]);

function decide(name: string, side: Side | null) {
  return decideAccount({ levels: name.split(":"), side });
}

describe("the class and the role of a name with the side of its balance", () => {
  const cases = Object.entries(NAMES).flatMap(([kind, names]) =>
    names.map((name): [string, string] => [name, kind]),
  );
  test.each(cases)("%s is %s", (name, kind) => {
    const side = CREDITS.has(kind) && !DEBITS.has(name) ? "credit" : "debit";
    const { type, role, strength } = decide(name, side);
    if (kind === "open") return expect(strength).toBe("asked");
    const meaning = kindMeaning(kind as AccountKind);
    expect([type, role]).toEqual([meaning.type, meaning.role]);
    expect(strength).not.toBe("asked");
  });
});

describe("words that name a class stand before words of a topic", () => {
  test.each([
    ["Payroll Tax Liability", "credit", "liability"],
    ["Accrued Rent", "credit", "liability"],
    ["Rent Deposit", "debit", "asset"],
    ["Home Equity Line of Credit", "credit", "liability"],
    ["Mortgage Interest", "debit", "expense"],
    ["Mortgage Interest Expense", "debit", "expense"],
    ["Outside Services", "debit", "expense"],
    ["Consulting", "credit", "revenue"],
    ["Consulting", "debit", "expense"],
    ["Accrued Revenue", "debit", "asset"],
    ["Accrued Income Tax", "credit", "liability"],
    ["Insurance - General Liability", "debit", "expense"],
    ["Inventory Shrinkage", "debit", "cost_of_goods_sold"],
    ["Prepaid Rent", "debit", "asset"],
    ["Equity Investment", "debit", "asset"],
    ["Sales Staff Wages", "debit", "expense"],
    ["Loans to Officers", "debit", "asset"],
    ["Automobile:Fuel", "debit", "expense"],
    ["Inventory Loss", "debit", "other_expense"],
    ["Deposits - Utilities", "debit", "asset"],
    ["Advances from Owner", "credit", "liability"],
    ["Tax Refundable", "debit", "asset"],
    ["Unearned Fees", "credit", "liability"],
    ["Trust Account Fees", "debit", "expense"],
    ["Land Survey", "debit", "expense"],
    ["Supplies on Hand", "debit", "asset"],
    ["Interest Income:Checking", "credit", "other_income"],
  ] as const)("%s with a %s is of the class %s", (name, side, type) => {
    expect(decide(name, side)).toMatchObject({ type });
    expect(decide(name, side).strength).not.toBe("asked");
  });
});

describe("an account is asked for, with what is known of it", () => {
  test.each([
    ["one kind of evidence only", "Consulting", null, ["its name says expense or revenue"]],
    [
      "a topic that fits two classes",
      "Car & Truck",
      "debit",
      ["its name says asset or expense", "its balance is a debit"],
    ],
    ["sides that disagree", "Rent", "credit", null],
    [
      "a prepayment that is owed",
      "Prepaid Rent",
      "credit",
      ["its name says asset", "its balance is a credit"],
    ],
    ["drawings that are owed", "Owner Drawings", "credit", null],
    [
      "a number that disagrees",
      "1450 Travel",
      "debit",
      ["its name says expense", "its balance is a debit", "its number says asset"],
    ],
    ["a word that nobody knows", "Zebra", "debit", ["its name says nothing", "its balance is a debit"]],
  ] as const)("%s: %s", (_, name, side, words) => {
    const found = decide(name, side);
    if (name === "Rent") return expect(found).toMatchObject({ type: "revenue", strength: "agreed" });
    expect(found.strength).toBe("asked");
    if (words) expect(found.evidence.map((each) => each.words)).toEqual(words);
  });

  test("but a number and a balance that agree decide an unknown name", () => {
    expect(decide("1450 Zebra", "debit")).toMatchObject({
      type: "asset",
      strength: "agreed",
      isRoleOpen: true,
    });
    expect(decide("6450 Zebra", "debit")).toMatchObject({ type: "expense", strength: "agreed" });
    expect(decide("6450 Zebra", "credit").strength).toBe("asked");
  });
});

describe("within a stated type, detail type and name say the role", () => {
  test.each([
    ["Machinery reserve", "fixed_asset", "Accumulated Depreciation", "non_cash", "fixed"],
    ["Accumulated Depreciation", "fixed_asset", null, "non_cash", "fixed"],
    ["Chase", "current_liability", "Line of Credit", "financing", "current"],
    ["Loan Payable", "current_liability", "Loan Payable", "financing", "current"],
    ["Undeposited Funds", "current_asset", "Undeposited Funds", "cash", "current"],
    ["Goodwill", "asset", "Goodwill", "investing", "non_current"],
    ["Zebra", "current_asset", "Other Current Assets", "working_capital", "current"],
    ["Savings for a loan", "cash", "Savings", "cash", "current"],
    ["Deferred tax", "current_liability", null, "working_capital", "non_current"],
    ["Dividends payable", "current_liability", null, "financing", "current"],
  ] as const)("%s of the kind %s, %s: %s, %s", (name, kind, detail, role, balanceClass) => {
    const term = kind.startsWith("current") ? "current" : null;
    expect(decideAccount({ levels: [name], kind, detail, term })).toMatchObject({ role, balanceClass });
  });

  test("equity without cash is open, and so is an asset that nothing describes", () => {
    const open = (type: "asset" | "equity", ...levels: string[]) =>
      decideAccount({ levels, type }).isRoleOpen;
    expect(open("equity", "Other Comprehensive Income")).toBe(true);
    expect(open("asset", "Zebra")).toBe(true);
    expect(open("equity", "Zebra")).toBe(false);
    expect(open("asset", "Zebra", "Checking")).toBe(false);
  });
});

describe("the class on the balance sheet (ASC 210-10-45, 740-10-45-4)", () => {
  test.each([
    ["asset", "investing", "Land", "fixed"],
    ["asset", "investing", "Goodwill", "non_current"],
    ["asset", "investing", "Note Receivable", "non_current"],
    ["asset", "working_capital", "Deferred Tax Asset", "non_current"],
    ["asset", "working_capital", "Security Deposits", "non_current"],
    ["asset", "investing", "Marketable Securities", "current"],
    ["liability", "financing", "Current Portion of Long-Term Debt", "current"],
    ["liability", "working_capital", "Deferred Tax Liability", "non_current"],
    ["liability", "financing", "Mortgage", "non_current"],
    ["liability", "working_capital", "Accrued Rent", "current"],
  ] as const)("%s, %s: %s is %s", (type, role, name, expected) => {
    expect(balanceClassOf({ type, role, names: [name] })).toBe(expected);
  });

  test("a type says when a balance is due", () => {
    expect(
      ["Other Current Assets", "Long Term Liabilities", "Other Assets", "Non-current Asset", "Bank"].map(
        termOfTypeWord,
      ),
    ).toEqual(["current", "non_current", "non_current", "non_current", null]);
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

describe("a bank account by its type", () => {
  const bank = (...levels: string[]) => decideAccount({ levels, kind: "cash" });

  test.each([
    "Amex Platinum Card",
    "Visa 4411",
    "Credit Card",
    "Business Mastercard",
    "American Express",
    "Bank Overdraft",
    "Line of Credit",
  ])("is asked for if it is named as a debt: %s", (name) => {
    expect(bank(name)).toMatchObject({
      strength: "asked",
      evidence: [
        { words: "its type says bank or cash" },
        { words: `the name ${JSON.stringify(name)} says a card or an overdraft` },
      ],
    });
  });

  test("is asked for beneath such a name, too", () => {
    expect(bank("Credit Cards", "Chase 1234").strength).toBe("asked");
  });

  test.each([
    "Zebra 12",
    "Visa Debit",
    "Debit Card",
    "Checking",
    "Credit Union",
    "Card Clearing",
    "Gift Card",
  ])("is cash under another name: %s", (name) => {
    expect(bank(name)).toMatchObject({ type: "asset", role: "cash", strength: "stated" });
  });
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

test.each(["Gain on Sale", "Gain on Sale of Equipment", "Gain/Loss on Sale of Asset"])(
  "%s is taken out of operating activities, also as income of any kind (ASC 230-10-45-28)",
  (name) => {
    for (const stated of [{ type: "revenue" }, { kind: "revenue" }, { kind: "other_income" }] as const)
      expect(decideAccount({ levels: [name], ...stated }).role).toBe("investing");
  },
);
