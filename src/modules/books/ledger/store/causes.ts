/**
 * SQL that finds whose entries changed a category most between two ranges of days. It reads these days'
 * entries of the categories that are asked for, by their index, and no others.
 */
import type { Cents } from "@daybook/words/cents";
import { endParameter } from "@daybook/words/civil-date";
import type { EntrySource } from "@daybook/words/ledger-words";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";

/** The entries of a category that explain the largest part of its change: of a merchant, or of a source. */
export interface CauseRow {
  readonly category_id: string;
  /** Null for entries without a merchant, which are those of a source. */
  readonly merchant: string | null;
  readonly source: EntrySource | null;
  /** Debit minus credit in both ranges. */
  readonly net_debit_cents: Cents;
  readonly before_cents: Cents;
  readonly entries: number;
  readonly entries_before: number;
}

/** A category that changed. */
export interface ChangedCategory {
  readonly id: string;
  /** 1 if its debits minus credits rose, -1 if they fell. */
  readonly sign: 1 | -1;
}

const listCauses = statement<CauseRow>(
  "ledger.listCauses",
  `select category_id, merchant, source, net_debit_cents, before_cents, entries, entries_before from (
     select grouped.*, row_number() over (partition by category_id
       order by sign * (net_debit_cents - before_cents) desc, merchant, source) as place
     from (
       select q.category_id, q.sign, e.merchant, case when e.merchant is null then e.source end as source,
         coalesce(sum(e.net_debit_cents) filter (where r.is_now), 0)::int8 as net_debit_cents,
         coalesce(sum(e.net_debit_cents) filter (where not r.is_now), 0)::int8 as before_cents,
         count(*) filter (where r.is_now) as entries, count(*) filter (where not r.is_now) as entries_before
       from (select $2::text[] as ids, $3::int[] as signs offset 0) a
         cross join unnest(a.ids, a.signs) as q (category_id, sign)
         cross join (values (true, $4::date, $5::date), (false, $6::date, $7::date)) as r (is_now, lo, hi)
         cross join lateral (
           select e.merchant, e.source, e.net_debit_cents from journal_entries e
           where e.company_id = $1 and e.category_id = q.category_id and e.date >= r.lo and e.date < r.hi
           offset 0
         ) e
       group by 1, 2, 3, 4
     ) grouped
   ) ranked where place = 1`,
);

export const causesStore = {
  /** Returns a row for each category that has entries in one of the ranges. */
  list: (
    db: Queryable,
    companyId: PublicId<"company">,
    categories: readonly ChangedCategory[],
    now: Range,
    before: Range,
  ): Promise<CauseRow[]> =>
    db.list(listCauses, [
      companyId,
      categories.map(({ id }) => id),
      categories.map(({ sign }) => sign),
      now.from,
      endParameter(now.to),
      before.from,
      endParameter(before.to),
    ]),
};
