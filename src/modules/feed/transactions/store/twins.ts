/** SQL on lines of a bank and the entries of imported books that they are probably the same as. */
import type { CivilDate } from "@daybook/words/civil-date";
import type { Cents } from "@daybook/words/cents";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";
import type { StoredRow } from "../record.ts";
import type { BookedEntry } from "../rules.ts";

type Company = PublicId<"company">;

/** A line that is not in the books, because nobody has said yet whether an entry of imported books is it. */
export interface TwinRow extends Pick<
  StoredRow,
  "id" | "account_id" | "date" | "amount_cents" | "description" | "merchant_name"
> {
  readonly account_name: string;
  readonly twin_voucher_id: PublicId<"voucher">;
  readonly twin_line: number;
  /** The day and the text of the entry; null where it is in the books no more. */
  readonly twin_date: CivilDate | null;
  readonly twin_description: string | null;
  /** True if the entry can stand for the line: it is in the books, with its amount, on its account. */
  readonly twin_fits: boolean;
}

/** A day and an amount of an account. */
export interface DayAmount {
  readonly date: CivilDate;
  readonly amount_cents: Cents;
}

/** A line of an account that is in the books. */
export type PostedLine = DayAmount & Pick<StoredRow, "id" | "description">;

// A voucher that is imported again keeps its id, even with other lines.
const FITS = `coalesce(e.net_debit_cents = t.amount_cents and e.category_id =
     (select category_id from accounts where company_id = $1 and id = t.account_id), false)`;

const ASKED = `from transactions t
   left join journal_entries e on e.company_id = $1 and e.voucher_id = t.twin_voucher_id
     and e.line = t.twin_line
   where t.company_id = $1 and t.twin_voucher_id is not null and t.status = 'excluded' and not t.deleted
     and (t.twin_asked or not ${FITS})`;

/** An entry, and whether a line waits that may be it. */
type OpenEntry = BookedEntry & { readonly is_asked: boolean };

// The days are read once each, and what they hold is hashed, as for other lines that may be the same.
const listBooked = statement<OpenEntry>(
  "transactions.listBooked",
  `select e.voucher_id, e.line, e.date, e.net_debit_cents as amount_cents, e.description, exists (
      select 1 from transactions t where t.company_id = $1 and t.twin_voucher_id = e.voucher_id
        and t.twin_line = e.line and t.status = 'excluded' and not t.deleted) as is_asked
    from (select distinct date from unnest($3::date[]) as each (date)) days
    cross join lateral (select e.voucher_id, e.line, e.date, e.net_debit_cents, e.description
      from journal_entries e where e.company_id = $1
        and e.category_id = (select category_id from accounts where company_id = $1 and id = $2)
        and e.date = days.date and e.source = 'csv_upload' offset 0) e
    where case when e.net_debit_cents in (select unnest($4::int8[])) then
      not exists (select 1 from transactions t where t.company_id = $1 and t.twin_voucher_id = e.voucher_id
        and t.twin_line = e.line and t.status = 'excluded' and not t.deleted
        and (t.amount_cents = e.net_debit_cents and not t.twin_asked or t.upload_id = $5)) end
    order by e.date, e.voucher_id, e.line`,
);
const listAsked = statement<TwinRow>(
  "transactions.listAsked",
  `select asked.*, a.name as account_name from (
     select t.id, t.account_id, t.date, t.amount_cents, t.description, t.merchant_name, t.twin_voucher_id,
       t.twin_line, e.date as twin_date, e.description as twin_description, ${FITS} as twin_fits
     ${ASKED} and ($2::text[] is null or t.id = any ($2::text[])) order by t.date, t.id limit $3) asked
   join accounts a on a.company_id = $1 and a.id = asked.account_id order by asked.date, asked.id`,
);
const countAsked = statement<{ lines: number }>(
  "transactions.countAsked",
  `select count(*) as lines ${ASKED}`,
);
const listPosted = statement<PostedLine>(
  "transactions.listPosted",
  `select t.id, t.date, t.amount_cents, t.description
    from (select distinct date from unnest($3::date[]) as each (date)) days
    cross join lateral (select t.id, t.date, t.amount_cents, t.description from transactions t
      where t.company_id = $1 and t.account_id = $2 and t.date = days.date and not t.deleted
        and t.status <> 'excluded' offset 0) t
    where case when t.amount_cents in (select unnest($4::int8[])) then true end order by t.date, t.id`,
);

const listAnswered = statement<{ voucher_id: PublicId<"voucher">; line: number }>(
  "transactions.listAnsweredTwins",
  `select t.twin_voucher_id as voucher_id, t.twin_line as line from transactions t
    where t.company_id = $1 and t.twin_voucher_id = any ($2::text[]) and t.status = 'excluded'
      and not t.deleted and not t.twin_asked and not t.id = any ($3::text[])`,
);

type DayQuery = readonly [days: readonly CivilDate[], amounts: readonly Cents[]];

export const twinsStore = {
  /**
   * The entries of imported books on an account's category, by days and amounts, that no line is, and no line
   * of this upload may be.
   */
  listBooked: (
    db: Queryable,
    companyId: Company,
    account: string,
    upload: string | null,
    ...[days, amounts]: DayQuery
  ) => db.list(listBooked, [companyId, account, days, amounts, upload]),
  /** Those lines of some vouchers that a line of the bank is, other than these. */
  listAnswered: (db: Queryable, companyId: Company, vouchers: readonly string[], butFor: readonly string[]) =>
    db.list(listAnswered, [companyId, vouchers, butFor]),
  /** The lines of an account that are in the books, by days and amounts. */
  listPosted: (db: Queryable, companyId: Company, account: string, ...[days, amounts]: DayQuery) =>
    db.list(listPosted, [companyId, account, days, amounts]),
  /** Up to `most` lines that wait for an answer, by date; those with these ids, or all for null. */
  listAsked: (db: Queryable, companyId: Company, ids: readonly string[] | null, most: number) =>
    db.list(listAsked, [companyId, ids, most]),
  countAsked: async (db: Queryable, companyId: Company) => (await db.get(countAsked, [companyId])).lines,
};
