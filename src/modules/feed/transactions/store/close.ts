/** SQL of the feed's items in the checklist of a month. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

/** Transactions of some accounting days that wait for somebody. */
interface WaitingRow {
  readonly count: number;
  readonly amount_cents: Cents;
  /** The first and the last of their own days, with which a list finds them; null for none. */
  readonly first: CivilDate | null;
  readonly last: CivilDate | null;
}

/** An account that has lines of its bank through a day. */
export interface FedAccount {
  readonly id: PublicId<"account">;
  readonly name: string;
  /** The day of its latest line of all. */
  readonly last_line: CivilDate;
  /** The day of its latest finished statement; null for none. */
  readonly reconciled_through: CivilDate | null;
}

const SUMS = `select count(*) as count, coalesce(sum(t.amount_cents), 0)::int8 as amount_cents,
  min(t.date) as first, max(t.date) as last
  from transactions t where t.company_id = $1 and not t.deleted
  and t.accounting_date >= $2 and t.accounting_date <= $3`;
// Each is read by an index that holds only what waits, however long the history is.
const SUM_WAITING = {
  pending: statement<WaitingRow>("transactions.sumPending", `${SUMS} and t.status = 'pending'`),
  needs_review: statement<WaitingRow>("transactions.sumToReview", `${SUMS} and t.status = 'needs_review'`),
  twins: statement<WaitingRow>("transactions.sumTwins", `${SUMS} and t.status = 'excluded' and t.twin_asked`),
  uncategorized: statement<WaitingRow>(
    "transactions.sumUncategorized",
    `${SUMS} and t.status <> 'excluded' and t.category_id in (select id from categories
       where company_id = $1 and role in ('uncategorized_income', 'uncategorized_expenses'))`,
  ),
};
export type WaitingKind = keyof typeof SUM_WAITING;
const hasAny = statement<{ found: boolean }>(
  "transactions.hasAnyOfDays",
  `select exists (select 1 from transactions t
     where t.company_id = $1 and not t.deleted and t.date >= $2 and t.date <= $3) as found`,
);
const listFed = statement<FedAccount>(
  "transactions.listFedAccounts",
  `select a.id, a.name, line.date as last_line,
     (select max(r.statement_date) from reconciliations r
       where r.company_id = $1 and r.account_id = a.id and r.state = 'finished') as reconciled_through
   from accounts a
   cross join lateral (select t.date from transactions t
     where t.company_id = $1 and t.account_id = a.id and not t.deleted order by t.date desc limit 1) line
   where a.company_id = $1 and a.active and exists (select 1 from transactions t
     where t.company_id = $1 and t.account_id = a.id and not t.deleted and t.date <= $2)
   order by a.created, a.id`,
);

export const closeStore = {
  /** Counts and sums up what waits, of the accounting days from one to another. */
  sumWaiting: (db: Queryable, companyId: Company, kind: WaitingKind, from: CivilDate, through: CivilDate) =>
    db.get(SUM_WAITING[kind], [companyId, from, through]),
  /** True if some transaction is of these days. */
  hasAny: async (db: Queryable, companyId: Company, from: CivilDate, through: CivilDate) =>
    (await db.get(hasAny, [companyId, from, through])).found,
  /** The accounts in use that have a line on a day or before. */
  listFed: (db: Queryable, companyId: Company, through: CivilDate) => db.list(listFed, [companyId, through]),
};
