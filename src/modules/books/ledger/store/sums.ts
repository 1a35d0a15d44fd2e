/**
 * The one query behind every statement and total: sums by category over any number of ranges
 * ("buckets"), read from rollups and, where those do not serve, from the entries, in a single
 * statement and therefore from a single state of the books.
 */
import type { Cents } from "../../../../core/cents.ts";
import { type CivilDate, endParameter, type UnixSeconds } from "../../../../core/civil-date.ts";
import type { Segment } from "../../../../core/periods.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Parameter, type Queryable, statement } from "../../../../platform/db/index.ts";
import type { CategoryRow, TreeRow } from "../../chart/index.ts";
import type { Range } from "../rules.ts";

/** A category of the company; there is a row for each, whether anything contributes to it or not. */
export interface CategoryOfSums extends CategoryRow {
  readonly bucket: null;
  readonly fiscal_year_start_month: number;
  /** The company's months whose rollups are stale, the same on every row; null when there are none. */
  readonly stale: readonly CivilDate[] | null;
}

/** A department of the company, where sums are by department; there is a row for each. */
export interface DepartmentOfSums extends TreeRow {
  readonly bucket: null;
  readonly account_type: null;
  readonly stale: null;
}

/**
 * A part of a category's sum in one bucket, by department if that was asked for. Rollups give one part, and
 * the entries of each segment another; the sum of the parts is the category's sum.
 */
export interface SumOfCategory {
  readonly bucket: number;
  readonly id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | "" | null;
  readonly net_debit_cents: Cents;
  /** Number of entries summed. */
  readonly entries: number;
  /** The number of them that were read from the entries themselves. */
  readonly live: number;
  /**
   * When the latest of the rollups was refreshed, or the latest of the entries written; null for entries that
   * are subtracted.
   */
  readonly refreshed_at: UnixSeconds | null;
  readonly stale: null;
}

export type SumRow = CategoryOfSums | DepartmentOfSums | SumOfCategory;

/** A segment that counts towards a bucket. */
export interface BucketSegment extends Segment {
  readonly bucket: number;
}

/** The first rows of each result: the chart and the start of the fiscal year, in the sums' own state. */
const EACH_CATEGORY = `select c.id, c.name, c.account_type, c.cash_flow, c.tier, c.position, c.parent_id,
  c.created, c.role,
            (select fiscal_year_start_month from companies where id = $1) as fiscal_year_start_month,
              null::smallint as bucket, null as department_id,
            null::int8 as net_debit_cents, null::int8 as entries, null::int8 as live, null::int8 as
              refreshed_at, stale.months as stale
     from categories c, stale where c.company_id = $1`;
const EACH_DEPARTMENT = `
     select d.id, d.name, null, null, d.tier, d.position, d.parent_id, d.created, null, null, null, null,
       null, null, null, null, null
     from departments d where d.company_id = $1
     union all`;

/**
 * A statement of sums. Its form keeps the plan good, because PostgreSQL misjudges the number of segments:
 * - a fence (`offset 0`) hides the number of elements of the arrays. So a plan for these very arrays never
 *   seems cheaper than the general plan, which is kept; planning would be a third of the time;
 * - each segment reads its own range of the index, behind a fence too. Otherwise the planner, which expects
 *   many segments, reads all rollups of the company once, or on large books all entries;
 * - categories and sums are returned one after the other, and joined by the caller. The planner expects few
 *   rows of both, and would compare every row with every other;
 * - sums over rollups and sums over entries are returned separately too. Together, the expected number of
 *   entries would make the planner sort the rollups, which are summed faster unsorted.
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
     (select found.category_id, null, null, null, null, null, null, null, null, null, s.bucket, ${ofFound},
             sum(s.sign * found.net)::int8, sum(s.sign * found.entries)::int8, 0, max(found.refreshed_at),
               null
      from segments s cross join lateral (
         select r.category_id${ofRollup}, r.net_debit_cents as net, r.entry_count as entries, r.refreshed_at
         from ${table} r where r.company_id = $1 and r.grain = s.grain and r.period >= s.lo
           and r.period < s.hi offset 0
      ) found where s.grain <> 'entry' group by s.bucket,
        found.category_id${department ? ", found.department_id" : ""})
     union all
     select found.category_id, null, null, null, null, null, null, null, null, null, s.bucket, ${ofFound},
            s.sign * found.net, s.sign * found.entries, case when s.sign > 0 then found.entries else 0 end,
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

/** Sums of one merchant's entries. Each category reads its own range of the index, which no rollup spares. */
const sumByMerchant = statement<SumRow>(
  "ledger.sumByMerchant",
  `with stale as (select null::json as months)
     ${EACH_CATEGORY}
     union all
     select c.id, null, null, null, null, null, null, null, null, null, s.bucket, null, found.net,
       found.entries, 0, found.updated, null
     from unnest($2::smallint[], $3::date[], $4::date[]) as s (bucket, lo, hi)
       join categories c on c.company_id = $1 cross join lateral (
       select sum(e.net_debit_cents)::int8 as net, count(*) as entries, max(e.updated) as updated
       from journal_entries e where e.company_id = $1 and e.category_id = c.id and e.merchant = $5
         and e.date >= s.lo and e.date < s.hi
     ) found where found.entries > 0`,
);

/** A merchant's entries of some categories in a range of days. */
export interface MerchantQuestion {
  readonly merchant: string;
  readonly categoryIds: readonly string[];
  readonly range: Range;
}

/** Each question's categories read their own range of the index. */
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
  /** Sums of the questions that have entries, by the question's place. */
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
   * Sums of all categories over the segments. With `byDepartment`, sums of the income statement's categories
   * for each department.
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
   * Sums of one merchant's entries over the ranges, for all categories. `refreshed_at` is when the latest of
   * the entries was written.
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
