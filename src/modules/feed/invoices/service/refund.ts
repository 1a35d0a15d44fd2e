/**
 * Refunds: money that goes back to a customer who paid too much, or comes back from a vendor. A transaction
 * is matched with the first invoice, to which the credit of the others is moved; without one, each invoice
 * gets a settlement that is booked against a category. Invariant: no invoice gives more than its credit.
 */
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import { postedVoucherId } from "../../../books/ledger/index.ts";
import { beginWriting, payInvoice, refundable } from "../../transactions/index.ts";
import type { InvoiceRow } from "../record.ts";
import { claimOf, dueCents, settledFrom } from "../rules/index.ts";
import { sideOf } from "../rules/sides.ts";
import { settlementsStore } from "../store/settlements.ts";
import {
  checkedDate,
  found,
  laterOf,
  openInvoice,
  paidFrom,
  type Refund,
  type SettlementScope,
} from "./checks.ts";
import { claimItself, isOfSameParty, newRow, write, writeMove } from "./settlements.ts";

/** An invoice and what it gives. */
interface Giving {
  readonly row: InvoiceRow;
  readonly amount: Cents | null;
}

/** Books a refund; returns the ids of the invoices. */
export async function refund(scope: SettlementScope, asked: Refund): Promise<string[]> {
  const { tx, companyId, now, side } = scope;
  const { item, party } = side;
  const stray = (["category", "date", "note"] as const).find((name) => (asked[name] ?? "") !== "");
  if (asked.transaction !== null && stray !== undefined)
    throw refuse("invalid_request", {
      param: stray,
      message:
        "A refund by a transaction has its day and its account. Leave the day, the category and the note out.",
    });
  const updated = await beginWriting(tx, companyId, now);
  const given: Giving[] = [];
  for (const { invoice, amount_cents } of asked.invoices) {
    const row = await openInvoice(scope, invoice);
    if (given.some((each) => each.row.id === row.id))
      throw against(`The ${item} ${row.number} is named twice.`);
    given.push({ row, amount: amount_cents });
  }
  const [first, ...others] = given;
  if (first === undefined) throw new Error("a refund without an invoice");
  const ids = given.map(({ row }) => row.id);
  const stranger = others.find(({ row }) => !isOfSameParty(row, first.row));
  if (stranger)
    throw against(
      `The ${item} ${first.row.number} is of ${first.row.customer_name} and ${stranger.row.number} of ${stranger.row.customer_name}. A refund is for one ${party}.`,
    );
  if (asked.transaction === null) {
    await refundOn(scope, asked, given);
    return ids;
  }
  if (first.row.matched_transaction_ids.some((id) => id === asked.transaction)) {
    await checkRepeat(scope, asked.transaction, first, others);
    return ids;
  }
  const { id, amount_cents, accounting_date } = await refundable(tx, companyId, asked.transaction, side);
  const from = given.map(({ row }) => row);
  const date = from.reduce((latest, row) => laterOf(latest, settledFrom(row)), accounting_date);
  let left = -side.sign * amount_cents;
  for (const { row, amount } of others) {
    const gives = Math.min(amount ?? creditOf(row), left);
    if (gives <= 0) throw against(`The refund leaves nothing for the ${item} ${row.number}.`);
    checkCredit(row, cents(gives));
    await moveToRefund(scope, row, first.row, { payment: id, date, amount: cents(gives) });
    left -= gives;
  }
  if (first.amount !== null && first.amount !== left)
    throw against(
      `The refund leaves ${decimalText(cents(left))} for the ${item} ${first.row.number}, not ${decimalText(first.amount)}.`,
    );
  checkCredit(first.row, cents(left));
  const claim = claimOf(await found(tx, companyId, first.row.id));
  await payInvoice(tx, companyId, id, claim, { now, updated }, "refund");
  scope.posted.add(postedVoucherId("transaction", id));
  return ids;
}

/** Refuses a transaction that refunds the first invoice already, but otherwise than is asked. */
async function checkRepeat(
  { tx, companyId, side }: SettlementScope,
  transaction: string,
  first: Giving,
  others: readonly Giving[],
): Promise<void> {
  const parts = await settlementsStore.listParts(tx, companyId, [transaction]);
  const given = new Map<string | null, number>(
    parts.map(({ from_invoice_id, amount_cents }) => [from_invoice_id, amount_cents]),
  );
  const money = await settlementsStore.listMoney(tx, companyId, [first.row.id]);
  const paid = money.find(({ id }) => id === transaction)?.amount_cents ?? 0;
  const rest = given.values().reduce((left, amount) => left - amount, -side.sign * paid);
  if (
    given.size !== others.length ||
    others.some(
      ({ row, amount }) => !given.has(row.id) || (amount ?? given.get(row.id)) !== given.get(row.id),
    ) ||
    (first.amount ?? rest) !== rest
  )
    throw refuse("transaction_update_failed", {
      param: "transaction_id",
      message: `The transaction refunds the ${side.item} ${first.row.number} already, but otherwise. Unmatch it first.`,
    });
}

/** Moves credit to the invoice that a refund is matched with. */
async function moveToRefund(
  scope: SettlementScope,
  source: InvoiceRow,
  target: InvoiceRow,
  {
    payment,
    date,
    amount,
  }: { readonly payment: PublicId<"transaction">; readonly date: CivilDate; readonly amount: Cents },
): Promise<void> {
  const { side } = scope;
  if (source.receivable_category_id !== target.receivable_category_id)
    throw against(
      `The ${side.item}s ${source.number} and ${target.number} are booked on different ${side.claims}, so one transaction can't refund both.`,
    );
  // Credit that went around would come from nowhere: no order of the moves could make them again.
  if (await settlementsStore.hasGiven(scope.tx, scope.companyId, target.id, source.id))
    throw against(
      `Credit of the ${side.item} ${target.number} settles ${source.number}, which can't give it back. Name the ${side.item} ${source.number} first.`,
    );
  const day = await checkedDate(scope, date, [source, target]);
  await writeMove(scope, { source, target, date: day, payment }, amount);
}

/** Books a refund without a transaction, an entry of each invoice. */
async function refundOn(scope: SettlementScope, asked: Refund, given: readonly Giving[]): Promise<void> {
  if (asked.category === null)
    throw refuse("invalid_request", {
      param: "category",
      message: `Name the transaction of the refund, or the category that it was paid ${scope.side.sign > 0 ? "from" : "to"}.`,
    });
  const date = await checkedDate(
    scope,
    asked.date ?? scope.today,
    given.map(({ row }) => row),
  );
  const category_id = await paidFrom(scope, asked.category);
  for (const { row, amount } of given) {
    const gives = amount ?? creditOf(row);
    if (category_id === row.receivable_category_id) throw claimItself(category_id);
    checkCredit(row, gives);
    await write(scope, row, {
      ...newRow(scope, "refund", row, date),
      amount_cents: gives,
      note: asked.note,
      lines: [{ category_id, department_id: null, amount_cents: gives, description: null }],
    });
  }
}

function creditOf(row: InvoiceRow): Cents {
  return cents(Math.max(0, -dueCents(row)));
}

/** Refuses more than the credit of an invoice, and a refund of nothing. */
function checkCredit(row: InvoiceRow, amount: Cents): void {
  const credit = creditOf(row);
  const { item } = sideOf(row);
  if (credit === 0) throw against(`The ${item} ${row.number} has no credit, so there is nothing to refund.`);
  if (amount > credit)
    throw refuse("transaction_update_failed", {
      param: "amount",
      message: `${decimalText(amount)} can't be refunded: the ${item} ${row.number} has a credit of ${decimalText(credit)}.`,
    });
}

function against(message: string): Refusal {
  return refuse("transaction_update_failed", { param: "invoice", message });
}
