/**
 * SQL that compares stored sums of the feed with their parts. Sums are text, because a wrong sum may be too
 * large for a number.
 */
import type { PublicId } from "../../../../core/public-id.ts";
import { type Queryable, statement } from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

interface BalanceDifference {
  readonly id: string;
  readonly balance: string;
  readonly transactions: string;
}

interface SplitDifference {
  readonly id: string;
  /** True if it is split, so that it must have lines. */
  readonly split: boolean;
  readonly amount: string;
  readonly lines: string;
}

/** As `balanceOf` of the rules counts. */
const findBalance = statement<BalanceDifference>(
  "transactions.findBalanceDifference",
  `select a.id, a.balance_cents::text as balance, coalesce(t.cents, 0)::text as transactions
   from accounts a left join (
     select account_id, sum(amount_cents) as cents from transactions where company_id = $1 and not deleted
       and status <> 'excluded' group by account_id
   ) t on t.account_id = a.id
   where a.company_id = $1 and a.balance_cents <> coalesce(t.cents, 0) order by a.id limit 1`,
);
const findSplit = statement<SplitDifference>(
  "transactions.findSplitDifference",
  `select t.id, t.transaction_type like '%\\_split' as split, t.amount_cents::text as amount,
    coalesce(s.cents, 0)::text as lines
   from transactions t left join (
     select transaction_id, sum(amount_cents) as cents from transaction_splits where company_id = $1
       group by transaction_id
   ) s on s.transaction_id = t.id
   where t.company_id = $1 and case when t.transaction_type like '%\\_split'
     then coalesce(s.cents, 0) <> t.amount_cents else s.transaction_id is not null end
   order by t.id limit 1`,
);

const findLatestChange = statement<{ id: string; updated: number }>(
  "transactions.findLatestChange",
  "select id as id, updated from transactions where company_id = $1 order by updated desc limit 1",
);

export const verifyStore = {
  /** The record with the latest `updated`. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  /** The first account, by id, whose balance is not the sum of its transactions. */
  findBalance: (db: Queryable, companyId: Company) => db.find(findBalance, [companyId]),
  /** The first transaction, by id, whose lines do not add up to it, or that has lines and is not split. */
  findSplit: (db: Queryable, companyId: Company) => db.find(findSplit, [companyId]),
};

/** Where `verify` finds the latest time of change. */
export const TRANSACTION_CHANGES = { of: "transaction", findLatest: verifyStore.findLatestChange };
