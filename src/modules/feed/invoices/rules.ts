/**
 * Decisions on invoices: what their lines amount to, what they mean in the books, and what may be done with
 * which. Invariants: an amount is a product that is exact until it is rounded, once; a total is the exact sum
 * of its lines.
 */
import { MOST_CENTS } from "../../../core/feed-words.ts";
import { type Cents, cents, negateCents } from "../../../core/cents.ts";
import type { AccountType } from "../../../core/ledger-words.ts";
import { type Guard, machine } from "../../../core/states.ts";
import { type Posting, postedVoucherId } from "../../books/ledger/index.ts";

import type { InvoiceLine, InvoiceRow, InvoiceState, StoredInvoice } from "./record.ts";

const UNPAID: Guard<Pick<InvoiceRow, "matched_transaction_ids">> = {
  says: "no transaction pays it",
  holds: ({ matched_transaction_ids }) => matched_transaction_ids.length === 0,
};

/** The states of an invoice. One that is paid, in part or in full, is unmatched before it can be voided. */
export const INVOICE = machine<InvoiceState, "pay" | "void", Pick<InvoiceRow, "matched_transaction_ids">>([
  { from: "draft", event: "void", guard: UNPAID, to: "void" },
  { from: "open", event: "pay", to: "open" },
  { from: "open", event: "void", guard: UNPAID, to: "void" },
]);

/**
 * The types of categories that a line may credit: income, and liabilities such as sales tax and advance
 * billing.
 */
export const LINE_TYPES: readonly AccountType[] = ["revenue", "other_income", "liability"];

const PARTS = 10_000;
/** The most units of a line. */
export const MOST_QUANTITY = 1_000_000_000;

/**
 * A quantity in ten thousandths; null for one that has more decimals, is not positive or is more than a
 * milliard.
 */
export function readQuantity(quantity: number): number | null {
  const parts = Math.round(quantity * PARTS);
  // A quotient of integers is the nearest number to it, which is also what its decimal text is read as.
  return parts > 0 && quantity <= MOST_QUANTITY && parts / PARTS === quantity ? parts : null;
}

/** A quantity as a number of units. */
export function quantityOf(parts: number): number {
  return parts / PARTS;
}

/**
 * The price of a quantity of units, with half a cent rounded away from zero. Null beyond the largest amount.
 */
export function lineCents(parts: number, unitCents: Cents): Cents | null {
  const product = BigInt(parts) * BigInt(unitCents);
  const half = BigInt(PARTS / 2);
  const rounded = (product < 0n ? product - half : product + half) / BigInt(PARTS);
  return amountOf(rounded);
}

/** The exact sum of some lines; null beyond the largest amount. */
export function totalOf(lines: readonly Pick<InvoiceLine, "amount_cents">[]): Cents | null {
  return amountOf(lines.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n));
}

function amountOf(value: bigint): Cents | null {
  return value <= MOST_CENTS && value >= -MOST_CENTS ? cents(Number(value)) : null;
}

/** The unpaid amount. A draft is due in full as soon as it is issued; a void invoice is not due. */
export function dueCents({
  state,
  total_cents,
  paid_cents,
}: Pick<InvoiceRow, "state" | "total_cents" | "paid_cents">): Cents {
  return cents(state === "void" ? 0 : total_cents - paid_cents);
}

/**
 * The posting of an invoice on its day of issue: a debit of the claim, and a credit of each line's category.
 * Null for one that is neither open nor reversed.
 */
export function postingOf({
  id,
  number,
  customer_name,
  state,
  issue_date,
  voided_on,
  receivable_category_id,
  total_cents,
  created,
  line_items,
}: StoredInvoice): Posting | null {
  if (state !== "open" && voided_on === null) return null;
  return {
    id: postedVoucherId("invoice", id),
    date: issue_date,
    description: `Invoice ${number}`,
    merchant: customer_name,
    source: "invoice",
    transaction_id: null,
    held: false,
    created,
    lines: [
      { category_id: receivable_category_id, department_id: null, net_debit_cents: total_cents },
      ...line_items.map(({ category_id, amount_cents, description }) => ({
        category_id,
        department_id: null,
        net_debit_cents: negateCents(amount_cents),
        description,
      })),
    ],
  };
}

/** The reversal of a void invoice whose entries are in closed books; null for any other invoice. */
export function reversalOf(row: StoredInvoice): Posting | null {
  const posting = postingOf(row);
  if (posting === null || row.voided_on === null) return null;
  return {
    ...posting,
    id: postedVoucherId("voided_invoice", row.id),
    date: row.voided_on,
    description: `Void invoice ${row.number}`,
    lines: posting.lines.map((line) => ({ ...line, net_debit_cents: negateCents(line.net_debit_cents) })),
  };
}

/** The number after `last` in the company's own series. */
export function numberAfter(last: number): string {
  return `INV-${String(last + 1).padStart(4, "0")}`;
}
