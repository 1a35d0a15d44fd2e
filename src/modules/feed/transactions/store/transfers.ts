/** SQL on transfers, and on pairs of transactions that look like one. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeInsert,
  makeUpdate,
  type Queryable,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import { type TransferRow, TRANSFERS } from "../record.ts";

type Company = PublicId<"company">;
type Transaction = PublicId<"transaction">;

/** Two opposite transactions of different accounts. */
export interface PairRow {
  readonly from_transaction_id: Transaction;
  readonly to_transaction_id: Transaction;
  readonly amount_cents: Cents;
  readonly from_date: CivilDate;
  readonly to_date: CivilDate;
}

const TRANSFER = columnsOf(TRANSFERS);
const listById = statement<TransferRow>(
  "transactions.listTransfersById",
  `select ${TRANSFER} from transfers where company_id = $1 and id = any ($2::text[]) order by id`,
);
const listAfter = statement<TransferRow>(
  "transactions.listTransfersAfter",
  `select ${TRANSFER} from transfers where company_id = $1 and id > $2 order by id limit $3`,
);
const deleteById = statement<never>(
  "transactions.deleteTransfers",
  "delete from transfers where company_id = $1 and id = any ($2::text[])",
);
// Equal amounts of one day are matched in order: the first with the first, the second with the second. All
// combinations would be far more than are returned. The planner expects few rows, and would compare each
// with each; a full join is never done so. The fence (`offset 0`) keeps it from seeing that no row is wanted
// alone.
const listPairs = statement<PairRow>(
  "transactions.listPairs",
  `with open as (
     select id, account_id, date, amount_cents, row_number() over (partition by amount_cents, date
       order by id) as place from transactions
     where company_id = $1 and date >= $2::date - $3::integer and not deleted
       and transaction_type = 'standard' and status <> 'excluded' and invoice_id is null and spread_id is null
   )
   select from_transaction_id, to_transaction_id, amount_cents, from_date, to_date from (
     select *, row_number() over (partition by from_transaction_id order by days, apart, to_transaction_id) as
       choice
     from (
       select o.id as from_transaction_id, i.id as to_transaction_id, i.amount_cents, o.date as from_date,
         i.date as to_date, abs(i.date - o.date) as days, abs(i.place - o.place) as apart,
         o.account_id as from_account_id, i.account_id as to_account_id
       from (select * from open where amount_cents < 0 and date >= $2::date) o
       full join (select * from open where amount_cents > 0) i on i.amount_cents = -o.amount_cents
       offset 0
     ) opposite where from_account_id <> to_account_id and days <= $3::integer
   ) pairs where choice <= $5 order by days, apart, from_transaction_id, to_transaction_id limit $4`,
);

export const transfersStore = {
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** Up to `count` after an id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  insert: makeInsert("transactions.insertTransfer", TRANSFERS),
  /** Writes the amount and the date. */
  move: makeUpdate("transactions.moveTransfer", TRANSFERS),
  deleteById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.run(deleteById, [companyId, ids]),
  /**
   * Up to `count` pairs whose outgoing side is dated `since` or later, and whose sides are at most `days`
   * apart, nearest days first. An outgoing transaction is in at most `choices` pairs.
   */
  listPairs: (
    db: Queryable,
    companyId: Company,
    since: CivilDate,
    { days, count, choices }: { readonly days: number; readonly count: number; readonly choices: number },
  ) => db.list(listPairs, [companyId, since, days, count, choices]),
};
