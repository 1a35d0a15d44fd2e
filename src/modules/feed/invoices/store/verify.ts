/**
 * SQL that compares what is kept of invoices and bills with its parts. Sums are text, because a wrong sum may
 * be too large for a number. Sums and parts are added up in one list instead of being joined, as in
 * `transactions/store/verify.ts`, so that the cost grows with the rows whatever the planner guesses.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";
import type { Side } from "../rules/sides.ts";

type Company = PublicId<"company">;

/** An item whose sums are not those of its payments and settlements. */
interface SumsDifference {
  readonly id: string;
  readonly paid: string;
  readonly credited: string;
  readonly moved: string;
  readonly payments: string;
  readonly settlements: string;
  readonly moves: string;
}

/** A category of claims whose entries of items are not what is due. Debits are positive. */
interface ClaimsDifference {
  readonly id: string;
  readonly ledger: string;
  readonly due: string;
}

// As the function `settle_invoice` of the database adds up, for both sides.
const findSums = statement<SumsDifference>(
  "invoices.findSumsDifference",
  `select id, sum(paid)::text as paid, sum(credited)::text as credited, sum(moved)::text as moved,
     sum(payments)::text as payments, sum(settlements)::text as settlements, sum(moves)::text as moves
   from (
     select id, paid_cents as paid, credited_cents as credited, moved_cents as moved,
         0 as payments, 0 as settlements, 0 as moves
       from invoices where company_id = $1
     union all
     select invoice_id, 0, 0, 0, payment_sign(invoice_id) * amount_cents, 0, 0 from transactions
       where company_id = $1 and invoice_id is not null and status <> 'excluded'
     union all
     select invoice_id, 0, 0, 0, 0, settlement_sign(invoice_id, kind) * amount_cents, 0
       from settlements where company_id = $1 and reversed_on is null
     union all
     select from_invoice_id, 0, 0, 0, 0, 0, amount_cents from settlements
       where company_id = $1 and from_invoice_id is not null and reversed_on is null
   ) part group by id
   having sum(paid) <> sum(payments) or sum(credited) <> sum(settlements) or sum(moved) <> sum(moves)
   order by id limit 1`,
);

// Entries of transactions count where these pay an item. A settlement or a line of an item may be booked on
// the claims of others, and a payment may arrive on an account of receivables, which is no claim on a
// customer. Entries that follow no item are not compared.
const findClaims = statement<ClaimsDifference>(
  "invoices.findClaimsDifference",
  `with part as (
     select category_id, voucher_id, sum(net_debit_cents) as ledger, 0 as due,
         voucher_id !~ '^vch_txn-' as follows
       from journal_entries where company_id = $1 and voucher_id ~ '^vch_((inv|bill|stl)(_void|_rev)?|txn)-'
         and category_id = any (array(
           select receivable_category_id from invoices where company_id = $1 and side = $2))
       group by category_id, voucher_id
     union all
     select category_id, 'vch_txn-' || substr(id, 5), 0, 0, true from transactions
       where company_id = $1 and invoice_id is not null
     union all
     select receivable_category_id, '', 0,
         payment_sign(id) * (total_cents - paid_cents - credited_cents + moved_cents), true
       from invoices where company_id = $1 and side = $2 and state = 'open'
     union all
     select l.category_id, '', payment_sign(l.invoice_id) * l.amount_cents, 0, true
       from invoice_lines l join invoices i on i.company_id = $1 and i.id = l.invoice_id
       where l.company_id = $1 and i.state = 'open' and l.category_id = any (array(
           select receivable_category_id from invoices where company_id = $1 and side = $2))
     union all
     select category_id, '', -amount_cents, 0, true from (
       select amount_cents, (select a.category_id from accounts a
           where a.company_id = $1 and a.id = t.account_id) as category_id
         from transactions t
         where t.company_id = $1 and t.invoice_id is not null and t.status <> 'excluded'
     ) paid where category_id = any (array(
           select receivable_category_id from invoices where company_id = $1 and side = $2))
     union all
     select l.category_id, '', -payment_sign(s.invoice_id) * settlement_sign(s.invoice_id, s.kind)
         * l.amount_cents, 0, true
       from settlement_lines l join settlements s on s.company_id = $1 and s.id = l.settlement_id
       where l.company_id = $1 and s.reversed_on is null
         and l.category_id = any (array(
           select receivable_category_id from invoices where company_id = $1 and side = $2))
   )
   select category_id as id, sum(ledger)::text as ledger, sum(due)::text as due from (
     select category_id, voucher_id, sum(ledger) as ledger, sum(due) as due from part
     group by category_id, voucher_id having bool_or(follows)
   ) following group by category_id having sum(ledger) <> sum(due) order by category_id limit 1`,
);

const sumByParty = statement<{ party: string | null; cents: Cents; is_other: boolean }>(
  "invoices.sumClaimsByParty",
  `select merchant as party, sum(net_debit_cents)::int8 as cents,
     bool_or(source not in ('csv_upload', 'adjustment')) as is_other
   from journal_entries
   where company_id = $1 and category_id = any ($2::text[]) and date <= $3 and not held
   group by merchant order by merchant`,
);

export const verifyStore = {
  /**
   * What stands on some categories at the end of a day, by the name in its entries. `is_other` if some of it
   * is neither of an import nor of an entry by hand.
   */
  sumByParty: (db: Queryable, companyId: Company, categories: readonly string[], date: CivilDate) =>
    db.list(sumByParty, [companyId, categories, date]),
  /** The first item, by id, whose sums are not those of its payments and settlements. */
  findSums: (db: Queryable, companyId: Company) => db.find(findSums, [companyId]),
  /** The first category of a side's claims, by id, whose entries of items are not what is due of these. */
  findClaims: (db: Queryable, companyId: Company, { name }: Side) => db.find(findClaims, [companyId, name]),
};
