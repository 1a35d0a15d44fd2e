/**
 * Use cases on settlements: what settles an invoice or a bill besides the transactions that pay it. Credit
 * notes, write-offs and fees are booked against the claim; a move takes what was paid too much of one item to
 * another one of the customer or the vendor. Every writer holds the company's feed.
 */
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import { describeChange, type Queryable, type Tx } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import {
  closedThrough,
  openDay,
  type PostedSource,
  postedCheck,
  postedVoucherId,
  type Posting,
  replacePostings,
  type SourceCheck,
} from "../../../books/ledger/index.ts";
import { beginWriting } from "../../transactions/index.ts";
import type { InvoiceRow, SettlementKind, SettlementLine, SettlementRow, StoredInvoice } from "../record.ts";
import { dueCents, settlementPostingOf, settlementReversalOf } from "../rules/index.ts";
import { settlementSign, sideOf } from "../rules/sides.ts";
import { invoicesStore } from "../store/invoices.ts";
import { settlementsStore } from "../store/settlements.ts";
import {
  checkedDate,
  findInvoice,
  found,
  linesOf,
  type NewSettlement,
  openInvoice,
  type SettlementScope,
  type Share,
} from "./checks.ts";

type Company = PublicId<"company">;

/**
 * Makes a credit note, a write-off or a fee of an invoice. One that was made under the same reference is
 * given back if it is the same. Refuses `idempotency_key_conflict` if it is another one.
 */
export async function settle(scope: SettlementScope, given: NewSettlement): Promise<SettlementRow> {
  const { tx, companyId, today, side } = scope;
  await beginWriting(tx, companyId, scope.now);
  const reference = given.reference ?? null;
  const former = reference === null ? null : await settlementsStore.findReference(tx, companyId, reference);
  if (former !== null) return checkedRepeat(scope, given, former);
  if (settlementSign(side, given.kind) < 0) throw new Error("the fee of a bill is a part of its payment");
  const invoice = await openInvoice(scope, given.invoice);
  const date = await checkedDate(scope, given.date ?? today, [invoice]);
  const due = dueCents(invoice);
  if (given.kind !== "credit_note" && due <= 0)
    throw refuse("transaction_update_failed", {
      param: "invoice",
      message: `Nothing is due of the ${side.item} ${invoice.number}.`,
    });
  const lines = await linesOf(scope, given.lines, due);
  if (lines.some(({ category_id }) => category_id === invoice.receivable_category_id))
    throw claimItself(invoice.receivable_category_id);
  const amount = lines.reduce((sum, line) => sum + line.amount_cents, 0);
  if (given.kind === "credit_note") {
    // What is written off was never paid, so a credit note for it would be a credit of nothing.
    const noted = await settlementsStore.creditedBy(tx, companyId, invoice.id, ["credit_note", "write_off"]);
    if (noted + amount > invoice.total_cents)
      throw refuse("transaction_update_failed", {
        param: "amount",
        message: `The ${side.item} ${invoice.number} is for ${decimalText(invoice.total_cents)}, of which ${decimalText(cents(noted))} are credited or written off already. A ${side.sign > 0 ? "credit note" : "vendor credit"} can't exceed the rest.`,
      });
  } else if (amount > due) throw exceeds(invoice, amount);
  return write(scope, invoice, {
    ...newRow(scope, given.kind, invoice, date),
    amount_cents: cents(amount),
    note: given.note,
    reference,
    lines,
  });
}

export function claimItself(category: string): Refusal {
  return refuse("invalid_request", {
    param: "line",
    message: `${category} is the category of the claim itself. Name what the claim is settled by.`,
  });
}

/** The settlement that was made under the reference, if it is the one that is asked for. */
async function checkedRepeat(
  scope: SettlementScope,
  given: NewSettlement,
  former: SettlementRow,
): Promise<SettlementRow> {
  const invoice = await findInvoice(scope.tx, scope.companyId, scope.side, given.invoice);
  const lines = await linesOf(scope, given.lines, former.amount_cents);
  const isSame =
    former.kind === given.kind &&
    former.invoice_id === invoice.id &&
    (given.date === null || given.date === former.date) &&
    former.note === given.note &&
    JSON.stringify(former.lines.map(comparedLine)) === JSON.stringify(lines.map(comparedLine));
  if (isSame) return former;
  throw refuse("idempotency_key_conflict", {
    param: "reference",
    message: `The reference ${JSON.stringify(given.reference)} was used before with other content, for ${former.id}. Use another reference for another settlement.`,
  });
}

function comparedLine({ category_id, department_id, amount_cents, description }: SettlementLine): unknown[] {
  return [category_id, department_id, amount_cents, description];
}

/**
 * Moves the credit of one item to another one of the customer or the vendor; `amount` null moves as much as
 * fits.
 */
export async function move(
  scope: SettlementScope,
  from: string,
  to: Share,
  given: CivilDate | null,
): Promise<SettlementRow> {
  const { tx, companyId, today } = scope;
  await beginWriting(tx, companyId, scope.now);
  const target = await openInvoice(scope, to.invoice, "to");
  const source = await openInvoice(scope, from);
  const date = await checkedDate(scope, given ?? today, [source, target]);
  return moveBetween(scope, { source, target, date, wanted: to.amount_cents });
}

/** A move of credit, `wanted` null for as much as fits. */
interface Moving {
  readonly source: InvoiceRow;
  readonly target: InvoiceRow;
  readonly wanted: Cents | null;
  readonly date: CivilDate;
  /** The payment whose share it is, which may be of another customer than the source. */
  readonly payment?: PublicId<"transaction"> | null;
}

export async function moveBetween(
  scope: SettlementScope,
  { source, target, wanted, date, payment = null }: Moving,
): Promise<SettlementRow> {
  const { area, item, party, claims } = scope.side;
  const credit = -dueCents(source);
  const due = dueCents(target);
  const amount = wanted ?? Math.min(credit, due);
  const against = (message: string): Refusal =>
    refuse("transaction_update_failed", { param: "invoice", message });
  if (source.id === target.id) throw against(`A credit can't be moved to its own ${item}.`);
  if (payment === null && !isOfSameParty(source, target))
    throw against(
      `The ${item} ${source.number} is of ${source.customer_name} and ${target.number} of ${target.customer_name}. A credit settles ${area} of its own ${party}.`,
    );
  if (source.receivable_category_id !== target.receivable_category_id)
    throw against(
      `The ${item}s ${source.number} and ${target.number} are booked on different ${claims}. Post an entry between these instead.`,
    );
  if (credit <= 0) throw against(`The ${item} ${source.number} has no credit: nothing is paid too much.`);
  if (amount > credit)
    throw against(`The ${item} ${source.number} has a credit of only ${decimalText(cents(credit))}.`);
  if (amount <= 0 || amount > due) throw exceeds(target, amount);
  return writeMove(scope, { source, target, date, payment }, cents(amount));
}

/** Writes a move that was checked. */
export function writeMove(
  scope: SettlementScope,
  { source, target, date, payment = null }: Omit<Moving, "wanted">,
  amount: Cents,
): Promise<SettlementRow> {
  return write(scope, target, {
    ...newRow(scope, "move", target, date),
    from_invoice_id: source.id,
    amount_cents: amount,
    transaction_id: payment,
  });
}

/** A settlement without amount and lines. */
export function newRow(
  { ids, now }: SettlementScope,
  kind: SettlementKind,
  { id: invoice_id }: InvoiceRow,
  date: CivilDate,
): Omit<SettlementRow, "amount_cents"> {
  return {
    id: ids.next("settlement"),
    kind,
    invoice_id,
    from_invoice_id: null,
    date,
    note: "",
    reversed_on: null,
    transaction_id: null,
    reference: null,
    created: now,
    lines: [],
  };
}

type Party = Pick<StoredInvoice, "customer_name">;

export function isOfSameParty(one: Party, other: Party): boolean {
  return one.customer_name.toLowerCase() === other.customer_name.toLowerCase();
}

/**
 * Takes a settlement back: it is deleted with its entries, or these are reversed on the first open day if
 * they are in closed books.
 */
export async function takeBack(scope: SettlementScope, id: string): Promise<SettlementRow> {
  const { tx, companyId } = scope;
  await beginWriting(tx, companyId, scope.now);
  const { side } = scope;
  const row = await settlementsStore.find(tx, companyId, id);
  if (row === null || row.reversed_on !== null || sideOf({ id: row.invoice_id }) !== side)
    throw refuse("resource_missing", {
      param: "settlement",
      message: `The company has no settlement ${id}.`,
      ways: [{ see: side.get }],
    });
  const invoice = await found(tx, companyId, row.invoice_id);
  if (
    settlementSign(side, row.kind) > 0 &&
    invoice.moved_cents > 0 &&
    dueCents(invoice) + row.amount_cents > 0
  )
    throw refuse("transaction_update_failed", {
      param: "settlement",
      message: `Credit of the ${side.item} ${invoice.number} settles other ${side.item}s. Take these moves back first.`,
    });
  await undo(scope, invoice, row);
  return row;
}

/**
 * Deletes a settlement with its entries, or reverses it on the first open day, so that nothing changes that
 * is in closed books: neither an entry nor what was due on a day.
 */
async function undo(
  scope: Pick<SettlementScope, "tx" | "companyId" | "now">,
  invoice: InvoiceRow,
  row: SettlementRow,
): Promise<void> {
  const { tx, companyId } = scope;
  const firstOpenDay = openDay(row.date, await closedThrough(tx, companyId));
  if (firstOpenDay === row.date) {
    await replacePostings(tx, companyId, scope.now, vouchersOf(row.id), []);
    await settlementsStore.delete(tx, companyId, row.id);
  } else await put(scope, invoice, { ...row, reversed_on: firstOpenDay });
  await describe(scope, invoice, row, true);
}

/**
 * Takes back what was a part of transactions that are payments or refunds no more: fees, and moved credit.
 * The feed is held.
 */
export async function endFees(
  tx: Tx,
  companyId: Company,
  transactions: readonly string[],
  now: UnixSeconds,
): Promise<void> {
  if (transactions.length === 0) return;
  for (const { id } of await settlementsStore.listParts(tx, companyId, transactions)) {
    // The database may have taken it back meanwhile, with the credit that another part had given.
    const part = await settlementsStore.find(tx, companyId, id);
    if (part === null || part.reversed_on !== null) continue;
    await undo({ tx, companyId, now }, await found(tx, companyId, part.invoice_id), part);
  }
}

/** Writes a settlement, and what it posts in place of what it posted. */
export async function put(
  scope: Pick<SettlementScope, "tx" | "companyId" | "now">,
  invoice: StoredInvoice,
  row: SettlementRow,
): Promise<void> {
  await settlementsStore.put(scope.tx, scope.companyId, row);
  await post(scope, invoice, row);
}

/** Posts what settles an invoice anew: its entries name the invoice and its customer. */
export async function repost(
  scope: Pick<SettlementScope, "tx" | "companyId" | "now">,
  invoice: StoredInvoice,
): Promise<void> {
  for (const row of await settlementsStore.listOfInvoices(scope.tx, scope.companyId, [invoice.id]))
    if (row.invoice_id === invoice.id) await post(scope, invoice, row);
}

function post(
  { tx, companyId, now }: Pick<SettlementScope, "tx" | "companyId" | "now">,
  invoice: StoredInvoice,
  row: SettlementRow,
): Promise<void> {
  const next = [settlementPostingOf(row, invoice), settlementReversalOf(row, invoice)];
  return replacePostings(
    tx,
    companyId,
    now,
    vouchersOf(row.id),
    next.filter((posting): posting is Posting => posting !== null),
  );
}

/** Writes a new settlement, and describes it in the audit trail. */
export async function write(
  scope: SettlementScope,
  invoice: InvoiceRow,
  row: SettlementRow,
): Promise<SettlementRow> {
  await put(scope, invoice, row);
  scope.posted.add(postedVoucherId("settlement", row.id));
  await describe(scope, invoice, row, false);
  return row;
}

const ACTIONS: Readonly<Record<SettlementKind, string>> = {
  credit_note: "credit",
  write_off: "write-off",
  fee: "fee",
  move: "apply",
  refund: "refund",
};

/** Describes a settlement in the audit trail, where one that is taken back can still be read. */
function describe(
  { tx, companyId, now }: Pick<SettlementScope, "tx" | "companyId" | "now">,
  { id: subject, number }: InvoiceRow,
  { kind, amount_cents, date, from_invoice_id, lines }: SettlementRow,
  isTakenBack: boolean,
): Promise<void> {
  const settled = `${decimalText(amount_cents)} of ${date}`;
  const { item, area } = sideOf({ id: subject });
  const debits = lines.map((line) => `${line.category_id} ${decimalText(line.amount_cents)}`);
  return describeChange(tx, companyId, {
    at: now,
    by: currentActor()?.by ?? "daybook",
    action: `${item} ${isTakenBack ? "take-back" : ACTIONS[kind]}`,
    topic: area,
    subject,
    from_state: isTakenBack ? settled : null,
    to_state: isTakenBack ? "taken back" : settled,
    note: [kind, number, from_invoice_id ?? debits.join(", ")].join("; "),
  });
}

function vouchersOf(id: string) {
  return [postedVoucherId("settlement", id), postedVoucherId("reversed_settlement", id)];
}

function exceeds(invoice: InvoiceRow, amount: number): Refusal {
  const due = Math.max(0, dueCents(invoice));
  return refuse("transaction_update_failed", {
    param: "amount",
    message: `${decimalText(cents(amount))} can't be settled: ${decimalText(cents(due))} of the ${sideOf(invoice).item} ${invoice.number} are due.`,
  });
}

function settlementsCheck(
  check: string,
  kind: "settlement" | "reversed_settlement",
  postingOf: typeof settlementPostingOf,
): SourceCheck {
  const posted = async (
    db: Queryable,
    companyId: Company,
    rows: readonly SettlementRow[],
  ): Promise<PostedSource[]> => {
    const invoices = await invoicesStore.listById(db, companyId, [
      ...new Set(rows.map(({ invoice_id }) => invoice_id)),
    ]);
    const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    return rows.map((row) => {
      const invoice = byId.get(row.invoice_id);
      const posting = invoice ? postingOf(row, invoice) : null;
      return { id: row.id, postings: posting === null ? [] : [posting] };
    });
  };
  return postedCheck({
    check,
    kind,
    listAfter: async (db, companyId, after, count) =>
      posted(db, companyId, await settlementsStore.listAfter(db, companyId, after, count)),
    listById: async (db, companyId, ids) =>
      posted(db, companyId, await settlementsStore.listById(db, companyId, ids)),
  });
}

/** The checks of `verify` that settlements are posted and reversed as they say, and no others. */
export const SETTLEMENT_CHECKS: readonly SourceCheck[] = [
  settlementsCheck("settlements_are_posted", "settlement", settlementPostingOf),
  settlementsCheck("settlements_are_reversed", "reversed_settlement", settlementReversalOf),
];
