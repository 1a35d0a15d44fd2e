/** SQL that tells movements of equity apart by their vouchers. */
import { CORRECTION_WORDS, OPENING_WORDS } from "@daybook/words/account-kinds";
import type { Cents } from "@daybook/words/cents";
import { endParameter } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";

/**
 * What is surely known of a movement of equity by its voucher. `paid_in` and `paid_out`: cash against equity
 * alone, which is a transaction with owners, or the reversal of one. `transferred`: equity against equity
 * alone. `corrected`: of equity retained earnings alone, against assets and liabilities other than cash, with
 * words that say so. Cash may be a distribution, and other equity a transfer or an owner's payment.
 */
export type EquityMovement = "paid_in" | "paid_out" | "transferred" | "corrected";

/** A voucher of which it is surely known how it moves equity. */
export interface MovedVoucher {
  readonly voucher_id: PublicId<"voucher">;
  readonly movement: EquityMovement;
}

/** The categories of equity that are not simply their owners' capital, by id. */
export interface SpecialEquity {
  /** Those of retained earnings. */
  readonly retained: readonly string[];
  /** Those for which cash is not surely paid by or to owners; retained earnings are among them. */
  readonly unsure: readonly string[];
}

/** The sum of a category's movements of one kind. */
export interface EquityRow {
  readonly category_id: PublicId<"category">;
  readonly movement: EquityMovement;
  readonly net_debit_cents: Cents;
}

/**
 * SQL for the movements of a range: `moved` has the vouchers and what is known of each. A nonprofit has no
 * owners. What the books open with may be cash against equity, too: on their first day, and where its words
 * say so, only the bank's own lines count. A reversal undoes what it reverses, of whatever day that is, so it
 * is the same movement; the reversal of a reversal is that of the first voucher.
 */
const MOVED = `with recursive vouchers as materialized (
     select distinct found.voucher_id
     from categories c cross join lateral (
       select e.voucher_id from journal_entries e where e.company_id = $1 and e.category_id = c.id
         and e.date >= $2::date and e.date < $3::date
     ) found where c.company_id = $1 and c.account_type = 'equity'
   ), reversals (voucher_id, origin_id, reverses) as (
     select v.voucher_id, v.voucher_id, m.reverses
     from vouchers v left join manual_entries m on m.company_id = $1 and m.voucher_id = v.voucher_id
     union
     select r.voucher_id, r.reverses, m.reverses
     from reversals r left join manual_entries m on m.company_id = $1 and m.voucher_id = r.reverses
     where r.reverses is not null
   ), opened as materialized (
     select min(e.date) as day from journal_entries e where e.company_id = $1
   ), nets as materialized (
     select r.voucher_id, e.category_id, c.account_type = 'equity' as is_equity,
       c.account_type = 'asset' and c.cash_flow = 'cash' as is_cash,
       c.account_type in ('asset', 'liability', 'equity') as is_balance,
       e.category_id = any ($7::text[]) as is_retained,
       bool_or(e.description ~* $6 or coalesce(m.memo, '') ~* $6) as is_correction,
       bool_or(e.category_id = any ($4::text[]) or owned.entity_type = 'nonprofit'
         or e.source <> 'bank_transaction'
           and (e.date = opened.day or e.description ~* $5 or coalesce(m.memo, '') ~* $5)) as is_unsure,
       sum(e.net_debit_cents) as net
     from (select distinct origin_id as voucher_id from reversals) r
       join journal_entries e on e.company_id = $1 and e.voucher_id = r.voucher_id
       join categories c on c.company_id = $1 and c.id = e.category_id cross join opened
       join companies owned on owned.id = $1
       left join manual_entries m on m.company_id = $1 and m.voucher_id = r.voucher_id
     group by r.voucher_id, e.category_id, is_equity, is_cash, is_balance, is_retained
     having sum(e.net_debit_cents) <> 0
   ), known as materialized (
     select n.voucher_id, bool_or(n.is_unsure) as is_unsure,
       bool_or(n.is_correction) and bool_or(n.is_retained)
         and bool_and(n.is_retained or n.is_balance and not n.is_equity and not n.is_cash) as is_correction,
       case when bool_and(n.is_equity) then 'transferred'
         when not bool_and(n.is_equity or n.is_cash) then null
         when bool_and(n.net < 0) filter (where n.is_equity) then 'paid_in'
         when bool_and(n.net > 0) filter (where n.is_equity) then 'paid_out' end as movement
     from nets n group by n.voucher_id
   ), moved as materialized (
     select k.voucher_id, case when k.movement = 'transferred' then k.movement
         when o.is_correction then 'corrected'
         when k.movement is not null and o.movement <> 'transferred' and not o.is_unsure then o.movement
       end as movement
     from reversals r join known k on k.voucher_id = r.voucher_id
       join known o on o.voucher_id = r.origin_id
     where r.reverses is null
   )`;

const sumMovements = statement<EquityRow>(
  "ledger.sumEquityMovements",
  `${MOVED}
   select n.category_id, m.movement, sum(n.net)::int8 as net_debit_cents
   from moved m join nets n on n.voucher_id = m.voucher_id
   where m.movement is not null and n.is_equity group by n.category_id, m.movement`,
);

const listMoved = statement<MovedVoucher>(
  "ledger.listMovedVouchers",
  `${MOVED}
   select m.voucher_id, m.movement from moved m where m.movement is not null`,
);

const parametersOf = (companyId: PublicId<"company">, { from, to }: Range, special: SpecialEquity) => [
  companyId,
  from,
  endParameter(to),
  special.unsure,
  OPENING_WORDS,
  CORRECTION_WORDS,
  special.retained,
];

export const ownersStore = {
  /** Returns the movements of a range that are surely known. */
  sumMovements: (db: Queryable, companyId: PublicId<"company">, range: Range, special: SpecialEquity) =>
    db.list(sumMovements, parametersOf(companyId, range, special)),
  /** Returns the vouchers of these movements. */
  listMoved: (db: Queryable, companyId: PublicId<"company">, range: Range, special: SpecialEquity) =>
    db.list(listMoved, parametersOf(companyId, range, special)),
};
