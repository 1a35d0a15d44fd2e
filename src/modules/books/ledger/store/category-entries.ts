/** SQL that reads the entries of categories in the order of a general ledger, and sums those up to one of them. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement } from "../../../../platform/db/index.ts";
import { ENTRY_COLUMNS, type EntryKey, type EntryRow, JOINS, NAMED_COLUMNS } from "./entries.ts";

/** The place of an entry among those of its category, which are ordered by date, voucher and line. */
export interface EntryPlace extends EntryKey {
  readonly date: CivilDate;
}

/** A category, and the place after which its entries are read. */
export interface CategoryPlace {
  readonly categoryId: string;
  readonly after: EntryPlace;
}

// Each category reads its own range of the index, from its own place, and at most a page of it.
const listInOrder = statement<EntryRow>(
  "ledger.listEntriesOfCategories",
  `select ${NAMED_COLUMNS} from (
     select e.*, wanted.place
     from (select $2::text[] as ids, $3::date[] as dates, $4::text[] as vouchers, $5::smallint[] as lines
       offset 0) asked
     cross join unnest(asked.ids, asked.dates, asked.vouchers, asked.lines)
       with ordinality as wanted (id, date, voucher_id, line, place)
     cross join lateral (
       select ${ENTRY_COLUMNS} from journal_entries e where e.company_id = $1 and e.category_id = wanted.id
         and (e.date, e.voucher_id, e.line) > (wanted.date, wanted.voucher_id, wanted.line)
         and e.date <= $6::date
       order by e.date, e.voucher_id, e.line limit $7
     ) e
     order by wanted.place, e.date, e.voucher_id, e.line limit $7
   ) e ${JOINS} order by e.place, e.date, e.voucher_id, e.line`,
);

const sumUpTo = statement<{ net_debit_cents: Cents; debit_cents: Cents }>(
  "ledger.sumEntriesUpTo",
  `select coalesce(sum(net_debit_cents), 0)::int8 as net_debit_cents,
     coalesce(sum(net_debit_cents) filter (where net_debit_cents > 0), 0)::int8 as debit_cents
   from journal_entries where company_id = $1 and category_id = $2 and date >= $3::date
     and (date, voucher_id, line) <= ($4::date, $5, $6::smallint)`,
);

export const categoryEntriesStore = {
  /** Returns up to `limit` entries through a day: those of the first category, then of the second, and so on. */
  list: (
    db: Queryable,
    companyId: PublicId<"company">,
    categories: readonly CategoryPlace[],
    through: CivilDate,
    limit: number,
  ) =>
    db.list(listInOrder, [
      companyId,
      categories.map(({ categoryId }) => categoryId),
      categories.map(({ after }) => after.date),
      categories.map(({ after }) => after.voucher_id),
      categories.map(({ after }) => after.line),
      through,
      limit,
    ]),
  /** Returns the sums of a category's entries from a day through one of them. */
  sumUpTo: (
    db: Queryable,
    companyId: PublicId<"company">,
    from: CivilDate,
    { categoryId, after }: CategoryPlace,
  ) => db.get(sumUpTo, [companyId, categoryId, from, after.date, after.voucher_id, after.line]),
};
