/** SQL on transfers, and on what looks like one. */
import type { Cents } from "../../../core/cents.ts";
import type { CivilDate, UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../../platform/db/index.ts";

type Company = PublicId<"company">;
type Transaction = PublicId<"transaction">;

export interface TransferRow {
  readonly id: PublicId<"transfer">;
  readonly from_transaction_id: Transaction;
  readonly to_transaction_id: Transaction;
  readonly amount_cents: Cents;
  /** The earlier of the two accounting dates. */
  readonly date: CivilDate;
  readonly created: UnixSeconds;
}

/** Two opposite transactions of different accounts. */
export interface PairRow {
  readonly from_transaction_id: Transaction;
  readonly to_transaction_id: Transaction;
  readonly amount_cents: Cents;
  readonly from_date: CivilDate;
  readonly to_date: CivilDate;
  /** Between the two. */
  readonly days: number;
}

const TRANSFER = "id, from_transaction_id, to_transaction_id, amount_cents, date, created";
const listById = statement<TransferRow>("transactions.listTransfersById", `select ${TRANSFER} from transfers where company_id = $1 and id = any ($2::text[]) order by id`);
const listAfter = statement<TransferRow>("transactions.listTransfersAfter", `select ${TRANSFER} from transfers where company_id = $1 and id > $2 order by id limit $3`);
const insert = statement<never>("transactions.insertTransfer", `insert into transfers (company_id, ${TRANSFER}) values ($1, $2, $3, $4, $5, $6, $7)`);
const move = statement<never>("transactions.moveTransfer", "update transfers set amount_cents = $3, date = $4 where company_id = $1 and id = $2");
const deleteById = statement<never>("transactions.deleteTransfers", "delete from transfers where company_id = $1 and id = any ($2::text[])");
const listPairs = statement<PairRow>(
  "transactions.listPairs",
  `select o.id as from_transaction_id, i.id as to_transaction_id, i.amount_cents, o.date as from_date, i.date as to_date, abs(i.date - o.date) as days
   from transactions o join transactions i on i.company_id = $1 and i.amount_cents = -o.amount_cents and i.account_id <> o.account_id
     and i.date between o.date - $3::integer and o.date + $3::integer
   where o.company_id = $1 and o.amount_cents < 0 and o.date >= $2::date
     and not o.deleted and o.transaction_type = 'standard' and o.status <> 'excluded' and o.invoice_id is null and o.spread_id is null
     and not i.deleted and i.transaction_type = 'standard' and i.status <> 'excluded' and i.invoice_id is null and i.spread_id is null
   order by days, o.id, i.id limit $4`,
);

export const transfersStore = {
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) => db.list(listById, [companyId, ids]),
  /** Up to `count` behind an id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) => db.list(listAfter, [companyId, after, count]),
  insert: (tx: Tx, companyId: Company, row: TransferRow) =>
    tx.run(insert, [companyId, row.id, row.from_transaction_id, row.to_transaction_id, row.amount_cents, row.date, row.created]),
  /** Writes the amount and the date as they are now. */
  move: (tx: Tx, companyId: Company, row: TransferRow) => tx.run(move, [companyId, row.id, row.amount_cents, row.date]),
  deleteById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.run(deleteById, [companyId, ids]),
  /** Up to `count` pairs whose money went out on `since` or later, at most so many days apart, nearest days first. */
  listPairs: (db: Queryable, companyId: Company, since: CivilDate, days: number, count: number) => db.list(listPairs, [companyId, since, days, count]),
};
