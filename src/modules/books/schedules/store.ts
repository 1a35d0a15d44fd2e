/** The SQL on spreads and capitalizations. */
import { type CivilDate, losAngelesDate, startOfMonth } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeUpsertAll,
  pager,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import type { CategoryRecords } from "../chart/index.ts";
import { type SpreadRow, SPREADS } from "./record.ts";

type Company = PublicId<"company">;

const SPREAD = columnsOf(SPREADS);
/** Pages of spreads, in the order of creation. Capitalizations are left out. */
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
const listKind = statement<SpreadRow>(
  "schedules.listKind",
  `select ${SPREAD} from spreads where company_id = $1 and kind = $2 order by start_date desc, id limit $3`,
);
const listStanding = statement<SpreadRow>(
  "schedules.listStanding",
  `select ${SPREAD} from spreads where company_id = $1 and transaction_id is null and id > $2 order by id limit $3`,
);
const listRunning = statement<SpreadRow>(
  "schedules.listRunning",
  `select ${SPREAD} from spreads
   where company_id = $1 and start_date <= $3 and (end_date >= $2 or ended_on >= $2) order by id`,
);
const deleteById = statement<SpreadRow>(
  "schedules.deleteById",
  `delete from spreads where company_id = $1 and id = any ($2::text[]) returning ${SPREAD}`,
);

const listPosting = statement<Pick<SpreadRow, "description">>(
  "schedules.listPosting",
  `select description from spreads where company_id = $1 and end_date >= $3 and ended_on is null
     and $2 in (category_id, holding_category_id, contra_category_id) order by description, id`,
);
const CATEGORIES = [
  "category_id",
  "holding_category_id",
  "contra_category_id",
  "proceeds_category_id",
  "result_category_id",
] as const;
const moveCategory = statement<never>(
  "schedules.moveCategory",
  `update spreads set ${CATEGORIES.map((name) => `${name} = case when ${name} = $2 then $3 else ${name} end`).join(", ")}
   where company_id = $1 and $2 in (${CATEGORIES.join(", ")})`,
);

export const SCHEDULE_RECORDS: CategoryRecords = {
  /** Names what has a share of this month or a later one. */
  listPosting: async (db, companyId, id, now) =>
    (await db.list(listPosting, [companyId, id, startOfMonth(losAngelesDate(now))])).map(
      ({ description }) => `the schedule ${description}`,
    ),
  replace: (tx, companyId, { from, into }) => tx.run(moveCategory, [companyId, from.id, into.id]),
};

export const schedulesStore = {
  pages,
  /** Returns up to `count` spreads and capitalizations after an id, in the order of ids. */
  listAll: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAll, [companyId, after, count]),
  /** Returns the last `count` spreads or capitalizations, by their first month, latest first. */
  listKind: (db: Queryable, companyId: Company, kind: SpreadRow["kind"], count: number) =>
    db.list(listKind, [companyId, kind, count]),
  /** Returns up to `count` schedules without a transaction after an id, in the order of ids. */
  listStanding: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listStanding, [companyId, after, count]),
  /** Returns what may have a share, or its end, from the first day of a month to a day. */
  listRunning: (db: Queryable, companyId: Company, from: CivilDate, through: CivilDate) =>
    db.list(listRunning, [companyId, from, through]),
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /**
   * Inserts or replaces distinct spreads. Returns how many were written: an existing spread is not replaced
   * by one of another transaction.
   */
  put: makeUpsertAll(
    "schedules.put",
    SPREADS,
    [],
    " where spreads.transaction_id is not distinct from excluded.transaction_id",
  ),
  /** Deletes spreads and returns the deleted rows. */
  deleteById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.list(deleteById, [companyId, ids]),
};
