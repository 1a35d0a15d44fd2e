/**
 * Reconciliations: the lines of an account that are on a statement of the bank are cleared until opening
 * balance and cleared lines come to the balance of the statement. Every writer holds the company's feed.
 * Invariants: the statements of an account follow each other, each begins with the balance of the one before,
 * and only the latest one can be unfinished. A finished one comes to its balance to the cent, and what is on
 * it stays as it was until it is reopened.
 */
import type { CompanyFor } from "@daybook/words/areas";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { decimalText } from "@daybook/words/money-text";
import type { PublicId } from "@daybook/words/public-id";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { type Db, describeChange, type Queryable, type Tx } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { bankingStore } from "../../banking/index.ts";
import type { ReconciliationRow } from "../record.ts";
import { digitsApart } from "../rules.ts";
import {
  type ExplanationRow,
  type LinesOfStatement,
  reconciliationsStore,
  type StatementLineRow,
} from "../store/reconciliations.ts";
import type { RequestTime } from "./edits.ts";
import { beginWriting } from "./write.ts";

type Company = PublicId<"company">;
type ReconciledCompany = CompanyFor<"transactions:view">;

/** A reconciliation with its figures, in cents. */
export interface OpenedReconciliation extends ReconciliationRow, LinesOfStatement {
  /** The opening balance and the cleared lines. */
  readonly cleared_cents: Cents;
  /** What the statement has beyond that: 0 once it agrees. */
  readonly difference_cents: Cents;
  /** Lines that may explain the difference, the latest first. */
  readonly explanations: readonly ExplanationRow[];
  /** True if all lines that are not cleared come to the difference. */
  readonly open_lines_explain: boolean;
}

/** A statement that is reconciled. */
export interface NewReconciliation {
  readonly account: string;
  readonly date: CivilDate;
  /** Null for that of the file that states one. */
  readonly statement_cents: Cents | null;
  /** Of an account's first statement; null for 0, or for the balance of the statement before. */
  readonly opening_cents: Cents | null;
}

/** Finds the balance of an account on a day that a file states; the module `uploads` implements it. */
export type FindStated = (
  tx: Tx,
  companyId: Company,
  account: string,
  date: CivilDate,
) => Promise<{ readonly cents: Cents } | null>;

export interface ReconciliationsService {
  /** Those of an account, or of all, the latest statement first. */
  list(companyId: ReconciledCompany, account: string | null): Promise<ReconciliationRow[]>;
  /** Refuses `resource_missing`. */
  get(companyId: ReconciledCompany, id: string): Promise<OpenedReconciliation>;
  /** Up to `limit` + 1 lines behind another one, by date. Refuses `resource_missing`. */
  listLines(
    companyId: ReconciledCompany,
    id: string,
    query: {
      readonly cleared: boolean | null;
      readonly starting_after: string | null;
      readonly limit: number;
    },
  ): Promise<StatementLineRow[]>;
  /** Begins one. Refuses `resource_missing`, `invalid_request` and `transaction_update_failed`. */
  start(companyId: Company, wanted: NewReconciliation, at: RequestTime): Promise<OpenedReconciliation>;
  /**
   * Marks lines as on the statement or not, all if `lines` is null. Refuses `resource_missing` and
   * `transaction_update_failed`.
   */
  clear(
    companyId: Company,
    id: string,
    marks: { readonly lines: readonly string[] | null; readonly cleared: boolean },
    now: UnixSeconds,
  ): Promise<OpenedReconciliation>;
  /** Finishes one that agrees. Refuses `resource_missing` and `transaction_update_failed`. */
  finish(companyId: Company, id: string, now: UnixSeconds): Promise<OpenedReconciliation>;
  /** Reopens the latest one of an account. Refuses `resource_missing` and `transaction_update_failed`. */
  reopen(companyId: Company, id: string, reason: string, now: UnixSeconds): Promise<OpenedReconciliation>;
  /**
   * Drops one that is not finished, with its marks. Refuses `resource_missing` and
   * `transaction_update_failed`.
   */
  drop(companyId: Company, id: string, now: UnixSeconds): Promise<ReconciliationRow>;
}

interface ReconciliationsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly findStated: FindStated;
}

export function reconciliationsService({
  db,
  ids,
  findStated,
}: ReconciliationsNeeds): ReconciliationsService {
  /** Changes one that is not finished, and answers with it as it is then. */
  const changing = (
    companyId: Company,
    id: string,
    now: UnixSeconds,
    change: (tx: Tx, row: ReconciliationRow) => Promise<unknown>,
  ) =>
    db.transaction(async (tx) => {
      await beginWriting(tx, companyId, now);
      await change(tx, await found(tx, companyId, id));
      return opened(tx, companyId, await found(tx, companyId, id));
    });
  return {
    list: (companyId, account) => reconciliationsStore.list(db, companyId, account),
    get: async (companyId, id) => opened(db, companyId, await found(db, companyId, id)),
    async listLines(companyId, id, { cleared, starting_after, limit }) {
      const row = await found(db, companyId, id);
      const after = starting_after === null ? null : await lineAt(db, companyId, starting_after);
      return reconciliationsStore.listLines(db, companyId, row, { cleared, after, count: limit + 1 });
    },
    start: (companyId, wanted, at) =>
      db.transaction(async (tx) => {
        await beginWriting(tx, companyId, at.now);
        const row = await newRow(tx, { ids, findStated }, companyId, wanted, at);
        await reconciliationsStore.insert(tx, companyId, row);
        await describe(tx, companyId, row, at.now, { action: "reconciliation start", from: null });
        return opened(tx, companyId, row);
      }),
    clear: (companyId, id, { lines, cleared }, now) =>
      changing(companyId, id, now, async (tx, row) => {
        requireOpen(row);
        if (!cleared) await reconciliationsStore.unclear(tx, companyId, id, lines);
        else if (lines === null) await reconciliationsStore.clearAll(tx, companyId, row);
        else {
          await checkLines(tx, companyId, row, lines);
          await reconciliationsStore.clear(tx, companyId, id, lines);
        }
        const what = lines === null ? "all lines" : `${lines.length} lines`;
        await describe(tx, companyId, row, now, {
          action: cleared ? "reconciliation clear" : "reconciliation unclear",
          from: row.state,
          note: what,
        });
      }),
    finish: (companyId, id, now) =>
      changing(companyId, id, now, async (tx, row) => {
        requireOpen(row);
        await reconciliationsStore.dropGone(tx, companyId, row);
        const { difference_cents } = await opened(tx, companyId, row);
        if (difference_cents !== 0)
          throw against(
            `The statement of ${row.statement_date} differs by ${decimalText(difference_cents)} from what is cleared. Only one that agrees can be finished.`,
          );
        const next = { ...row, state: "finished", finished_at: now, finished_by: actorName() } as const;
        await reconciliationsStore.update(tx, companyId, next);
        await describe(tx, companyId, next, now, { action: "reconciliation finish", from: row.state });
      }),
    reopen: (companyId, id, reason, now) =>
      changing(companyId, id, now, async (tx, row) => {
        if (row.state !== "finished") throw against("It is not finished, so there is nothing to reopen.");
        const latest = await reconciliationsStore.findLatest(tx, companyId, row.account_id);
        if (latest !== null && latest.id !== row.id)
          throw against(
            `The statement of ${latest.statement_date} was begun after it. Only the latest one of an account can be reopened; drop or reopen that one first.`,
          );
        const next = { ...row, state: "reopened", finished_at: null, finished_by: null } as const;
        await reconciliationsStore.update(tx, companyId, next);
        await describe(tx, companyId, next, now, {
          action: "reconciliation reopen",
          from: row.state,
          note: reason,
        });
      }),
    drop: (companyId, id, now) =>
      db.transaction(async (tx) => {
        await beginWriting(tx, companyId, now);
        const row = await found(tx, companyId, id);
        requireOpen(row);
        await reconciliationsStore.delete(tx, companyId, id);
        await describe(tx, companyId, row, now, { action: "reconciliation drop", from: row.state });
        return row;
      }),
  };
}

async function found(db: Queryable, companyId: Company, id: string): Promise<ReconciliationRow> {
  const row = await reconciliationsStore.find(db, companyId, id);
  if (row === null)
    throw refuse("resource_missing", {
      param: "id",
      message: `The company has no reconciliation ${id}.`,
      ways: [{ see: "listReconciliations" }],
    });
  return row;
}

async function lineAt(db: Queryable, companyId: Company, id: string) {
  const line = await reconciliationsStore.findPlace(db, companyId, id);
  if (line === null) throw refuse("resource_missing");
  return line;
}

/** Refuses a statement that can't follow the latest one of its account. */
function checkFollows(latest: ReconciliationRow, date: CivilDate): void {
  if (latest.state !== "finished")
    throw against(
      `The statement of ${latest.statement_date} is not finished. Finish or drop it before the next one.`,
      "account_id",
    );
  if (date <= latest.statement_date)
    throw against(
      `The account is reconciled through ${latest.statement_date}, and the next statement ends after that.`,
      "statement_date",
    );
}

/** A new row, if an account's statements go on with it. */
async function newRow(
  tx: Tx,
  { ids, findStated }: Pick<ReconciliationsNeeds, "ids" | "findStated">,
  companyId: Company,
  { account, date, statement_cents, opening_cents }: NewReconciliation,
  { now, today }: RequestTime,
): Promise<ReconciliationRow> {
  const accounts = await bankingStore.listAllAccounts(tx, companyId);
  const account_id = accounts.find(({ id }) => id === account)?.id;
  if (account_id === undefined)
    throw refuse("resource_missing", {
      param: "account_id",
      message: `The company has no account ${account}.`,
      ways: [{ see: "listAccounts" }],
    });
  if (date > today) throw wrong("statement_date", `must be a day up to today, ${today}`);
  const latest = await reconciliationsStore.findLatest(tx, companyId, account_id);
  if (latest !== null) checkFollows(latest, date);
  const opening = latest?.statement_cents ?? opening_cents ?? cents(0);
  if (opening_cents !== null && opening_cents !== opening)
    throw against(
      `The statement of ${latest?.statement_date} ended with ${decimalText(opening)}, with which the next one begins.`,
      "opening_balance_cents",
    );
  const stated = statement_cents ?? (await findStated(tx, companyId, account_id, date))?.cents;
  if (stated === undefined)
    throw refuse("parameter_missing", {
      param: "statement_balance_cents",
      message: `No file of the account states a balance of ${date}. Give the balance of the statement.`,
    });
  return {
    id: ids.next("reconciliation"),
    account_id,
    statement_date: date,
    statement_cents: stated,
    opening_cents: opening,
    state: "draft",
    created: now,
    created_by: actorName(),
    finished_at: null,
    finished_by: null,
  };
}

async function opened(
  db: Queryable,
  companyId: Company,
  row: ReconciliationRow,
): Promise<OpenedReconciliation> {
  const lines = await reconciliationsStore.sumLines(db, companyId, row);
  const cleared_cents = cents(row.opening_cents + lines.cleared_sum);
  const difference_cents = cents(row.statement_cents - cleared_cents);
  const explanations =
    difference_cents === 0
      ? []
      : await reconciliationsStore.listExplanations(db, companyId, row, {
          difference: difference_cents,
          digit: digitsApart(difference_cents),
          count: LIMITS.reconciliation_explanations.value,
        });
  return {
    ...row,
    ...lines,
    cleared_cents,
    difference_cents,
    explanations,
    open_lines_explain: difference_cents !== 0 && lines.open_count > 1 && lines.open_sum === difference_cents,
  };
}

function requireOpen({ state, statement_date }: ReconciliationRow): void {
  if (state === "finished")
    throw against(`The statement of ${statement_date} is finished. Reopen it to change it.`);
}

/** Refuses lines that can't be on the statement, by the first of them. */
async function checkLines(
  tx: Tx,
  companyId: Company,
  row: ReconciliationRow,
  lines: readonly string[],
): Promise<void> {
  const unfit = await reconciliationsStore.findUnfit(tx, companyId, row, lines);
  if (unfit === null) return;
  const { id, account_id, date, fits, statement_date } = unfit;
  if (account_id === null)
    throw refuse("resource_missing", {
      param: "transaction_ids",
      message: `The company has no transaction ${id}.`,
    });
  const reason =
    account_id !== row.account_id
      ? `is of another account, ${account_id}`
      : !fits
        ? "is deleted, excluded or pending, so it is on no statement"
        : date !== null && date > row.statement_date
          ? `is of ${date}, after the end of the statement`
          : `is on the statement of ${statement_date} already`;
  throw against(`${id} ${reason}.`, "transaction_ids");
}

function describe(
  tx: Tx,
  companyId: Company,
  row: ReconciliationRow,
  at: UnixSeconds,
  { action, from, note }: { readonly action: string; readonly from: string | null; readonly note?: string },
): Promise<void> {
  const { id: subject, account_id, statement_date, statement_cents, state } = row;
  const statement = `${account_id}; ${decimalText(statement_cents)} on ${statement_date}`;
  return describeChange(tx, companyId, {
    at,
    by: actorName(),
    action,
    topic: "reconciliations",
    subject,
    from_state: from,
    to_state: action === "reconciliation drop" ? "dropped" : state,
    note: note === undefined ? statement : `${statement}; ${note}`,
  });
}

function actorName(): string {
  return currentActor()?.by ?? "daybook";
}

function against(message: string, param = "id"): Refusal {
  return refuse("transaction_update_failed", { param, message });
}

function wrong(param: string, sentence: string): Refusal {
  return refuse("invalid_request", { param, message: `\`${param}\` ${sentence}.` });
}
