/**
 * An invoice or a bill with all that pays and settles it, and what a change of settlements makes of invoices.
 */
import { present } from "@daybook/words/assert";
import { type Cents, cents } from "@daybook/words/cents";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../../platform/db/index.ts";
import { vouchersStore } from "../../../books/ledger/index.ts";
import type { InvoiceRow, MoneyRow, NamedSettlementRow } from "../record.ts";
import { invoicesStore } from "../store/invoices.ts";
import { settlementsStore } from "../store/settlements.ts";

type Company = PublicId<"company">;

/** A transaction that names an invoice, with the fees and moves that go with it, also of other invoices. */
export interface Payment extends MoneyRow {
  readonly parts: readonly NamedSettlementRow[];
}

/** An invoice with its transactions, what settles it and what was moved from it, each by date. */
export interface OpenedInvoice {
  readonly invoice: InvoiceRow;
  readonly payments: readonly Payment[];
  readonly settlements: readonly NamedSettlementRow[];
}

/** What a change makes: the invoices as they are then, and what it posts, by category. */
export interface Settled {
  readonly invoices: readonly OpenedInvoice[];
  readonly entry_lines: readonly { readonly category_id: string; readonly net_debit_cents: Cents }[];
}

/** Opens invoices that exist, in the order of their ids. */
export async function openedInvoices(
  db: Queryable,
  companyId: Company,
  ids: readonly string[],
): Promise<OpenedInvoice[]> {
  const invoices = await invoicesStore.listById(db, companyId, ids);
  const payments = await settlementsStore.listMoney(db, companyId, ids);
  const settlements = await settlementsStore.listOpened(db, companyId, ids);
  return [...new Set(ids)].map((id) => ({
    invoice: present(
      invoices.find((row) => row.id === id),
      id,
    ),
    payments: payments
      .filter(({ invoice_id }) => invoice_id === id)
      .map((payment) => ({
        ...payment,
        parts: settlements.filter(
          ({ transaction_id, reversed_on }) => transaction_id === payment.id && reversed_on === null,
        ),
      })),
    settlements: settlements.filter((row) => row.invoice_id === id || row.from_invoice_id === id),
  }));
}

/** Sums what is posted on some vouchers by category, debits first. */
export async function entryLinesOf(
  db: Queryable,
  companyId: Company,
  vouchers: ReadonlySet<string>,
): Promise<Settled["entry_lines"]> {
  const sums = new Map<string, number>();
  if (vouchers.size > 0)
    for (const { category_id, net_debit_cents } of await vouchersStore.list(db, companyId, [...vouchers]))
      sums.set(category_id, (sums.get(category_id) ?? 0) + net_debit_cents);
  return Array.from(sums, ([category_id, sum]) => ({ category_id, net_debit_cents: cents(sum) }))
    .filter(({ net_debit_cents }) => net_debit_cents !== 0)
    .toSorted((a, b) => b.net_debit_cents - a.net_debit_cents);
}
