/** SQL on the lines of splits. */
import type { Cents } from "../../../../core/cents.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";

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
const list = statement<SplitRow>(
  "transactions.listSplits",
  `select ${SPLIT} from transaction_splits where company_id = $1 and ($2::text is null or transaction_id = $2)
     and (transaction_id, position) > ($3, $4::smallint) order by transaction_id, position limit $5`,
);
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
  /** Up to `count` lines, of all transactions or of one, behind a place. */
  list: (
    db: Queryable,
    companyId: Company,
    transaction: string | null,
    after: Pick<SplitRow, "transaction_id" | "position"> | null,
    count: number,
  ) => db.list(list, [companyId, transaction, after?.transaction_id ?? "", after?.position ?? 0, count]),
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
