/**
 * SQL that compares what is kept of the feed with what it is the sum of. Sums come as text, because a wrong
 * one may be larger than any right one.
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
  /** Whether it is one that has lines. */
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
  /** The record that says it changed last. */
  findLatestChange: (db: Queryable, companyId: Company) => db.find(findLatestChange, [companyId]),
  /** The first account, by id, whose balance is not the sum of its transactions. */
  findBalance: (db: Queryable, companyId: Company) => db.find(findBalance, [companyId]),
  /** The first transaction, by id, that its lines do not add up to, or that has lines and is no split. */
  findSplit: (db: Queryable, companyId: Company) => db.find(findSplit, [companyId]),
};

/** What `verify` asks of the times at which records changed. */
export const TRANSACTION_CHANGES = { of: "transaction", findLatest: verifyStore.findLatestChange };
