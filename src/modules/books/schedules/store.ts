/** All SQL on spreads and capitalizations. */
import type { PublicId } from "../../../core/public-id.ts";
import { columnsOf, puttingAll, type Queryable, statement, type Tx } from "../../../platform/db/index.ts";
import { type SpreadRow, SPREADS } from "./record.ts";

type Company = PublicId<"company">;

const SPREAD = columnsOf(SPREADS);
const list = statement<SpreadRow>(
  "schedules.list",
  `select ${SPREAD} from spreads where company_id = $1 and kind = 'spread' and ($2::text is null
    or transaction_id = $2)
     and ($3::text is null or (created, id) > (select created, id from spreads where company_id = $1
       and id = $3)) order by created, id limit $4`,
);
const listAll = statement<SpreadRow>(
  "schedules.listAll",
  `select ${SPREAD} from spreads where company_id = $1 and id > $2 order by id limit $3`,
);
const listById = statement<SpreadRow>(
  "schedules.listById",
  `select ${SPREAD} from spreads where company_id = $1 and id = any ($2::text[]) order by id`,
);
const takeById = statement<SpreadRow>(
  "schedules.takeById",
  `delete from spreads where company_id = $1 and id = any ($2::text[]) returning ${SPREAD}`,
);

export const schedulesStore = {
  /**
   * Up to `count` spreads, of all transactions or of one, behind one, in the order in which they were
   * created.
   */
  list: (
    db: Queryable,
    companyId: Company,
    transaction: string | null,
    after: string | null,
    count: number,
  ) => db.list(list, [companyId, transaction, after, count]),
  /** Up to `count` of both kinds behind an id. */
  listAll: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAll, [companyId, after, count]),
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** Writes different spreads; returns how many it wrote, without those of another transaction. */
  put: puttingAll("schedules.put", SPREADS, [], " where spreads.transaction_id = excluded.transaction_id"),
  /** Deletes spreads and returns them as they were. */
  takeById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.list(takeById, [companyId, ids]),
};
