/**
 * Payments of invoices and bills: transactions whose money settles what a customer owes or what is owed to a
 * vendor, and refunds, whose money goes the other way: they give back what was paid too much. Whoever calls
 * has begun to write. Invariant: a payment names what it pays and stands on the category that the claim is
 * booked on, so that its posting takes from the claim; one that is taken back stands where money stands that
 * nobody has named yet.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { isBill, isEditable, paidItem } from "../rules.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { uncategorized } from "./choices.ts";
import { type Change, type Stamped, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/** What the payments of an invoice or a bill need of it. */
export interface Claim {
  readonly id: PublicId<"invoice"> | PublicId<"bill">;
  readonly item: "invoice" | "bill";
  readonly party: "customer" | "vendor";
  /** The sign of the money that pays it. */
  readonly sign: 1 | -1;
  readonly number: string;
  /** Where the claim is booked. */
  readonly category_id: PublicId<"category">;
  /** The day at whose end it came in open; null for an item that these books posted. */
  readonly opened_on: CivilDate | null;
  /** Its unpaid amount. */
  readonly due_cents: Cents;
}

/**
 * Matches a transaction as a payment of an invoice or a bill; if it is one already, nothing changes. Returns
 * the payment's accounting date. Refuses `resource_missing` for one that can't be edited, and
 * `transaction_update_failed` for one that can't pay this claim: one that exceeds what is due, unless `bound`
 * allows it.
 */
export async function payInvoice(
  tx: Tx,
  companyId: Company,
  id: string,
  claim: Claim,
  { now, updated }: Stamped,
  bound: "within due" | "may exceed" | "refund" = "within due",
): Promise<CivilDate> {
  const [before] = await transactionsStore.lockById(tx, companyId, [id]);
  if (before === undefined || !isEditable(before))
    throw refuse("resource_missing", { param: "transaction_id" });
  if (before.invoice_id === claim.id) return before.accounting_date;
  const fault =
    openedFault(before, claim) ??
    (bound === "refund"
      ? refundFault(before, claim)
      : paymentFault(before, claim, bound === "may exceed" ? Infinity : claim.due_cents));
  if (fault !== null) throw refuse("transaction_update_failed", { param: "transaction_id", message: fault });
  await writeChanges(tx, companyId, now, [
    {
      before,
      after: { ...before, invoice_id: claim.id, category_id: claim.category_id, updated },
    },
  ]);
  return before.accounting_date;
}

/**
 * The transaction of a refund. Refuses one that can't be edited, pays something, or moves money the way that
 * payments do.
 */
export async function refundable(
  tx: Tx,
  companyId: Company,
  id: string,
  claim: Pick<Claim, "sign" | "party">,
): Promise<TransactionRow> {
  const [row] = await transactionsStore.lockById(tx, companyId, [id]);
  if (row === undefined || !isEditable(row)) throw refuse("resource_missing", { param: "transaction_id" });
  const fault = refundFault(row, claim);
  if (fault !== null) throw refuse("transaction_update_failed", { param: "transaction_id", message: fault });
  return row;
}

function refundFault(row: TransactionRow, { sign, party }: Pick<Claim, "sign" | "party">): string | null {
  const refunds =
    party === "customer"
      ? "Only an outflow can refund a customer."
      : "Only an inflow can be a vendor's refund.";
  return boundFault(row) ?? (row.amount_cents * sign >= 0 ? refunds : null);
}

/** Why a transaction is in what was open of an item when it came in; null when it is later. */
function openedFault({ accounting_date }: TransactionRow, { item, number, opened_on }: Claim): string | null {
  return opened_on === null || accounting_date > opened_on
    ? null
    : `The ${item} ${number} came in as it was open at the end of ${opened_on}, so the transaction of ${accounting_date} is in that already.`;
}

/** Why a transaction can't pay or refund anything; null when it can. */
function boundFault({ invoice_id, spread_id }: TransactionRow): string | null {
  if (invoice_id !== null) return `The transaction pays ${paidItem(invoice_id)}. Unmatch it first.`;
  return spread_id === null
    ? null
    : "The transaction is spread over several months, which a payment can't be.";
}

/** Why a transaction can't pay a claim; null when it can. */
function paymentFault(
  row: TransactionRow,
  { item, number, sign, due_cents }: Claim,
  most: number,
): string | null {
  const paid = row.amount_cents * sign;
  const fault = boundFault(row);
  if (fault !== null) return fault;
  if (paid <= 0)
    return item === "bill" ? "Only an outflow can pay a bill." : "Only an inflow can pay an invoice.";
  if (paid > most)
    return `The transaction is ${paid} cents, but only ${due_cents} cents of the ${item} ${number} are due.`;
  return null;
}

/** Takes payments back: they pay nothing any more, and are uncategorized income or expenses. */
export async function takeBackPayments(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  payments: readonly string[],
  { now, updated }: Stamped,
): Promise<void> {
  if (payments.length === 0) return;
  const rows = await transactionsStore.lockById(tx, companyId, payments);
  const category = await uncategorized(tx, companyId, { ids, now });
  const changes = rows.map((before) => ({
    before,
    after: { ...before, invoice_id: null, category_id: category(before.amount_cents), updated },
  }));
  await writeChanges(tx, companyId, now, changes);
}

/**
 * Takes back what was kept from transactions that are payments no more, when they have been written; the
 * module `invoices` implements it.
 */
export type EndFees = (
  tx: Tx,
  companyId: Company,
  transactions: readonly string[],
  now: UnixSeconds,
) => Promise<void>;

/** Finds the open invoices and bills among some; the module `invoices` implements it. */
export type FindClaims = (
  tx: Tx,
  companyId: Company,
  invoices: readonly string[],
) => Promise<readonly Claim[]>;

/** A problem with a payment: the transaction, the field, and the reason. */
export interface PaymentProblem {
  readonly id: string;
  readonly field: "invoice_id" | "category_id" | "amount_cents" | "spread";
  readonly reason: string;
}

/** Returns the first problem with the payments among the changes of a file; null if there is none. */
export async function problemWithPayments(
  tx: Tx,
  companyId: Company,
  changes: readonly Change[],
  findClaims: FindClaims,
): Promise<PaymentProblem | null> {
  const payments = changes.map(({ after }) => after).filter(({ invoice_id }) => invoice_id !== null);
  if (payments.length === 0) return null;
  const claims = new Map(
    (await findClaims(tx, companyId, [...new Set(payments.map(({ invoice_id }) => invoice_id ?? ""))])).map(
      (claim) => [claim.id, claim],
    ),
  );
  for (const row of payments) {
    const claim = row.invoice_id === null ? undefined : claims.get(row.invoice_id);
    const problem = (field: PaymentProblem["field"], reason: string): PaymentProblem => ({
      id: row.id,
      field,
      reason,
    });
    if (claim === undefined)
      return problem(
        "invoice_id",
        `there is no open ${isBill(row.invoice_id) ? "bill" : "invoice"} ${row.invoice_id}`,
      );
    if (row.category_id !== claim.category_id)
      return problem(
        "category_id",
        `must be ${claim.category_id}, on which the ${claim.item} ${claim.id} is booked`,
      );
    if (row.spread_id !== null) return problem("spread", "must be null, because a payment counts at once");
    if (row.amount_cents === 0)
      return problem(
        "amount_cents",
        `must not be 0 for a payment or a refund of ${claim.item === "bill" ? "a bill" : "an invoice"}`,
      );
  }
  return null;
}
