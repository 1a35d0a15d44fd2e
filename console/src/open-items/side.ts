/** The two sides of open items: what customers owe, and what is owed to vendors. Each with its words and calls. */
import { createContext, use } from "react";
import type { Company } from "../api/types.ts";
import { BILL_CALLS, type Calls, INVOICE_CALLS } from "./items.ts";

/** The words of a side, as they stand in labels and sentences. */
export interface Words {
  readonly one: string;
  readonly One: string;
  readonly Many: string;
  readonly party: string;
  readonly Party: string;
  readonly ages: string;
  readonly create: string;
  readonly issue: string;
  readonly issued: string;
  readonly dayOfIssue: string;
  readonly dueBefore: string;
  readonly noMail: string;
  readonly what: string;
  readonly defaultCategory: string | null;
  readonly matchStep: string;
  readonly receiveStep: string;
  readonly receiveVerb: string;
  readonly chooseReceived: string;
  readonly fee: string;
  readonly creditNote: string;
  readonly creditVerb: string;
  readonly exceeds: string;
  readonly writeOffOn: string;
  readonly refundedBy: string;
  readonly refundOn: string;
  readonly unmatched: string;
  readonly unmatchedRefund: string;
  readonly matched: string;
  readonly none: (most: string) => string;
  readonly empty: string;
  readonly searched: string;
  readonly all: string;
  readonly owed: string;
  readonly ledger: string;
  readonly noOpen: (day: string) => string;
  /** Bringing in what is open in other books. */
  readonly bringIn: string;
  readonly bringHint: string;
  readonly bringVerb: (count: number) => string;
  readonly broughtIn: (count: number) => string;
}

export interface Side {
  readonly area: "invoices" | "bills";
  readonly calls: Calls;
  readonly words: Words;
  /** The types of categories that a line may be booked on. */
  readonly lineTypes: readonly string[];
}

const INVOICE_WORDS: Words = {
  one: "invoice",
  One: "Invoice",
  Many: "Invoices",
  party: "customer",
  Party: "Customer",
  ages: "Receivables by age",
  create: "New invoice",
  issue: "Issue the invoice",
  issued: "is issued. No mail was sent.",
  dayOfIssue: "Day of issue",
  dueBefore: "An invoice is due on its day of issue or later.",
  noMail: "Only kept. No mail is sent.",
  what: "What is billed",
  defaultCategory: "The company's sales",
  matchStep: "Match a payment",
  receiveStep: "Receive payment",
  receiveVerb: "Book the payment",
  chooseReceived: "Choose the transaction that was received.",
  fee: "Fee that was kept from it",
  creditNote: "Credit note",
  creditVerb: "Make the credit note",
  exceeds: "What exceeds the amount due is the customer's credit.",
  writeOffOn: "Category of bad debts",
  refundedBy: "Paid back by",
  refundOn: "Paid from",
  unmatched: "The transaction becomes Uncategorized Income, and the invoice is open again.",
  unmatchedRefund: "The transaction becomes an uncategorized expense, and the customer has the credit again.",
  matched: "The invoice is paid.",
  none: (most) => `No inflow of at most ${most} is left that pays nothing yet.`,
  empty:
    "An invoice counts as revenue on its day of issue, and what the customer owes is in the balance sheet until it is paid.",
  searched: "Choose another status or days, or look for other letters of the number or the customer.",
  all: "All invoices",
  owed: "What each customer owes, by days past due",
  ledger: "Receivables in the ledger",
  noOpen: (day) => `At the end of ${day} every invoice was paid, or none was issued yet.`,
  bringIn: "Bring in open invoices",
  bringHint: "A/R Aging Detail of QuickBooks, invoices of Xero, Wave or Zoho Books, as CSV or XLSX",
  bringVerb: (count) => (count === 1 ? "Bring in 1 invoice" : `Bring in ${count} invoices`),
  broughtIn: (count) => (count === 1 ? "1 invoice came in." : `${count} invoices came in.`),
};

const BILL_WORDS: Words = {
  one: "bill",
  One: "Bill",
  Many: "Bills",
  party: "vendor",
  Party: "Vendor",
  ages: "Payables by age",
  create: "Enter a bill",
  issue: "Enter the bill",
  issued: "is entered.",
  dayOfIssue: "Bill date",
  dueBefore: "A bill is due on its date or later.",
  noMail: "Only kept.",
  what: "What was bought",
  defaultCategory: null,
  matchStep: "Match a payment",
  receiveStep: "Pay bills",
  receiveVerb: "Book the payment",
  chooseReceived: "Choose the transaction that was paid.",
  fee: "Fee that was paid besides",
  creditNote: "Vendor credit",
  creditVerb: "Book the vendor credit",
  exceeds: "What exceeds the amount due is a credit that the vendor owes.",
  writeOffOn: "Category of what is no longer owed",
  refundedBy: "Came back by",
  refundOn: "Paid to",
  unmatched: "The transaction becomes an uncategorized expense, and the bill is open again.",
  unmatchedRefund: "The transaction becomes Uncategorized Income, and the vendor owes the credit again.",
  matched: "The bill is paid.",
  none: (most) => `No outflow of at most ${most} is left that pays nothing yet.`,
  empty:
    "A bill counts as a cost on its date, and what is owed to the vendor is in the balance sheet until it is paid.",
  searched: "Choose another status or days, or look for other letters of the number or the vendor.",
  all: "All bills",
  owed: "What is owed to each vendor, by days past due",
  ledger: "Payables in the ledger",
  noOpen: (day) => `At the end of ${day} every bill was paid, or none was entered yet.`,
  bringIn: "Bring in open bills",
  bringHint: "A/P Aging Detail of QuickBooks, bills of Xero, Wave or Zoho Books, as CSV or XLSX",
  bringVerb: (count) => (count === 1 ? "Bring in 1 bill" : `Bring in ${count} bills`),
  broughtIn: (count) => (count === 1 ? "1 bill came in." : `${count} bills came in.`),
};

export const SIDES = {
  invoices: {
    area: "invoices",
    calls: INVOICE_CALLS,
    words: INVOICE_WORDS,
    lineTypes: ["revenue", "other_income", "liability"],
  },
  bills: {
    area: "bills",
    calls: BILL_CALLS,
    words: BILL_WORDS,
    lineTypes: ["expense", "cost_of_goods_sold", "other_expense", "asset", "liability"],
  },
} as const satisfies Readonly<Record<string, Side>>;

/** The side of the page. */
export const SideContext = createContext<Side>(SIDES.invoices);
export const useSide = (): Side => use(SideContext);

/** Whether a member may change the items of a side. */
export const mayManage = (company: Company, { area }: Side): boolean =>
  company.permissions[area] === "manage";
