/**
 * SQL that compares stored sums of the feed with their parts. Sums are text, because a wrong sum may be too
 * large for a number.
 */
import type { PublicId } from "@daybook/words/public-id";
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

/**
 * Sums and parts are added up in one list instead of being joined: whatever the planner knows or guesses
 * about the tables, the cost grows with their rows. A join could be planned to look for the first difference,
 * for which it reads all parts again for each record, while usually there is no difference.
 *
 * As `balanceOf` of the rules counts.
 */
const findBalance = statement<BalanceDifference>(
  "transactions.findBalanceDifference",
  `select id, sum(balance)::text as balance, sum(cents)::text as transactions
   from (
     select id, balance_cents as balance, 0 as cents from accounts where company_id = $1
     union all
     select account_id, 0, amount_cents from transactions where company_id = $1 and not deleted
       and status <> 'excluded'
   ) part group by id having sum(balance) <> sum(cents) order by id limit 1`,
);
const findSplit = statement<SplitDifference>(
  "transactions.findSplitDifference",
  `select id, bool_or(split) as split, sum(amount)::text as amount, sum(cents)::text as lines
   from (
     select id, transaction_type like '%\\_split' as split, amount_cents as amount, 0 as cents, 0 as lines
       from transactions where company_id = $1
     union all
     select transaction_id, false, 0, amount_cents, 1 from transaction_splits where company_id = $1
   ) part group by id
   having case when bool_or(split) then sum(cents) <> sum(amount) else sum(lines) > 0 end
   order by id limit 1`,
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
