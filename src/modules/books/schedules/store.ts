/** All SQL on spreads and capitalizations. */
import type { Cents } from "../../../core/cents.ts";
import type { CivilDate, UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../../platform/db/index.ts";

type Company = PublicId<"company">;

export interface SpreadRow {
  readonly id: PublicId<"spread">;
  readonly kind: "spread" | "capitalization";
  readonly transaction_id: PublicId<"transaction">;
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  readonly holding_category_id: PublicId<"category">;
  readonly contra_category_id: PublicId<"category">;
  /** Of the transaction or line: money in is positive. */
  readonly amount_cents: Cents;
  readonly start_date: CivilDate;
  readonly end_date: CivilDate;
  /** What the first months counted before the amount changed; fewer than the months. */
  readonly counted_cents: readonly Cents[];
  readonly description: string;
  readonly merchant: string | null;
  /** Whether its transaction is on hold, and its months with it. */
  readonly held: boolean;
  readonly created: UnixSeconds;
}

const SPREAD =
  "id, kind, transaction_id, category_id, department_id, holding_category_id, contra_category_id, amount_cents, start_date, end_date, description, merchant, held, created, counted_cents";
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
const put = statement<never>(
  "schedules.put",
  `insert into spreads (company_id, ${SPREAD}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
    $14, $15, $16::text::jsonb)
   on conflict (company_id, id) do update set kind = excluded.kind, created = excluded.created, category_id =
     excluded.category_id, department_id = excluded.department_id,
     holding_category_id = excluded.holding_category_id, contra_category_id = excluded.contra_category_id,
       amount_cents = excluded.amount_cents,
     start_date = excluded.start_date, end_date = excluded.end_date, description = excluded.description,
       merchant = excluded.merchant, held = excluded.held,
     counted_cents = excluded.counted_cents
   where spreads.transaction_id = excluded.transaction_id`,
);
const deleteById = statement<never>(
  "schedules.deleteById",
  "delete from spreads where company_id = $1 and id = any ($2::text[])",
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
  /** Gives the number of rows it wrote: none for a spread of another transaction. */
  put: (tx: Tx, companyId: Company, row: SpreadRow) =>
    tx.run(put, [
      companyId,
      row.id,
      row.kind,
      row.transaction_id,
      row.category_id,
      row.department_id,
      row.holding_category_id,
      row.contra_category_id,
      row.amount_cents,
      row.start_date,
      row.end_date,
      row.description,
      row.merchant,
      row.held,
      row.created,
      JSON.stringify(row.counted_cents),
    ]),
  deleteById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.run(deleteById, [companyId, ids]),
};
