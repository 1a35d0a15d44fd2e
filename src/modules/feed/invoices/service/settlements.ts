/**
 * Use cases on settlements: what settles an invoice besides the transactions that pay it. Credit notes,
 * write-offs and fees are booked against the claim; a move takes what was paid too much of one invoice to
 * another one of the customer. Every writer holds the company's feed.
 */
import type { Permissions } from "@daybook/words/areas";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { Refusal, refuse } from "../../../../core/errors.ts";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import { describeChange, type Queryable, type Tx } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { chartStore } from "../../../books/chart/index.ts";
import {
  closedRefusal,
  closedThrough,
  openDay,
  type PostedSource,
  postedCheck,
  postedVoucherId,
  type Posting,
  replacePostings,
  type SourceCheck,
} from "../../../books/ledger/index.ts";
import {
  beginWriting,
  checkAccountingDate,
  chosenCategory,
  chosenDepartment,
  incorporated,
} from "../../transactions/index.ts";
import type { InvoiceRow, SettlementKind, SettlementLine, SettlementRow } from "../record.ts";
import { dueCents, SETTLEMENT_TYPES, settlementPostingOf, settlementReversalOf } from "../rules.ts";
import { invoicesStore } from "../store/invoices.ts";
import { settlementsStore } from "../store/settlements.ts";

type Company = PublicId<"company">;
/** The caller: the operator of the service, or the permissions of a member. */
export type InvoiceCaller = "operator" | Permissions;

/** A debit of a settlement; the category and the department are ids or names. */
export interface NewSettlementLine {
  readonly category: string;
  readonly department: string | null;
  /** Null for all that is due, in the only line of a write-off. */
  readonly amount_cents: Cents | null;
  readonly description: string | null;
}

/** A credit note, a write-off or a fee. The invoice is named by its id or its number. */
export interface NewSettlement {
  readonly kind: Exclude<SettlementKind, "move">;
  readonly invoice: string;
  /** Null for today. */
  readonly date: CivilDate | null;
  readonly note: string;
  readonly lines: readonly NewSettlementLine[];
  /** The poster's own name of a credit note or a write-off, which is then made once. */
  readonly reference?: string | null;
  /** The payment from which a fee was kept. */
  readonly transaction_id?: PublicId<"transaction"> | null;
}

/** An invoice that takes from a payment or from the credit of another one; null takes what is due. */
export interface Share {
  readonly invoice: string;
  readonly amount_cents: Cents | null;
}

/** A payment for one or several invoices, and the fees that were kept from it. */
export interface Receipt {
  readonly transaction: string;
  /** What is left of the payment stays on the first one, as the customer's credit. */
  readonly invoices: readonly [Share, ...Share[]];
  readonly fees: readonly (NewSettlementLine & { readonly amount_cents: Cents })[];
}

export interface SettlementScope {
  readonly tx: Tx;
  readonly ids: Ids;
  readonly companyId: Company;
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/**
 * Makes a credit note, a write-off or a fee. One that was made under the same reference is given back if it
 * is the same. Refuses `idempotency_key_conflict` if it is another one.
 */
export async function settle(scope: SettlementScope, given: NewSettlement): Promise<SettlementRow> {
  const { tx, companyId, today } = scope;
  await beginWriting(tx, companyId, scope.now);
  const reference = given.reference ?? null;
  const former = reference === null ? null : await settlementsStore.findReference(tx, companyId, reference);
  if (former !== null) return checkedRepeat(scope, given, former);
  const invoice = await openInvoice(tx, companyId, given.invoice);
  const date = await checkedDate(scope, given.date ?? today, [invoice]);
  const due = dueCents(invoice);
  if (given.kind !== "credit_note" && due <= 0)
    throw refuse("transaction_update_failed", {
      param: "invoice",
      message: `Nothing is due of the invoice ${invoice.number}.`,
    });
  const lines = await linesOf(scope, given.lines, due);
  if (lines.some(({ category_id }) => category_id === invoice.receivable_category_id))
    throw refuse("invalid_request", {
      param: "line",
      message: `${invoice.receivable_category_id} is the category of the claim itself. Name what the claim is settled by.`,
    });
  const amount = lines.reduce((sum, line) => sum + line.amount_cents, 0);
  if (given.kind === "credit_note") {
    // What is written off was never paid, so a credit note for it would be a credit of nothing.
    const noted = await settlementsStore.creditedBy(tx, companyId, invoice.id, ["credit_note", "write_off"]);
    if (noted + amount > invoice.total_cents)
      throw refuse("transaction_update_failed", {
        param: "amount",
        message: `The invoice ${invoice.number} is for ${decimalText(invoice.total_cents)}, of which ${decimalText(cents(noted))} are credited or written off already. A credit note can't exceed the rest.`,
      });
  } else if (amount > due) throw exceeds(invoice, amount);
  return write(scope, invoice, {
    id: scope.ids.next("settlement"),
    kind: given.kind,
    invoice_id: invoice.id,
    from_invoice_id: null,
    date,
    amount_cents: cents(amount),
    note: given.note,
    reversed_on: null,
    transaction_id: given.transaction_id ?? null,
    reference,
    created: scope.now,
    lines,
  });
}

/** The settlement that was made under the reference, if it is the one that is asked for. */
async function checkedRepeat(
  scope: SettlementScope,
  given: NewSettlement,
  former: SettlementRow,
): Promise<SettlementRow> {
  const invoice = await findInvoice(scope.tx, scope.companyId, given.invoice);
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

/** Moves the credit of one invoice to another one of the customer; `amount` null moves as much as fits. */
export async function move(
  scope: SettlementScope,
  from: string,
  to: Share,
  given: CivilDate | null,
): Promise<SettlementRow> {
  const { tx, companyId, today } = scope;
  await beginWriting(tx, companyId, scope.now);
  const source = await openInvoice(tx, companyId, from);
  const target = await openInvoice(tx, companyId, to.invoice);
  const date = await checkedDate(scope, given ?? today, [source, target]);
  return moveBetween(scope, source, target, to.amount_cents, date);
}

export async function moveBetween(
  scope: SettlementScope,
  source: InvoiceRow,
  target: InvoiceRow,
  wanted: Cents | null,
  date: CivilDate,
): Promise<SettlementRow> {
  const credit = -dueCents(source);
  const due = dueCents(target);
  const amount = wanted ?? Math.min(credit, due);
  const against = (message: string): Refusal =>
    refuse("transaction_update_failed", { param: "invoice", message });
  if (source.id === target.id) throw against("A credit can't be moved to its own invoice.");
  if (source.customer_name.toLowerCase() !== target.customer_name.toLowerCase())
    throw against(
      `The invoice ${source.number} is of ${source.customer_name} and ${target.number} of ${target.customer_name}. A credit settles invoices of its own customer.`,
    );
  if (source.receivable_category_id !== target.receivable_category_id)
    throw against(
      `The invoices ${source.number} and ${target.number} are booked on different receivables. Post an entry between these instead.`,
    );
  if (credit <= 0) throw against(`The invoice ${source.number} has no credit: nothing is paid too much.`);
  if (amount > credit)
    throw against(`The invoice ${source.number} has a credit of only ${decimalText(cents(credit))}.`);
  if (amount <= 0 || amount > due) throw exceeds(target, amount);
  return write(scope, target, {
    id: scope.ids.next("settlement"),
    kind: "move",
    invoice_id: target.id,
    from_invoice_id: source.id,
    date,
    amount_cents: cents(amount),
    note: "",
    reversed_on: null,
    transaction_id: null,
    reference: null,
    created: scope.now,
    lines: [],
  });
}

/**
 * Takes a settlement back: it is deleted with its entries, or these are reversed on the first open day if
 * they are in closed books.
 */
export async function takeBack(scope: SettlementScope, id: string): Promise<InvoiceRow> {
  const { tx, companyId } = scope;
  await beginWriting(tx, companyId, scope.now);
  const row = await settlementsStore.find(tx, companyId, id);
  if (row === null || row.reversed_on !== null)
    throw refuse("resource_missing", {
      param: "settlement",
      message: `The company has no settlement ${id}.`,
      ways: [{ see: "getInvoice" }],
    });
  const invoice = await found(tx, companyId, row.invoice_id);
  if (invoice.moved_cents > 0 && dueCents(invoice) + row.amount_cents > 0)
    throw refuse("transaction_update_failed", {
      param: "settlement",
      message: `Credit of the invoice ${invoice.number} settles other invoices. Take these moves back first.`,
    });
  await undo(scope, invoice, row);
  return found(tx, companyId, invoice.id);
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

/** Takes the fees back that were kept from transactions that are payments no more. The feed is held. */
export async function endFees(
  tx: Tx,
  companyId: Company,
  transactions: readonly string[],
  now: UnixSeconds,
): Promise<void> {
  if (transactions.length === 0) return;
  for (const fee of await settlementsStore.listFees(tx, companyId, transactions))
    await undo({ tx, companyId, now }, await found(tx, companyId, fee.invoice_id), fee);
}

/** Writes a settlement, and what it posts in place of what it posted. */
export async function put(
  { tx, companyId, now }: Pick<SettlementScope, "tx" | "companyId" | "now">,
  invoice: InvoiceRow,
  row: SettlementRow,
): Promise<void> {
  await settlementsStore.put(tx, companyId, row);
  const next = [settlementPostingOf(row, invoice), settlementReversalOf(row, invoice)];
  await replacePostings(
    tx,
    companyId,
    now,
    vouchersOf(row.id),
    next.filter((posting): posting is Posting => posting !== null),
  );
}

async function write(
  scope: SettlementScope,
  invoice: InvoiceRow,
  row: SettlementRow,
): Promise<SettlementRow> {
  await put(scope, invoice, row);
  await describe(scope, invoice, row, false);
  return row;
}

const ACTIONS: Readonly<Record<SettlementKind, string>> = {
  credit_note: "invoice credit",
  write_off: "invoice write-off",
  fee: "invoice fee",
  move: "invoice apply",
};

/** Describes a settlement in the audit trail, where one that is taken back can still be read. */
function describe(
  { tx, companyId, now }: Pick<SettlementScope, "tx" | "companyId" | "now">,
  { id: subject, number }: InvoiceRow,
  { kind, amount_cents, date, from_invoice_id, lines }: SettlementRow,
  isTakenBack: boolean,
): Promise<void> {
  const settled = `${decimalText(amount_cents)} of ${date}`;
  const debits = lines.map((line) => `${line.category_id} ${decimalText(line.amount_cents)}`);
  return describeChange(tx, companyId, {
    at: now,
    by: currentActor()?.by ?? "daybook",
    action: isTakenBack ? "invoice take-back" : ACTIONS[kind],
    topic: "invoices",
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
    message: `${decimalText(cents(amount))} can't be settled: ${decimalText(cents(due))} of the invoice ${invoice.number} are due.`,
  });
}

export function laterOf(a: CivilDate, b: CivilDate): CivilDate {
  return a < b ? b : a;
}

export async function found(db: Queryable, companyId: Company, id: string): Promise<InvoiceRow> {
  const row = await invoicesStore.find(db, companyId, id);
  if (row === null) throw missing(id);
  return row;
}

function missing(name: string): Refusal {
  return refuse("resource_missing", {
    param: "invoice",
    message: `The company has no invoice ${name}.`,
    ways: [{ see: "listInvoices" }],
  });
}

/** The invoice with this id or number. Refuses `resource_missing`. */
export async function findInvoice(db: Queryable, companyId: Company, name: string): Promise<InvoiceRow> {
  const id = (await invoicesStore.findNumber(db, companyId, name)) ?? name;
  const row = await invoicesStore.find(db, companyId, id);
  if (row === null) throw missing(name);
  return row;
}

export async function openInvoice(tx: Tx, companyId: Company, name: string): Promise<InvoiceRow> {
  const row = await findInvoice(tx, companyId, name);
  if (row.state !== "open")
    throw refuse("transaction_update_failed", {
      param: "invoice",
      message: `The invoice ${row.number} is ${row.state === "void" ? "void" : "a draft"}, so nothing can settle it.`,
    });
  return row;
}

/** Returns the day, or refuses one that is closed, out of bounds or before an invoice was issued. */
export async function checkedDate(
  { tx, companyId, today }: SettlementScope,
  date: CivilDate,
  invoices: readonly InvoiceRow[],
): Promise<CivilDate> {
  checkAccountingDate(date, await incorporated(tx, companyId), today, "date");
  const through = await closedThrough(tx, companyId);
  if (through !== null && date <= through) throw closedRefusal(date, through, "date");
  const later = invoices.find(({ issue_date }) => issue_date > date);
  if (later)
    throw refuse("transaction_update_failed", {
      param: "date",
      message: `The invoice ${later.number} was issued on ${later.issue_date}, and can't be settled before that.`,
    });
  return date;
}

export async function linesOf(
  { tx, companyId }: SettlementScope,
  given: readonly NewSettlementLine[],
  due: number,
): Promise<SettlementLine[]> {
  const wrong = (message: string): Refusal => refuse("invalid_request", { param: "line", message });
  if (given.length === 0) throw wrong("Give a category and an amount.");
  const categories = await chartStore.listCategories(tx, companyId);
  const departments = await chartStore.listDepartments(tx, companyId);
  const lines: SettlementLine[] = [];
  for (const { category, department, amount_cents: wanted, description } of given) {
    const amount_cents = wanted ?? cents(due);
    if (amount_cents <= 0) throw wrong("The amount of a line must be more than 0.");
    lines.push({
      category_id: await chosenCategory(
        tx,
        companyId,
        idOf(categories, category),
        "line",
        SETTLEMENT_TYPES,
      ).catch(
        because(`${category} can't be debited here: name a category that has no children and is not cash.`),
      ),
      department_id:
        department === null
          ? null
          : await chosenDepartment(tx, companyId, idOf(departments, department), "line").catch(
              because(`The company has no department ${department} that can be chosen.`),
            ),
      amount_cents,
      description,
    });
  }
  return lines;
}

/** Gives a refusal for a missing record a sentence that says what to do. */
function because(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refusal && error.code === "resource_missing")
      throw refuse("resource_missing", { param: "line", message });
    throw error;
  };
}

/** The id of the only record with this name; otherwise the text itself, as an id. */
function idOf(rows: readonly { readonly id: string; readonly name: string }[], text: string): string {
  const named = rows.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  return named.length === 1 ? (named[0]?.id ?? text) : text;
}

/** Refuses a member who may not manage invoices and, for payments, transactions. */
export function checkCaller(caller: InvoiceCaller, areas: readonly ("invoices" | "transactions")[]): void {
  if (caller !== "operator" && areas.some((area) => caller[area] !== "manage"))
    throw refuse("insufficient_permission", {
      message: `This needs \`manage\` for ${areas.map((area) => `\`${area}\``).join(" and ")}.`,
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
