/** SQL of the ledger's own items in the checklist of a month. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";

/** What people posted in some days: how many entries, and the sums of their debits. */
interface PostedByPeople {
  readonly entries: number;
  readonly unreviewed: number;
  readonly unreviewed_cents: Cents;
  /** Adjusting entries, without those that reverse another entry. */
  readonly adjusting: number;
  /** Those of them that nothing reverses and nobody reviewed. */
  readonly unreversed: number;
  readonly unreversed_cents: Cents;
}

// Entries that people post are few, and the lines of each are read by their voucher.
const summarize = statement<PostedByPeople>(
  "ledger.summarizePostedByPeople",
  `select count(*) as entries,
     count(*) filter (where not reviewed) as unreviewed,
     coalesce(sum(cents) filter (where not reviewed), 0)::int8 as unreviewed_cents,
     count(*) filter (where adjusts) as adjusting,
     count(*) filter (where adjusts and not settled) as unreversed,
     coalesce(sum(cents) filter (where adjusts and not settled), 0)::int8 as unreversed_cents
   from (
     select m.reviewed_at is not null as reviewed, m.adjusting and m.reverses is null as adjusts,
       m.reviewed_at is not null or exists (select 1 from manual_entries back
         where back.company_id = $1 and back.reverses = m.voucher_id) as settled, lines.cents
     from manual_entries m
     cross join lateral (select min(e.date) as date,
         sum(e.net_debit_cents) filter (where e.net_debit_cents > 0) as cents
       from journal_entries e where e.company_id = $1 and e.voucher_id = m.voucher_id
       having count(*) > 0) lines
     where m.company_id = $1 and lines.date >= $2 and lines.date <= $3
   ) posted`,
);

export const closeChecksStore = {
  /** Summarizes the entries that people posted from one day to another. */
  summarizePosted: (db: Queryable, companyId: PublicId<"company">, from: CivilDate, through: CivilDate) =>
    db.get(summarize, [companyId, from, through]),
};
