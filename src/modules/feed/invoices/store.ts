/** All SQL on invoices and their lines. */
import type { CivilDate } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import {
  type Parameter,
  type Queryable,
  statement,
  statementFamily,
  type Tx,
} from "../../../platform/db/index.ts";
import type { InvoiceRow, InvoiceStatus, StoredInvoice } from "./rules.ts";

type Company = PublicId<"company">;

/** What a list of invoices may be narrowed by; null for what it is not. */
export interface InvoiceFilter {
  readonly status: InvoiceStatus | null;
  readonly customerName: string | null;
  /** Of the day of issue. */
  readonly startDate: CivilDate | null;
  readonly endDate: CivilDate | null;
}

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

const FLAGS = ["status", "customer", "after"] as const;
type Flag = (typeof FLAGS)[number];
const LAST_FIXED = 4;

/**
 * $1 is the company, $2 the number of rows, $3 and $4 the days; each present flag takes the next parameters,
 * in the order of FLAGS.
 */
const list = statementFamily<InvoiceRow, Flag>("invoices.list", FLAGS, (has) => {
  let last = LAST_FIXED;
  const next = (): string => `$${(last += 1)}`;
  const conditions = ["company_id = $1", "issue_date between $3::date and $4::date"];
  if (has("status")) conditions.push(`status = ${next()}`);
  if (has("customer")) conditions.push(`customer_name = ${next()}`);
  if (has("after")) conditions.push(`(issue_date, id) < (${next()}::date, ${next()})`);
  return `select ${WHOLE} from (select * from invoices where ${conditions.join(" and ")}
    order by issue_date desc, id desc limit $2) i order by i.issue_date desc, i.id desc`;
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

const FIRST = "0001-01-01";
const LAST = "9999-12-31";

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
  /** Up to `count` behind a place, latest issue first. */
  list(
    db: Queryable,
    companyId: Company,
    { status, customerName, startDate, endDate }: InvoiceFilter,
    after: Pick<InvoiceRow, "issue_date" | "id"> | null,
    count: number,
  ): Promise<InvoiceRow[]> {
    const flags: readonly (readonly [Flag, readonly Parameter[] | null])[] = [
      ["status", status && [status]],
      ["customer", customerName === null ? null : [customerName]],
      ["after", after && [after.issue_date, after.id]],
    ];
    const present = flags.filter(([, parameters]) => parameters !== null);
    const chosen = list.variant(new Set(present.map(([flag]) => flag)));
    return db.list(chosen, [
      companyId,
      count,
      startDate ?? FIRST,
      endDate ?? LAST,
      ...present.flatMap(([, parameters]) => parameters ?? []),
    ]);
  },
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
