/**
 * The query from which every statement and total is computed. It sums by category over any number of ranges
 * of days ("buckets"). Each bucket is divided into segments, which are read from yearly rollups, monthly
 * rollups or entries. All of this is one SQL statement, and so one state of the books.
 */
import type { Cents } from "@daybook/words/cents";
import { type CivilDate, endParameter, type UnixSeconds } from "@daybook/words/civil-date";
import type { Segment } from "@daybook/words/periods";
import type { PublicId } from "@daybook/words/public-id";
import { type Parameter, type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";
import type { CategoryRow, TreeRow } from "../../chart/index.ts";
import type { Range } from "../rules.ts";

/** A category of the company. Every category has a row, even if it has no entries. */
export interface CategoryOfSums extends CategoryRow {
  readonly bucket: null;
  readonly fiscal_year_start_month: number;
  /** The company's stale months, the same on every row; null if there are none. */
  readonly stale: readonly CivilDate[] | null;
}

/** A department of the company. Every department has a row if sums are by department. */
export interface DepartmentOfSums extends TreeRow {
  readonly bucket: null;
  readonly account_type: null;
  readonly stale: null;
}

/**
 * A part of a category's sum in one bucket, by department if that was requested. All rollups of the bucket
 * are one part, and the entries of each segment are another. The parts add up to the category's sum.
 */
export interface SumOfCategory {
  readonly bucket: number;
  readonly id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | "" | null;
  readonly net_debit_cents: Cents;
  /** The number of entries in the sum. */
  readonly entries: number;
  /** The number of these entries that were read directly and added, not from a rollup and not subtracted. */
  readonly live: number;
  /**
   * The time when the latest of the rollups was refreshed, or the latest of the entries was written; null for
   * entries that are subtracted.
   */
  readonly refreshed_at: UnixSeconds | null;
  readonly stale: null;
}

export type SumRow = CategoryOfSums | DepartmentOfSums | SumOfCategory;

/** A segment, with the number of its bucket. */
export interface BucketSegment extends Segment {
  readonly bucket: number;
}

/**
 * Selects the categories, the fiscal year's start and the stale months, in the same state of the books as the
 * sums.
 */
const EACH_CATEGORY = `select c.id, c.name, c.account_type, c.cash_flow, c.tier, c.position, c.parent_id,
  c.created, c.role, c.balance_class, c.cash_paid_for,
            (select fiscal_year_start_month from companies where id = $1) as fiscal_year_start_month,
              null::smallint as bucket, null as department_id,
            null::int8 as net_debit_cents, null::int8 as entries, null::int8 as live, null::int8 as
              refreshed_at, stale.months as stale
     from categories c, stale where c.company_id = $1`;
const EACH_DEPARTMENT = `
     select d.id, d.name, null, null, d.tier, d.position, d.parent_id, d.created, null, null, null, null,
       null, null, null, null, null, null, null
     from departments d where d.company_id = $1
     union all`;

/**
 * Makes the SQL statement of sums. PostgreSQL misjudges the number of segments, so the statement has a form
 * that leads to a good plan all the same:
 * - A fence (`offset 0`) hides the length of the arrays. A plan for particular arrays then never seems
 *   cheaper than the general plan, which is reused. Planning each time would take a third of the time.
 * - Each segment reads its own range of the index, within another fence. Otherwise the planner expects many
 *   segments, and reads all rollups of the company or, in large books, all entries.
 * - Categories and sums are returned one after the other, and joined by the caller. The planner expects few
 *   rows of both, and would join them by comparing every row with every other row.
 * - Sums over rollups and sums over entries are returned separately. Together, the expected number of entries
 *   would make the planner sort the rollups, which are added up faster without sorting.
 */
function sumStatement(
  name: string,
  table: string,
  department: { readonly ofRollup: string; readonly ofEntry: string } | null,
) {
  const ofRollup = department ? `, ${department.ofRollup} as department_id` : "";
  const ofEntry = department ? `, ${department.ofEntry} as department_id` : "";
  const ofFound = department ? "found.department_id" : "null";
  return statement<SumRow>(
    name,
    `with segments as materialized (
       select s.* from (select $2::smallint[] as bucket, $3::text[] as grain, $4::date[] as lo, $5::date[] as
         hi, $6::smallint[] as sign offset 0) a,
         unnest(a.bucket, a.grain, a.lo, a.hi, a.sign) as s (bucket, grain, lo, hi, sign)
     ), stale as materialized (
       select json_agg(month order by month) as months from ledger_stale_months where company_id = $1
     )
     ${EACH_CATEGORY}
     union all${department ? EACH_DEPARTMENT : ""}
     (select found.category_id, null, null, null, null, null, null, null, null, null, null, null, s.bucket,
             ${ofFound}, sum(s.sign * found.net)::int8, sum(s.sign * found.entries)::int8, 0, max(found.refreshed_at),
               null
      from segments s cross join lateral (
         select r.category_id${ofRollup}, r.net_debit_cents as net, r.entry_count as entries, r.refreshed_at
         from ${table} r where r.company_id = $1 and r.grain = s.grain and r.period >= s.lo
           and r.period < s.hi offset 0
      ) found where s.grain <> 'entry' group by s.bucket,
        found.category_id${department ? ", found.department_id" : ""})
     union all
     select found.category_id, null, null, null, null, null, null, null, null, null, null, null, s.bucket,
            ${ofFound}, s.sign * found.net, s.sign * found.entries, case when s.sign > 0 then found.entries else 0 end,
            case when s.sign > 0 then found.updated end, null
     from segments s cross join lateral (
       select e.category_id${ofEntry}, sum(e.net_debit_cents)::int8 as net, count(*) as entries,
         max(e.updated) as updated
       from journal_entries e where e.company_id = $1 and e.date >= s.lo and e.date < s.hi
         group by e.category_id${department ? ", e.department_id" : ""}
     ) found where s.grain = 'entry'`,
  );
}

const sumByCategory = sumStatement("ledger.sumByCategory", "ledger_rollups", null);
const sumByDepartment = sumStatement("ledger.sumByDepartment", "ledger_department_rollups", {
  ofRollup: "r.department_id",
  ofEntry: "coalesce(e.department_id, '')",
});

/**
 * Sums of one merchant's entries. There are no rollups by merchant, so each category reads a range of its
 * index.
 */
const sumByMerchant = statement<SumRow>(
  "ledger.sumByMerchant",
  `with stale as (select null::json as months)
     ${EACH_CATEGORY}
     union all
     select c.id, null, null, null, null, null, null, null, null, null, null, null, s.bucket, null,
       found.net, found.entries, 0, found.updated, null
     from unnest($2::smallint[], $3::date[], $4::date[]) as s (bucket, lo, hi)
       join categories c on c.company_id = $1 cross join lateral (
       select sum(e.net_debit_cents)::int8 as net, count(*) as entries, max(e.updated) as updated
       from journal_entries e where e.company_id = $1 and e.category_id = c.id and e.merchant = $5
         and e.date >= s.lo and e.date < s.hi
     ) found where found.entries > 0`,
);

const findRevision = statement<{ revision: number }>(
  "ledger.findRevision",
  "select revision from ledger_debits where company_id = $1",
);

const putRevision = statement<never>(
  "ledger.putRevision",
  "update ledger_debits set revision = floor(random() * 9007199254740991)::bigint where company_id = $1",
);

const startRevisions = statement<never>(
  "ledger.startRevisions",
  "update ledger_debits set revision = 0 where company_id = $1",
);

/** A merchant's entries of some categories in a range of days. */
export interface MerchantQuestion {
  readonly merchant: string;
  readonly categoryIds: readonly string[];
  readonly range: Range;
}

/** Each category of each question reads its own range of the index. */
const sumMerchants = statement<{ question: number; net_debit_cents: Cents }>(
  "ledger.sumMerchants",
  `select q.question, sum(found.net)::int8 as net_debit_cents
   from unnest($2::int[], $3::text[], $4::text[], $5::date[], $6::date[]) as q (question, category_id,
     merchant, lo, hi) cross join lateral (
     select sum(e.net_debit_cents) as net from journal_entries e
     where e.company_id = $1 and e.category_id = q.category_id and e.merchant = q.merchant and e.date >= q.lo
       and e.date < q.hi
   ) found where found.net is not null group by q.question`,
);

export const sumsStore = {
  /**
   * Returns the revision of a company's books, another one for each state of its entries, rollups, categories
   * and departments; null before its first entry.
   */
  async findRevision(db: Queryable, companyId: PublicId<"company">): Promise<number | null> {
    return (await db.find(findRevision, [companyId]))?.revision ?? null;
  },
  /** Gives the books another revision. Triggers do so for all changes but those of rollups by themselves. */
  putRevision: (db: Queryable, companyId: PublicId<"company">) => db.run(putRevision, [companyId]),
  /** Gives the books their first revision, which is the same everywhere. Nobody has read them yet. */
  startRevisions: (tx: Tx, companyId: PublicId<"company">) => tx.run(startRevisions, [companyId]),
  /** Returns the sums of the questions that have entries, with the index of each question. */
  sumMerchants(db: Queryable, companyId: PublicId<"company">, questions: readonly MerchantQuestion[]) {
    const rows = questions.flatMap(({ merchant, categoryIds, range: { from, to } }, question) =>
      categoryIds.map((id) => ({ question, id, merchant, from, to: endParameter(to) })),
    );
    return db.list(sumMerchants, [
      companyId,
      rows.map(({ question }) => question),
      rows.map(({ id }) => id),
      rows.map(({ merchant }) => merchant),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
    ]);
  },
  /**
   * Returns the sums of all categories over the segments. With `byDepartment`, returns the sums of the income
   * statement's categories for each department.
   */
  sum(
    db: Queryable,
    companyId: PublicId<"company">,
    segments: readonly BucketSegment[],
    byDepartment: boolean,
  ): Promise<SumRow[]> {
    const parameters: readonly Parameter[] = [
      companyId,
      segments.map((segment) => segment.bucket),
      segments.map((segment) => segment.grain),
      segments.map((segment) => segment.from),
      segments.map((segment) => endParameter(segment.to)),
      segments.map((segment) => segment.sign),
    ];
    return db.list(byDepartment ? sumByDepartment : sumByCategory, parameters);
  },
  /**
   * Returns the sums of one merchant's entries over the ranges, for all categories. `refreshed_at` is the
   * time at which the latest of the entries was written.
   */
  sumMerchant(
    db: Queryable,
    companyId: PublicId<"company">,
    merchant: string,
    ranges: readonly Range[],
  ): Promise<SumRow[]> {
    const buckets = ranges.map((_, bucket) => bucket);
    return db.list(sumByMerchant, [
      companyId,
      buckets,
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => endParameter(to)),
      merchant,
    ]);
  },
};
