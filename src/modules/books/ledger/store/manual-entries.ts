/** The SQL on manual entries: the vouchers that a person posted, with who posted and reviewed them. */
import type { Cents } from "@daybook/words/cents";
import { type CivilDate, endParameter, type UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeInsertAll,
  makeUpsertAll,
  type Queryable,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import { MANUAL_ENTRIES, type ManualEntryRow } from "../record.ts";
import type { Range } from "../rules.ts";

type Company = PublicId<"company">;

/** A manual entry with what its lines say, without the lines. */
export interface ManualEntrySummary extends ManualEntryRow {
  readonly date: CivilDate;
  /** The sum of its debits. */
  readonly amount_cents: Cents;
  /** The voucher that reverses it. */
  readonly reversed_by: PublicId<"voucher"> | null;
  /** The day of that one. */
  readonly reversed_on: CivilDate | null;
}

/** A line of a voucher with the names of its category and department. */
export interface NamedLine {
  readonly line: number;
  readonly category_id: PublicId<"category">;
  readonly category_name: string;
  readonly department_id: PublicId<"department"> | null;
  readonly department_name: string | null;
  readonly net_debit_cents: Cents;
  readonly memo: string;
}

/** The sum of a category's adjusting entries in one range of days. */
interface AdjustingSum {
  /** The index of the range. */
  readonly bucket: number;
  readonly category_id: PublicId<"category">;
  readonly net_debit_cents: Cents;
}

/** The filters of the list. A filter that is null has no effect. */
export interface ManualEntryFilter {
  readonly from: CivilDate | null;
  readonly to: CivilDate | null;
  readonly unreviewed: boolean;
}

const SUMMARY = `select ${columnsOf(MANUAL_ENTRIES, "m")}, lines.date, lines.amount_cents,
    back.voucher_id as reversed_by, (select min(e.date) from journal_entries e
      where e.company_id = $1 and e.voucher_id = back.voucher_id) as reversed_on
  from manual_entries m
  cross join lateral (select min(e.date) as date,
      (sum(e.net_debit_cents) filter (where e.net_debit_cents > 0))::bigint as amount_cents
    from journal_entries e where e.company_id = $1 and e.voucher_id = m.voucher_id having count(*) > 0) lines
  left join manual_entries back on back.company_id = $1 and back.reverses = m.voucher_id
  where m.company_id = $1`;
const listSummaries = statement<ManualEntrySummary>(
  "ledger.listManualEntries",
  `${SUMMARY} and ($2::date is null or lines.date >= $2) and ($3::date is null or lines.date <= $3)
     and (not $4::boolean or m.reviewed_at is null)
     and ($6::text is null or (m.created, m.voucher_id) <
       (select p.created, p.voucher_id from manual_entries p where p.company_id = $1 and p.voucher_id = $6))
   order by m.created desc, m.voucher_id desc limit $5`,
);
const findSummary = statement<ManualEntrySummary>(
  "ledger.findManualEntry",
  `${SUMMARY} and m.voucher_id = $2`,
);
const listLines = statement<NamedLine>(
  "ledger.listNamedLines",
  `select e.line, e.category_id, c.name as category_name, e.department_id, d.name as department_name,
     e.net_debit_cents, e.description as memo
   from journal_entries e
   join categories c on c.company_id = $1 and c.id = e.category_id
   left join departments d on d.company_id = $1 and d.id = e.department_id
   where e.company_id = $1 and e.voucher_id = $2 order by e.line`,
);
const listByReference = statement<ManualEntryRow>(
  "ledger.listManualEntriesByReference",
  `select ${columnsOf(MANUAL_ENTRIES)} from manual_entries
   where company_id = $1 and reference = any (array(select unnest($2::text[])))`,
);
const findReversal = statement<{ voucher_id: PublicId<"voucher"> }>(
  "ledger.findReversal",
  "select voucher_id from manual_entries where company_id = $1 and reverses = $2",
);
const review = statement<never>(
  "ledger.reviewManualEntry",
  `update manual_entries set reviewed_by = $3, reviewed_at = $4
   where company_id = $1 and voucher_id = $2 and reviewed_at is null`,
);
const listAfter = statement<ManualEntryRow>(
  "ledger.listManualEntriesAfter",
  `select ${columnsOf(MANUAL_ENTRIES)} from manual_entries where company_id = $1 and voucher_id > $2
   order by voucher_id limit $3`,
);
const listByVoucher = statement<ManualEntryRow>(
  "ledger.listManualEntriesByVoucher",
  `select ${columnsOf(MANUAL_ENTRIES)} from manual_entries
   where company_id = $1 and voucher_id = any (array(select unnest($2::text[])))`,
);
/**
 * The sums of adjusting entries over ranges of days. Adjusting entries are few, and each is read by its
 * voucher, whatever the planner expects of the days.
 */
const sumAdjusting = statement<AdjustingSum>(
  "ledger.sumAdjusting",
  `select s.bucket, e.category_id, sum(e.net_debit_cents)::int8 as net_debit_cents
   from manual_entries m
     cross join lateral (select e.date, e.category_id, e.net_debit_cents from journal_entries e
       where e.company_id = $1 and e.voucher_id = m.voucher_id offset 0) e
     join unnest($2::smallint[], $3::date[], $4::date[]) as s (bucket, lo, hi)
       on e.date >= s.lo and e.date < s.hi
   where m.company_id = $1 and m.adjusting group by s.bucket, e.category_id`,
);
const listAdjusting = statement<{ voucher_id: string }>(
  "ledger.listAdjustingVouchers",
  `select m.voucher_id from manual_entries m where m.company_id = $1 and m.adjusting and exists
     (select 1 from journal_entries e where e.company_id = $1 and e.voucher_id = m.voucher_id
        and e.date >= $2 and e.date <= $3)
   order by m.voucher_id`,
);
const findUnposted = statement<{ voucher_id: string }>(
  "ledger.findUnpostedManualEntry",
  `select voucher_id from manual_entries m where company_id = $1 and not exists
     (select 1 from journal_entries e where e.company_id = $1 and e.voucher_id = m.voucher_id)
   order by voucher_id limit 1`,
);

export const manualEntriesStore = {
  insert: makeInsertAll("ledger.insertManualEntries", MANUAL_ENTRIES),
  put: makeUpsertAll("ledger.putManualEntries", MANUAL_ENTRIES),
  /** Returns the entries that match the filter and were posted before `after`, those posted last first. */
  list: (
    db: Queryable,
    companyId: Company,
    { from, to, unreviewed }: ManualEntryFilter,
    count: number,
    after: string | null,
  ) => db.list(listSummaries, [companyId, from, to, unreviewed, count, after]),
  find: (db: Queryable, companyId: Company, voucher: string) => db.find(findSummary, [companyId, voucher]),
  listLines: (db: Queryable, companyId: Company, voucher: string) => db.list(listLines, [companyId, voucher]),
  listByReference: (db: Queryable, companyId: Company, references: readonly string[]) =>
    db.list(listByReference, [companyId, references]),
  /** Returns the voucher that reverses another one; null if none does. */
  findReversal: async (db: Queryable, companyId: Company, voucher: string) =>
    (await db.find(findReversal, [companyId, voucher]))?.voucher_id ?? null,
  /** Notes the reviewer of an entry that nobody reviewed before. Returns the number of rows, 0 or 1. */
  review: (tx: Tx, companyId: Company, voucher: string, by: string, at: UnixSeconds) =>
    tx.run(review, [companyId, voucher, by, at]),
  /** Returns up to `count` entries after a voucher, in the order of vouchers. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  listByVoucher: (db: Queryable, companyId: Company, vouchers: readonly string[]) =>
    db.list(listByVoucher, [companyId, vouchers]),
  /** Returns the sums of adjusting entries by category for each range that has any. */
  sumAdjusting: (db: Queryable, companyId: Company, ranges: readonly Range[]) =>
    db.list(sumAdjusting, [
      companyId,
      ranges.map((_, bucket) => bucket),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => endParameter(to)),
    ]),
  /** Returns the vouchers of the adjusting entries from one day to another. */
  listAdjusting: async (db: Queryable, companyId: Company, from: CivilDate, to: CivilDate) =>
    (await db.list(listAdjusting, [companyId, from, to])).map((row) => row.voucher_id),
  /** Returns the first entry without lines in the journal; null if all have some. */
  findUnposted: (db: Queryable, companyId: Company) => db.find(findUnposted, [companyId]),
};
