/** SQL that reads transactions, one by one and in pages, and writes them. */
import type { Cents } from "@daybook/words/cents";
import { type CivilDate, FIRST_DATE, type UnixSeconds } from "@daybook/words/civil-date";
import type { JsonLayout } from "../../../../core/json-rows.ts";
import type { CategoryRole } from "@daybook/words/ledger-words";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  containing,
  makeCopy,
  makeInsertAll,
  makeUpdateAll,
  pager,
  type Parameter,
  type Queryable,
  startByDate,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import { type StoredRow, TRANSACTIONS } from "../record.ts";

type Company = PublicId<"company">;

/** A transaction with columns of other tables. */
export interface TransactionRow extends StoredRow {
  readonly account_name: string;
  readonly account_category_id: PublicId<"category">;
  readonly category_name: string | null;
  readonly category_role: CategoryRole | null;
  readonly department_name: string | null;
}

/** A transaction as a rule is tried on it. */
export interface TriedRow extends Pick<
  StoredRow,
  | "id"
  | "date"
  | "description"
  | "merchant_name"
  | "amount_cents"
  | "account_id"
  | "source_vendor"
  | "category_id"
> {
  readonly category_name: string | null;
  readonly categorized: boolean;
}

/** The conditions of a search; null for none. Amounts are without their sign. */
export interface Conditions {
  readonly text: string | null;
  readonly least_cents: number | null;
  readonly most_cents: number | null;
  readonly start_date: CivilDate | null;
  readonly end_date: CivilDate | null;
  readonly categorized: boolean | null;
  readonly category_id: string | null;
  readonly department_id: string | null;
  readonly account_id: string | null;
  readonly status: string | null;
}

/** Each transaction of a list that follows a number of others, and the last one. */
export interface PlaceRow extends Pick<StoredRow, "id" | "date"> {
  /** From the place before, without it, to this one. */
  readonly transactions: number;
}

/** A place in the list by date. */
export type DatePlace = Pick<StoredRow, "date"> & { readonly id: string };

interface IssuedWatermark {
  readonly watermark: UnixSeconds;
  /** The count of the changes that were committed before the watermark was issued. */
  readonly changes: number;
}

const STORED = columnsOf(TRANSACTIONS);
const OWN = columnsOf(TRANSACTIONS, "t");
const NAMED = `${OWN}, a.name as account_name, a.category_id as account_category_id, c.name as category_name, c.role as category_role, d.name as department_name`;
/** The roles of the categories of uncategorized transactions. */
const UNCATEGORIZED_ROLES = "('uncategorized_income', 'uncategorized_expenses')";
/** A transaction as a page shows it: its members in order, except those that are the same for all. */
const VIEW = `t.id, t.created, t.updated, t.deleted, t.date, t.accounting_date, t.amount_cents, t.description, t.merchant_name, t.memo, t.account_id, a.name as account_name, t.card_id,
  t.category_id, c.name as category_name, coalesce(c.role not in ${UNCATEGORIZED_ROLES}, true) as categorized, t.department_id, d.name as department_name,
  t.transaction_type, right(t.transaction_type, 6) = '_split' as has_splits, t.status, t.status = 'pending' as pending, t.source_vendor, t.source_type, t.transfer_id, t.spread_id,
  case when t.invoice_id like 'inv\\_%' then t.invoice_id end as invoice_id, case when t.invoice_id like 'bill\\_%' then t.invoice_id end as bill_id`;
const JOINS = `join accounts a on a.company_id = $1 and a.id = t.account_id
   left join categories c on c.company_id = $1 and c.id = t.category_id
   left join departments d on d.company_id = $1 and d.id = t.department_id`;

// The fence (`offset 0`) hides the array's length from the planner, which would otherwise plan again for each
// length.
const listById = statement<TransactionRow>(
  "transactions.listById",
  `select ${NAMED} from (select $2::text[] as ids offset 0) asked cross join unnest(asked.ids) as wanted (id)
   cross join lateral (select ${OWN} from transactions t where t.company_id = $1
     and t.id = wanted.id offset 0) t ${JOINS}`,
);
// A subquery hides the array's length too.
const lockById = statement<TransactionRow>(
  "transactions.lockById",
  `select ${NAMED} from transactions t ${JOINS} where t.company_id = $1
    and t.id = any (array(select unnest($2::text[]))) order by t.id for update of t`,
);
const listUploaded = statement<{ id: PublicId<"transaction"> }>(
  "transactions.listUploaded",
  "select id from transactions where company_id = $1 and upload_id = $2",
);
/** A transaction with the day and the amount of a line. */
export type AlikeLine = Pick<TransactionRow, "date" | "amount_cents" | "external_id" | "description">;
// The days of the lines are read once each, not once for each line, and what they hold is hashed: the `case`
// keeps the planner, which does not know how many lines are asked for, from comparing each with each.
const listTwins = statement<Pick<TransactionRow, "date" | "amount_cents">>(
  "transactions.listTwins",
  `select wanted.date, wanted.amount_cents from unnest($4::date[], $5::int8[]) as wanted (date, amount_cents)
    where case when (wanted.date, wanted.amount_cents) in (
      select t.date, t.amount_cents from (select distinct date from unnest($4::date[]) as each (date)) days
        cross join lateral (select t.date, t.amount_cents from transactions t where t.company_id = $1
          and t.account_id = $2 and t.date = days.date and not t.deleted and t.source_vendor <> $3 offset 0) t
      union all
      select e.date, e.net_debit_cents from (select distinct date from unnest($4::date[]) as each (date)) days
        cross join lateral (select e.date, e.net_debit_cents from journal_entries e where e.company_id = $1
          and e.category_id = (select category_id from accounts where company_id = $1 and id = $2)
          and e.date = days.date and e.transaction_id is null and e.source <> 'csv_upload' offset 0) e
    ) then true end`,
);
const listAlike = statement<AlikeLine>(
  "transactions.listAlike",
  `select distinct t.date, t.amount_cents, t.external_id, t.description
    from unnest($5::date[]) as days (date)
    cross join lateral (select t.date, t.amount_cents, t.external_id, t.description from transactions t
      where t.company_id = $1 and t.account_id = $2 and t.date = days.date and not t.deleted
        and t.source_vendor = $3 and t.upload_id is distinct from $4::text offset 0) t
    where case when t.amount_cents in (select unnest($6::int8[])) then true end`,
);
/** The lines of an account that are or were pending at the bank, tombstones included. */
const listPending = statement<TransactionRow>(
  "transactions.listPending",
  `select ${NAMED} from (select ${OWN} from transactions t where t.company_id = $1 and t.account_id = $2
     and (t.status = 'pending' or t.twin_pending) and t.date between $3 and $4) t ${JOINS} order by t.date, t.id`,
);
const listOfDays = statement<TransactionRow>(
  "transactions.listOfDays",
  `select ${NAMED} from unnest($3::date[]) as days (date)
    cross join lateral (select ${OWN} from transactions t where t.company_id = $1 and t.account_id = $2
      and t.date = days.date and not t.deleted offset 0) t ${JOINS}`,
);
const balanceAt = statement<{ cents: Cents }>(
  "transactions.balanceAt",
  `select coalesce(sum(amount_cents), 0)::int8 as cents from transactions
    where company_id = $1 and account_id = $2 and date <= $3 and not deleted and status <> 'excluded'`,
);
// Each line is found by itself: while a new feed is imported, the planner has no statistics of it yet and
// would read all of it for each batch.
const lockByExternalId = statement<TransactionRow>(
  "transactions.lockByExternalId",
  `select ${NAMED} from transactions t ${JOINS} where t.company_id = $1 and t.id = any (array(
     select found.id from unnest($3::text[]) as wanted (external_id)
     cross join lateral (select id from transactions where company_id = $1 and account_id = $2
       and external_id = wanted.external_id offset 0) found
   )) order by t.id for update of t`,
);

/** Filters of the list by date. Those that are not `combined` choose an index. */
const FILTERS = {
  start_date: { from: "date", combined: true },
  end_date: { to: "date", combined: true },
  source_vendor: { is: "source_vendor", combined: true },
  source_type: { is: "source_type", combined: true },
  department_id: { is: "department_id", combined: true, mutable: true },
  transaction_type: { is: "transaction_type", combined: true, mutable: true },
  category_id: { is: "category_id", mutable: true },
  account_id: { is: "account_id" },
  // There is an index of the transactions that are not approved, which are few.
  status: { is: "status", inlined: "approved" },
} as const;

export const FILTER_NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

/** Transactions by date, the latest first, without deleted ones. */
const byDate = pager<TransactionRow>()({
  name: "transactions.listByDate",
  alias: "t",
  key: { date: "date", id: "text" },
  descending: true,
  onlyNow: { deleted: false },
  filters: FILTERS,
  text: ({ where, order }) =>
    `select ${VIEW} from (select ${OWN} from transactions t where ${where}
    order by ${order()} limit $2) t ${JOINS} order by ${order()}`,
});

/** Transactions by their last change, tombstones included. Only the index of that order is of use. */
const byChange = pager<TransactionRow>()({
  name: "transactions.listByChange",
  alias: "t",
  key: { updated: "bigint", id: "text" },
  filters: {
    ...FILTERS,
    category_id: { is: "category_id", combined: true },
    account_id: { is: "account_id", combined: true },
    status: { is: "status", combined: true },
  },
  text: ({ where, order }) =>
    `select ${VIEW} from (
     select ${OWN} from transactions t where ${where} order by ${order()} limit $2) t ${JOINS} order by ${order()}`,
});
// One text for all conditions. It always reads the index by date, so that a page of the latest ones stops
// early, and a rare one reads each of the company's transactions once. The planner does so only if it takes
// the conditions for common and the limit for a part: it can't look into `case`, and does not know a
// selected limit.
const found = (columns: string, limit: string) =>
  `select ${columns} from transactions t where t.company_id = $1 and not t.deleted
     and (t.date, t.id) < ($3::date, $4::text) and t.date >= $5::date
     and case when ($6::text is null or t.description ilike $6 or t.merchant_name ilike $6
         or t.memo ilike $6 or t.id = $7)
       and abs(t.amount_cents) between $8::bigint and $9::bigint
       and ($10::boolean is null or $10 = coalesce(t.category_id not in
         (select id from categories where company_id = $1 and role in ${UNCATEGORIZED_ROLES}), true))
       and ($11::text is null or t.category_id = $11) and ($12::text is null or t.department_id = $12)
       and ($13::text is null or t.account_id = $13) and ($14::text is null or t.status = $14)
       then true else false end
     order by t.date desc, t.id desc limit (select ${limit})`;
const find = statement<TransactionRow>(
  "transactions.findByConditions",
  `select ${VIEW} from (${found(OWN, "$2::int")}) t ${JOINS} order by t.date desc, t.id desc`,
);
const listPlaces = statement<PlaceRow>(
  "transactions.listPlaces",
  `select id, date, (place - 1) % $15::int + 1 as transactions
   from (select id, date, row_number() over list as place, lead(id) over list is null as is_last
     from (${found("t.id, t.date", "$2::int * $15::int")}) t
     window list as (order by date desc, id desc)) numbered
   where place % $15::int = 0 or is_last order by place`,
);
/** What was created after `$2` changed after it, too, and changes have an index. */
const listLatest = statement<Pick<StoredRow, "account_id" | "source_vendor" | "created">>(
  "transactions.listLatest",
  `select account_id, source_vendor, max(created) as created from transactions
   where company_id = $1 and updated > $2 and created > $2 group by account_id, source_vendor`,
);
/** The members that rules read, of the latest transactions before a position. */
const listTried = statement<TriedRow>(
  "transactions.listTried",
  `select t.id, t.date, t.description, t.merchant_name, t.amount_cents, t.account_id, t.source_vendor,
     t.category_id, c.name as category_name, coalesce(c.role not in ${UNCATEGORIZED_ROLES}, true) as categorized
   from (select ${OWN} from transactions t where t.company_id = $1 and not t.deleted
      and t.transaction_type = 'standard' and t.status <> 'excluded'
      and (t.date, t.id) < ($2::date, $3::text) order by t.date desc, t.id desc limit $4) t
   left join categories c on c.company_id = $1 and c.id = t.category_id order by t.date desc, t.id desc`,
);
const listAfter = statement<StoredRow>(
  "transactions.listAfter",
  `select ${STORED} from transactions where company_id = $1 and id > $2 order by id limit $3`,
);

export interface UncategorizedOfDay {
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  /** Null also for a merchant that was not asked for. */
  readonly merchant: string | null;
  /** The accounting date. */
  readonly date: CivilDate;
  readonly transactions: number;
}

const UNCATEGORIZED = `category_id in (select id from categories where company_id = $1 and role in ${UNCATEGORIZED_ROLES}) and not deleted`;
const countUncategorized = statement<{ transactions: number }>(
  "transactions.countUncategorized",
  `select count(*) as transactions from transactions where company_id = $1 and ${UNCATEGORIZED}`,
);
/**
 * Counts the uncategorized transactions of each accounting date, by department and by the merchants $2.
 * Excluded transactions do not count.
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

const insertRows = makeInsertAll("transactions.insertRows", TRANSACTIONS);
const copyRows = makeCopy(TRANSACTIONS);

/**
 * The transactions among $2 with entries on or before $3, their own, of their spreads or of their transfer.
 */
const listClosed = statement<{ id: PublicId<"transaction"> }>(
  "transactions.listClosed",
  `select t.id from transactions t where t.company_id = $1 and t.id = any (array(select unnest($2::text[])))
     and (exists (select 1 from journal_entries e where e.company_id = $1 and e.transaction_id = t.id
         and e.date <= $3)
       or exists (select 1 from transfers f where f.company_id = $1 and f.to_transaction_id = t.id
         and f.date <= $3))`,
);

const forgetExternalIds = statement<never>(
  "transactions.forgetExternalIds",
  "update transactions set external_id = null where company_id = $1 and id = any ($2::text[])",
);

/**
 * Returns the stamp of a writer's changes and the closing date of the books, and makes other writers wait
 * until the transaction ends.
 */
const stamp = statement<{ stamped: UnixSeconds; closed_through: CivilDate | null }>(
  "transactions.stamp",
  `update feed_clocks set stamped = greatest($2::bigint, stamped, issued), writer = $3 where company_id = $1
    returning stamped, closed_through`,
);
/**
 * Returns a watermark: no later change can have an earlier stamp. It is the reader's time if no writer is
 * active, else the latest time that was stamped or issued. Also returns the count of changes so far.
 */
const issue = statement<IssuedWatermark>(
  "transactions.issue",
  `with free as (select company_id from feed_clocks where company_id = $1 for update skip locked),
     moved as (update feed_clocks c set issued = greatest(c.issued, c.stamped, $2::bigint) from free
       where c.company_id = $1 returning c.issued as watermark, c.changes)
   select watermark, changes from moved
   union all select greatest(stamped, issued), changes from feed_clocks
     where company_id = $1 and not exists (select from moved)`,
);

/** The number of rows from which COPY is faster despite its round trips. */
const COPY_FROM = 50;

/** The part of a list after a position, or from its beginning. */
interface Part {
  readonly after: DatePlace | null;
  readonly count: number;
}

/** The parameters of `found`, with the number of rows. */
function ofConditions(
  companyId: Company,
  { text, end_date, ...wanted }: Conditions,
  { after, count }: Part,
): readonly Parameter[] {
  const from = startByDate(after, end_date);
  return [
    companyId,
    count,
    from.date,
    from.id,
    wanted.start_date ?? FIRST_DATE,
    text === null ? null : containing(text),
    text,
    wanted.least_cents ?? 0,
    wanted.most_cents ?? Number.MAX_SAFE_INTEGER,
    wanted.categorized,
    wanted.category_id,
    wanted.department_id,
    wanted.account_id,
    wanted.status,
  ];
}

export const transactionsStore = {
  /** The transactions with these ids, deleted ones included, in any order. */
  listById: (db: Queryable, companyId: Company, ids: readonly string[]) =>
    db.list(listById, [companyId, ids]),
  /** Locks and returns the same, by id. */
  lockById: (tx: Tx, companyId: Company, ids: readonly string[]) => tx.list(lockById, [companyId, ids]),
  /** The transactions that an upload added, tombstones included. */
  listUploaded: async (db: Queryable, companyId: Company, uploadId: string) =>
    (await db.list(listUploaded, [companyId, uploadId])).map(({ id }) => id),
  /**
   * Those of some days and amounts that the account has from another source, or the ledger in its category.
   */
  listTwins: (
    db: Queryable,
    companyId: Company,
    { account_id, source_vendor }: { readonly account_id: string; readonly source_vendor: string },
    lines: readonly Pick<TransactionRow, "date" | "amount_cents">[],
  ) =>
    db.list(listTwins, [
      companyId,
      account_id,
      source_vendor,
      lines.map(({ date }) => date),
      lines.map(({ amount_cents }) => amount_cents),
    ]),
  /**
   * Transactions of the same source and of other uploads, on some days and with some amounts, each given
   * once.
   */
  listAlike: (
    db: Queryable,
    companyId: Company,
    from: { readonly account_id: string; readonly source_vendor: string; readonly upload_id: string | null },
    { days, amounts }: { readonly days: readonly CivilDate[]; readonly amounts: readonly Cents[] },
  ) => db.list(listAlike, [companyId, from.account_id, from.source_vendor, from.upload_id, days, amounts]),
  /** The lines of an account that are or were pending at the bank, of days from `first` to `last`. */
  listPending: (
    db: Queryable,
    companyId: Company,
    account: string,
    [first, last]: readonly [string, string],
  ) => db.list(listPending, [companyId, account, first, last]),
  /** The transactions of an account on some days, each given once. */
  listOfDays: (db: Queryable, companyId: Company, account: string, days: readonly CivilDate[]) =>
    db.list(listOfDays, [companyId, account, days]),
  /** Returns when each vendor brought in the latest line of each account, of those after a time. */
  listLatest: (db: Queryable, companyId: Company, since: UnixSeconds) =>
    db.list(listLatest, [companyId, since]),
  /** The sum of an account's transactions up to the end of a day. */
  balanceAt: async (db: Queryable, companyId: Company, accountId: string, day: CivilDate) =>
    (await db.get(balanceAt, [companyId, accountId, day])).cents,
  lockByExternalId: (tx: Tx, companyId: Company, account: string, ids: readonly string[]) =>
    tx.list(lockByExternalId, [companyId, account, ids]),
  byDate,
  byChange,
  /** Up to `count` transactions that meet conditions, by date, after a position or from the latest day on. */
  findJson: <View>(
    db: Queryable,
    companyId: Company,
    conditions: Conditions,
    part: Part,
    layout: JsonLayout<View>,
  ) => db.listJson(find, ofConditions(companyId, conditions, part), layout),
  /** Up to `count` places, `every` transactions apart. */
  listPlaces: (
    db: Queryable,
    companyId: Company,
    conditions: Conditions & { readonly every: number },
    part: Part,
  ) => db.list(listPlaces, [...ofConditions(companyId, conditions, part), conditions.every]),
  /**
   * The members that rules read, of up to `count` transactions by date, after a position or from the latest
   * on.
   */
  listTried: (db: Queryable, companyId: Company, after: DatePlace | null, count: number) => {
    const { date, id } = startByDate(after, null);
    return db.list(listTried, [companyId, date, id, count]);
  },
  /** Up to `count` rows after an id, tombstones included, by id. */
  listAfter: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listAfter, [companyId, after, count]),
  countUncategorized: async (db: Queryable, companyId: Company) =>
    (await db.get(countUncategorized, [companyId])).transactions,
  countUncategorizedByDay: (db: Queryable, companyId: Company, merchants: readonly string[]) =>
    db.list(countUncategorizedByDay, [companyId, merchants]),
  /** Up to `count` uncategorized transactions after an id, by id. */
  listUncategorized: (db: Queryable, companyId: Company, after: string, count: number) =>
    db.list(listUncategorized, [companyId, after, count]),
  async insert(tx: Tx, companyId: Company, rows: readonly StoredRow[]): Promise<void> {
    await (rows.length < COPY_FROM ? insertRows : copyRows)(tx, companyId, rows);
  },
  update: makeUpdateAll("transactions.updateRows", TRANSACTIONS),
  /** The transactions among some that have entries on or before a day. */
  listClosed: async (db: Queryable, companyId: Company, ids: readonly string[], through: CivilDate) =>
    (await db.list(listClosed, [companyId, ids, through])).map(({ id }) => id),
  /** Clears the external ids of transactions that are about to be rewritten, so that others can take them. */
  forgetExternalIds: (tx: Tx, companyId: Company, ids: readonly string[]) =>
    tx.run(forgetExternalIds, [companyId, ids]),
  /** Takes the stamp. `actor` says as JSON who writes, for the events that the database writes. */
  stamp: (tx: Tx, companyId: Company, now: UnixSeconds, actor: string) =>
    tx.get(stamp, [companyId, now, actor]),
  issue: (db: Queryable, companyId: Company, now: UnixSeconds) => db.get(issue, [companyId, now]),
};
