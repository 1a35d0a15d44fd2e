/** SQL on the lines of splits. */
import type { Cents } from "../../../../core/cents.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { pager, type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

export interface SplitRow {
  readonly id: PublicId<"split">;
  readonly transaction_id: PublicId<"transaction">;
  /** Among the lines of its transaction, from 1. */
  readonly position: number;
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  readonly amount_cents: Cents;
  readonly memo: string | null;
  readonly spread_id: PublicId<"spread"> | null;
}

const SPLIT = "id, transaction_id, position, category_id, department_id, amount_cents, memo, spread_id";
const listOf = statement<SplitRow>(
  "transactions.listSplitsOf",
  `select ${SPLIT} from transaction_splits where company_id = $1 and transaction_id = any ($2::text[])
    order by transaction_id, position`,
);
/** Lines of splits, those of a transaction together and in order. */
const pages = pager<SplitRow>()({
  name: "transactions.listSplits",
  key: { transaction_id: "text", position: "smallint" },
  filters: { transaction_id: { is: "transaction_id" } },
  text: ({ where, order }) =>
    `select ${SPLIT} from transaction_splits where ${where} order by ${order()} limit $2`,
});
const find = statement<SplitRow>(
  "transactions.findSplit",
  `select ${SPLIT} from transaction_splits where company_id = $1 and id = $2`,
);
const listById = statement<SplitRow>(
  "transactions.listSplitsById",
  `select ${SPLIT} from transaction_splits where company_id = $1 and id = any ($2::text[])`,
);
const insert = statement<never>(
  "transactions.insertSplits",
  `insert into transaction_splits (company_id, ${SPLIT}) select $1, ${SPLIT}
    from jsonb_to_recordset($2::text::jsonb) as row
     (id text, transaction_id text, position smallint, category_id text, department_id text, amount_cents
       bigint, memo text, spread_id text)`,
);
const deleteOf = statement<never>(
  "transactions.deleteSplitsOf",
  "delete from transaction_splits where company_id = $1 and transaction_id = any ($2::text[])",
);
const takeOf = statement<Pick<SplitRow, "spread_id">>(
  "transactions.takeSplitsOf",
  `delete from transaction_splits where company_id = $1 and transaction_id = any ($2::text[])
    returning spread_id`,
);

export const splitsStore = {
  /** The lines of some transactions, each one's together and in order. */
  listOf: (db: Queryable, companyId: Company, transactions: readonly string[]) =>
    db.list(listOf, [companyId, transactions]),
  pages,
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  insert: (tx: Tx, companyId: Company, rows: readonly SplitRow[]) =>
    tx.run(insert, [companyId, JSON.stringify(rows)]),
  /** Deletes the lines of some transactions, and gives which spreads they had. */
  takeOf: (tx: Tx, companyId: Company, transactions: readonly string[]) =>
    tx.list(takeOf, [companyId, transactions]),
  deleteOf: (tx: Tx, companyId: Company, transactions: readonly string[]) =>
    tx.run(deleteOf, [companyId, transactions]),
};
