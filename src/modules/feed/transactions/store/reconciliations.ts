/** All SQL on reconciliations, and on the lines of the bank that are on their statements. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeInsert,
  makeUpdate,
  type Queryable,
  statement,
  type Tx,
} from "../../../../platform/db/index.ts";
import type { RowOf } from "../../../../core/record.ts";
import { RECONCILIATION_LINES, RECONCILIATIONS, type ReconciliationRow } from "../record.ts";

type Company = PublicId<"company">;

/** What the lines of an account come to, through the day of a statement. All sums are in cents. */
export interface LinesOfStatement {
  readonly cleared_count: number;
  readonly cleared_sum: Cents;
  /** Lines that are on no statement yet. */
  readonly open_count: number;
  readonly open_sum: Cents;
}

/** A line of a bank that may be on a statement. */
export interface StatementLineRow {
  readonly id: PublicId<"transaction">;
  readonly date: CivilDate;
  readonly amount_cents: Cents;
  readonly description: string;
  readonly merchant_name: string | null;
  readonly cleared: boolean;
}

/** Why a line may explain a difference. */
export const EXPLANATIONS = [
  "not_cleared",
  "cleared_too_much",
  "duplicate",
  "sign_swapped",
  "digits_swapped",
] as const;

/** A line that may explain a difference, with the amount that the statement would have for it. */
export interface ExplanationRow extends StatementLineRow {
  readonly why: (typeof EXPLANATIONS)[number];
}

/**
 * Rows of transactions named t that stay on a statement: a line that is out of the books because an imported
 * entry stands for it is one of the bank all the same.
 */
const OF_THE_BANK = `not t.deleted
  and (t.status <> 'excluded' or (t.twin_voucher_id is not null and not t.twin_asked))`;
/** Those that can be on one: the bank takes a pending line back, and another one takes its place. */
const ON_STATEMENTS = `${OF_THE_BANK} and t.status <> 'pending'`;

// Of rows t of the account $2: whether one is on the statement $4, and whether it is on another one. Both
// sets are hashed once. In a join, each line was compared with every mark while no statistics knew of them.
const IS_CLEARED = `t.id in (select l.transaction_id from reconciliation_lines l
  where l.company_id = $1 and l.reconciliation_id = $4)`;
const IS_ELSEWHERE = `t.id in (select l.transaction_id from reconciliations r
  join reconciliation_lines l on l.company_id = $1 and l.reconciliation_id = r.id
  where r.company_id = $1 and r.account_id = $2 and r.id <> $4)`;
/** The lines that are on the statement $4 of the account $2, which ends on $3, or on none yet. */
const CANDIDATES = `select t.id, t.date, t.amount_cents, t.description, t.merchant_name,
    ${IS_CLEARED} as cleared
  from transactions t
  where t.company_id = $1 and t.account_id = $2 and t.date <= $3 and ${ON_STATEMENTS} and not ${IS_ELSEWHERE}`;
/** Behind a subquery: what it selects is found out once a row, however often it is used outside. */
const ONCE = "offset 0";

const COLUMNS = columnsOf(RECONCILIATIONS, "r");
const find = statement<ReconciliationRow>(
  "transactions.findReconciliation",
  `select ${COLUMNS} from reconciliations r where r.company_id = $1 and r.id = $2`,
);
const list = statement<ReconciliationRow>(
  "transactions.listReconciliations",
  `select ${COLUMNS} from reconciliations r
   where r.company_id = $1 and ($2::text is null or r.account_id = $2)
   order by r.statement_date desc, r.account_id`,
);
const findLatest = statement<ReconciliationRow>(
  "transactions.findLatestReconciliation",
  `select ${COLUMNS} from reconciliations r where r.company_id = $1 and r.account_id = $2
   order by r.statement_date desc limit 1`,
);
const remove = statement<never>(
  "transactions.deleteReconciliation",
  "delete from reconciliations where company_id = $1 and id = $2",
);

const sumLines = statement<LinesOfStatement>(
  "transactions.sumStatementLines",
  `select count(*) filter (where cleared) as cleared_count,
     coalesce(sum(amount_cents) filter (where cleared), 0)::int8 as cleared_sum,
     count(*) filter (where not cleared) as open_count,
     coalesce(sum(amount_cents) filter (where not cleared), 0)::int8 as open_sum
   from (${CANDIDATES} ${ONCE}) line`,
);
const listLines = statement<StatementLineRow>(
  "transactions.listStatementLines",
  `select id, date, amount_cents, description, merchant_name, cleared from (${CANDIDATES}) line
   where ($5::boolean is null or cleared = $5)
     and ($6::date is null or (date, id) > ($6::date, $7::text))
   order by date, id limit $8`,
);
const findPlace = statement<Pick<StatementLineRow, "date" | "id">>(
  "transactions.findStatementPlace",
  "select t.date, t.id from transactions t where t.company_id = $1 and t.id = $2",
);
// A difference d is explained by an open line of d, by a cleared one of -d, or by a cleared one whose amount
// the statement has with the other sign (-d is twice as much), or with two neighbouring digits swapped: their
// difference, d / 9, is one digit with zeros behind it.
const listExplanations = statement<ExplanationRow>(
  "transactions.listExplanations",
  `select id, date, amount_cents, description, merchant_name, cleared, why from (
     select line.*,
       case when not cleared then case when amount_cents = $5::bigint then 'not_cleared' end
         when amount_cents = -$5::bigint then case when exists (
           select 1 from transactions o where o.company_id = $1 and o.account_id = $2 and o.id <> line.id
             and o.amount_cents = line.amount_cents and o.date between line.date - 3 and line.date + 3
             and not o.deleted)
           then 'duplicate' else 'cleared_too_much' end
         when 2 * amount_cents = -$5::bigint then 'sign_swapped'
         when $6::bigint > 0 and sign(amount_cents) * (abs(amount_cents) / $6::bigint % 10
           - abs(amount_cents) / (10 * $6::bigint) % 10) * 9 * $6::bigint = $5::bigint
           then 'digits_swapped' end as why
     from (${CANDIDATES} ${ONCE}) line
   ) explained where why is not null order by date desc, id limit $7`,
);

// One that is gone or excluded since is on no statement, and keeps its mark until the statement is finished.
const clearAll = statement<never>(
  "transactions.clearAllLines",
  `insert into reconciliation_lines (company_id, reconciliation_id, transaction_id)
   select $1, $4, t.id from transactions t
   where t.company_id = $1 and t.account_id = $2 and t.date <= $3 and ${ON_STATEMENTS}
     and not exists (
       select 1 from reconciliation_lines l where l.company_id = $1 and l.transaction_id = t.id)`,
);
const clear = statement<never>(
  "transactions.clearLines",
  `insert into reconciliation_lines (company_id, reconciliation_id, transaction_id)
   select $1, $2, id from unnest($3::text[]) as given (id)
   on conflict (company_id, transaction_id) do nothing`,
);
const unclear = statement<never>(
  "transactions.unclearLines",
  `delete from reconciliation_lines where company_id = $1 and reconciliation_id = $2
     and ($3::text[] is null or transaction_id = any ($3::text[]))`,
);
const dropGone = statement<never>(
  "transactions.dropGoneLines",
  `delete from reconciliation_lines where company_id = $1 and reconciliation_id = $2
     and transaction_id not in (select t.id from transactions t where t.company_id = $1 and t.account_id = $3
       and t.date <= $4 and ${ON_STATEMENTS})`,
);
const listCleared = statement<RowOf<typeof RECONCILIATION_LINES>>(
  "transactions.listClearedLines",
  `select ${columnsOf(RECONCILIATION_LINES, "l")} from reconciliation_lines l
   where l.company_id = $1 and l.reconciliation_id = $2 order by l.transaction_id`,
);

/** A line that can't be cleared, and why. */
export interface UnfitLine {
  readonly id: string;
  readonly account_id: string | null;
  readonly date: CivilDate | null;
  readonly fits: boolean;
  readonly reconciliation_id: string | null;
  /** The day of the statement that it is on. */
  readonly statement_date: CivilDate | null;
}
const findUnfit = statement<UnfitLine>(
  "transactions.findUnfitLine",
  `select given.id, t.account_id, t.date, coalesce(${ON_STATEMENTS}, false) as fits,
     r.id as reconciliation_id,
     r.statement_date
   from unnest($4::text[]) as given (id)
   left join transactions t on t.company_id = $1 and t.id = given.id
   left join reconciliation_lines l on l.company_id = $1 and l.transaction_id = given.id
   left join reconciliations r on r.company_id = $1 and r.id = l.reconciliation_id
   where t.account_id is distinct from $2 or t.date > $3 or r.id <> $5
     or not ($6 or (${ON_STATEMENTS}))
   order by given.id limit 1`,
);
const listReconciled = statement<{ id: string; statement_date: CivilDate }>(
  "transactions.listReconciled",
  `select l.transaction_id as id, r.statement_date from reconciliation_lines l
   join reconciliations r on r.company_id = $1 and r.id = l.reconciliation_id
   where l.company_id = $1 and l.transaction_id = any ($2::text[]) and r.state = 'finished'`,
);

/** A reconciliation that contradicts its lines or the one before it; sums are text. */
export interface ReconciliationFault {
  readonly id: string;
  readonly account_id: string;
  readonly statement_date: CivilDate;
  readonly opening: string;
  readonly before: string | null;
  readonly statement: string;
  readonly cleared: string;
  readonly is_finished: boolean;
  readonly strays: number;
}
const findFault = statement<ReconciliationFault>(
  "transactions.findReconciliationFault",
  // Each line looks its transaction up: the planner knows nothing of how many there are.
  `with lines as materialized (
     select l.reconciliation_id as id, sum(t.amount_cents) filter (where ${OF_THE_BANK}) as cents,
       count(*) filter (where t.account_id <> r.account_id
         or (r.state = 'finished' and (t.date > r.statement_date or not (${OF_THE_BANK})))) as strays
     from reconciliation_lines l
     join reconciliations r on r.company_id = $1 and r.id = l.reconciliation_id
     cross join lateral (select * from transactions t
       where t.company_id = $1 and t.id = l.transaction_id offset 0) t
     where l.company_id = $1 group by l.reconciliation_id
   ), rows as (
     select r.id, r.account_id, r.statement_date, r.opening_cents, r.statement_cents,
       r.state = 'finished' as is_finished,
       lag(r.statement_cents) over (partition by r.account_id order by r.statement_date) as before,
       lead(r.id) over (partition by r.account_id order by r.statement_date) is null as is_last
     from reconciliations r where r.company_id = $1
   )
   select rows.id, account_id, statement_date, opening_cents::text as opening, before::text as before,
     statement_cents::text as statement, (opening_cents + coalesce(cents, 0))::text as cleared, is_finished,
     coalesce(strays, 0) as strays
   from rows left join lines on lines.id = rows.id
   where opening_cents <> before or strays > 0 or (not is_finished and not is_last)
     or (is_finished and opening_cents + coalesce(cents, 0) <> statement_cents)
   order by account_id, statement_date limit 1`,
);

type Place = Pick<ReconciliationRow, "id" | "account_id" | "statement_date">;

export const reconciliationsStore = {
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  /** Those of an account, or of all, the latest statement first. */
  list: (db: Queryable, companyId: Company, accountId: string | null) =>
    db.list(list, [companyId, accountId]),
  /** That of an account's latest statement. */
  findLatest: (db: Queryable, companyId: Company, accountId: string) =>
    db.find(findLatest, [companyId, accountId]),
  insert: makeInsert("transactions.insertReconciliation", RECONCILIATIONS),
  update: makeUpdate("transactions.updateReconciliation", RECONCILIATIONS),
  delete: (tx: Tx, companyId: Company, id: string) => tx.run(remove, [companyId, id]),
  sumLines: (db: Queryable, companyId: Company, { id, account_id, statement_date }: Place) =>
    db.get(sumLines, [companyId, account_id, statement_date, id]),
  /** Up to `count` lines behind a place, by date; those that are cleared, those that are not, or all. */
  listLines: (
    db: Queryable,
    companyId: Company,
    { id, account_id, statement_date }: Place,
    {
      cleared,
      after,
      count,
    }: {
      readonly cleared: boolean | null;
      readonly after: Pick<StatementLineRow, "date" | "id"> | null;
      readonly count: number;
    },
  ) =>
    db.list(listLines, [
      companyId,
      account_id,
      statement_date,
      id,
      cleared,
      after?.date ?? null,
      after?.id ?? null,
      count,
    ]),
  findPlace: (db: Queryable, companyId: Company, id: string) => db.find(findPlace, [companyId, id]),
  /** Lines that explain a difference. `digit` is the place of two digits that may be swapped; 0 for none. */
  listExplanations: (
    db: Queryable,
    companyId: Company,
    { id, account_id, statement_date }: Place,
    {
      difference,
      digit,
      count,
    }: { readonly difference: Cents; readonly digit: number; readonly count: number },
  ) => db.list(listExplanations, [companyId, account_id, statement_date, id, difference, digit, count]),
  /** Clears all lines that are on no statement yet. */
  clearAll: (tx: Tx, companyId: Company, { id, account_id, statement_date }: Place) =>
    tx.run(clearAll, [companyId, account_id, statement_date, id]),
  clear: (tx: Tx, companyId: Company, id: string, lines: readonly string[]) =>
    tx.run(clear, [companyId, id, lines]),
  /** Takes marks away, all where `lines` is null. */
  unclear: (tx: Tx, companyId: Company, id: string, lines: readonly string[] | null) =>
    tx.run(unclear, [companyId, id, lines]),
  /** Takes the marks of lines away that are on no statement any more. */
  dropGone: (tx: Tx, companyId: Company, { id, account_id, statement_date }: Place) =>
    tx.run(dropGone, [companyId, id, account_id, statement_date]),
  /**
   * The first of some lines that can't be on a statement, or is on another one. Lines that are gone can't,
   * unless `mayBeGone`.
   */
  findUnfit: (
    db: Queryable,
    companyId: Company,
    { id, account_id, statement_date }: Place,
    lines: readonly string[],
    mayBeGone = false,
  ) => db.find(findUnfit, [companyId, account_id, statement_date, lines, id, mayBeGone]),
  /** The marks of a reconciliation, by transaction. */
  listCleared: (db: Queryable, companyId: Company, id: string) => db.list(listCleared, [companyId, id]),
  /** The days of the finished statements that some transactions are on, by transaction. */
  async reconciled(
    db: Queryable,
    companyId: Company,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, CivilDate>> {
    if (ids.length === 0) return new Map();
    const rows = await db.list(listReconciled, [companyId, ids]);
    return new Map(rows.map(({ id, statement_date }) => [id, statement_date]));
  },
  /** The first reconciliation that contradicts its lines or the one before it. */
  findFault: (db: Queryable, companyId: Company) => db.find(findFault, [companyId]),
};
