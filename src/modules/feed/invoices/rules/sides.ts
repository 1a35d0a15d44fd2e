/**
 * The two sides of the subledger of open items: invoices, which customers owe, and bills, which are owed to
 * vendors. What differs between them is said here and in the database's `payment_sign` and `settlement_sign`;
 * all else is one code for both. Invariant: the side of an item follows from its id.
 */
import type { AccountType } from "@daybook/words/ledger-words";
import { PREFIXES } from "@daybook/words/public-id";
import type { SettlementKind } from "../record.ts";

export interface Side {
  readonly name: "receivable" | "payable";
  /** The noun of an item, which is also the kind of its id and of the voucher that it posts. */
  readonly item: "invoice" | "bill";
  readonly voided: "voided_invoice" | "voided_bill";
  /** The area of permissions, and the topic of the audit trail. */
  readonly area: "invoices" | "bills";
  readonly party: "customer" | "vendor";
  readonly claims: "receivables" | "payables";
  /** The sign of the money that pays an item. A claim is a debit of this sign. */
  readonly sign: 1 | -1;
  /** The category on which claims are booked. */
  readonly role: "accounts_receivable" | "accounts_payable";
  /** The type of that category. */
  readonly claimType: "asset" | "liability";
  /** The beginning of the numbers of the company's own series. */
  readonly series: "INV" | "BILL";
  /** The types of categories that a line may have: what is sold, or what is bought. */
  readonly lineTypes: readonly AccountType[];
  /** What an item's first day is called in a sentence, and as a noun. */
  readonly dated: "was issued on" | "is of";
  readonly firstDay: "day of issue" | "date of the bill";
  /** The operations that list items and show one. */
  readonly list: "listInvoices" | "listBills";
  readonly get: "getInvoice" | "getBill";
}

export const RECEIVABLE = {
  name: "receivable",
  item: "invoice",
  voided: "voided_invoice",
  area: "invoices",
  party: "customer",
  claims: "receivables",
  sign: 1,
  role: "accounts_receivable",
  claimType: "asset",
  series: "INV",
  // Liabilities are sales tax and advance billing.
  lineTypes: ["revenue", "other_income", "liability"],
  dated: "was issued on",
  firstDay: "day of issue",
  list: "listInvoices",
  get: "getInvoice",
} as const satisfies Side;

export const PAYABLE = {
  name: "payable",
  item: "bill",
  voided: "voided_bill",
  area: "bills",
  party: "vendor",
  claims: "payables",
  sign: -1,
  role: "accounts_payable",
  claimType: "liability",
  series: "BILL",
  lineTypes: ["expense", "cost_of_goods_sold", "other_expense", "asset", "liability"],
  dated: "is of",
  firstDay: "date of the bill",
  list: "listBills",
  get: "getBill",
} as const satisfies Side;

/** The side of an item, by its id. */
export function sideOf({ id }: { readonly id: string }): Side {
  return id.startsWith(PREFIXES.bill) ? PAYABLE : RECEIVABLE;
}

/**
 * 1 for a settlement that settles, -1 for one that takes from what is settled: a refund, and the fee that a
 * payment of a bill contained besides. As `settlement_sign` of the database.
 */
export function settlementSign({ sign }: Side, kind: SettlementKind): 1 | -1 {
  return kind === "refund" || (kind === "fee" && sign < 0) ? -1 : 1;
}
