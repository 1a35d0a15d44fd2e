/** Reads what the disclosures of the cash flow statement are computed from: vouchers, not sums by category. */
import type { Cents } from "@daybook/words/cents";
import { endParameter } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Parameter, type Queryable, statement } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";

/** The sum of a category over the vouchers of one range that touch the same categories. */
export interface NonCashRow {
  /** The index of the range. */
  readonly bucket: number;
  /** The ids of the categories that each of the vouchers touches, in order. */
  readonly touched: readonly string[];
  readonly category_id: PublicId<"category">;
  readonly net_debit_cents: Cents;
}

/** What was added to and taken from a category in one range. Neither is negative. */
export interface DepreciationRow {
  readonly bucket: number;
  readonly category_id: PublicId<"category">;
  readonly charged_cents: Cents;
  readonly released_cents: Cents;
}

/**
 * The ranges. A fence (`offset 0`) hides the length of the arrays, so that one plan serves all of them:
 * making one each time would take as long as the statement.
 */
const RANGES = `(select $2::smallint[] as bucket, $3::date[] as lo, $4::date[] as hi offset 0) asked
       cross join unnest(asked.bucket, asked.lo, asked.hi) as s (bucket, lo, hi)`;

/**
 * Vouchers of the balance sheet alone that touch investing or financing and no cash. A category whose lines
 * cancel out in a voucher is not touched. Fences make the plan read each category's own range of the index,
 * and each voucher by its key, instead of all entries.
 */
const nonCash = statement<NonCashRow>(
  "ledger.sumNonCashVouchers",
  `with vouchers as materialized (
     select distinct s.bucket, found.voucher_id
     from ${RANGES}
       join categories c on c.company_id = $1 and c.cash_flow in ('investing', 'financing')
         and c.account_type in ('asset', 'liability', 'equity')
       cross join lateral (
         select e.voucher_id from journal_entries e where e.company_id = $1 and e.category_id = c.id
           and e.date >= s.lo and e.date < s.hi offset 0
       ) found
   ), nets as materialized (
     select v.bucket, v.voucher_id, e.category_id, e.net
     from vouchers v cross join lateral (
       select e.category_id, sum(e.net_debit_cents) as net from journal_entries e
       where e.company_id = $1 and e.voucher_id = v.voucher_id group by e.category_id
     ) e where e.net <> 0
   ), non_cash as materialized (
     select n.bucket, n.voucher_id, array_agg(n.category_id order by n.category_id) as touched
     from nets n join categories c on c.company_id = $1 and c.id = n.category_id
     group by n.bucket, n.voucher_id
     having bool_and(c.cash_flow <> 'cash' and c.account_type in ('asset', 'liability', 'equity'))
   )
   select v.bucket, v.touched, n.category_id, sum(n.net)::int8 as net_debit_cents
   from non_cash v join nets n on n.bucket = v.bucket and n.voucher_id = v.voucher_id
   group by v.bucket, v.touched, n.category_id order by v.bucket, v.touched, n.category_id`,
);

/** Of each category that may be one of accumulated depreciation: which of them are is said by their names. */
const depreciation = statement<DepreciationRow>(
  "ledger.sumDepreciation",
  `select s.bucket, c.id as category_id,
     coalesce(-sum(found.net) filter (where found.net < 0), 0)::int8 as charged_cents,
     coalesce(sum(found.net) filter (where found.net > 0), 0)::int8 as released_cents
   from ${RANGES}
     join categories c on c.company_id = $1 and (c.role = 'accumulated_depreciation'
       or c.account_type in ('asset', 'liability', 'equity') and c.cash_flow in ('investing', 'non_cash'))
     cross join lateral (
       select e.net_debit_cents as net from journal_entries e
       where e.company_id = $1 and e.category_id = c.id and e.date >= s.lo and e.date < s.hi offset 0
     ) found
   group by s.bucket, c.id order by s.bucket, c.id`,
);

const excludesNonCash = statement<{ excludes_non_cash: boolean }>(
  "ledger.excludesNonCash",
  "select excludes_non_cash from companies where id = $1",
);

export const nonCashStore = {
  /** Returns the sums of vouchers without cash that touch investing or financing, for each range. */
  listNonCash: (db: Queryable, companyId: PublicId<"company">, ranges: readonly Range[]) =>
    db.list(nonCash, parametersOf(companyId, ranges)),
  /** Returns what was added and taken in each range, of the categories that may be accumulated depreciation. */
  listDepreciation: (db: Queryable, companyId: PublicId<"company">, ranges: readonly Range[]) =>
    db.list(depreciation, parametersOf(companyId, ranges)),
  /** Returns true if the company leaves such vouchers out of the sections of its cash flow statement. */
  async excludesNonCash(db: Queryable, companyId: PublicId<"company">): Promise<boolean> {
    return (await db.find(excludesNonCash, [companyId]))?.excludes_non_cash ?? false;
  },
};

function parametersOf(companyId: PublicId<"company">, ranges: readonly Range[]): readonly Parameter[] {
  return [
    companyId,
    ranges.map((_, bucket) => bucket),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => endParameter(to)),
  ];
}
