/**
 * SQL that compares the rollups with the entries, repairs them, and marks months stale. Entries and rollups
 * are compared in one SQL statement, and so in one state of the books.
 */
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;
type Rollups = "ledger_rollups" | "ledger_department_rollups";

/**
 * A rollup row that differs from its entries. Sums are text, because a wrong sum may be too large for a
 * number.
 */
export interface RollupDifference {
  readonly grain: "month" | "year";
  readonly period: CivilDate;
  readonly category_id: string;
  /** '' for no department; null where rollups are not by department. */
  readonly department_id: string | null;
  readonly entries_net: string;
  readonly rollup_net: string;
  readonly entries_count: string;
  readonly rollup_count: string;
  /** True if a month of the row is marked stale, so that reports don't read the row. */
  readonly stale: boolean;
}

export interface VoucherFault {
  readonly voucher_id: string;
  readonly difference: string;
  readonly first_date: CivilDate;
  readonly last_date: CivilDate;
}

export interface OrphanedEntry {
  readonly voucher_id: string;
  readonly line: number;
  readonly date: CivilDate;
  readonly missing_id: string;
}

/** Returns the condition that `column` is in one of the ranges $2 to $3; empty text without `spans`. */
function withinSpans(column: string, spans: boolean): string {
  return spans
    ? `and exists (select 1 from unnest($2::date[], $3::date[]) as span (lo, hi) where ${column} >= span.lo
      and ${column} < span.hi)`
    : "";
}

/**
 * Returns the common table expression `delta`: the rows of one rollup table that differ from their entries.
 * $1 is the company. With `spans`, $2 and $3 are the starts and ends of whole years.
 */
function deltaOf(rollups: Rollups, spans: boolean): string {
  const byDepartment = rollups === "ledger_department_rollups";
  const department = byDepartment ? "department_id, " : "";
  const entries = spans
    ? `unnest($2::date[], $3::date[]) as span (lo, hi) join journal_entries e on e.company_id = $1 and e.date >= span.lo and e.date < span.hi`
    : "journal_entries e";
  // The trigger on the entries makes rollups by department only for the categories of the income statement.
  const joined = byDepartment
    ? `join categories c on c.company_id = $1 and c.id = e.category_id
      and c.account_type not in ('asset', 'liability', 'equity')`
    : "";
  return `monthly as (
       select date_trunc('month', e.date::timestamp)::date as month, ${byDepartment ? "coalesce(e.department_id, '') as department_id, " : ""}e.category_id,
              sum(e.net_debit_cents) as net, count(*)::numeric as entries
       from ${entries} ${joined} where e.company_id = $1 group by 1, 2${byDepartment ? ", 3" : ""}
     ), raw as (
       select 'month' as grain, month as period, ${department}category_id, net, entries from monthly
       union all
       select 'year', date_trunc('year', month::timestamp)::date, ${department}category_id, sum(net), sum(entries)
       from monthly group by 2, 3${byDepartment ? ", 4" : ""}
     ), rolled as (
       select grain, period, ${department}category_id, net_debit_cents, entry_count from ${rollups}
       where company_id = $1 ${withinSpans("period", spans)}
     ), delta as (
       select grain, period, ${department}category_id, coalesce(raw.net, 0) as entries_net, coalesce(rolled.net_debit_cents, 0)::numeric as rollup_net,
              coalesce(raw.entries, 0) as entries_count, coalesce(rolled.entry_count, 0)::numeric as rollup_count
       from raw full join rolled using (grain, period, ${department}category_id)
       where coalesce(raw.net, 0) <> coalesce(rolled.net_debit_cents, 0)
         or coalesce(raw.entries, 0) <> coalesce(rolled.entry_count, 0)
     )`;
}

function differenceStatement(name: string, rollups: Rollups) {
  const department = rollups === "ledger_department_rollups" ? "department_id" : "null::text";
  return statement<RollupDifference>(
    name,
    `with ${deltaOf(rollups, false)}
     select grain, period, category_id, ${department} as department_id, entries_net::text as entries_net,
       rollup_net::text as rollup_net,
            entries_count::text as entries_count, rollup_count::text as rollup_count,
            exists (select 1 from ledger_stale_months s where s.company_id = $1 and s.month >= delta.period
                    and s.month < delta.period + case grain when 'year' then interval '1 year'
                      else interval '1 month' end) as stale
     from delta order by period, grain, category_id, department_id limit 1`,
  );
}

/**
 * Adds the missing difference to each rollup. The difference does not include a transaction that commits
 * meanwhile, which adds its own amounts before or after this. Rows are locked in the same order as
 * transactions that write entries lock them.
 */
function repairStatement(name: string, rollups: Rollups, spans: boolean) {
  const now = spans ? "$4::int8" : "$2::int8";
  const department = rollups === "ledger_department_rollups" ? "department_id, " : "";
  const key = `grain, period, ${department}category_id`;
  return statement<never>(
    name,
    `with ${deltaOf(rollups, spans)}
     insert into ${rollups} as kept (company_id, ${key}, net_debit_cents, entry_count, refreshed_at)
     select $1, ${key}, (entries_net - rollup_net)::bigint, (entries_count - rollup_count)::bigint,
       ${now}
     from delta order by ${key}
     on conflict (company_id, ${key}) do update
       set net_debit_cents = kept.net_debit_cents + excluded.net_debit_cents,
           entry_count = kept.entry_count + excluded.entry_count,
           refreshed_at = greatest(kept.refreshed_at, excluded.refreshed_at)`,
  );
}

const findRollupDifference = differenceStatement("ledger.findRollupDifference", "ledger_rollups");
const findDepartmentRollupDifference = differenceStatement(
  "ledger.findDepartmentRollupDifference",
  "ledger_department_rollups",
);
const repairRollups = repairStatement("ledger.repairRollups", "ledger_rollups", false);
const repairDepartmentRollups = repairStatement(
  "ledger.repairDepartmentRollups",
  "ledger_department_rollups",
  false,
);
const repairRollupSpans = repairStatement("ledger.repairRollupSpans", "ledger_rollups", true);
const repairDepartmentRollupSpans = repairStatement(
  "ledger.repairDepartmentRollupSpans",
  "ledger_department_rollups",
  true,
);

const countEntries = statement<{ entries: number }>(
  "ledger.countEntries",
  "select count(*) as entries from journal_entries where company_id = $1",
);
/**
 * Jumps from each month to the first entry after it, so that the cost grows with months and not with entries.
 */
const listMonths = statement<{ month: CivilDate }>(
  "ledger.listMonths",
  `with recursive found (date) as (
     (select date from journal_entries where company_id = $1 order by date limit 1)
     union all
     select (select e.date from journal_entries e
             where e.company_id = $1 and e.date >= (date_trunc('month', found.date::timestamp) + interval
               '1 month')::date order by e.date limit 1)
     from found where found.date is not null
   )
   select date_trunc('month', date::timestamp)::date as month from found where date is not null order by 1`,
);
const findVoucherFault = statement<VoucherFault>(
  "ledger.findVoucherFault",
  `select voucher_id, sum(net_debit_cents)::text as difference, min(date) as first_date, max(date) as
    last_date
   from journal_entries where company_id = $1 group by voucher_id
   having sum(net_debit_cents) <> 0 or min(date) <> max(date) order by voucher_id limit 1`,
);

/**
 * Looks for the missing ids first, by sets: a search for the first such entry could be planned to read the
 * whole chart again for each entry, since usually there is none.
 */
function orphanStatement(name: string, column: "category_id" | "department_id", chart: string) {
  return statement<OrphanedEntry>(
    name,
    `select voucher_id, line, date, ${column} as missing_id from journal_entries
     where company_id = $1 and ${column} = any (array(
       select ${column} from journal_entries where company_id = $1 and ${column} is not null
       except select id from ${chart} where company_id = $1))
     order by voucher_id, line limit 1`,
  );
}

const findEntryWithoutCategory = orphanStatement(
  "ledger.findEntryWithoutCategory",
  "category_id",
  "categories",
);
const findEntryWithoutDepartment = orphanStatement(
  "ledger.findEntryWithoutDepartment",
  "department_id",
  "departments",
);

const lockStaleMonths = statement<{ month: CivilDate }>(
  "ledger.lockStaleMonths",
  "select month from ledger_stale_months where company_id = $1 order by month for update",
);
/** Locks an existing mark, so that a mark made while its month is rebuilt survives the rebuild. */
const putStaleMonths = statement<never>(
  "ledger.putStaleMonths",
  `insert into ledger_stale_months (company_id, month, marked_at)
   select $1, month, $3::int8 from unnest($2::date[]) as marked (month) order by month
   on conflict (company_id, month) do update set marked_at = excluded.marked_at`,
);
const deleteStaleMonths = statement<never>(
  "ledger.deleteStaleMonths",
  "delete from ledger_stale_months where company_id = $1 and month = any ($2::date[])",
);

/** Starts and ends of whole years. */
export interface Spans {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

const findLatestChange = statement<{ id: string; updated: number }>(
  "ledger.findLatestChange",
  "select voucher_id as id, updated from journal_entries where company_id = $1 order by updated desc limit 1",
);

export const upkeepStore = {
  /** Returns the voucher of the entry with the latest `updated`. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  async countEntries(db: Queryable, companyId: Company) {
    return (await db.get(countEntries, [companyId])).entries;
  },
  /** Returns the months that have entries, in order. */
  async listMonths(db: Queryable, companyId: Company) {
    return (await db.list(listMonths, [companyId])).map((row) => row.month);
  },
  findVoucherFault: (db: Queryable, companyId: Company) => db.find(findVoucherFault, [companyId]),
  findEntryWithoutCategory: (db: Queryable, companyId: Company) =>
    db.find(findEntryWithoutCategory, [companyId]),
  findEntryWithoutDepartment: (db: Queryable, companyId: Company) =>
    db.find(findEntryWithoutDepartment, [companyId]),
  findRollupDifference: (db: Queryable, companyId: Company) => db.find(findRollupDifference, [companyId]),
  findDepartmentRollupDifference: (db: Queryable, companyId: Company) =>
    db.find(findDepartmentRollupDifference, [companyId]),
  /** Locks and returns the marked months. Other transactions see them as marked until this one ends. */
  async lockStaleMonths(tx: Tx, companyId: Company) {
    return (await tx.list(lockStaleMonths, [companyId])).map((row) => row.month);
  },
  /** Repairs all rollups, or those within `spans`. Returns the number of rows that were wrong. */
  async repairRollups(tx: Tx, companyId: Company, spans: Spans | null) {
    const [all, departments, parameters] =
      spans === null
        ? [repairRollups, repairDepartmentRollups, [companyId, tx.now()]]
        : [repairRollupSpans, repairDepartmentRollupSpans, [companyId, spans.from, spans.to, tx.now()]];
    return (await tx.run(all, parameters)) + (await tx.run(departments, parameters));
  },
  putStaleMonths: (tx: Tx, companyId: Company, months: readonly CivilDate[]) =>
    tx.run(putStaleMonths, [companyId, months, tx.now()]),
  deleteStaleMonths: (tx: Tx, companyId: Company, months: readonly CivilDate[]) =>
    tx.run(deleteStaleMonths, [companyId, months]),
};
