/**
 * SQL that writes and reads whole vouchers. Many vouchers are written by one COPY, because the triggers on
 * the entries do work for each statement.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { EntrySource } from "@daybook/words/ledger-words";
import type { PublicId } from "@daybook/words/public-id";
import { copyRow, type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

/** A line as it is stored, without the company and without the time of its last change. */
export interface LineRow {
  readonly voucher_id: PublicId<"voucher">;
  readonly line: number;
  readonly date: CivilDate;
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  readonly net_debit_cents: Cents;
  readonly merchant: string | null;
  readonly description: string;
  readonly source: EntrySource;
  readonly transaction_id: string | null;
  readonly held: boolean;
  readonly created: UnixSeconds;
}

const LINE =
  "voucher_id, line, date, category_id, department_id, net_debit_cents, merchant, description, source, transaction_id, held, created";

/** The table and columns that COPY writes, in the order of `lineText`. */
const COPY_TARGET = `journal_entries (company_id, ${LINE}, updated)`;

/** Returns the text of a line for COPY. */
export function lineText(
  companyId: Company,
  line: Omit<LineRow, "created">,
  created: UnixSeconds,
  updated: UnixSeconds,
): string {
  const {
    voucher_id,
    line: number,
    date,
    category_id,
    department_id,
    net_debit_cents,
    merchant,
    description,
    source,
    transaction_id,
    held,
  } = line;
  return copyRow([
    companyId,
    voucher_id,
    number,
    date,
    category_id,
    department_id,
    net_debit_cents,
    merchant,
    description,
    source,
    transaction_id,
    held,
    created,
    updated,
  ]);
}

const hasEntries = statement<{ found: boolean }>(
  "ledger.hasEntries",
  "select exists (select 1 from journal_entries where company_id = $1) as found",
);
const findDebits = statement<{ cents: string }>(
  "ledger.findDebits",
  "select cents::text as cents from ledger_debits where company_id = $1",
);
/**
 * Inserts a few lines, for which COPY would take too many round trips. Returns the company's debits before
 * that. A trigger of the insert changes them, so the insert names what was read of them: then they are read
 * first even where a distributed database runs the parts of a statement one after another.
 */
const insertLines = statement<{ cents: string }>(
  "ledger.insertLines",
  `with before as materialized (
     select coalesce(sum(cents), 0)::text as cents from ledger_debits where company_id = $1
   ), written as (
     insert into journal_entries (company_id, ${LINE}, updated)
     select $1, ${LINE}, $3 from before cross join jsonb_to_recordset($2::text::jsonb) as row (voucher_id text,
       line smallint, date date, category_id text,
       department_id text, net_debit_cents bigint, merchant text, description text, source text,
         transaction_id text, held boolean, created bigint)
   )
   select cents from before`,
);
const listVouchers = statement<LineRow>(
  "ledger.listVouchers",
  `select ${LINE} from journal_entries where company_id = $1 and voucher_id = any ($2::text[])
    order by voucher_id, line`,
);
const listLinesByDate = statement<LineRow>(
  "ledger.listLinesByDate",
  `select ${LINE} from journal_entries where company_id = $1 and (date, voucher_id, line) > ($2::date, $3,
    $4::smallint) order by date, voucher_id, line limit $5`,
);
// The subquery hides the length of the array from the planner, which would otherwise plan again for each
// length.
const deleteVouchers = statement<never>(
  "ledger.deleteVouchers",
  "delete from journal_entries where company_id = $1 and voucher_id = any (array(select unnest($2::text[])))",
);
/** Changes the category and the texts of a line, only if its date and amount are the expected ones. */
const moveLine = statement<never>(
  "ledger.moveLine",
  `update journal_entries set category_id = $6, department_id = $7, merchant = $8, description = $9, held =
    $10, updated = $11, event_id = default
   where company_id = $1 and voucher_id = $2 and line = $3 and date = $4 and net_debit_cents = $5`,
);
const countAll = statement<{ vouchers: number; entries: number }>(
  "ledger.countVouchers",
  `select count(distinct voucher_id) as vouchers, count(*) as entries from journal_entries
    where company_id = $1`,
);
const countWithin = statement<{ vouchers: number }>(
  "ledger.countVouchersWithin",
  `select count(distinct voucher_id) as vouchers from journal_entries where company_id = $1
    and voucher_id >= $2 and voucher_id < $3`,
);
const listIdsWithin = statement<{ id: string }>(
  "ledger.listVoucherIdsWithin",
  `select distinct voucher_id as id from journal_entries where company_id = $1 and voucher_id >= $2
    and voucher_id < $3 order by voucher_id limit $4`,
);
const findUsedCategory = statement<{ id: string }>(
  "ledger.findUsedCategory",
  `select id from unnest($2::text[]) as asked (id)
   where exists (select 1 from journal_entries e where e.company_id = $1 and e.category_id = asked.id)
     order by id limit 1`,
);

const findEntryDays = statement<{ first: CivilDate | null; last: CivilDate | null }>(
  "ledger.findEntryDays",
  `select min(date) as first, max(date) as last from journal_entries
   where company_id = $1 and category_id = any (array(select unnest($2::text[])))`,
);

const findDepartmentDays = statement<{ first: CivilDate | null; last: CivilDate | null }>(
  "ledger.findDepartmentDays",
  `select min(date) as first, max(date) as last from journal_entries
   where company_id = $1 and department_id = any (array(select unnest($2::text[])))`,
);

const moveCategory = statement<never>(
  "ledger.moveCategory",
  "update journal_entries set category_id = $3, updated = $4 where company_id = $1 and category_id = $2",
);

const SEEN_VOUCHERS = "stated_vouchers";

export const vouchersStore = {
  /** Moves all entries of a category to another one. */
  moveCategory: (tx: Tx, companyId: Company, from: string, into: string, now: UnixSeconds) =>
    tx.run(moveCategory, [companyId, from, into, now]),
  async hasEntries(db: Queryable, companyId: Company) {
    return (await db.get(hasEntries, [companyId])).found;
  },
  /** Returns the sum of all debits of a company, in cents. */
  async findDebits(db: Queryable, companyId: Company) {
    return BigInt((await db.find(findDebits, [companyId]))?.cents ?? "0");
  },
  /** Returns the lines of some vouchers, ordered by voucher and line. */
  list: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listVouchers, [companyId, ids]),
  /** Returns the number of a company's vouchers and of their lines. */
  count: (db: Queryable, companyId: Company) => db.get(countAll, [companyId]),
  /** Returns the number of vouchers whose id is at least `from` and less than `to`. */
  countWithin: async (
    db: Queryable,
    companyId: Company,
    { from, to }: { readonly from: string; readonly to: string },
  ) => (await db.get(countWithin, [companyId, from, to])).vouchers,
  /** Returns up to `count` ids of vouchers that are at least `from` and less than `to`, in order. */
  listIdsWithin: async (
    db: Queryable,
    companyId: Company,
    { from, to }: { readonly from: string; readonly to: string },
    count: number,
  ) => (await db.list(listIdsWithin, [companyId, from, to, count])).map(({ id }) => id),
  /** Returns up to `count` lines after a given line, ordered by date, voucher and line. */
  listByDate: (
    db: Queryable,
    companyId: Company,
    after: Pick<LineRow, "date" | "voucher_id" | "line">,
    count: number,
  ) => db.list(listLinesByDate, [companyId, after.date, after.voucher_id, after.line, count]),
  delete: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.run(deleteVouchers, [companyId, ids]),
  /** Writes lines. Returns the sum of the company's debits before that, in cents. */
  async insert(tx: Tx, companyId: Company, lines: readonly LineRow[], updated: UnixSeconds) {
    return BigInt((await tx.get(insertLines, [companyId, JSON.stringify(lines), updated])).cents);
  },
  /**
   * Updates the category, department, texts and hold of a line. Returns 1, or 0 if its amount or date differ.
   */
  move: (tx: Tx, companyId: Company, line: LineRow, updated: UnixSeconds) =>
    tx.run(moveLine, [
      companyId,
      line.voucher_id,
      line.line,
      line.date,
      line.net_debit_cents,
      line.category_id,
      line.department_id,
      line.merchant,
      line.description,
      line.held,
      updated,
    ]),
  copy: (tx: Tx, rows: Iterable<string>) => tx.copyIn(COPY_TARGET, rows),
  /**
   * Creates a temporary table for the ids of the vouchers in the imported file, to find duplicates. They may
   * be too many for memory.
   */
  createSeenTable: (tx: Tx) =>
    tx.script(
      `drop table if exists pg_temp.${SEEN_VOUCHERS}; create temporary table ${SEEN_VOUCHERS} (voucher_id text collate "C" primary key) on commit drop`,
    ),
  /** Adds ids to that table. Its primary key makes the database refuse an id that is already in it. */
  addSeen: (tx: Tx, ids: readonly string[]) =>
    tx.copyIn(`${SEEN_VOUCHERS} (voucher_id)`, [ids.map((id) => `${id}\n`).join("")]),
  /** Returns the first of these categories, by id, that has entries. */
  async findUsedCategory(db: Queryable, companyId: Company, categoryIds: readonly string[]) {
    return (await db.find(findUsedCategory, [companyId, categoryIds]))?.id ?? null;
  },
  /** Returns the first and the last day with entries of these categories; null if they have none. */
  async findEntryDays(db: Queryable, companyId: Company, categoryIds: readonly string[]) {
    const { first, last } = await db.get(findEntryDays, [companyId, categoryIds]);
    return first === null || last === null ? null : { first, last };
  },
  /** The same for departments. */
  async findDepartmentDays(db: Queryable, companyId: Company, departmentIds: readonly string[]) {
    const { first, last } = await db.get(findDepartmentDays, [companyId, departmentIds]);
    return first === null || last === null ? null : { first, last };
  },
};
