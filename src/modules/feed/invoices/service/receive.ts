/** Receipts: a payment that settles one or several invoices, with the fees that were kept from it. */
import type { CivilDate } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import { decimalText } from "../../../../core/money-text.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { postedVoucherId } from "../../../books/ledger/index.ts";
import { beginWriting, type Claim, payInvoice } from "../../transactions/index.ts";
import type { InvoiceRow, SettlementRow } from "../record.ts";
import { dueCents } from "../rules.ts";
import { settlementsStore } from "../store/settlements.ts";
import {
  checkedDate,
  found,
  laterOf,
  linesOf,
  openInvoice,
  type Receipt,
  type SettlementScope,
} from "./checks.ts";
import { moveBetween, settle } from "./settlements.ts";

type Company = PublicId<"company">;

/**
 * Books a payment on its invoices: matches it with the first one, and moves what is over to the others. What
 * a payment that is matched already has settled before is not settled again, so a receipt can be repeated.
 * Returns the ids of the invoices.
 */
export async function receive(scope: SettlementScope, receipt: Receipt): Promise<string[]> {
  const { tx, companyId, now } = scope;
  const updated = await beginWriting(tx, companyId, now);
  const [first, ...others] = receipt.invoices;
  const invoice = await openInvoice(tx, companyId, first.invoice);
  if (first.amount_cents !== null && others.length === 0)
    throw refuse("invalid_request", {
      param: "invoice",
      message: "An amount is for a further invoice; the first one gets all that the others leave.",
    });
  const claim: Claim = {
    id: invoice.id,
    number: invoice.number,
    receivable_category_id: invoice.receivable_category_id,
    due_cents: dueCents(invoice),
  };
  const targets = await Promise.all(others.map((share) => openInvoice(tx, companyId, share.invoice)));
  const touched = [invoice.id, ...targets.map(({ id }) => id)];
  const isRepeated = invoice.matched_transaction_ids.some((id) => id === receipt.transaction);
  const wasMade = isRepeated ? await madeBefore(tx, companyId, touched) : () => false;
  const date = await payInvoice(tx, companyId, receipt.transaction, claim, { now, updated }, "may exceed");
  scope.posted.add(postedVoucherId("transaction", receipt.transaction));
  for (const { invoice: name, amount_cents } of others) {
    const source = await found(tx, companyId, invoice.id);
    const target = await openInvoice(tx, companyId, name);
    const day = laterOf(laterOf(date, source.issue_date), target.issue_date);
    const isShare = (row: SettlementRow): boolean =>
      row.from_invoice_id === source.id &&
      row.invoice_id === target.id &&
      row.date === day &&
      (amount_cents === null || row.amount_cents === amount_cents);
    if (wasMade(isShare)) continue;
    await moveBetween(scope, source, target, amount_cents, await checkedDate(scope, day, [source, target]));
  }
  for (const fee of receipt.fees) {
    const lines = JSON.stringify(await linesOf(scope, [fee], 0));
    const rows = await Promise.all(touched.map((id) => found(tx, companyId, id)));
    const dayOf = (row: InvoiceRow): CivilDate => laterOf(date, row.issue_date);
    const isFee = (made: SettlementRow): boolean =>
      made.kind === "fee" &&
      (made.transaction_id === null || made.transaction_id === receipt.transaction) &&
      JSON.stringify(made.lines) === lines &&
      rows.some((row) => row.id === made.invoice_id && dayOf(row) === made.date);
    if (wasMade(isFee)) continue;
    const payer = rows.find((row) => dueCents(row) >= fee.amount_cents);
    if (!payer)
      throw refuse("transaction_update_failed", {
        param: "fee",
        message: `The fee of ${decimalText(fee.amount_cents)} is more than is left due on these invoices after the payment.`,
      });
    await settle(scope, {
      kind: "fee",
      invoice: payer.id,
      date: dayOf(payer),
      note: "",
      lines: [fee],
      transaction_id:
        rows.flatMap((row) => row.matched_transaction_ids).find((id) => id === receipt.transaction) ?? null,
    });
  }
  return touched;
}

/** Finds a settlement of some invoices that was made before; each one answers only once. */
async function madeBefore(
  tx: Tx,
  companyId: Company,
  invoices: readonly string[],
): Promise<(isSame: (row: SettlementRow) => boolean) => boolean> {
  const made = new Map<string, SettlementRow>();
  for (const row of await settlementsStore.listOfInvoices(tx, companyId, invoices))
    if (row.reversed_on === null) made.set(row.id, row);
  return (isSame) => {
    const row = made.values().find(isSame);
    return row !== undefined && made.delete(row.id);
  };
}
