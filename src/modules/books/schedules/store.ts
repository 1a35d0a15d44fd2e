/** All SQL on spreads and capitalizations. */
import type { PublicId } from "../../../core/public-id.ts";
import {
  columnsOf,
  pager,
  puttingAll,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { type SpreadRow, SPREADS } from "./record.ts";

type Company = PublicId<"company">;

const SPREAD = columnsOf(SPREADS);
/** Spreads in the order in which they were created. */
const pages = pager<SpreadRow>()({
  name: "schedules.list",
  key: { created: "bigint", id: "text" },
  only: { kind: "spread" },
  filters: { transaction_id: { is: "transaction_id" } },
  text: ({ where, order }) => `select ${SPREAD} from spreads where ${where} order by ${order()} limit $2`,
});
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
  pages,
  /** Up to `count` of both kinds after an id. */
  listAll: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAll, [companyId, after, count]),
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** Writes distinct spreads; returns how many it wrote. Spreads of another transaction are not written. */
  put: puttingAll("schedules.put", SPREADS, [], " where spreads.transaction_id = excluded.transaction_id"),
  /** Deletes spreads and returns them as they were. */
  takeById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.list(takeById, [companyId, ids]),
};
