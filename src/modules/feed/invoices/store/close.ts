/** SQL of the items of invoices and bills in the checklist of a month. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Side } from "../rules/sides.ts";
import { type Queryable, statement } from "../../../../platform/db/index.ts";

const sumDrafts = statement<{ count: number; amount_cents: Cents; has_any: boolean }>(
  "invoices.sumDrafts",
  `select count(*) as count, coalesce(sum(i.total_cents), 0)::int8 as amount_cents,
     exists (select 1 from invoices any_of where any_of.company_id = $1 and any_of.side = $4 and any_of.issue_date >= $2
       and any_of.issue_date <= $3) as has_any
   from invoices i
   where i.company_id = $1 and i.side = $4 and i.status = 'draft'
     and i.issue_date >= $2 and i.issue_date <= $3`,
);

export const closeStore = {
  /** Counts and sums up the drafts of some days; `has_any` if any item of the side is of these. */
  sumDrafts: (
    db: Queryable,
    companyId: PublicId<"company">,
    side: Side,
    from: CivilDate,
    through: CivilDate,
  ) => db.get(sumDrafts, [companyId, from, through, side.name]),
};
