/**
 * Use cases on invoices: issuing, voiding, and matching with the transactions that pay them. Invariants:
 * every writer holds the company's feed, so writers of invoices and of their payments take turns; an open
 * invoice has a posting and no other has one; an invoice changes together with its payments or not at all.
 */
import type { CompanyFor } from "@daybook/words/areas";
import { checkDateOrder } from "../../../../contract/params.ts";
import type { Cents } from "@daybook/words/cents";
import { addDays, type CivilDate, type UnixSeconds } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import {
  type Db,
  describeChange,
  type Queryable,
  type QueryOf,
  type Tx,
} from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { categoriesOfRoles } from "../../../books/chart/index.ts";
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
  type Claim,
  incorporated,
  type PayableRow,
  payInvoice,
  paymentsStore,
  takeBackPayments,
} from "../../transactions/index.ts";
import type { InvoiceLine, InvoiceRow, SettlementRow, StoredInvoice } from "../record.ts";
import { lineCents } from "@daybook/words/invoice-lines";
import { dueCents, INVOICE, LINE_TYPES, numberAfter, postingOf, reversalOf, totalOf } from "../rules.ts";
import { settlementsStore } from "../store/settlements.ts";
import { type InvoiceConditions, invoicesStore } from "../store/invoices.ts";
import { type Ageing, ageing, type InvoicedCompany } from "./ageing.ts";
import { receive } from "./receive.ts";
import {
  checkCaller,
  endFees,
  findInvoice,
  type InvoiceCaller,
  move,
  type NewSettlement,
  type Receipt,
  settle,
  SETTLEMENT_CHECKS,
  type SettlementScope,
  type Share,
  takeBack,
} from "./settlements.ts";

type Company = PublicId<"company">;

/** A payment in advance is looked for this long before the day of issue. */
const DAYS_IN_ADVANCE = 60;

/** A line that is asked for. */
export interface NewLine {
  readonly description: string;
  readonly quantity_ten_thousandths: number;
  readonly unit_amount_cents: Cents;
  /** The stated amount of the line; null if not given. */
  readonly amount_cents: number | null;
  /** Null for the company's sales. */
  readonly category_id: string | null;
}

/** An invoice that is to be issued. */
export interface NewInvoice {
  /** Null for the next one of the company's own series. */
  readonly number: string | null;
  readonly customer_name: string;
  readonly customer_email: string | null;
  readonly issue_date: CivilDate;
  readonly due_date: CivilDate;
  readonly line_items: readonly NewLine[];
}

/** The time of a request, and the accounting day at that time. */
export interface RequestTime {
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/** The filters and the page of a list of invoices. */
export type InvoiceQuery = QueryOf<typeof invoicesStore.pages>;

export interface InvoicesService {
  /** Up to `limit` + 1 invoices, latest issue first. Refuses `invalid_date_range` and `resource_missing`. */
  list(companyId: InvoicedCompany, query: InvoiceQuery): Promise<InvoiceRow[]>;
  /** The same of the invoices that meet conditions. Refuses as `list` does. */
  search(
    companyId: InvoicedCompany,
    query: InvoiceConditions & { readonly limit: number; readonly starting_after: string | null },
  ): Promise<InvoiceRow[]>;
  /** Refuses `resource_missing`. */
  get(companyId: InvoicedCompany, id: string): Promise<InvoiceRow>;
  /**
   * Issues an invoice. Refuses `invalid_request`, `resource_missing` for a line's category, and
   * `transaction_update_failed` for the day of issue.
   */
  issue(companyId: Company, invoice: NewInvoice, at: RequestTime): Promise<InvoiceRow>;
  /**
   * Takes an invoice out of the books for good: its entries are deleted, or reversed on the first open day if
   * they are in closed books. Refuses `resource_missing`, and `transaction_update_failed`
   * while transactions pay it.
   */
  void(companyId: Company, id: string, now: UnixSeconds): Promise<InvoiceRow>;
  /**
   * Matches a transaction as a payment of an invoice. Refuses `resource_missing` and
   * `transaction_update_failed`.
   */
  match(companyId: Company, id: string, transaction: string, now: UnixSeconds): Promise<InvoiceRow>;
  /**
   * Makes a credit note, a write-off or a fee. Refuses `insufficient_permission`, `invalid_request`,
   * `resource_missing` and `transaction_update_failed`.
   */
  settle(
    companyId: Company,
    settlement: NewSettlement,
    at: RequestTime,
    caller: InvoiceCaller,
  ): Promise<InvoiceRow>;
  /** Moves the credit of an invoice to another one of the customer. Refuses as `settle` does. */
  move(
    companyId: Company,
    from: string,
    to: Share & { readonly date: CivilDate | null },
    at: RequestTime,
    caller: InvoiceCaller,
  ): Promise<InvoiceRow>;
  /**
   * Books a payment on one or several invoices, with the fees that were kept from it; what is over stays on
   * the first one as the customer's credit. Refuses as `settle` does.
   */
  receive(
    companyId: Company,
    receipt: Receipt,
    at: RequestTime,
    caller: InvoiceCaller,
  ): Promise<InvoiceRow[]>;
  /** Takes a settlement back. Refuses as `settle` does. */
  takeBack(companyId: Company, id: string, at: RequestTime, caller: InvoiceCaller): Promise<InvoiceRow>;
  /** Voids an invoice by its reversal on a day after its issue. Refuses as `void` and `settle` do. */
  reverse(
    companyId: Company,
    invoice: string,
    on: CivilDate,
    at: RequestTime,
    caller: InvoiceCaller,
  ): Promise<InvoiceRow>;
  /** An invoice, by its id or number, with its settlements. Refuses `resource_missing`. */
  show(companyId: InvoicedCompany, invoice: string): Promise<ShownInvoice>;
  /**
   * Transactions that could pay what is due of an invoice, the likeliest first; none if it has no entries.
   * Refuses `resource_missing`.
   */
  listPayable(
    companyId: CompanyFor<"invoices:view" | "transactions:view">,
    id: string,
  ): Promise<PayableRow[]>;
  /** Receivables by age at the end of a day. */
  ageing(companyId: InvoicedCompany, date: CivilDate): Promise<Ageing>;
  /** Takes the payment by one transaction back, or by all where it is null. Refuses `resource_missing`. */
  unmatch(companyId: Company, id: string, transaction: string | null, now: UnixSeconds): Promise<InvoiceRow>;
}

/** An invoice with what settles it and what was moved from it. */
export interface ShownInvoice {
  readonly invoice: InvoiceRow;
  readonly settlements: readonly SettlementRow[];
}

/** The dependencies of the service. */
interface InvoicesNeeds {
  readonly db: Db;
  readonly ids: Ids;
}

export function invoicesService({ db, ids }: InvoicesNeeds): InvoicesService {
  /** Runs a change in one transaction, if the caller may manage these areas. */
  const changing = <R>(
    companyId: Company,
    at: RequestTime,
    {
      caller,
      areas,
    }: { readonly caller: InvoiceCaller; readonly areas: readonly ("invoices" | "transactions")[] },
    change: (scope: SettlementScope) => Promise<R>,
  ): Promise<R> => {
    checkCaller(caller, areas);
    return db.transaction((tx) => change({ tx, ids, companyId, ...at }));
  };
  return {
    settle: (companyId, settlement, at, caller) =>
      changing(companyId, at, { caller, areas: ["invoices"] }, async (scope) =>
        found(scope.tx, companyId, (await settle(scope, settlement)).invoice_id),
      ),
    move: (companyId, from, { date, ...to }, at, caller) =>
      changing(companyId, at, { caller, areas: ["invoices"] }, async (scope) =>
        found(scope.tx, companyId, (await move(scope, from, to, date)).invoice_id),
      ),
    receive: (companyId, receipt, at, caller) =>
      changing(companyId, at, { caller, areas: ["invoices", "transactions"] }, (scope) =>
        receive(scope, receipt),
      ),
    takeBack: (companyId, id, at, caller) =>
      changing(companyId, at, { caller, areas: ["invoices"] }, (scope) => takeBack(scope, id)),
    reverse: (companyId, invoice, on, at, caller) =>
      changing(companyId, at, { caller, areas: ["invoices"] }, async ({ tx, now, today }) => {
        const { id, number, issue_date } = await findInvoice(tx, companyId, invoice);
        checkAccountingDate(on, await incorporated(tx, companyId), today, "date");
        const through = await closedThrough(tx, companyId);
        if (through !== null && on <= through) throw closedRefusal(on, through, "date");
        if (on < issue_date)
          throw refuse("transaction_update_failed", {
            param: "date",
            message: `The invoice ${number} was issued on ${issue_date}, and can't be reversed before that.`,
          });
        return voidInvoice(tx, companyId, id, now, on);
      }),
    async show(companyId, name) {
      const invoice = await findInvoice(db, companyId, name);
      return { invoice, settlements: await settlementsStore.listOfInvoice(db, companyId, invoice.id) };
    },
    async listPayable(companyId, id) {
      const row = await found(db, companyId, id);
      if (INVOICE.next(row.state, "pay", row) === null) return [];
      const since = addDays(row.issue_date, -DAYS_IN_ADVANCE);
      const due = dueCents(row);
      return paymentsStore.listPayable(db, companyId, {
        since,
        dueDate: row.due_date,
        due,
        count: LIMITS.payment_candidates.value,
      });
    },
    ageing: (companyId, date) => ageing(db, companyId, date),
    async list(companyId, query) {
      checkDateOrder(query);
      const after = await invoicesStore.pages.cursorRecord(query, (id) =>
        invoicesStore.find(db, companyId, id),
      );
      return invoicesStore.pages.list(db, companyId, query, after);
    },
    async search(companyId, query) {
      checkDateOrder(query);
      const { starting_after, limit } = query;
      const after = starting_after === null ? null : await found(db, companyId, starting_after);
      return invoicesStore.search(db, companyId, query, { after, count: limit + 1 });
    },
    get: (companyId, id) => found(db, companyId, id),
    issue: (companyId, invoice, at) => db.transaction((tx) => issue(tx, ids, companyId, invoice, at)),
    void: (companyId, id, now) => db.transaction((tx) => voidInvoice(tx, companyId, id, now)),
    match: (companyId, id, transaction, now) =>
      db.transaction((tx) => match(tx, companyId, id, transaction, now)),
    unmatch: (companyId, id, transaction, now) =>
      db.transaction((tx) => unmatch(tx, ids, companyId, id, transaction, now)),
  };
}

async function found(db: Queryable, companyId: Company, id: string): Promise<InvoiceRow> {
  const row = await invoicesStore.find(db, companyId, id);
  if (row === null) throw refuse("resource_missing");
  return row;
}

async function issue(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  invoice: NewInvoice,
  { now, today }: RequestTime,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  checkAccountingDate(invoice.issue_date, await incorporated(tx, companyId), today, "issue_date");
  const through = await closedThrough(tx, companyId);
  if (through !== null && invoice.issue_date <= through)
    throw closedRefusal(invoice.issue_date, through, "issue_date");
  const number = invoice.number ?? numberAfter(await invoicesStore.findLastCount(tx, companyId));
  const holder = await invoicesStore.findNumber(tx, companyId, number);
  if (holder !== null)
    throw refuse("invalid_request", {
      param: "number",
      message: `The number ${number} is used by ${holder}. Choose another one.`,
    });
  const { customer_name, customer_email, issue_date, due_date } = invoice;
  const { accounts_receivable: receivable_category_id } = await categoriesOfRoles(
    tx,
    companyId,
    ["accounts_receivable"],
    { ids, now },
  );
  const line_items = await linesOf(tx, ids, companyId, invoice.line_items, now);
  const total_cents = present(totalOf(line_items), "a total beyond the largest amount was let through");
  const row: StoredInvoice = {
    id: ids.next("invoice"),
    number,
    customer_name,
    customer_email,
    state: "open",
    issue_date,
    due_date,
    voided_on: null,
    receivable_category_id,
    total_cents,
    created: now,
    updated,
    line_items,
  };
  await putInvoice(tx, companyId, row, now);
  return found(tx, companyId, row.id);
}

/** The open invoices among some, as claims that are paid. */
export async function findClaims(tx: Tx, companyId: Company, invoices: readonly string[]): Promise<Claim[]> {
  const rows = await invoicesStore.listById(tx, companyId, invoices);
  return rows.filter(({ state }) => state === "open").map(claimOf);
}

function claimOf(row: InvoiceRow): Claim {
  const { id, number, receivable_category_id } = row;
  return { id, number, receivable_category_id, due_cents: dueCents(row) };
}

/** Writes an invoice, and what it posts in place of what it posted. */
export async function putInvoice(
  tx: Tx,
  companyId: Company,
  row: StoredInvoice,
  now: UnixSeconds,
): Promise<void> {
  await invoicesStore.put(tx, companyId, row);
  const next = [postingOf(row), reversalOf(row)].filter((posting): posting is Posting => posting !== null);
  const former = [postedVoucherId("invoice", row.id), postedVoucherId("voided_invoice", row.id)];
  await replacePostings(tx, companyId, now, former, next);
}

async function linesOf(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  lines: readonly NewLine[],
  now: UnixSeconds,
): Promise<InvoiceLine[]> {
  const amounts = amountsOf(lines);
  const categories = new Map<string | null, PublicId<"category">>();
  for (const wanted of new Set(lines.map(({ category_id }) => category_id))) {
    categories.set(
      wanted,
      wanted === null
        ? (await categoriesOfRoles(tx, companyId, ["sales"], { ids, now })).sales
        : await chosenCategory(tx, companyId, wanted, "line_items", LINE_TYPES),
    );
  }
  return lines.map(({ description, quantity_ten_thousandths, unit_amount_cents, category_id }, index) => ({
    description,
    quantity_ten_thousandths,
    unit_amount_cents,
    amount_cents: present(amounts[index], "a line without an amount"),
    category_id: present(categories.get(category_id), "a line without a category"),
  }));
}

/** The amounts of lines. Refuses `invalid_request` for lines that can't be billed. */
function amountsOf(lines: readonly NewLine[]): Cents[] {
  const wrong = (message: string) => refuse("invalid_request", { param: "line_items", message });
  const amounts = lines.map(({ quantity_ten_thousandths, unit_amount_cents, amount_cents }, index) => {
    const amount = lineCents(quantity_ten_thousandths, unit_amount_cents);
    if (amount === null) throw wrong(`Line ${index + 1} amounts to more than an invoice can hold.`);
    if (amount_cents !== null && amount_cents !== amount)
      throw wrong(`Line ${index + 1} amounts to ${amount} cents, not ${amount_cents}.`);
    return amount;
  });
  const total = totalOf(amounts.map((amount_cents) => ({ amount_cents })));
  if (total === null) throw wrong("The lines sum to more than an invoice can hold.");
  if (total <= 0) throw wrong(`The lines sum to ${total} cents. An invoice must be for more than 0.`);
  return amounts;
}

/** Voids an invoice. `on` is the day of its reversal; null deletes its entries, unless they are closed. */
async function voidInvoice(
  tx: Tx,
  companyId: Company,
  id: string,
  now: UnixSeconds,
  on: CivilDate | null = null,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  const row = await found(tx, companyId, id);
  if (row.state === "void") return row;
  const state = INVOICE.next(row.state, "void", row);
  if (state === null) {
    throw refuse("transaction_update_failed", {
      message:
        row.matched_transaction_ids.length > 0
          ? `The invoice is paid by ${row.matched_transaction_ids.join(", ")}. Unmatch these transactions first.`
          : "The invoice is settled by credits. Take these back first.",
    });
  }
  const firstOpenDay = on ?? openDay(row.issue_date, await closedThrough(tx, companyId));
  const voided_on = row.state === "open" && firstOpenDay !== row.issue_date ? firstOpenDay : null;
  await putInvoice(tx, companyId, { ...row, state, voided_on, updated }, now);
  await describeChange(tx, companyId, {
    at: now,
    by: currentActor()?.by ?? "daybook",
    action: "invoice void",
    topic: "invoices",
    subject: row.id,
    from_state: row.state,
    to_state: state,
    note: `${row.number}; ${decimalText(row.total_cents)} of ${row.issue_date}; ${voided_on === null ? "entries deleted" : `reversed on ${voided_on}`}`,
  });
  return found(tx, companyId, id);
}

async function match(
  tx: Tx,
  companyId: Company,
  id: string,
  transaction: string,
  now: UnixSeconds,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  const row = await found(tx, companyId, id);
  if (INVOICE.next(row.state, "pay", row) === null)
    throw refuse("transaction_update_failed", { message: `The invoice is ${row.state}, so nothing is due.` });
  await payInvoice(tx, companyId, transaction, claimOf(row), { now, updated });
  return found(tx, companyId, id);
}

async function unmatch(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  id: string,
  transaction: string | null,
  now: UnixSeconds,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  const { matched_transaction_ids: matched } = await found(tx, companyId, id);
  const payments = transaction === null ? matched : matched.filter((payment) => payment === transaction);
  if (transaction !== null && payments.length === 0)
    throw refuse("resource_missing", { param: "transaction_id" });
  await takeBackPayments(tx, ids, companyId, payments, { now, updated });
  await endFees(tx, companyId, payments, now);
  return found(tx, companyId, id);
}

/** Makes a check of `verify` that exactly the postings of one kind are in the journal. */
function invoicesCheck(
  check: string,
  kind: "invoice" | "voided_invoice",
  posting: (row: InvoiceRow) => Posting | null,
): SourceCheck {
  const postedOf = (row: InvoiceRow): PostedSource => ({
    id: row.id,
    postings: [posting(row)].filter((each) => each !== null),
  });
  return postedCheck({
    check,
    kind,
    listAfter: async (db, companyId, after, count) =>
      (await invoicesStore.listAfter(db, companyId, after, count)).map(postedOf),
    listById: async (db, companyId, ids) => (await invoicesStore.listById(db, companyId, ids)).map(postedOf),
  });
}

/** The checks of `verify` on invoices: open and reversed ones are posted, and no others. */
export const INVOICE_CHECKS: readonly SourceCheck[] = [
  invoicesCheck("invoices_are_posted", "invoice", postingOf),
  invoicesCheck("void_invoices_are_reversed", "voided_invoice", reversalOf),
  ...SETTLEMENT_CHECKS,
];
