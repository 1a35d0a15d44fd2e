/** SQL that reads transactions, one by one and in pages, and writes them. */
import type { Cents } from "../../../../core/cents.ts";
import type { CivilDate, UnixSeconds } from "../../../../core/civil-date.ts";
import type { TransactionStatus, TransactionType } from "../../../../core/feed-words.ts";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import type { CategoryRole } from "../../../../core/ledger-words.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import {
  copyRow,
  type Parameter,
  type Queryable,
  statement,
  statementFamily,
  type Tx,
} from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

/** A transaction as it is kept. */
export interface StoredRow {
  readonly id: PublicId<"transaction">;
  readonly account_id: PublicId<"account">;
  readonly card_id: PublicId<"card"> | null;
  readonly external_id: string | null;
  readonly date: CivilDate;
  readonly accounting_date: CivilDate;
  /** Money in is positive. */
  readonly amount_cents: Cents;
  readonly description: string;
  readonly merchant_name: string | null;
  /** Whether a person decided the merchant, or that there is none. */
  readonly merchant_chosen: boolean;
  readonly memo: string | null;
  /** Null where the lines of a split, or the other side of a transfer, stand in its place. */
  readonly category_id: PublicId<"category"> | null;
  readonly department_id: PublicId<"department"> | null;
  readonly transaction_type: TransactionType;
  readonly status: TransactionStatus;
  readonly source_vendor: string;
  readonly source_type: string;
  readonly transfer_id: PublicId<"transfer"> | null;
  readonly spread_id: PublicId<"spread"> | null;
  readonly invoice_id: PublicId<"invoice"> | null;
  readonly deleted: boolean;
  readonly created: UnixSeconds;
  readonly updated: UnixSeconds;
}

/** The same with what is read of other tables. */
export interface TransactionRow extends StoredRow {
  readonly account_name: string;
  readonly account_category_id: PublicId<"category">;
  readonly category_name: string | null;
  readonly category_role: CategoryRole | null;
  readonly department_name: string | null;
}

/** What a list of transactions may be narrowed by; null for what it is not. */
export interface TransactionFilter {
  readonly startDate: CivilDate | null;
  readonly endDate: CivilDate | null;
  readonly status: TransactionStatus | null;
  readonly sourceVendor: string | null;
  readonly sourceType: string | null;
  readonly categoryId: string | null;
  readonly departmentId: string | null;
  readonly accountId: string | null;
  readonly transactionType: TransactionType | null;
}

const COLUMNS = [
  "id",
  "account_id",
  "card_id",
  "external_id",
  "date",
  "accounting_date",
  "amount_cents",
  "description",
  "merchant_name",
  "merchant_chosen",
  "memo",
  "category_id",
  "department_id",
  "transaction_type",
  "status",
  "source_vendor",
  "source_type",
  "transfer_id",
  "spread_id",
  "invoice_id",
  "deleted",
  "created",
  "updated",
] as const satisfies readonly (keyof StoredRow)[];
const STORED = COLUMNS.join(", ");
const OWN = COLUMNS.map((name) => `t.${name}`).join(", ");
const NAMED = `${OWN}, a.name as account_name, a.category_id as account_category_id, c.name as category_name, c.role as category_role, d.name as department_name`;
/** Those of the categories for what nobody categorized. */
const UNCATEGORIZED_ROLES = "('uncategorized_income', 'uncategorized_expenses')";
/** One as a page shows it: the members of a transaction, in their order, that differ from one to the next. */
const VIEW = `t.id, t.created, t.updated, t.deleted, t.date, t.accounting_date, t.amount_cents, t.description, t.merchant_name, t.memo, t.account_id, a.name as account_name, t.card_id,
  t.category_id, c.name as category_name, coalesce(c.role not in ${UNCATEGORIZED_ROLES}, true) as categorized, t.department_id, d.name as department_name,
  t.transaction_type, right(t.transaction_type, 6) = '_split' as has_splits, t.status, t.status = 'pending' as pending, t.source_vendor, t.source_type, t.transfer_id, t.spread_id, t.invoice_id`;
const JOINS = `join accounts a on a.company_id = $1 and a.id = t.account_id
   left join categories c on c.company_id = $1 and c.id = t.category_id
   left join departments d on d.company_id = $1 and d.id = t.department_id`;

// Behind the fence the array's length is not looked at, or the statement would be planned anew for each.
const listById = statement<TransactionRow>(
  "transactions.listById",
  `select ${NAMED} from (select $2::text[] as ids offset 0) asked cross join unnest(asked.ids) as wanted (id)
   cross join lateral (select ${OWN} from transactions t where t.company_id = $1
     and t.id = wanted.id offset 0) t ${JOINS}`,
);
// Nor is the length of an array that a subquery makes.
const lockById = statement<TransactionRow>(
  "transactions.lockById",
  `select ${NAMED} from transactions t ${JOINS} where t.company_id = $1
    and t.id = any (array(select unnest($2::text[]))) order by t.id for update of t`,
);
// Found one by one first: while a feed comes in, nobody has counted yet how much there is, and the whole of
// it would be read for each batch.
const lockByExternalId = statement<TransactionRow>(
  "transactions.lockByExternalId",
  `select ${NAMED} from transactions t ${JOINS} where t.company_id = $1 and t.id = any (array(
     select found.id from unnest($3::text[]) as wanted (external_id)
     cross join lateral (select id from transactions where company_id = $1 and account_id = $2
       and external_id = wanted.external_id offset 0) found
   )) order by t.id for update of t`,
);

/**
 * Filters that choose no index: each is let through where it is null. Left out where none is asked for,
 * because what a plan expects of them is far too few rows.
 */
const MORE = (next: () => string): string =>
  `t.date >= ${next()}::date and t.date <= ${next()}::date and ${["source_vendor", "source_type", "department_id", "transaction_type"].map((name) => among(name, next())).join(" and ")}`;

function among(name: string, given: string): string {
  return `(${given}::text is null or t.${name} = ${given})`;
}

/** Numbers the parameters of a statement behind `last`. */
function parametersFrom(last: number): () => string {
  let at = last;
  return () => `$${(at += 1)}`;
}

const FLAGS = ["more", "category", "account", "approved", "open", "after"] as const;
type Flag = (typeof FLAGS)[number];

/**
 * $1 is the company, $2 the number of rows; each present flag takes the next parameters, in the order of
 * FLAGS.
 */
const listByDate = statementFamily<unknown, Flag>("transactions.listByDate", FLAGS, (has) => {
  const next = parametersFrom(2);
  const conditions = ["t.company_id = $1", "not t.deleted"];
  if (has("more")) conditions.push(MORE(next));
  if (has("category")) conditions.push(`t.category_id = ${next()}`);
  if (has("account")) conditions.push(`t.account_id = ${next()}`);
  if (has("approved")) conditions.push("t.status = 'approved'");
  // Said twice, so that the index of the few that are not approved can be used.
  if (has("open")) conditions.push(`t.status <> 'approved' and t.status = ${next()}`);
  if (has("after")) conditions.push(`(t.date, t.id) < (${next()}::date, ${next()})`);
  return `select ${VIEW} from (select ${OWN} from transactions t where ${conditions.join(" and ")}
    order by t.date desc, t.id desc limit $2) t ${JOINS} order by t.date desc, t.id desc`;
});

/** $1 is the company, $2 the number of rows, $3 and $4 the place, then the filters where there are any. */
const listByChange = statementFamily<unknown, "more">("transactions.listByChange", ["more"], (has) => {
  const next = parametersFrom(4);
  const filters = has("more")
    ? `and ${MORE(next)} and
      ${["category_id", "account_id", "status"].map((name) => among(name, next())).join(" and ")}`
    : "";
  return `select ${VIEW} from (
     select ${OWN} from transactions t where t.company_id = $1
       and (t.updated, t.id) > ($3::bigint, $4) ${filters}
     order by t.updated, t.id limit $2) t ${JOINS} order by t.updated, t.id`;
});
const listAfter = statement<StoredRow>(
  "transactions.listAfter",
  `select ${STORED} from transactions where company_id = $1 and id > $2 order by id limit $3`,
);

export interface UncategorizedOfDay {
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  /** Null also for a merchant that is not one of those asked for. */
  readonly merchant: string | null;
  /** The day of the books. */
  readonly date: CivilDate;
  readonly transactions: number;
}

const UNCATEGORIZED = `category_id in (select id from categories where company_id = $1 and role in ${UNCATEGORIZED_ROLES}) and not deleted`;
const countUncategorized = statement<{ transactions: number }>(
  "transactions.countUncategorized",
  `select count(*) as transactions from transactions where company_id = $1 and ${UNCATEGORIZED}`,
);
/**
 * How many of the books of each day nobody gave a category, by department and by the merchants $2; what is
 * excluded is in no books.
 */
const countUncategorizedByDay = statement<UncategorizedOfDay>(
  "transactions.countUncategorizedByDay",
  `select category_id, department_id, case when merchant_name = any ($2::text[])
    then merchant_name end as merchant, accounting_date as date, count(*) as transactions from transactions
   where company_id = $1 and ${UNCATEGORIZED} and status <> 'excluded' group by 1, 2, 3, 4`,
);
const listUncategorized = statement<TransactionRow>(
  "transactions.listUncategorized",
  `select ${NAMED} from (select ${STORED} from transactions where company_id = $1 and ${UNCATEGORIZED}
    and id > $2 order by id limit $3) t ${JOINS} order by t.id`,
);

const TYPES =
  "id text, account_id text, card_id text, external_id text, date date, accounting_date date, amount_cents bigint, description text, merchant_name text, merchant_chosen boolean, memo text, category_id text, department_id text, transaction_type text, status text, source_vendor text, source_type text, transfer_id text, spread_id text, invoice_id text, deleted boolean, created bigint, updated bigint";
const insertRows = statement<never>(
  "transactions.insertRows",
  `insert into transactions (company_id, ${STORED}) select $1, ${STORED}
    from jsonb_to_recordset($2::text::jsonb) as row (${TYPES})`,
);
/**
 * What never changes is left as it is: the account, the date and the source. A file may correct when it was
 * created.
 */
const CHANGING = COLUMNS.filter(
  (name) => !["id", "account_id", "date", "source_vendor", "source_type"].includes(name),
);
// With their number said, few rows are looked up by id; of a function's rows a hundred are expected, for
// which a whole feed may be read.
const updateRows = statement<never>(
  "transactions.updateRows",
  `update transactions t set ${CHANGING.map((name) => `${name} = row.${name}`).join(", ")}
   from (select * from jsonb_to_recordset($2::text::jsonb) as row (${TYPES}) limit $3) row
     where t.company_id = $1 and t.id = row.id`,
);

/** The same for one, of which the plan is always the same. */
const updateRow = statement<never>(
  "transactions.updateRow",
  `update transactions set ${CHANGING.map((name, index) => `${name} = $${index + 3}`).join(", ")}
    where company_id = $1 and id = $2`,
);

const forgetExternalIds = statement<never>(
  "transactions.forgetExternalIds",
  "update transactions set external_id = null where company_id = $1 and id = any ($2::text[])",
);

/**
 * Stamps what a writer is about to write, and holds off other writers of the feed until the transaction ends.
 */
const stamp = statement<{ stamped: UnixSeconds }>(
  "transactions.stamp",
  `update feed_clocks set stamped = greatest($2::bigint, stamped, issued) where company_id = $1
    returning stamped`,
);
/**
 * A time before which nothing can be stamped any more: that of the reader when no writer is under way, else
 * the last one that was stamped or given.
 */
const issue = statement<{ watermark: UnixSeconds }>(
  "transactions.issue",
  `with free as (select company_id from feed_clocks where company_id = $1 for update skip locked),
     moved as (update feed_clocks c set issued = greatest(c.issued, c.stamped, $2::bigint) from free
       where c.company_id = free.company_id returning c.issued)
   select coalesce((select issued from moved), (select greatest(stamped, issued) from feed_clocks
     where company_id = $1)) as watermark`,
);

/** From so many rows on, COPY is worth its round trips. */
const COPY_FROM = 50;
const CHUNK_ROWS = 200;

const FIRST = "0001-01-01";
const LAST = "9999-12-31";

/** The parameters of MORE. */
function more({
  startDate,
  endDate,
  sourceVendor,
  sourceType,
  departmentId,
  transactionType,
}: TransactionFilter): readonly Parameter[] {
  return [startDate ?? FIRST, endDate ?? LAST, sourceVendor, sourceType, departmentId, transactionType];
}

function asksForMore({
  startDate,
  endDate,
  sourceVendor,
  sourceType,
  departmentId,
  transactionType,
}: TransactionFilter): boolean {
  return [startDate, endDate, sourceVendor, sourceType, departmentId, transactionType].some(
    (value) => value !== null,
  );
}

export const transactionsStore = {
  /** Some transactions, deleted ones too, in any order. */
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** The same, locked, by id. */
  lockById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.list(lockById, [companyId, ids]),
  lockByExternalId: (tx: Tx, companyId: Company, account: string, ids: readonly string[]) =>
    tx.list(lockByExternalId, [companyId, account, ids]),
  /** Up to `count` that are not deleted, behind a place, latest date first. */
  listByDate<View>(
    db: Queryable,
    companyId: Company,
    filter: TransactionFilter,
    after: Pick<StoredRow, "date" | "id"> | null,
    count: number,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>> {
    const flags: readonly (readonly [Flag, readonly Parameter[] | null])[] = [
      ["more", asksForMore(filter) ? more(filter) : null],
      ["category", filter.categoryId === null ? null : [filter.categoryId]],
      ["account", filter.accountId === null ? null : [filter.accountId]],
      ["approved", filter.status === "approved" ? [] : null],
      ["open", filter.status === null || filter.status === "approved" ? null : [filter.status]],
      ["after", after && [after.date, after.id]],
    ];
    const present = flags.filter(([, parameters]) => parameters !== null);
    const chosen = listByDate.variant(new Set(present.map(([flag]) => flag)));
    return db.listJson(
      chosen,
      [companyId, count, ...present.flatMap(([, parameters]) => parameters ?? [])],
      layout,
    );
  },
  /**
   * Up to `count`, tombstones included, that changed at `since` or later, behind a place, in the order of
   * their changes.
   */
  listByChange<View>(
    db: Queryable,
    companyId: Company,
    filter: TransactionFilter,
    since: number,
    after: { readonly updated: number; readonly id: string },
    count: number,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>> {
    const place = after.updated < since ? { updated: since, id: "" } : after;
    const { categoryId, accountId, status } = filter;
    const filtered = asksForMore(filter) || [categoryId, accountId, status].some((value) => value !== null);
    const filters = filtered ? [...more(filter), categoryId, accountId, status] : [];
    return db.listJson(
      listByChange.variant(new Set(filtered ? ["more"] : [])),
      [companyId, count, place.updated, place.id, ...filters],
      layout,
    );
  },
  /** Up to `count` rows behind an id, tombstones included, by id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  countUncategorized: async (db: Queryable, companyId: Company) =>
    (await db.get(countUncategorized, [companyId])).transactions,
  countUncategorizedByDay: (db: Queryable, companyId: Company, merchants: readonly string[]) =>
    db.list(countUncategorizedByDay, [companyId, merchants]),
  /** Up to `count` behind an id, by id, that nobody gave a category. */
  listUncategorized: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listUncategorized, [companyId, after, count]),
  async insert(tx: Tx, companyId: Company, rows: readonly StoredRow[]): Promise<void> {
    if (rows.length < COPY_FROM) await tx.run(insertRows, [companyId, JSON.stringify(rows)]);
    else await tx.copyIn(`transactions (company_id, ${STORED})`, chunks(companyId, rows));
  },
  update(tx: Tx, companyId: Company, rows: readonly StoredRow[]): Promise<number> {
    const [only] = rows;
    if (only !== undefined && rows.length === 1)
      return tx.run(updateRow, [companyId, only.id, ...CHANGING.map((name) => only[name])]);
    return tx.run(updateRows, [companyId, JSON.stringify(rows), rows.length]);
  },
  /** For those that are about to be written anew: what they had is free for others before. */
  forgetExternalIds: (tx: Tx, companyId: Company, ids: readonly string[]) =>
    tx.run(forgetExternalIds, [companyId, ids]),
  stamp: async (tx: Tx, companyId: Company, now: UnixSeconds) =>
    (await tx.get(stamp, [companyId, now])).stamped,
  issue: async (db: Queryable, companyId: Company, now: UnixSeconds) =>
    (await db.get(issue, [companyId, now])).watermark,
};

function* chunks(companyId: Company, rows: readonly StoredRow[]): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    yield rows
      .slice(from, from + CHUNK_ROWS)
      .map((row) => copyRow([companyId, ...COLUMNS.map((name) => row[name])]))
      .join("");
  }
}
