/**
 * Payments that settle one or several items: receipts, with the fees that were kept from them, and payments
 * of bills, with the fees that they contained besides.
 */
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { postedVoucherId } from "../../../books/ledger/index.ts";
import { beginWriting, payInvoice } from "../../transactions/index.ts";
import type { InvoiceRow, SettlementRow } from "../record.ts";
import { claimOf, dueCents, settledFrom } from "../rules/index.ts";
import { settlementsStore } from "../store/settlements.ts";
import {
  checkedDate,
  found,
  laterOf,
  linesOf,
  openInvoice,
  type Receipt,
  type SettlementScope,
  type Share,
} from "./checks.ts";
import { claimItself, moveBetween, newRow, write } from "./settlements.ts";

type Company = PublicId<"company">;

/**
 * Books a payment on its invoices: matches it with the first one, and moves what is over to the others, also
 * to those of other customers, whose money it was. What a payment that is matched already has settled before
 * is not settled again, so a receipt can be repeated. Returns the ids of the invoices.
 */
export async function receive(scope: SettlementScope, receipt: Receipt): Promise<string[]> {
  const { tx, companyId, now } = scope;
  const updated = await beginWriting(tx, companyId, now);
  const [first, ...others] = receipt.invoices;
  const invoice = await openInvoice(scope, first.invoice);
  if (first.amount_cents !== null)
    throw refuse("invalid_request", {
      param: "invoice",
      message: `An amount is for a further ${scope.side.item}; the first one gets all that the others leave.`,
    });
  const targets: InvoiceRow[] = [];
  for (const share of others) targets.push(await openInvoice(scope, share.invoice));
  const touched = [...new Set([invoice.id, ...targets.map(({ id }) => id)])];
  const payment = invoice.matched_transaction_ids.find((id) => id === receipt.transaction);
  if (scope.side.sign < 0 && payment === undefined && dueCents(invoice) <= 0)
    throw refuse("transaction_update_failed", {
      param: "invoice",
      message: `Nothing is due of the bill ${invoice.number}, so it is not paid again.`,
    });
  const wasMade = payment === undefined ? () => false : await madeBefore(tx, companyId, touched);
  const date = await payInvoice(
    tx,
    companyId,
    receipt.transaction,
    claimOf(invoice),
    { now, updated },
    "may exceed",
  );
  scope.posted.add(postedVoucherId("transaction", receipt.transaction));
  const paying = { receipt, date, touched, first: invoice.id, wasMade };
  const matched = await found(tx, companyId, invoice.id);
  // A fee of a payment of bills takes from the money, so the shares come first.
  const isShort = scope.side.sign > 0 && needsFees(receipt, [matched, ...targets].map(dueCents));
  if (isShort) await bookFees(scope, paying, true);
  for (const share of others) await bookShare(scope, paying, share);
  if (!isShort) await bookFees(scope, paying, false);
  return touched;
}

/**
 * True if the shares need the fees, which the customers have paid as well: the money over does not reach, or
 * no invoice is left with as much due as a fee. `dues` are of the invoices after the payment, in their order.
 */
function needsFees({ invoices, fees }: Receipt, dues: readonly number[]): boolean {
  const [, ...others] = invoices;
  const [first = 0, ...rest] = dues;
  let over = -first;
  const left = others.map(({ amount_cents }, index) => {
    const due = rest[index] ?? 0;
    const share = amount_cents ?? Math.min(over, due);
    over = share > 0 ? over - share : -1;
    return due - share;
  });
  if (others.length > 0 && over < 0) return true;
  const open = [first, ...left];
  return fees.some(({ amount_cents }) => {
    const payer = open.findIndex((due) => due >= amount_cents);
    if (payer >= 0) open[payer] = (open[payer] ?? 0) - amount_cents;
    return payer < 0;
  });
}

/** A payment that is matched with its first invoice. */
interface Paying {
  readonly receipt: Receipt;
  readonly date: CivilDate;
  /** The ids of all its invoices. */
  readonly touched: readonly string[];
  readonly first: string;
  /** Finds a settlement that was made before, once. */
  readonly wasMade: (isSame: (row: SettlementRow) => boolean) => boolean;
}

/** Moves a share of a payment from its first invoice to another one. */
async function bookShare(
  scope: SettlementScope,
  { receipt, date, first, wasMade }: Paying,
  { invoice: name, amount_cents: wanted }: Share,
): Promise<void> {
  const { tx, companyId } = scope;
  const source = await found(tx, companyId, first);
  const target = await openInvoice(scope, name);
  const day = laterOf(laterOf(date, settledFrom(source)), settledFrom(target));
  const isShare = (row: SettlementRow): boolean =>
    row.from_invoice_id === source.id &&
    row.invoice_id === target.id &&
    row.date === day &&
    row.transaction_id === receipt.transaction &&
    (wanted === null || row.amount_cents === wanted);
  if (wasMade(isShare)) return;
  await moveBetween(scope, {
    source,
    target,
    wanted,
    date: await checkedDate(scope, day, [source, target]),
    payment: source.matched_transaction_ids.find((id) => id === receipt.transaction) ?? null,
  });
}

/**
 * Books the fees of a payment: on the first of its invoices of which as much is due, or, where the shares
 * need them, on the one that it is matched with, whatever is due there. The fee that a payment of bills
 * contained takes from what is over on the one that it is matched with.
 */
async function bookFees(
  scope: SettlementScope,
  { receipt, date, touched, first, wasMade }: Paying,
  isNeeded: boolean,
): Promise<void> {
  const { tx, companyId, side } = scope;
  for (const fee of receipt.fees) {
    const lines = await linesOf(scope, [fee], 0);
    const rows: InvoiceRow[] = [];
    for (const id of touched) rows.push(await found(tx, companyId, id));
    const dayOf = (row: InvoiceRow): CivilDate => laterOf(date, settledFrom(row));
    const isFee = (made: SettlementRow): boolean =>
      made.kind === "fee" &&
      made.transaction_id === receipt.transaction &&
      JSON.stringify(made.lines) === JSON.stringify(lines) &&
      rows.some((row) => row.id === made.invoice_id && dayOf(row) === made.date);
    if (wasMade(isFee)) continue;
    const left = rows.reduce((sum, row) => sum + dueCents(row), 0);
    const payer =
      side.sign < 0
        ? rows.find((row) => row.id === first && -dueCents(row) >= fee.amount_cents)
        : isNeeded
          ? rows.find(({ id }) => id === first && left >= fee.amount_cents)
          : rows.find((row) => dueCents(row) >= fee.amount_cents);
    if (!payer)
      throw refuse("transaction_update_failed", {
        param: "fee",
        message:
          side.sign < 0
            ? `The fee of ${decimalText(fee.amount_cents)} is more than the payment leaves over after these bills.`
            : `The fee of ${decimalText(fee.amount_cents)} is more than is left due on these invoices after the payment.`,
      });
    if (lines.some(({ category_id }) => category_id === payer.receivable_category_id))
      throw claimItself(payer.receivable_category_id);
    await write(scope, payer, {
      ...newRow(scope, "fee", payer, await checkedDate(scope, dayOf(payer), [payer])),
      amount_cents: fee.amount_cents,
      transaction_id:
        rows.flatMap((row) => row.matched_transaction_ids).find((id) => id === receipt.transaction) ?? null,
      lines,
    });
  }
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
