/** All SQL on settlements of invoices and bills, and on what is due on a day. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  jsonObjectOf,
  makeInsertAll,
  makeUpsert,
  type Queryable,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import {
  type ItemId,
  type MoneyRow,
  type NamedSettlementRow,
  SETTLEMENT_LINES,
  type SettlementKind,
  type SettlementRow,
  SETTLEMENTS,
} from "../record.ts";
import type { Side } from "../rules/sides.ts";

type Company = PublicId<"company">;

/** What is due of an invoice at the end of a day. */
export interface DueRow {
  readonly id: ItemId;
  readonly number: string;
  readonly customer_name: string;
  readonly due_date: CivilDate;
  readonly receivable_category_id: string;
  /** Negative: the customer's credit. */
  readonly due_cents: Cents;
}

const WHOLE = `${columnsOf(SETTLEMENTS, "s")},
  (select coalesce(json_agg(${jsonObjectOf(SETTLEMENT_LINES, "l", ["settlement_id", "position"])} order by l.position), '[]')
    from settlement_lines l where l.company_id = $1 and l.settlement_id = s.id) as lines`;

const find = statement<SettlementRow>(
  "invoices.findSettlement",
  `select ${WHOLE} from settlements s where s.company_id = $1 and s.id = $2`,
);
const listById = statement<SettlementRow>(
  "invoices.listSettlementsById",
  `select ${WHOLE} from settlements s where s.company_id = $1 and s.id = any ($2::text[])`,
);
const listAfter = statement<SettlementRow>(
  "invoices.listSettlementsAfter",
  `select ${WHOLE} from (select * from settlements where company_id = $1 and id > $2 order by id limit $3) s
    order by s.id`,
);
const NAMED = `select ${WHOLE}, i.number, i.customer_name, f.number as from_number, f.customer_name as from_customer_name
   from settlements s join invoices i on i.company_id = $1 and i.id = s.invoice_id
   left join invoices f on f.company_id = $1 and f.id = s.from_invoice_id`;

const listOfInvoices = statement<NamedSettlementRow>(
  "invoices.listSettlementsOfInvoices",
  `${NAMED}
   where s.company_id = $1 and (s.invoice_id = any ($2::text[]) or s.from_invoice_id = any ($2::text[]))
   order by s.date, s.id`,
);
const listOpened = statement<NamedSettlementRow>(
  "invoices.listOpenedSettlements",
  `${NAMED}
   where s.company_id = $1 and (s.invoice_id = any ($2::text[]) or s.from_invoice_id = any ($2::text[])
     or s.transaction_id in (
       select id from transactions where company_id = $1 and invoice_id = any ($2::text[])))
   order by s.date, s.id`,
);
const listMoney = statement<MoneyRow>(
  "invoices.listMoney",
  `select id, invoice_id, accounting_date as date, case when status = 'excluded' then 0 else amount_cents end as amount_cents
   from transactions where company_id = $1 and invoice_id = any ($2::text[]) order by accounting_date, id`,
);
const listParts = statement<SettlementRow>(
  "invoices.listParts",
  `select ${WHOLE} from settlements s
   where s.company_id = $1 and s.transaction_id = any ($2::text[]) and s.reversed_on is null order by s.id`,
);
const findReference = statement<SettlementRow>(
  "invoices.findReference",
  `select ${WHOLE} from settlements s where s.company_id = $1 and s.reference = $2 and s.reversed_on is null`,
);
const findTransaction = statement<{ pays: boolean }>(
  "invoices.findTransaction",
  `select invoice_id is not null and status <> 'excluded' as pays from transactions
   where company_id = $1 and id = $2`,
);
const hasAny = statement<{ id: string }>(
  "invoices.hasSettlement",
  `select id from settlements where company_id = $1 and reversed_on is null
     and (invoice_id = $2 or from_invoice_id = $2) limit 1`,
);
const hasGiven = statement<{ given: boolean }>(
  "invoices.hasGivenCredit",
  `with recursive reached (id) as (
     select $2::text collate "C"
     union select s.invoice_id from settlements s join reached r on s.from_invoice_id = r.id
       where s.company_id = $1 and s.reversed_on is null
   ) select exists (select 1 from reached where id = $3) as given`,
);
const creditedBy = statement<{ cents: Cents }>(
  "invoices.creditedBy",
  `select coalesce(sum(amount_cents), 0)::int8 as cents from settlements
   where company_id = $1 and invoice_id = $2 and kind = any ($3::text[]) and reversed_on is null`,
);
const put = makeUpsert("invoices.putSettlement", SETTLEMENTS);
const deleteLines = statement<never>(
  "invoices.deleteSettlementLines",
  "delete from settlement_lines where company_id = $1 and settlement_id = $2",
);
const insertLines = makeInsertAll("invoices.insertSettlementLines", SETTLEMENT_LINES);
const remove = statement<never>(
  "invoices.deleteSettlement",
  "delete from settlements where company_id = $1 and id = $2",
);
/** The columns from which it follows what is due of an item named i. */
const DUE_COLUMNS = `i.id, i.number, i.customer_name, i.due_date, i.receivable_category_id, i.state,
     coalesce(i.opened_on, i.issue_date) as first_day,
     i.voided_on, i.total_cents, i.paid_cents + i.credited_cents - i.moved_cents as settled_cents`;
const IS_DUE_NOW = "i.state = 'open' and i.total_cents <> i.paid_cents + i.credited_cents - i.moved_cents";
// From the sums that are kept, less what happened after the day, so that the cost grows with what is due and
// not with all that was ever paid. A payment in advance is a credit until the first day of its item. What
// settled an item for a time counts for that time, though the item is void by now.
const listDue = statement<DueRow>(
  "invoices.listDue",
  `with change (id, back) as (
     select invoice_id, payment_sign(invoice_id) * amount_cents from transactions
       where company_id = $1 and invoice_id is not null and accounting_date > $2 and status <> 'excluded'
     union all
     select invoice_id, settlement_sign(invoice_id, kind) * amount_cents from settlements
       where company_id = $1 and date > $2 and reversed_on is null
     union all
     select from_invoice_id, -amount_cents from settlements
       where company_id = $1 and date > $2 and reversed_on is null and from_invoice_id is not null
     union all
     select invoice_id, -settlement_sign(invoice_id, kind) * amount_cents from settlements
       where company_id = $1 and reversed_on > $2 and date <= $2
     union all
     select from_invoice_id, amount_cents from settlements
       where company_id = $1 and reversed_on > $2 and date <= $2 and from_invoice_id is not null
   ), later as (select id, sum(back) as back from change group by id), item as (
     select ${DUE_COLUMNS} from invoices i where i.company_id = $1 and i.side = $3 and ${IS_DUE_NOW}
     union all
     select ${DUE_COLUMNS} from invoices i
       where i.company_id = $1 and i.side = $3 and i.state <> 'draft' and not (${IS_DUE_NOW}) and i.id in (
         select id from later
         union select id from invoices where company_id = $1 and side = $3 and (issue_date > $2 or opened_on > $2)
         union select id from invoices where company_id = $1 and side = $3 and voided_on > $2)
   )
   select id, number, customer_name, due_date, receivable_category_id, due_cents from (
     select i.id, i.number, i.customer_name, i.due_date, i.receivable_category_id,
       (case when i.first_day <= $2 and (i.state = 'open' or i.voided_on > $2) then i.total_cents else 0 end
         - i.settled_cents + coalesce(l.back, 0))::int8 as due_cents
     from item i left join later l on l.id = i.id
   ) due where due_cents <> 0 order by customer_name, due_date, number`,
);

export const settlementsStore = {
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Some settlements, in any order. */
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** Up to `count` behind an id, by id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  /** What settles some invoices and what was moved from them, by date. */
  listOfInvoices: (db: Queryable, companyId: Company, invoices: readonly string[]) =>
    db.list(listOfInvoices, [companyId, invoices]),
  /** The same, and the parts of the payments of these invoices on other ones. */
  listOpened: (db: Queryable, companyId: Company, invoices: readonly string[]) =>
    db.list(listOpened, [companyId, invoices]),
  /** The transactions that name some invoices, by date. */
  listMoney: (db: Queryable, companyId: Company, invoices: readonly string[]) =>
    db.list(listMoney, [companyId, invoices]),
  /** The fees and moves that are parts of some payments or refunds. */
  listParts: (db: Queryable, companyId: Company, transactions: readonly string[]) =>
    db.list(listParts, [companyId, transactions]),
  /** The settlement that was made under a reference and is not taken back. */
  findReference: (db: Queryable, companyId: Company, reference: string) =>
    db.find(findReference, [companyId, reference]),
  /** True if something settles an invoice besides transactions, or was moved from it. */
  hasAny: async (db: Queryable, companyId: Company, invoice: string) =>
    (await db.find(hasAny, [companyId, invoice])) !== null,
  /** Whether a transaction pays or refunds an invoice; null if there is none. */
  findTransaction: (db: Queryable, companyId: Company, id: string) =>
    db.find(findTransaction, [companyId, id]),
  /** True if credit of an invoice was moved to another one, also through others. */
  hasGiven: async (db: Queryable, companyId: Company, from: string, to: string) =>
    (await db.get(hasGiven, [companyId, from, to])).given,
  /** The sum of the settlements of some kinds. */
  creditedBy: async (db: Queryable, companyId: Company, invoice: string, kinds: readonly SettlementKind[]) =>
    (await db.get(creditedBy, [companyId, invoice, kinds])).cents,
  /** Writes a settlement, with its lines in place of those that it had. */
  async put(tx: Tx, companyId: Company, row: SettlementRow): Promise<void> {
    await put(tx, companyId, row);
    await tx.run(deleteLines, [companyId, row.id]);
    const lines = row.lines.map((line, index) => ({ ...line, settlement_id: row.id, position: index + 1 }));
    if (lines.length > 0) await insertLines(tx, companyId, lines);
  },
  delete: (tx: Tx, companyId: Company, id: string) => tx.run(remove, [companyId, id]),
  /** The items of a side of which something is due, or too much is paid, at the end of a day. */
  listDue: (db: Queryable, companyId: Company, { name }: Side, day: CivilDate) =>
    db.list(listDue, [companyId, day, name]),
};
