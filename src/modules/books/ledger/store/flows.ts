/**
 * Reads what a cash flow statement is printed from: vouchers that touch investing or financing, each leg in
 * the section in which it is shown. Invariant: the legs of a voucher that are placed in a section sum to its
 * cash there; those of a voucher without cash are in none.
 */
import type { Cents } from "@daybook/words/cents";
import { type CivilDate, endParameter } from "@daybook/words/civil-date";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import type { PublicId } from "@daybook/words/public-id";
import { type Parameter, type Queryable, statement } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";
import type { FlowPart } from "../../chart/index.ts";
import { ENTRY_COLUMNS, ENTRY_VIEW, type EntryKey, JOINS } from "./entries.ts";

/** The parts of all categories of a company, by id. */
export type FlowParts = ReadonlyMap<string, FlowPart>;

/** The line of what was paid for whole businesses, less the cash that came with them. */
export const ACQUISITIONS_LINE = "grp_acquisitions";

/**
 * The section in which legs are shown. `adjustment`: within operating activities, because no cash moved
 * though income did, as with an impairment; `none` for vouchers of the balance sheet without cash; `earlier`
 * for the credit on which an asset that is paid in the range was bought before it: it is added to operating.
 */
export type FlowPlace = "investing" | "financing" | "adjustment" | "none" | "earlier";

/** The sum of a category's legs that are shown in one place. */
export interface FlowRow {
  /** The index of the range. */
  readonly bucket: number;
  readonly place: FlowPlace;
  /** The category of the legs. */
  readonly category_id: PublicId<"category">;
  /** The category on whose line they are shown, or `ACQUISITIONS_LINE`; null for `none` and `earlier`. */
  readonly line: string | null;
  /** 1 for inflows, -1 for outflows, 0 for legs of a voucher that cancel out and are not shown. */
  readonly direction: number;
  /** For `none`, the ids of the categories that each of the vouchers touches, in order. */
  readonly touched: readonly string[] | null;
  /** What the legs did to cash, or would have done. */
  readonly effect_cents: Cents;
}

/** The days within which what is paid for an asset is paid "soon after" its purchase (ASC 230-10-45-13). */
const SOON_DAYS = 90;

/**
 * The legs of the vouchers that touch investing, financing or a lease, with their places; `$3` and `$4` are
 * the parts of the categories by id. A voucher that pays for a business (with goodwill, or with several
 * current assets and debts) is shown by what it paid: all its balances are moved to investing. So are the
 * debts of one that pays an asset in part, and those that a sold asset pays off; a voucher that has income or
 * costs besides, such as that of a whole month, moves no debt. An asset on credit is paid when its payable is
 * next debited, within `SOON_DAYS`: the range of that day shows it, whatever the range of the purchase. In a
 * section, a voucher whose legs go one way keeps them on their own lines; any other is one flow, on the
 * largest line of the section. The fences (`offset 0`) make the plan read the index of each category, and
 * each voucher by its key.
 */
const placed = (ranges: string): string => `parts as materialized (
     select part.category_id, part.part from (select $3::text[] as ids, $4::text[] as parts offset 0) asked
       cross join unnest(asked.ids, asked.parts) as part (category_id, part)
   ), ranges as materialized (${ranges}), vouchers as materialized (
     select distinct r.bucket, r.lo, r.hi, found.voucher_id, found.date
     from ranges r join parts p
         on p.part not in ('cash', 'non_cash', 'current_asset', 'working_capital', 'lease_debt', 'result')
       cross join lateral (
         select e.voucher_id, e.date from journal_entries e
         where e.company_id = $1 and e.category_id = p.category_id and e.date < r.hi
           and e.date >= case when p.part = 'investing' then r.lo - ${SOON_DAYS} else r.lo end
           and (e.date >= r.lo or e.net_debit_cents > 0) offset 0
       ) found
   ), nets as materialized (
     select v.*, e.category_id, e.net
     from vouchers v cross join lateral (
       select e.category_id, sum(e.net_debit_cents) as net from journal_entries e
       where e.company_id = $1 and e.voucher_id = v.voucher_id group by e.category_id
     ) e where e.net <> 0
   ), legs as materialized (
     select n.*, p.part, -n.net as effect
     from nets n join parts p on p.category_id = n.category_id
   ), sums as materialized (
     select l.*, bool_or(part in ('investing', 'goodwill')) over v as has_asset,
       bool_or(part = 'result') over v as has_cost,
       bool_or(part in ('result', 'investing_result', 'financing_result')) over v as has_result,
       coalesce(-sum(effect) filter (where part = 'cash') over v, 0) as cash,
       coalesce(sum(effect) filter (where part in ('investing', 'goodwill', 'accumulated', 'investing_result'))
         over v, 0) as investing,
       coalesce(sum(effect) filter (
         where part in ('financing', 'working_capital', 'lease_debt') and effect > 0) over v, 0)
         as owed,
       coalesce(sum(effect) filter (where part = 'financing' and effect < 0) over v, 0) as repaid,
       coalesce(sum(effect) filter (where part = 'working_capital') over v, 0) as payable,
       bool_and(part in ('cash', 'investing', 'current_asset', 'working_capital', 'result')) over v
         as is_plain_buy,
       count(*) filter (where part = 'current_asset' and effect < 0) over v > 1 as buys_assets,
       bool_or(part = 'goodwill' and effect < 0) over v as buys_goodwill
     from legs l window v as (partition by bucket, voucher_id)
   ), kinds as materialized (
     select s.*, s.cash = 0 and not s.has_result as is_without_cash,
       s.cash = 0 and s.has_cost as is_adjustment,
       s.cash < 0 and (s.buys_goodwill
         or s.buys_assets and not s.has_result and s.investing < 0 and s.owed > 0) as is_business,
       s.cash < 0 and not s.has_cost and s.owed > 0 and s.investing + s.owed < 0 as is_paid_in_part,
       s.cash > 0 and not s.has_cost and s.repaid < 0 and s.investing + s.repaid > 0 as is_paid_off,
       s.cash = 0 and s.is_plain_buy and s.investing <> 0 and sign(s.investing) = -sign(s.payable)
         and (not s.has_cost or abs(s.payable) >= abs(s.investing)) as is_on_credit
     from sums s
   ), timed as materialized (
     select k.*, min(case
         when not k.is_on_credit or k.part <> 'working_capital' or sign(k.effect) <> sign(k.payable) then null
         when k.has_cost or k.investing > 0 then k.date
         else (select e.date from journal_entries e
           where e.company_id = $1 and e.category_id = k.category_id and e.voucher_id <> k.voucher_id
             and e.date >= k.date and e.date <= k.date + ${SOON_DAYS} and e.net_debit_cents > 0
           order by e.date limit 1) end) over (partition by k.bucket, k.voucher_id) as paid_on
     from kinds k
   ), paid as materialized (
     select t.*, coalesce(t.paid_on >= t.lo and t.paid_on < t.hi, false) as is_paid from timed t
   ), places as materialized (
     select k.bucket, k.voucher_id, k.category_id, k.effect, k.is_business, case
         when k.is_paid and k.part = 'investing' then 'investing'
         when k.date < k.lo then 'earlier'
         when k.is_paid then 'operating'
         when k.is_without_cash then 'none'
         when k.is_adjustment and k.part in
           ('result', 'current_asset', 'lease', 'working_capital', 'lease_debt', 'non_cash') then 'operating'
         when k.is_adjustment then 'adjustment'
         when k.part in ('investing', 'goodwill', 'accumulated', 'investing_result') then 'investing'
         when k.part = 'non_cash' and k.has_asset then 'investing'
         when k.is_business
           and k.part in ('financing', 'lease', 'current_asset', 'working_capital', 'lease_debt')
           then 'investing'
         when k.is_paid_in_part and k.part in ('financing', 'working_capital', 'lease_debt') and k.effect > 0
           then 'investing'
         when k.part = 'financing' and k.effect < 0 and k.is_paid_off then 'investing'
         when k.part in ('financing', 'financing_result') then 'financing'
         else 'operating' end as place,
       case when k.part = 'goodwill' then 'investing' when k.part in ('investing', 'financing') then k.part
         else '' end as own,
       case when k.part in ('goodwill', 'accumulated', 'investing_result') then 'investing'
         when k.part = 'financing_result' then 'financing' else k.part end as role
     from paid k where k.part <> 'cash' and (k.is_paid or k.date >= k.lo)
   ), flows as materialized (
     select p.*, sum(p.effect) over f as total,
       bool_and(p.own = p.place) over f and min(sign(p.effect)) over f = max(sign(p.effect)) over f as is_plain,
       first_value(p.category_id) over (partition by p.bucket, p.voucher_id, p.place
         order by p.own = p.place desc, p.role = p.place desc, abs(p.effect) desc, p.category_id) as main
     from places p where p.place <> 'operating' window f as (partition by p.bucket, p.voucher_id, p.place)
   ), shown as materialized (
     select f.bucket, f.voucher_id, f.category_id, f.place, f.effect, case
         when f.place in ('none', 'earlier') then null
         when f.place = 'investing' and f.is_business then '${ACQUISITIONS_LINE}'
         when f.is_plain or f.place = 'adjustment' then f.category_id else f.main end as line,
       case when f.place in ('none', 'earlier') then 0
         when f.place = 'adjustment' or f.is_plain and not f.is_business then sign(f.effect)::int
         else sign(f.total)::int end as direction
     from flows f
   )`;

const sumFlows = statement<FlowRow>(
  "ledger.sumFlows",
  `with ${placed(`select s.* from (select $2::smallint[] as bucket, $5::date[] as lo, $6::date[] as hi offset 0) a
     cross join unnest(a.bucket, a.lo, a.hi) as s (bucket, lo, hi)`)}, touching as materialized (
     select s.*, case when s.place = 'none' then array_agg(s.category_id) over (
         partition by s.bucket, s.voucher_id, s.place order by s.category_id
         rows between unbounded preceding and unbounded following) end as touched
     from shown s
   )
   select t.bucket, t.place, t.category_id, t.line, t.direction, t.touched,
     sum(t.effect)::int8 as effect_cents
   from touching t group by t.bucket, t.place, t.category_id, t.line, t.direction, t.touched
   order by t.bucket, t.place, t.line, t.direction, t.touched, t.category_id`,
);

const ONE_RANGE = "select 0::smallint as bucket, $5::date as lo, $6::date as hi";
/** Pages of entries by date, the latest first, from behind a position. */
const PAGE = `(e.date, e.voucher_id, e.line) < ($7::date, $8, $9::smallint)
     order by e.date desc, e.voucher_id desc, e.line desc limit $2`;
const VIEWED = `${JOINS} order by e.date desc, e.voucher_id desc, e.line desc`;

/** The entries of the legs that some lines of a section show; of all of them without lines. */
const listShown = statement<unknown>(
  "ledger.listShownEntries",
  `with ${placed(ONE_RANGE)}, wanted as materialized (
     select distinct s.voucher_id, s.category_id from shown s
     where s.place = $10 and s.direction <> 0 and (cardinality($11::text[]) = 0
       or exists (select 1 from unnest($11::text[], $12::int[]) as line (id, direction)
         where line.id = s.line and (line.direction = 0 or line.direction = s.direction)))
   )
   select ${ENTRY_VIEW} from (
     select e.* from wanted w cross join lateral (
       select ${ENTRY_COLUMNS} from journal_entries e where e.company_id = $1
         and e.voucher_id = w.voucher_id and e.category_id = w.category_id offset 0
     ) e where ${PAGE}
   ) e ${VIEWED}`,
);

/**
 * The entries of some categories, but for those that are shown in another section or in none, and with those
 * of earlier purchases that are paid in the range.
 */
const listOperating = statement<unknown>(
  "ledger.listOperatingEntries",
  `with ${placed(ONE_RANGE)}, elsewhere as materialized (
     select distinct voucher_id, category_id from shown where place <> 'adjustment'
   )
   select ${ENTRY_VIEW} from (
     select e.* from unnest($10::text[]) as wanted (id) cross join lateral (
       (select ${ENTRY_COLUMNS} from journal_entries e
       where e.company_id = $1 and e.category_id = wanted.id and e.date >= $5::date and e.date < $6::date
         and not exists (select 1 from elsewhere x
           where x.voucher_id = e.voucher_id and x.category_id = e.category_id) and ${PAGE})
       union all
       (select ${ENTRY_COLUMNS} from shown s join journal_entries e on e.company_id = $1
         and e.voucher_id = s.voucher_id and e.category_id = s.category_id
       where s.place = 'earlier' and s.category_id = wanted.id and ${PAGE})
     ) e order by e.date desc, e.voucher_id desc, e.line desc limit $2
   ) e ${VIEWED}`,
);

/** A line of a section, and which of its flows. */
export interface FlowLine {
  readonly line: string;
  /** 1 for inflows, -1 for outflows, 0 for both. */
  readonly direction: -1 | 0 | 1;
}

/** The entries of a row of a printed cash flow statement. */
export type FlowEntries =
  | {
      readonly place: "investing" | "financing";
      /** An empty list stands for the whole section. */
      readonly lines: readonly FlowLine[];
    }
  | { readonly place: "operating"; readonly categoryIds: readonly string[] };

/** The place behind which a page of entries begins. */
export interface EntryPlace extends EntryKey {
  readonly date: CivilDate;
}

export const flowsStore = {
  /** Returns the flows of each range: the sums by category and place, without what stays in operating. */
  sum(db: Queryable, companyId: PublicId<"company">, parts: FlowParts, ranges: readonly Range[]) {
    return db.list(sumFlows, [
      companyId,
      ranges.map((_, bucket) => bucket),
      ...partParameters(parts),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => endParameter(to)),
    ]);
  },
  /** Returns up to `limit` + 1 entries of a row behind a place, in the JSON of the API. */
  listEntries<View>(
    db: Queryable,
    companyId: PublicId<"company">,
    wanted: FlowEntries,
    parts: FlowParts,
    page: { readonly range: Range; readonly limit: number; readonly after: EntryPlace },
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>> {
    const { range, limit, after } = page;
    const parameters: readonly Parameter[] = [
      companyId,
      limit + 1,
      ...partParameters(parts),
      range.from,
      endParameter(range.to),
      after.date,
      after.voucher_id,
      after.line,
    ];
    if (wanted.place === "operating")
      return db.listJson(listOperating, [...parameters, wanted.categoryIds], layout);
    const { place, lines } = wanted;
    return db.listJson(
      listShown,
      [...parameters, place, lines.map(({ line }) => line), lines.map(({ direction }) => direction)],
      layout,
    );
  },
};

function partParameters(parts: FlowParts): readonly [readonly string[], readonly string[]] {
  return [[...parts.keys()], [...parts.values()]];
}
