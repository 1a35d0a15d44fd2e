/**
 * Decisions on items, which are invoices and bills: what their lines amount to, what they mean in the books,
 * and what may be done with which. Invariants: an amount is a product that is exact until it is rounded,
 * once; a total is the exact sum of its lines.
 */
import type { Age } from "@daybook/words/feed-words";
import { exactCents } from "@daybook/words/invoice-lines";
import { type Cents, cents, negateCents } from "@daybook/words/cents";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { AccountType } from "@daybook/words/ledger-words";
import { type Guard, machine } from "../../../../core/states.ts";
import { type Posting, postedVoucherId } from "../../../books/ledger/index.ts";
import type { Claim } from "../../transactions/index.ts";

import type {
  InvoiceLine,
  InvoiceRow,
  InvoiceState,
  SettlementKind,
  SettlementRow,
  StoredInvoice,
} from "../record.ts";
import { RECEIVABLE, settlementSign, type Side, sideOf } from "./sides.ts";

type Settled = Pick<InvoiceRow, "matched_transaction_ids" | "credited_cents" | "moved_cents">;

const UNPAID: Guard<Settled> = {
  says: "nothing pays or settles it",
  holds: ({ matched_transaction_ids, credited_cents, moved_cents }) =>
    matched_transaction_ids.length === 0 && credited_cents === 0 && moved_cents === 0,
};

/** The states of an invoice. One that is paid, in part or in full, is unmatched before it can be voided. */
export const INVOICE = machine<InvoiceState, "pay" | "void", Settled>([
  { from: "draft", event: "void", guard: UNPAID, to: "void" },
  { from: "open", event: "pay", to: "open" },
  { from: "open", event: "void", guard: UNPAID, to: "void" },
]);

/** The exact sum of some lines; null beyond the largest amount. */
export function totalOf(lines: readonly Pick<InvoiceLine, "amount_cents">[]): Cents | null {
  return exactCents(lines.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n));
}

/**
 * The unpaid amount; negative if more was paid or credited than the total, which is then the customer's. A
 * draft is due in full as soon as it is issued; a void invoice is not due.
 */
export function dueCents(
  row: Pick<InvoiceRow, "state" | "total_cents" | "paid_cents" | "credited_cents" | "moved_cents">,
): Cents {
  return cents(row.state === "void" ? 0 : row.total_cents - settledCents(row));
}

/** The first day on which an item can be settled: one that came in open has all that was settled by then. */
export function settledFrom({
  issue_date,
  opened_on,
}: Pick<StoredInvoice, "issue_date" | "opened_on">): CivilDate {
  return opened_on === null ? issue_date : addDays(opened_on, 1);
}

/** An open invoice as a claim that is paid. */
export function claimOf(row: InvoiceRow): Claim {
  const { id, number, receivable_category_id: category_id, opened_on } = row;
  const { item, party, sign } = sideOf(row);
  return { id, item, party, sign, number, category_id, opened_on, due_cents: dueCents(row) };
}

/** What payments and settlements have settled of an invoice. */
export function settledCents({
  paid_cents,
  credited_cents,
  moved_cents,
}: Pick<InvoiceRow, "paid_cents" | "credited_cents" | "moved_cents">): Cents {
  return cents(paid_cents + credited_cents - moved_cents);
}

/**
 * The posting of an item on its first day: of an invoice a debit of the claim and a credit of each line's
 * category, of a bill the other way round. Null for one that is neither open nor reversed, and for one that
 * came in open, which the ledger has.
 */
export function postingOf({
  id,
  number,
  vendor_number,
  customer_name,
  state,
  issue_date,
  voided_on,
  opened_on,
  receivable_category_id,
  total_cents,
  created,
  line_items,
}: StoredInvoice): Posting | null {
  if (opened_on !== null || (state !== "open" && voided_on === null)) return null;
  const { item, sign } = sideOf({ id });
  const claim = {
    category_id: receivable_category_id,
    department_id: null,
    net_debit_cents: signed(total_cents, sign),
  };
  const lines = line_items.map(({ category_id, amount_cents, description }) => ({
    category_id,
    department_id: null,
    net_debit_cents: signed(amount_cents, sign > 0 ? -1 : 1),
    description,
  }));
  return {
    id: postedVoucherId(item, id),
    date: issue_date,
    description: `${item === "bill" ? "Bill" : "Invoice"} ${number}${vendor_number === null ? "" : ` (${vendor_number})`}`,
    merchant: customer_name,
    source: item,
    transaction_id: null,
    held: false,
    created,
    lines: sign > 0 ? [claim, ...lines] : [...lines, claim],
  };
}

function signed(amount: Cents, sign: 1 | -1): Cents {
  return sign > 0 ? amount : negateCents(amount);
}

/** The reversal of a void item whose entries are in closed books; null for any other one. */
export function reversalOf(row: StoredInvoice): Posting | null {
  const posting = postingOf(row);
  if (posting === null || row.voided_on === null) return null;
  return {
    ...posting,
    id: postedVoucherId(sideOf(row).voided, row.id),
    date: row.voided_on,
    description: `Void ${posting.description.slice(0, 1).toLowerCase()}${posting.description.slice(1)}`,
    lines: posting.lines.map((line) => ({ ...line, net_debit_cents: negateCents(line.net_debit_cents) })),
  };
}

/**
 * Types of categories that a settlement may be booked on: income and expenses that are taken back or arise,
 * and an allowance for doubtful accounts, which is an asset below zero.
 */
export const SETTLEMENT_TYPES: readonly AccountType[] = [
  "asset",
  "revenue",
  "other_income",
  "liability",
  "cost_of_goods_sold",
  "expense",
  "other_expense",
];

type SettledItem = Pick<StoredInvoice, "id" | "number" | "customer_name" | "receivable_category_id">;

const SETTLEMENT_NAMES: Readonly<Record<SettlementKind, string>> = {
  credit_note: "Credit note for",
  write_off: "Write-off of",
  fee: "Fee on the payment of",
  move: "Credit moved to",
  refund: "Refund of",
};

/**
 * The posting of a settlement: of an invoice a debit of each line's category and a credit of the claim, of a
 * bill the other way round; what takes from the settled, such as a refund, is booked the other way round
 * again. Null for a move, whose items stand on one category.
 */
export function settlementPostingOf(
  { id, kind, date, amount_cents, note, created, lines }: SettlementRow,
  invoice: SettledItem,
): Posting | null {
  if (kind === "move") return null;
  const side = sideOf(invoice);
  const sign = side.sign === settlementSign(side, kind) ? 1 : -1;
  const named = kind === "credit_note" && side.item === "bill" ? "Vendor credit for" : SETTLEMENT_NAMES[kind];
  const description = `${named} ${side.item} ${invoice.number}${note === "" ? "" : `: ${note}`}`;
  return {
    id: postedVoucherId("settlement", id),
    date,
    description,
    merchant: invoice.customer_name,
    source: side.item,
    transaction_id: null,
    held: false,
    created,
    lines: [
      ...lines.map(({ category_id, department_id, amount_cents: debit, description: own }) => ({
        category_id,
        department_id,
        net_debit_cents: signed(debit, sign),
        ...(own === null ? {} : { description: own }),
      })),
      {
        category_id: invoice.receivable_category_id,
        department_id: null,
        net_debit_cents: signed(amount_cents, sign > 0 ? -1 : 1),
      },
    ],
  };
}

/** The reversal of a settlement whose entries are in closed books; null for any other one. */
export function settlementReversalOf(row: SettlementRow, invoice: SettledItem): Posting | null {
  const posting = settlementPostingOf(row, invoice);
  if (posting === null || row.reversed_on === null) return null;
  return {
    ...posting,
    id: postedVoucherId("reversed_settlement", row.id),
    date: row.reversed_on,
    description: `Reversal: ${posting.description}`,
    lines: posting.lines.map((line) => ({ ...line, net_debit_cents: negateCents(line.net_debit_cents) })),
  };
}

/** The age of an amount at the end of a day. */
export function ageOf(
  { due_date, due_cents }: { readonly due_date: CivilDate; readonly due_cents: Cents },
  day: CivilDate,
): Age {
  if (due_cents < 0) return "credit";
  const isWithin = (days: number): boolean => day <= addDays(due_date, days);
  if (isWithin(0)) return "current";
  if (isWithin(30)) return "1_to_30";
  if (isWithin(60)) return "31_to_60";
  return isWithin(90) ? "61_to_90" : "over_90";
}

/** The number after `last` in the company's own series. */
export function numberAfter(last: number, { series }: Pick<Side, "series"> = RECEIVABLE): string {
  return `${series}-${String(last + 1).padStart(4, "0")}`;
}

/**
 * The vendor and the number that it gave a bill, as they are compared: two bills of the same key are one bill
 * that was entered twice. Null for a bill that is void or has no such number, and for an invoice.
 */
export function vendorNumberKey({
  state,
  vendor_number,
  customer_name,
}: Pick<StoredInvoice, "state" | "vendor_number" | "customer_name">): string | null {
  return state === "void" || vendor_number === null
    ? null
    : [customer_name, vendor_number].map((text) => text.trim().toLowerCase()).join("\n");
}
