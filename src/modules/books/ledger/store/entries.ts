/** SQL that reads single journal entries, pages of them, and merchants. */
import type { Cents } from "../../../../core/cents.ts";
import { type CivilDate, endParameter, type UnixSeconds } from "../../../../core/civil-date.ts";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import { ACCOUNT_TYPES, type AccountType, type EntrySource, signOf } from "../../../../core/ledger-words.ts";
import { PREFIXES, type PublicId } from "../../../../core/public-id.ts";
import { type Parameter, type Queryable, statement, statementFamily } from "../../../../platform/db/index.ts";
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

/** What tells an entry from the others of its company. */
export type EntryKey = Pick<EntryRow, "voucher_id" | "line">;

/** What a page of entries may be narrowed by. */
export interface EntryFilter {
  readonly categoryIds: readonly string[] | null;
  readonly departmentIds: readonly string[] | null;
  readonly startDate: CivilDate | null;
  readonly endDate: CivilDate | null;
  readonly merchant: string | null;
  readonly source: EntrySource | null;
  readonly transactionId: string | null;
}

/** Where a page begins: behind this entry in the order of the list. */
export interface EntryPosition {
  readonly date: CivilDate;
  readonly voucher_id: string;
  readonly line: number;
}

const OWN =
  "e.voucher_id, e.line, e.date, e.category_id, e.department_id, e.net_debit_cents, e.description, e.merchant, e.source, e.transaction_id, e.held, e.created, e.updated";
const NAMED = `${OWN}, c.name as category_name, c.account_type, d.name as department_name`;
const JOINS = `join categories c on c.company_id = $1 and c.id = e.category_id
   left join departments d on d.company_id = $1 and d.id = e.department_id`;
const ORDER = "e.date desc, e.voucher_id desc, e.line desc";
const TURNED = ACCOUNT_TYPES.filter((type) => signOf(type) < 0).map((type) => `'${type}'`);
/** One as a page shows it: the members of an entry, in their order, that differ from one to the next. */
const VIEW = `'${PREFIXES.journalEntry}' || substr(e.voucher_id, ${PREFIXES.voucher.length + 1}) || '_' || e.line as id, e.date, e.category_id, c.name as category_name, e.department_id, d.name as department_name,
  case when c.account_type in (${TURNED.join(", ")}) then -e.net_debit_cents else e.net_debit_cents end as amount_cents, greatest(e.net_debit_cents, 0) as debit_cents, greatest(-e.net_debit_cents, 0) as credit_cents,
  e.description, e.merchant, e.source, e.transaction_id, e.held, e.created, e.updated`;

// Behind the fences (`offset 0`) the arrays' length is not looked at, or the statement would be planned anew
// for each, and each entry is found by its key, however few entries there were when the plan was made.
const listEntriesByKey = statement<EntryRow>(
  "ledger.listEntriesByKey",
  `select ${NAMED} from (select $2::text[] as vouchers, $3::smallint[] as lines offset 0) asked
   cross join unnest(asked.vouchers, asked.lines) as wanted (voucher_id, line)
   cross join lateral (
     select ${OWN} from journal_entries e where e.company_id = $1 and e.voucher_id = wanted.voucher_id
       and e.line = wanted.line offset 0
   ) e ${JOINS}`,
);

const FLAGS = [
  "categories",
  "departments",
  "start",
  "end",
  "merchant",
  "source",
  "transaction",
  "after",
] as const;
type Flag = (typeof FLAGS)[number];

/**
 * $1 is the company and $2 the number of rows; each present filter takes the next parameters, in the order of
 * FLAGS.
 */
const listEntries = statementFamily<unknown, Flag>("ledger.listEntries", FLAGS, (has) => {
  let last = 2;
  const next = (): string => `$${(last += 1)}`;
  const categories = has("categories") ? next() : null;
  const conditions = ["e.company_id = $1"];
  if (has("departments")) conditions.push(`e.department_id = any (${next()}::text[])`);
  if (has("start")) conditions.push(`e.date >= ${next()}::date`);
  if (has("end")) conditions.push(`e.date <= ${next()}::date`);
  if (has("merchant")) conditions.push(`e.merchant = ${next()}`);
  if (has("source")) conditions.push(`e.source = ${next()}`);
  if (has("transaction")) conditions.push(`e.transaction_id = ${next()}`);
  if (has("after"))
    conditions.push(`(e.date, e.voucher_id, e.line) < (${next()}::date, ${next()}, ${next()}::smallint)`);
  const rows = (more: string) =>
    `select ${OWN} from journal_entries e where ${conditions.join(" and ")}${more} order by ${ORDER}
      limit $2`;
  // Each category gives its own few first rows from its index; sorting those few merges them, however many
  // entries there are.
  const found =
    categories === null
      ? `(${rows("")}) e`
      : `(select e.* from unnest(${categories}::text[]) as wanted (id) cross join lateral (${rows(" and e.category_id = wanted.id")}) e order by ${ORDER} limit $2) e`;
  return `select ${VIEW} from ${found} ${JOINS} order by ${ORDER}`;
});

const NEXT_MERCHANT = (id: string, after: string) => `(
  select e.merchant from journal_entries e
  where e.company_id = $1 and e.category_id = ${id} and e.merchant is not null and not e.held
    and e.merchant > ${after}
  order by e.merchant limit 1)`;

/**
 * In each category, jumps from each name to the next one in the index, and to no more names than are wanted,
 * so that the cost is by names and not by entries.
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
  /** Up to `most` names for each question, by its place. */
  listMerchantsOf(db: Queryable, companyId: Company, questions: readonly MerchantsQuestion[], most: number) {
    const rows = questions.flatMap(({ categoryIds, range: { from, to } }, question) =>
      categoryIds.map((id) => ({ question, id, from, to: endParameter(to) })),
    );
    return db.list(listMerchantsOf, [
      companyId,
      rows.map(({ question }) => question),
      rows.map(({ id }) => id),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      most,
    ]);
  },
  /** The entries of some different keys, in any order. */
  listByKey: (db: Queryable, companyId: Company, keys: readonly EntryKey[]) =>
    db.list(listEntriesByKey, [
      companyId,
      keys.map(({ voucher_id }) => voucher_id),
      keys.map(({ line }) => line),
    ]),
  /** Up to `count` entries behind `after`, latest first. */
  list<View>(
    db: Queryable,
    companyId: Company,
    filter: EntryFilter,
    after: EntryPosition | null,
    count: number,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>> {
    const values: readonly (readonly [Flag, readonly Parameter[] | null])[] = [
      ["categories", one(filter.categoryIds)],
      ["departments", one(filter.departmentIds)],
      ["start", one(filter.startDate)],
      ["end", one(filter.endDate)],
      ["merchant", one(filter.merchant)],
      ["source", one(filter.source)],
      ["transaction", one(filter.transactionId)],
      ["after", after && [after.date, after.voucher_id, after.line]],
    ];
    const present = values.filter(([, parameters]) => parameters !== null);
    const chosen = listEntries.variant(new Set(present.map(([flag]) => flag)));
    return db.listJson(
      chosen,
      [companyId, count, ...present.flatMap(([, parameters]) => parameters ?? [])],
      layout,
    );
  },
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

function one(value: Parameter): readonly Parameter[] | null {
  return value === null ? null : [value];
}
