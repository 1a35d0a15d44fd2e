/** SQL that reads single journal entries, pages of entries, and merchants. */
import type { Cents } from "@daybook/words/cents";
import { type CivilDate, endParameter, type UnixSeconds } from "@daybook/words/civil-date";
import { ACCOUNT_TYPES, type AccountType, type EntrySource, signOf } from "@daybook/words/ledger-words";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import { type PageText, pager, type Queryable, statement } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";

export interface EntryRow {
  readonly voucher_id: PublicId<"voucher">;
  readonly line: number;
  readonly date: CivilDate;
  readonly category_id: PublicId<"category">;
  readonly category_name: string;
  readonly account_type: AccountType;
  readonly department_id: PublicId<"department"> | null;
  readonly department_name: string | null;
  readonly net_debit_cents: Cents;
  readonly description: string;
  readonly merchant: string | null;
  readonly source: EntrySource;
  readonly transaction_id: string | null;
  readonly held: boolean;
  readonly created: UnixSeconds;
  readonly updated: UnixSeconds;
}

/** Identifies an entry within its company. */
export type EntryKey = Pick<EntryRow, "voucher_id" | "line">;

/** The columns of an entry's own table; then those with the names of the category and the department. */
export const ENTRY_COLUMNS =
  "e.voucher_id, e.line, e.date, e.category_id, e.department_id, e.net_debit_cents, e.description, e.merchant, e.source, e.transaction_id, e.held, e.created, e.updated";
export const NAMED_COLUMNS = `${ENTRY_COLUMNS}, c.name as category_name, c.account_type, d.name as department_name`;
export const JOINS = `join categories c on c.company_id = $1 and c.id = e.category_id
   left join departments d on d.company_id = $1 and d.id = e.department_id`;
const CREDIT_TYPES = ACCOUNT_TYPES.filter((type) => signOf(type) < 0).map((type) => `'${type}'`);
/** The fields of an entry in the API, in order, except those that are the same for all entries. */
export const ENTRY_VIEW = `'${PREFIXES.journalEntry}' || substr(e.voucher_id, ${PREFIXES.voucher.length + 1}) || '_' || e.line as id, e.date, e.category_id, c.name as category_name, e.department_id, d.name as department_name,
  case when c.account_type in (${CREDIT_TYPES.join(", ")}) then -e.net_debit_cents else e.net_debit_cents end as amount_cents, greatest(e.net_debit_cents, 0) as debit_cents, greatest(-e.net_debit_cents, 0) as credit_cents,
  e.description, e.merchant, e.source, e.transaction_id, e.held, e.created, e.updated`;

// The fences (`offset 0`) hide the length of the arrays from the planner, which would otherwise plan again
// for each length. The fences also make the plan look up each entry by its key, even if the table had few
// entries when the plan was made.
const listEntriesByKey = statement<EntryRow>(
  "ledger.listEntriesByKey",
  `select ${NAMED_COLUMNS} from (select $2::text[] as vouchers, $3::smallint[] as lines offset 0) asked
   cross join unnest(asked.vouchers, asked.lines) as wanted (voucher_id, line)
   cross join lateral (
     select ${ENTRY_COLUMNS} from journal_entries e where e.company_id = $1 and e.voucher_id = wanted.voucher_id
       and e.line = wanted.line offset 0
   ) e ${JOINS}`,
);

const listEntriesOfVoucher = statement<EntryRow>(
  "ledger.listEntriesOfVoucher",
  `select ${NAMED_COLUMNS} from journal_entries e ${JOINS} where e.company_id = $1 and e.voucher_id = $2
    order by e.line`,
);

/** The order of entries by date, the latest first. */
const BY_DATE = {
  alias: "e",
  key: { date: "date", voucher_id: "text", line: "smallint" },
  descending: true,
} as const;

function pageText({ where, order, parameters }: PageText): string {
  const { category_id } = parameters;
  const rows = (more: string) =>
    `select ${ENTRY_COLUMNS} from journal_entries e where ${where}${more} order by ${order()}
      limit $2`;
  // Each category returns only the first rows from its index. Sorting these few rows merges them, which is
  // fast even for many entries.
  const found =
    category_id === undefined
      ? `(${rows("")}) e`
      : `(select e.* from unnest(${category_id}::text[]) as wanted (id) cross join lateral (${rows(" and e.category_id = wanted.id")}) e order by ${order()} limit $2) e`;
  return `select ${ENTRY_VIEW} from ${found} ${JOINS} order by ${order()}`;
}

/** Pages of the entries of a trial balance's figures, of some vouchers or of all others. */
const trialPages = pager<EntryRow, unknown>()({
  ...BY_DATE,
  name: "ledger.listTrialEntries",
  filters: {
    category_id: { among: "category_id", conditionInText: true },
    start_date: { from: "date" },
    end_date: { to: "date" },
    only_vouchers: { among: "voucher_id" },
    other_vouchers: { outside: "voucher_id" },
  },
  text: pageText,
});

/** Pages of entries. */
const pages = pager<EntryRow, unknown>()({
  ...BY_DATE,
  name: "ledger.listEntries",
  filters: {
    category_id: { among: "category_id", conditionInText: true },
    department_id: { among: "department_id" },
    without_department: { absent: "department_id" },
    start_date: { from: "date" },
    end_date: { to: "date" },
    merchant: { is: "merchant" },
    source: { is: "source" },
    transaction_id: { is: "transaction_id" },
  },
  text: pageText,
});

/** The first name after `after` among the merchants of a category. */
const NEXT_MERCHANT = (id: string, after: string) => `(
  select e.merchant from journal_entries e
  where e.company_id = $1 and e.category_id = ${id} and e.merchant is not null and not e.held
    and e.merchant > ${after}
  order by e.merchant limit 1)`;

/**
 * Jumps from each name to the next one in the index of each category, up to the requested number of names.
 * The cost grows with the names and not with the entries.
 */
const listMerchants = statement<{ name: string }>(
  "ledger.listMerchants",
  `with recursive names (id, name, number) as (
     select wanted.id, ${NEXT_MERCHANT("wanted.id", "$3")}, 1 from unnest($2::text[]) as wanted (id)
     union all
     select names.id, ${NEXT_MERCHANT("names.id", "names.name")}, names.number + 1 from names
       where names.name is not null and names.number < $4
   )
   select distinct name from names where name is not null order by name limit $4`,
);
const hasMerchant = statement<{ found: boolean }>(
  "ledger.hasMerchant",
  `select exists (select 1 from journal_entries
     where company_id = $1 and category_id = any ($2::text[]) and merchant = $3 and not held) as found`,
);

/** The merchants of some categories in a range of days. */
export interface MerchantsQuestion {
  readonly categoryIds: readonly string[];
  readonly range: Range;
}

const listMerchantsOf = statement<{ question: number; merchant: string }>(
  "ledger.listMerchantsOf",
  `select question, merchant from (
     select question, merchant, row_number() over (partition by question order by merchant) as place from (
       select distinct q.question, e.merchant
       from unnest($2::int[], $3::text[], $4::date[], $5::date[]) as q (question, category_id, lo, hi)
         join journal_entries e on e.company_id = $1 and e.category_id = q.category_id and e.date >= q.lo
           and e.date < q.hi
       where e.merchant is not null and not e.held
     ) found
   ) numbered where place <= $6 order by question, merchant`,
);

type Company = PublicId<"company">;

export const entriesStore = {
  /** Returns up to `limit` names for each question, with the index of the question. */
  listMerchantsOf(db: Queryable, companyId: Company, questions: readonly MerchantsQuestion[], limit: number) {
    const rows = questions.flatMap(({ categoryIds, range: { from, to } }, question) =>
      categoryIds.map((id) => ({ question, id, from, to: endParameter(to) })),
    );
    return db.list(listMerchantsOf, [
      companyId,
      rows.map(({ question }) => question),
      rows.map(({ id }) => id),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      limit,
    ]);
  },
  /** Returns the entries with these keys, which must be distinct, in any order. */
  listByKey: (db: Queryable, companyId: Company, keys: readonly EntryKey[]) =>
    db.list(listEntriesByKey, [
      companyId,
      keys.map(({ voucher_id }) => voucher_id),
      keys.map(({ line }) => line),
    ]),
  /** Returns all entries of a voucher, in the order of its lines. */
  listOfVoucher: (db: Queryable, companyId: Company, voucherId: PublicId<"voucher">) =>
    db.list(listEntriesOfVoucher, [companyId, voucherId]),
  pages,
  trialPages,
  async listMerchants(
    db: Queryable,
    companyId: Company,
    categoryIds: readonly string[],
    after: string,
    count: number,
  ) {
    return (await db.list(listMerchants, [companyId, categoryIds, after, count])).map((row) => row.name);
  },
  async hasMerchant(db: Queryable, companyId: Company, categoryIds: readonly string[], merchant: string) {
    return (await db.get(hasMerchant, [companyId, categoryIds, merchant])).found;
  },
};
