/**
 * All SQL on invoices and bills and their lines. Invariant: what lists or looks up items is of one side; only
 * look-ups by id find both.
 */
import { type CivilDate, FIRST_DATE } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  containing,
  jsonObjectOf,
  makeInsertAll,
  makeUpsert,
  pager,
  type Queryable,
  startByDate,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import { type InvoiceRow, INVOICES, type ItemId, LINES, type StoredInvoice } from "../record.ts";
import { vendorNumberKey } from "../rules/index.ts";
import type { Side } from "../rules/sides.ts";

type Company = PublicId<"company">;

/** Of rows of invoices named i. Lines and payments come as JSON, so that an invoice is one row. */
const WHOLE = `${columnsOf(INVOICES, "i")}, i.status, i.side,
  (select json_agg(${jsonObjectOf(LINES, "l", ["invoice_id", "position"])} order by l.position)
    from invoice_lines l where l.company_id = $1 and l.invoice_id = i.id) as line_items,
  (select coalesce(json_agg(t.id order by t.date, t.id), '[]') from transactions t where t.company_id = $1 and t.invoice_id = i.id) as matched_transaction_ids`;

const find = statement<InvoiceRow>(
  "invoices.find",
  `select ${WHOLE} from invoices i where i.company_id = $1 and i.id = $2`,
);
const listById = statement<InvoiceRow>(
  "invoices.listById",
  `select ${WHOLE} from invoices i where i.company_id = $1 and i.id = any ($2::text[])`,
);
// A number belongs to one item of the company: both series are its own.
const findNumber = statement<{ id: ItemId }>(
  "invoices.findNumber",
  "select id from invoices where company_id = $1 and number = $2",
);
const findVendorNumber = statement<{ id: ItemId; number: string }>(
  "invoices.findVendorNumber",
  "select id, number from invoices where company_id = $1 and vendor_number_key = $2",
);
const listNumbers = statement<{ number: string }>(
  "invoices.listNumbers",
  "select number from invoices where company_id = $1 and number = any ($2::text[]) order by number",
);
const listVendorNumbers = statement<{ key: string }>(
  "invoices.listVendorNumbers",
  "select vendor_number_key as key from invoices where company_id = $1 and vendor_number_key = any ($2::text[])",
);
const LAST_COUNTS = {
  receivable: statement<{ last: number | null }>(
    "invoices.findLastCount",
    "select max(counted) as last from invoices where company_id = $1",
  ),
  payable: statement<{ last: number | null }>(
    "invoices.findLastBillCount",
    "select max(bill_counted) as last from invoices where company_id = $1 and side = 'payable'",
  ),
};
const listAfter = statement<InvoiceRow>(
  "invoices.listAfter",
  `select ${WHOLE} from (
     select * from invoices where company_id = $1 and id > $2 and side = $4 order by id limit $3) i
    order by i.id`,
);

/** Items of a side by their first day, the latest first. */
const pagesOf = (name: string, side: Side["name"]) =>
  pager<InvoiceRow>()({
    name,
    alias: "i",
    key: { issue_date: "date", id: "text" },
    descending: true,
    only: { side },
    filters: {
      start_date: { from: "issue_date" },
      end_date: { to: "issue_date" },
      status: { is: "status", mutable: true },
      customer_name: { is: "customer_name" },
    },
    text: ({ where, order }) =>
      `select ${WHOLE} from (select * from invoices i where ${where} order by ${order()} limit $2) i
        order by ${order()}`,
  });
const pages = {
  receivable: pagesOf("invoices.list", "receivable"),
  payable: pagesOf("invoices.listBills", "payable"),
};

// One text for all conditions: a page of the latest ones stops early, and a rare one reads each invoice once.
const search = statement<InvoiceRow>(
  "invoices.search",
  `select ${WHOLE} from (select * from invoices i where i.company_id = $1 and i.side = $10
     and (i.issue_date, i.id) < ($3::date, $4::text) and i.issue_date >= $5::date
     and ($6::text is null or i.number ilike $6 or i.customer_name ilike $6 or i.vendor_number ilike $6)
     and ($7::bigint is null or i.total_cents = $7) and ($8::text is null or i.status = $8)
     and ($9::text is null or i.customer_name = $9)
    order by i.issue_date desc, i.id desc limit $2) i order by i.issue_date desc, i.id desc`,
);

/** The conditions of a search; null for one that is not asked for. */
export interface InvoiceConditions {
  /** A part of a number or of the other party's name. */
  readonly text: string | null;
  readonly customer_name: string | null;
  readonly total_cents: number | null;
  readonly status: string | null;
  readonly start_date: CivilDate | null;
  readonly end_date: CivilDate | null;
}

/** What is paid is not said here: the payments say it. */
const put = makeUpsert("invoices.put", INVOICES);
const insertAll = makeInsertAll("invoices.insertAll", INVOICES);
const deleteLines = statement<never>(
  "invoices.deleteLines",
  "delete from invoice_lines where company_id = $1 and invoice_id = $2",
);
const insertLines = makeInsertAll("invoices.insertLines", LINES);

const findLatestChange = statement<{ id: string; updated: number }>(
  "invoices.findLatestChange",
  "select id as id, updated from invoices where company_id = $1 order by updated desc limit 1",
);

const listReceivables = statement<{ id: string }>(
  "invoices.listReceivables",
  "select distinct receivable_category_id as id from invoices where company_id = $1 and side = $2",
);

const findLatestOpening = statement<{ day: CivilDate | null }>(
  "invoices.findLatestOpening",
  "select max(opened_on) as day from invoices where company_id = $1 and side = $2",
);

const linesOfItem = ({ id, line_items }: StoredInvoice) =>
  line_items.map((line, index) => ({ ...line, invoice_id: id, position: index + 1 }));

export const invoicesStore = {
  /** The categories that the claims of a side are booked on. */
  listReceivables: async (db: Queryable, companyId: Company, { name }: Side) =>
    (await db.list(listReceivables, [companyId, name])).map(({ id }) => id),
  /** The record that says it changed last. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Some items, in any order. */
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** The item that has a number. */
  findNumber: async (db: Queryable, companyId: Company, number: string) =>
    (await db.find(findNumber, [companyId, number]))?.id ?? null,
  /** The bill that is not void and has a number of its vendor, by `vendorNumberKey`. */
  findVendorNumber: (db: Queryable, companyId: Company, key: string) =>
    db.find(findVendorNumber, [companyId, key]),
  /** Those of some numbers that items have. */
  listNumbers: async (db: Queryable, companyId: Company, numbers: readonly string[]) =>
    (await db.list(listNumbers, [companyId, numbers])).map(({ number }) => number),
  /** Those of some keys of vendors' numbers that bills have. */
  listVendorNumbers: async (db: Queryable, companyId: Company, keys: readonly string[]) =>
    (await db.list(listVendorNumbers, [companyId, keys])).map(({ key }) => key),
  /** The highest number of the company's own series of a side; 0 while it has none. */
  findLastCount: async (db: Queryable, companyId: Company, { name }: Side) =>
    (await db.get(LAST_COUNTS[name], [companyId])).last ?? 0,
  /** The latest day on which items of other books came in; null for none. */
  findLatestOpening: async (db: Queryable, companyId: Company, { name }: Side) =>
    (await db.get(findLatestOpening, [companyId, name])).day,
  pages,
  /**
   * Up to `count` items that meet all conditions, behind a place or from the latest on, by their first day.
   */
  search: (
    db: Queryable,
    companyId: Company,
    { name }: Side,
    { text, customer_name, total_cents, status, start_date, end_date }: InvoiceConditions,
    {
      after,
      count,
    }: { readonly after: Pick<InvoiceRow, "issue_date" | "id"> | null; readonly count: number },
  ) => {
    const from = startByDate(after === null ? null : { date: after.issue_date, id: after.id }, end_date);
    return db.list(search, [
      companyId,
      count,
      from.date,
      from.id,
      start_date ?? FIRST_DATE,
      text === null ? null : containing(text),
      total_cents,
      status,
      customer_name,
      name,
    ]);
  },
  /** Up to `count` behind an id, by id. */
  listAfter: (db: Queryable, companyId: Company, { name }: Side, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count, name]),
  /** Writes new items with their lines. */
  async insert(tx: Tx, companyId: Company, rows: readonly StoredInvoice[]): Promise<void> {
    const keyed = rows.map((row) => ({ ...row, vendor_number_key: vendorNumberKey(row) }));
    await insertAll(tx, companyId, keyed);
    await insertLines(tx, companyId, rows.flatMap(linesOfItem));
  },
  /** Writes an item, with its lines in place of those that it had. */
  async put(tx: Tx, companyId: Company, row: StoredInvoice): Promise<void> {
    await put(tx, companyId, { ...row, vendor_number_key: vendorNumberKey(row) });
    await tx.run(deleteLines, [companyId, row.id]);
    await insertLines(tx, companyId, linesOfItem(row));
  },
};

/** What `verify` asks of the times at which records changed. */
export const INVOICE_CHANGES = { of: "invoice", findLatest: invoicesStore.findLatestChange };
