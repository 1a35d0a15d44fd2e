/** SQL that compares an account's category in the ledger with the account's lines. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

/** The balances of a category and of an account at the end of a day. */
export interface DayRow {
  readonly date: CivilDate;
  /** Debit minus credit of the category. */
  readonly ledger_cents: Cents;
  /** The part of it that follows no line of the account. */
  readonly other_cents: Cents;
  /** The sum of the account's lines, except excluded ones. */
  readonly lines_cents: Cents;
  /** The sum of its excluded lines. */
  readonly excluded_cents: Cents;
}

/** An entry without a line, or a line that the ledger has on another day or not at all. */
export interface ReconcilingRow {
  readonly kind: "entry" | "excluded" | "other_day";
  /** A voucher or a transaction. */
  readonly id: string;
  /** The day of the bank's line; null for an entry without one. */
  readonly date: CivilDate | null;
  /** The day in the ledger; null for a line that is not in it. */
  readonly ledger_date: CivilDate | null;
  readonly description: string;
  readonly amount_cents: Cents;
}

// A transfer is one voucher, which names only its outgoing line. An entry of imported books is named by the
// line of the bank that it is, or may be.
const FOLLOWS_A_LINE = `(exists (
  select 1 from transactions t
  left join transactions side on side.company_id = t.company_id and side.transfer_id = t.transfer_id
  where t.company_id = $1 and t.id = e.transaction_id
    and (t.account_id = $3 or side.account_id = $3))
  or exists (
  select 1 from transactions t
  where t.company_id = $1 and t.account_id = $3 and t.twin_voucher_id = e.voucher_id and t.twin_line = e.line
    and t.amount_cents = e.net_debit_cents and t.status = 'excluded' and not t.deleted))`;

const listDays = statement<DayRow>(
  "transactions.listReconciledDays",
  `with days as (select date from unnest($4::date[]) as given (date)),
   ledger as (
     select (select min(date) from days where days.date >= e.date) as date, sum(e.net_debit_cents) as cents,
       sum(e.net_debit_cents) filter (where not ${FOLLOWS_A_LINE}) as other
     from journal_entries e
     where e.company_id = $1 and e.category_id = $2 and e.date <= (select max(date) from days)
     group by 1),
   lines as (
     select (select min(days.date) from days where days.date >= t.date) as date,
       sum(t.amount_cents) filter (where t.status <> 'excluded') as cents,
       sum(t.amount_cents) filter (where t.status = 'excluded') as excluded
     from transactions t
     where t.company_id = $1 and t.account_id = $3 and not t.deleted
       and t.date <= (select max(date) from days)
     group by 1)
   select days.date,
     coalesce((select sum(cents) from ledger where ledger.date <= days.date), 0)::int8 as ledger_cents,
     coalesce((select sum(other) from ledger where ledger.date <= days.date), 0)::int8 as other_cents,
     coalesce((select sum(cents) from lines where lines.date <= days.date), 0)::int8 as lines_cents,
     coalesce((select sum(excluded) from lines where lines.date <= days.date), 0)::int8 as excluded_cents
   from days order by days.date`,
);

const listReconciling = statement<ReconcilingRow>(
  "transactions.listReconciling",
  `with posted as (
     select t.id, t.date, t.description, t.amount_cents,
       case when t.status = 'excluded' then (select e.date from journal_entries e
         where e.company_id = $1 and e.voucher_id = t.twin_voucher_id and e.line = t.twin_line
           and e.category_id = $2 and e.net_debit_cents = t.amount_cents and not t.twin_asked)
       else (select min(e.date) from journal_entries e
         where e.company_id = $1 and e.transaction_id = coalesce(f.from_transaction_id, t.id)
           and e.category_id = $2) end as ledger_date, t.status = 'excluded' as is_excluded
     from transactions t
     left join transfers f on f.company_id = t.company_id and f.id = t.transfer_id
     where t.company_id = $1 and t.account_id = $3 and not t.deleted
       and (t.status = 'excluded' or t.accounting_date <> t.date or t.transfer_id is not null))
   select kind, id, date, ledger_date, description, amount_cents from (
     select 'entry' as kind, e.voucher_id as id, null::date as date, e.date as ledger_date, e.description,
       e.net_debit_cents as amount_cents
     from journal_entries e
     where e.company_id = $1 and e.category_id = $2 and e.date > $4 and e.date <= $5 and not ${FOLLOWS_A_LINE}
     union all
     select 'excluded', id, date, null, description, amount_cents from posted
     where is_excluded and ledger_date is null and date > $4 and date <= $5
     union all
     select 'other_day', id, date, ledger_date, description, amount_cents from posted
     where ledger_date is not null and (date <= $5) <> (ledger_date <= $5)
       and greatest(date, ledger_date) > $4
   ) found order by coalesce(date, ledger_date), id limit $6`,
);

export const reconcileStore = {
  /** Returns a row for each day, in the order of days. */
  listDays: (
    db: Queryable,
    companyId: Company,
    categoryId: string,
    accountId: string,
    days: readonly CivilDate[],
  ) => db.list(listDays, [companyId, categoryId, accountId, days]),
  /** Returns what differs after one day and through another, at most `count` rows. */
  listReconciling: (
    db: Queryable,
    companyId: Company,
    categoryId: string,
    accountId: string,
    days: { readonly after: CivilDate; readonly through: CivilDate },
    count: number,
  ) => db.list(listReconciling, [companyId, categoryId, accountId, days.after, days.through, count]),
};
