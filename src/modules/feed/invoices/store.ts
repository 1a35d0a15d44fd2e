/** All SQL on invoices and their lines. */
import type { PublicId } from "../../../core/public-id.ts";
import { pager, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import type { InvoiceRow, StoredInvoice } from "./rules.ts";

type Company = PublicId<"company">;

const STORED =
  "id, number, customer_name, customer_email, state, issue_date, due_date, receivable_category_id, total_cents, created, updated";
const LINE = "description, quantity_ten_thousandths, unit_amount_cents, amount_cents, category_id";
/** Of rows of invoices named i. Lines and payments come as JSON, so that an invoice is one row. */
const WHOLE = `${STORED.split(", ")
  .map((name) => `i.${name}`)
  .join(", ")}, i.status, i.paid_cents,
  (select json_agg(json_build_object(${LINE.split(", ")
    .map((name) => `'${name}', l.${name}`)
    .join(
      ", ",
    )}) order by l.position) from invoice_lines l where l.company_id = $1 and l.invoice_id = i.id) as line_items,
  (select coalesce(json_agg(t.id order by t.date, t.id), '[]') from transactions t where t.company_id = $1 and t.invoice_id = i.id) as matched_transaction_ids`;

const find = statement<InvoiceRow>(
  "invoices.find",
  `select ${WHOLE} from invoices i where i.company_id = $1 and i.id = $2`,
);
const listById = statement<InvoiceRow>(
  "invoices.listById",
  `select ${WHOLE} from invoices i where i.company_id = $1 and i.id = any ($2::text[])`,
);
const findNumber = statement<{ id: PublicId<"invoice"> }>(
  "invoices.findNumber",
  "select id from invoices where company_id = $1 and number = $2",
);
const findLastCount = statement<{ last: number | null }>(
  "invoices.findLastCount",
  "select max(counted) as last from invoices where company_id = $1",
);
const listAfter = statement<InvoiceRow>(
  "invoices.listAfter",
  `select ${WHOLE} from (select * from invoices where company_id = $1 and id > $2 order by id limit $3) i
    order by i.id`,
);

/** Invoices by day of issue, the latest first. */
const pages = pager<InvoiceRow>()({
  name: "invoices.list",
  alias: "i",
  key: { issue_date: "date", id: "text" },
  descending: true,
  filters: {
    start_date: { from: "issue_date" },
    end_date: { to: "issue_date" },
    status: { is: "status", changes: true },
    customer_name: { is: "customer_name" },
  },
  text: ({ where, order }) =>
    `select ${WHOLE} from (select * from invoices i where ${where} order by ${order()} limit $2) i
      order by ${order()}`,
});

/** What is paid is not said here: the payments say it. */
const put = statement<never>(
  "invoices.put",
  `insert into invoices (company_id, ${STORED}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (company_id, id) do update set number = excluded.number, customer_name =
     excluded.customer_name, customer_email = excluded.customer_email,
     state = excluded.state, issue_date = excluded.issue_date, due_date = excluded.due_date,
       receivable_category_id = excluded.receivable_category_id,
     total_cents = excluded.total_cents, created = excluded.created, updated = excluded.updated`,
);
const deleteLines = statement<never>(
  "invoices.deleteLines",
  "delete from invoice_lines where company_id = $1 and invoice_id = $2",
);
const insertLines = statement<never>(
  "invoices.insertLines",
  `insert into invoice_lines (company_id, invoice_id, position, ${LINE})
   select $1, $2, row.ordinality, ${LINE} from rows from (jsonb_to_recordset($3::text::jsonb)
     as (description text, quantity_ten_thousandths bigint, unit_amount_cents bigint, amount_cents bigint,
       category_id text)) with ordinality as row`,
);

const findLatestChange = statement<{ id: string; updated: number }>(
  "invoices.findLatestChange",
  "select id as id, updated from invoices where company_id = $1 order by updated desc limit 1",
);

export const invoicesStore = {
  /** The record that says it changed last. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Some invoices, in any order. */
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** The invoice that has a number. */
  findNumber: async (db: Queryable, companyId: Company, number: string) =>
    (await db.find(findNumber, [companyId, number]))?.id ?? null,
  /** The highest number of the company's own series; 0 while it has none. */
  findLastCount: async (db: Queryable, companyId: Company) =>
    (await db.get(findLastCount, [companyId])).last ?? 0,
  pages,
  /** Up to `count` behind an id, by id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  /** Writes an invoice, with its lines in place of those that it had. */
  async put(tx: Tx, companyId: Company, row: StoredInvoice): Promise<void> {
    const {
      id,
      number,
      customer_name,
      customer_email,
      state,
      issue_date,
      due_date,
      receivable_category_id,
      total_cents,
      created,
      updated,
      line_items,
    } = row;
    await tx.run(put, [
      companyId,
      id,
      number,
      customer_name,
      customer_email,
      state,
      issue_date,
      due_date,
      receivable_category_id,
      total_cents,
      created,
      updated,
    ]);
    await tx.run(deleteLines, [companyId, id]);
    await tx.run(insertLines, [companyId, id, JSON.stringify(line_items)]);
  },
};

/** What `verify` asks of the times at which records changed. */
export const INVOICE_CHANGES = { of: "invoice", findLatest: invoicesStore.findLatestChange };
