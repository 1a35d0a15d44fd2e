/** SQL on the lines of splits. */
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeInsertAll,
  pager,
  type Queryable,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import { type SplitRow, SPLITS } from "../record.ts";

type Company = PublicId<"company">;

const SPLIT = columnsOf(SPLITS);
const listOf = statement<SplitRow>(
  "transactions.listSplitsOf",
  `select ${SPLIT} from transaction_splits where company_id = $1 and transaction_id = any ($2::text[])
    order by transaction_id, position`,
);
/** Lines of splits, by transaction and position. */
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
  /** The lines of these transactions, by transaction and position. */
  listOf: (db: Queryable, companyId: Company, transactions: readonly string[]) =>
    db.list(listOf, [companyId, transactions]),
  pages,
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  insert: makeInsertAll("transactions.insertSplits", SPLITS),
  /** Deletes the lines of these transactions; returns their spreads. */
  takeOf: (tx: Tx, companyId: Company, transactions: readonly string[]) =>
    tx.list(takeOf, [companyId, transactions]),
  deleteOf: (tx: Tx, companyId: Company, transactions: readonly string[]) =>
    tx.run(deleteOf, [companyId, transactions]),
};
