/** The SQL on assets with schedules, beside the transactions that bought them. */
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { columnsOf, type Queryable, statement } from "../../../../platform/db/index.ts";
import { type SpreadRow, SPREADS } from "../../../books/schedules/index.ts";

// Without a transaction, an asset is in the books from the day that its schedule names.
const listBooked = statement<SpreadRow>(
  "assets.listBooked",
  `select ${columnsOf(SPREADS, "s")} from spreads s
     left join transactions t on t.company_id = s.company_id and t.id = s.transaction_id
   where s.company_id = $1 and s.kind = 'capitalization' and not s.held
     and coalesce(t.accounting_date, s.opened_on, s.start_date) <= $2
     and (s.ended_as is distinct from 'disposed' or s.ended_on > $2)
   order by s.start_date, s.id`,
);

export const assetsStore = {
  /** The assets that are in the books at the end of a day, by first day. */
  listBooked: (db: Queryable, companyId: PublicId<"company">, date: CivilDate) =>
    db.list(listBooked, [companyId, date]),
};
