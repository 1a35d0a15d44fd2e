/**
 * Use cases on invoices or on bills, each a service of one side: issuing, voiding, and matching with the
 * transactions that pay them. Invariants: every writer holds the company's feed, so writers of items and of
 * their payments take turns; an open item has a posting and no other has one; an item changes together with
 * its payments or not at all; a service finds no item of the other side.
 */
import type { CompanyFor } from "@daybook/words/areas";
import { checkDateOrder } from "../../../../contract/params.ts";
import { cents } from "@daybook/words/cents";
import { addDays, type CivilDate, type UnixSeconds } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { refuse } from "../../../../core/errors.ts";
import { MOST_CENTS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import {
  type Db,
  describeChange,
  type Queryable,
  type QueryOf,
  transactionOrPreview,
  type Tx,
} from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import {
  closedRefusal,
  closedThrough,
  openDay,
  type PostedSource,
  postedCheck,
  type Posting,
  type SourceCheck,
} from "../../../books/ledger/index.ts";
import {
  beginWriting,
  checkAccountingDate,
  type Claim,
  incorporated,
  type PayableRow,
  payInvoice,
  paymentsStore,
  takeBackPayments,
} from "../../transactions/index.ts";
import type { InvoiceRow, SettlementRow } from "../record.ts";
import { claimOf, dueCents, INVOICE, postingOf, reversalOf, settledFrom } from "../rules/index.ts";
import { PAYABLE, RECEIVABLE, type Side } from "../rules/sides.ts";
import { type InvoiceConditions, invoicesStore } from "../store/invoices.ts";
import { settlementsStore } from "../store/settlements.ts";
import { type Ageing, ageing, type CompanyOf } from "./ageing.ts";
import {
  checkCaller,
  findInvoice,
  type InvoiceCaller,
  type NewSettlement,
  type Receipt,
  type Refund,
  type RequestTime,
  type SettlementScope,
  type Share,
} from "./checks.ts";
import { issue, type NewInvoice, putInvoice } from "./issue.ts";
import { entryLinesOf, type OpenedInvoice, openedInvoices, type Settled } from "./opened.ts";
import { type NewOpening, type OpenedItems, openItems } from "./opening.ts";
import { receive } from "./receive.ts";
import { refund } from "./refund.ts";
import { endFees, move, settle, SETTLEMENT_CHECKS, takeBack } from "./settlements.ts";
import { SUM_CHECKS } from "./verify.ts";

type Company = PublicId<"company">;

/** A payment in advance is looked for this long before the day of issue. */
const DAYS_IN_ADVANCE = 60;

/** The filters and the page of a list of items. */
export type InvoiceQuery = QueryOf<(typeof invoicesStore.pages)["receivable"]>;

export interface ItemsService<A extends Side["area"]> {
  /** Up to `limit` + 1 invoices, latest issue first. Refuses `invalid_date_range` and `resource_missing`. */
  list(companyId: CompanyOf<A>, query: InvoiceQuery): Promise<InvoiceRow[]>;
  /** The same of the invoices that meet conditions. Refuses as `list` does. */
  search(
    companyId: CompanyOf<A>,
    query: InvoiceConditions & { readonly limit: number; readonly starting_after: string | null },
  ): Promise<InvoiceRow[]>;
  /** Refuses `resource_missing`. */
  get(companyId: CompanyOf<A>, id: string): Promise<InvoiceRow>;
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
  // With `isPreview`, a change of settlements is checked, made, answered, and then rolled back.
  /**
   * Makes a credit note, a write-off or a fee. Refuses `insufficient_permission`, `invalid_request`,
   * `resource_missing` and `transaction_update_failed`.
   */
  settle(
    companyId: Company,
    settlement: NewSettlement,
    at: RequestTime,
    caller: InvoiceCaller,
    isPreview?: boolean,
  ): Promise<Settled>;
  /**
   * Moves the credit of an invoice to another one of the customer; answers with both, the other one first.
   * Refuses as `settle` does.
   */
  move(
    companyId: Company,
    from: string,
    to: Share & { readonly date: CivilDate | null },
    at: RequestTime,
    caller: InvoiceCaller,
    isPreview?: boolean,
  ): Promise<Settled>;
  /**
   * Books a payment on one or several invoices, with the fees that were kept from it; what is over stays on
   * the first one as the customer's credit. Refuses as `settle` does.
   */
  receive(
    companyId: Company,
    receipt: Receipt,
    at: RequestTime,
    caller: InvoiceCaller,
    isPreview?: boolean,
  ): Promise<Settled>;
  /**
   * Books a refund of what a customer paid too much, by a transaction or on a day. Refuses as `settle` does.
   */
  refund(
    companyId: Company,
    refund: Refund,
    at: RequestTime,
    caller: InvoiceCaller,
    isPreview?: boolean,
  ): Promise<Settled>;
  /**
   * Takes a settlement back; answers with the invoice that it had settled, and that of its credit. Refuses as
   * `settle` does.
   */
  takeBack(
    companyId: Company,
    id: string,
    at: RequestTime,
    caller: InvoiceCaller,
    isPreview?: boolean,
  ): Promise<Settled>;
  /** Voids an invoice by its reversal on a day after its issue. Refuses as `void` and `settle` do. */
  reverse(
    companyId: Company,
    invoice: string,
    on: CivilDate,
    at: RequestTime,
    caller: InvoiceCaller,
  ): Promise<InvoiceRow>;
  /**
   * Brings in items that are open at the end of a day and part of the ledger's claims, or none. Refuses
   * `insufficient_permission`, `invalid_request` and `transaction_update_failed`.
   */
  bringIn(
    companyId: Company,
    opening: NewOpening,
    at: RequestTime,
    caller: InvoiceCaller,
    isPreview?: boolean,
  ): Promise<OpenedItems>;
  /** An invoice, by its id or number, with all that pays and settles it. Refuses `resource_missing`. */
  show(companyId: CompanyOf<A>, invoice: string, param?: string): Promise<OpenedInvoice>;
  /**
   * Transactions that could pay what is due of an invoice, alone or with others, or refund its credit, the
   * likeliest first; none if it has no entries. Refuses `resource_missing`.
   */
  listPayable(
    companyId: CompanyFor<`${A}:view` | "transactions:view">,
    id: string,
    purpose: "match" | "receive" | "refund",
  ): Promise<PayableRow[]>;
  /** Receivables by age at the end of a day. */
  ageing(companyId: CompanyOf<A>, date: CivilDate): Promise<Ageing>;
  /** Takes the payment by one transaction back, or by all where it is null. Refuses `resource_missing`. */
  unmatch(companyId: Company, id: string, transaction: string | null, now: UnixSeconds): Promise<InvoiceRow>;
}

/** The services of the two sides. */
export type InvoicesService = ItemsService<"invoices">;
export type BillsService = ItemsService<"bills">;

/** The dependencies of the service. */
interface InvoicesNeeds {
  readonly db: Db;
  readonly ids: Ids;
}

/** Who asks for a change of settlements. */
interface Asking {
  readonly caller: InvoiceCaller;
  /** True if it changes transactions too. */
  readonly isPayment?: boolean;
  readonly isPreview: boolean | undefined;
}

/** The invoice that a settlement settles, and that of the credit. */
function invoicesOf({ invoice_id, from_invoice_id }: SettlementRow): string[] {
  return from_invoice_id === null ? [invoice_id] : [invoice_id, from_invoice_id];
}

/** Makes the services of both sides. */
export function itemServices(needs: InvoicesNeeds): {
  readonly invoices: InvoicesService;
  readonly bills: BillsService;
} {
  return { invoices: itemsService(needs, RECEIVABLE), bills: itemsService(needs, PAYABLE) };
}

function itemsService({ db, ids }: InvoicesNeeds, side: Side): ItemsService<Side["area"]> {
  const pages = invoicesStore.pages[side.name];
  /** Settles items in one transaction, if the caller may manage the areas; `change` returns their ids. */
  const changing = (
    companyId: Company,
    at: RequestTime,
    { caller, isPayment = false, isPreview = false }: Asking,
    change: (scope: SettlementScope) => Promise<readonly string[]>,
  ): Promise<Settled> => {
    checkCaller(caller, isPayment ? [side.area, "transactions"] : [side.area]);
    return transactionOrPreview(db, isPreview, async (tx) => {
      const posted = new Set<string>();
      const touched = await change({ tx, side, ids, companyId, posted, ...at });
      return {
        invoices: await openedInvoices(tx, companyId, touched),
        entry_lines: await entryLinesOf(tx, companyId, posted),
      };
    });
  };
  return {
    settle: (companyId, settlement, at, caller, isPreview) =>
      changing(companyId, at, { caller, isPreview }, async (scope) => [
        (await settle(scope, settlement)).invoice_id,
      ]),
    move: (companyId, from, { date, ...to }, at, caller, isPreview) =>
      changing(companyId, at, { caller, isPreview }, async (scope) =>
        invoicesOf(await move(scope, from, to, date)),
      ),
    receive: (companyId, receipt, at, caller, isPreview) =>
      changing(companyId, at, { caller, isPayment: true, isPreview }, (scope) => receive(scope, receipt)),
    refund: (companyId, asked, at, caller, isPreview) =>
      changing(companyId, at, { caller, isPayment: true, isPreview }, (scope) => refund(scope, asked)),
    takeBack: (companyId, id, at, caller, isPreview) =>
      changing(companyId, at, { caller, isPreview }, async (scope) => invoicesOf(await takeBack(scope, id))),
    reverse(companyId, invoice, on, { now, today }, caller) {
      checkCaller(caller, [side.area]);
      return db.transaction(async (tx) => {
        const { id, number, issue_date } = await findInvoice(tx, companyId, side, invoice);
        checkAccountingDate(on, await incorporated(tx, companyId), today, "date");
        const through = await closedThrough(tx, companyId);
        if (through !== null && on <= through) throw closedRefusal(on, through, "date");
        if (on < issue_date)
          throw refuse("transaction_update_failed", {
            param: "date",
            message: `The ${side.item} ${number} ${side.dated} ${issue_date}, and can't be reversed before that.`,
          });
        return voidInvoice(tx, companyId, side, id, now, on);
      });
    },
    bringIn(companyId, opening, at, caller, isPreview = false) {
      checkCaller(caller, [side.area]);
      return transactionOrPreview(db, isPreview, (tx) =>
        openItems({ tx, side, ids, companyId, ...at }, opening),
      );
    },
    async show(companyId, name, param) {
      const { id } = await findInvoice(db, companyId, side, name, param);
      const [opened] = await openedInvoices(db, companyId, [id]);
      return present(opened, id);
    },
    async listPayable(companyId, id, purpose) {
      const row = await found(db, companyId, side, id);
      const due = dueCents(row);
      const isRefund = purpose === "refund";
      if (INVOICE.next(row.state, "pay", row) === null || (isRefund && due >= 0)) return [];
      const since = row.opened_on === null ? addDays(row.issue_date, -DAYS_IN_ADVANCE) : settledFrom(row);
      const [least, most] = isRefund ? [-MOST_CENTS, -1] : [1, purpose === "match" ? due : MOST_CENTS];
      const bounds = [least * side.sign, most * side.sign] as const;
      return paymentsStore.listPayable(db, companyId, {
        since,
        dueDate: row.due_date,
        due: cents(due * side.sign),
        least: Math.min(...bounds),
        most: Math.max(...bounds),
        count: LIMITS.payment_candidates.value,
        // What pays several items is more than is due of one; no refund is more than the credit.
        atLeast: purpose === "receive" ? Math.max(0, due) : MOST_CENTS,
      });
    },
    ageing: (companyId, date) => ageing(db, companyId, side, date),
    async list(companyId, query) {
      checkDateOrder(query);
      const after = await pages.cursorRecord(query, (id) => invoicesStore.find(db, companyId, id));
      return pages.list(db, companyId, query, after);
    },
    async search(companyId, query) {
      checkDateOrder(query);
      const { starting_after, limit } = query;
      const after = starting_after === null ? null : await found(db, companyId, side, starting_after);
      return invoicesStore.search(db, companyId, side, query, { after, count: limit + 1 });
    },
    get: (companyId, id) => found(db, companyId, side, id),
    issue: (companyId, invoice, at) => db.transaction((tx) => issue(tx, ids, companyId, side, invoice, at)),
    void: (companyId, id, now) => db.transaction((tx) => voidInvoice(tx, companyId, side, id, now)),
    match: (companyId, id, transaction, now) =>
      db.transaction((tx) => match(tx, companyId, side, id, transaction, now)),
    unmatch: (companyId, id, transaction, now) =>
      db.transaction((tx) => unmatch(tx, ids, companyId, side, id, transaction, now)),
  };
}

async function found(db: Queryable, companyId: Company, side: Side, id: string): Promise<InvoiceRow> {
  const row = await invoicesStore.find(db, companyId, id);
  if (row === null || row.side !== side.name) throw refuse("resource_missing");
  return row;
}

/** The open items among some, as claims that are paid. */
export async function findClaims(tx: Tx, companyId: Company, invoices: readonly string[]): Promise<Claim[]> {
  const rows = await invoicesStore.listById(tx, companyId, invoices);
  return rows.filter(({ state }) => state === "open").map(claimOf);
}

/** Voids an item. `on` is the day of its reversal; null deletes its entries, unless they are closed. */
async function voidInvoice(
  tx: Tx,
  companyId: Company,
  side: Side,
  id: string,
  now: UnixSeconds,
  on: CivilDate | null = null,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  const row = await found(tx, companyId, side, id);
  if (row.state === "void") return row;
  if (row.opened_on !== null)
    throw refuse("transaction_update_failed", {
      message: `The ${side.item} ${row.number} came in with the balances of ${row.opened_on}, which the ledger has. Write it off or credit it instead.`,
    });
  const state = INVOICE.next(row.state, "void", row);
  // Refunds may leave sums of 0 where there are settlements.
  if (state === null || (await settlementsStore.hasAny(tx, companyId, id))) {
    throw refuse("transaction_update_failed", {
      message:
        row.matched_transaction_ids.length > 0
          ? `The ${side.item} is paid by ${row.matched_transaction_ids.join(", ")}. Unmatch these transactions first.`
          : `The ${side.item} is settled by credits. Take these back first.`,
    });
  }
  const firstOpenDay = on ?? openDay(row.issue_date, await closedThrough(tx, companyId));
  const voided_on = row.state === "open" && firstOpenDay !== row.issue_date ? firstOpenDay : null;
  await putInvoice(tx, companyId, { ...row, state, voided_on, updated }, now);
  await describeChange(tx, companyId, {
    at: now,
    by: currentActor()?.by ?? "daybook",
    action: `${side.item} void`,
    topic: side.area,
    subject: row.id,
    from_state: row.state,
    to_state: state,
    note: `${row.number}; ${decimalText(row.total_cents)} of ${row.issue_date}; ${voided_on === null ? "entries deleted" : `reversed on ${voided_on}`}`,
  });
  return found(tx, companyId, side, id);
}

async function match(
  tx: Tx,
  companyId: Company,
  side: Side,
  id: string,
  transaction: string,
  now: UnixSeconds,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  const row = await found(tx, companyId, side, id);
  if (INVOICE.next(row.state, "pay", row) === null)
    throw refuse("transaction_update_failed", {
      message: `The ${side.item} is ${row.state}, so nothing is due.`,
    });
  await payInvoice(tx, companyId, transaction, claimOf(row), { now, updated });
  return found(tx, companyId, side, id);
}

async function unmatch(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  side: Side,
  id: string,
  transaction: string | null,
  now: UnixSeconds,
): Promise<InvoiceRow> {
  const updated = await beginWriting(tx, companyId, now);
  const { matched_transaction_ids: matched } = await found(tx, companyId, side, id);
  const payments = transaction === null ? matched : matched.filter((payment) => payment === transaction);
  if (transaction !== null && payments.length === 0)
    throw refuse("resource_missing", { param: "transaction_id" });
  await takeBackPayments(tx, ids, companyId, payments, { now, updated });
  await endFees(tx, companyId, payments, now);
  return found(tx, companyId, side, id);
}

/** Makes a check of `verify` that exactly the postings of one kind are in the journal. */
function itemsCheck(
  check: string,
  side: Side,
  kind: Side["item"] | Side["voided"],
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
      (await invoicesStore.listAfter(db, companyId, side, after, count)).map(postedOf),
    listById: async (db, companyId, ids) => (await invoicesStore.listById(db, companyId, ids)).map(postedOf),
  });
}

/**
 * The checks of `verify` on invoices and bills: open and reversed ones are posted, no others, and all sums
 * agree.
 */
export const INVOICE_CHECKS: readonly SourceCheck[] = [
  ...[RECEIVABLE, PAYABLE].flatMap((side) => [
    itemsCheck(`${side.area}_are_posted`, side, side.item, postingOf),
    itemsCheck(`void_${side.area}_are_reversed`, side, side.voided, reversalOf),
  ]),
  ...SETTLEMENT_CHECKS,
  ...SUM_CHECKS,
];
