/**
 * Writes transactions: the rows, the balances of their accounts and their postings, in one database
 * transaction. Invariant: every writer first takes a stamp, which blocks all other writers of the company
 * until the end; all changes carry that stamp.
 */
import { present } from "@daybook/words/assert";
import { losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import { currentTrace } from "../../../../platform/log/trace.ts";
import { bankingStore } from "../../banking/index.ts";
import {
  changePosting,
  noteClosing,
  type Posting,
  postedVoucherId,
  replacePostings,
} from "../../../books/ledger/index.ts";
import {
  postingsOf,
  putSpreads,
  schedulesStore,
  type SpreadRow,
  withAmount,
  writeSpreads,
} from "../../../books/schedules/index.ts";
import {
  balanceOf,
  type Holding,
  postingOf,
  type SpreadOfSource,
  spreadOf,
  transferDate,
  transferFault,
  transferPostingOf,
} from "../rules.ts";
import type { SplitRow, StoredRow } from "../record.ts";
import { splitsStore } from "../store/splits.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { transfersStore } from "../store/transfers.ts";

type Company = PublicId<"company">;

/** A transaction as it was and as it is to be; what is new was nothing. */
export interface Change {
  readonly before: TransactionRow | null;
  readonly after: StoredRow & Pick<TransactionRow, "account_category_id">;
}

/** The time of a write, and the `updated` stamp that its rows get. */
export interface Stamped {
  readonly now: UnixSeconds;
  readonly updated: UnixSeconds;
}

/**
 * Begins to write: no other writer of the company's feed comes in between. Gives the time that what is
 * written carries. The same statement reads the closing date, and notes who writes, for changes that the
 * database describes itself.
 */
export async function beginWriting(tx: Tx, companyId: Company, now: UnixSeconds): Promise<UnixSeconds> {
  const { stamped, closed_through } = await transactionsStore.stamp(tx, companyId, now, actorText());
  noteClosing(tx, closed_through);
  return stamped;
}

function actorText(): string {
  const { surface, by, key_id } = currentActor() ?? {};
  return JSON.stringify({ surface, by, key_id, request_id: currentTrace()?.request_id });
}

/**
 * Writes changes and posts them; their spreads, and the transfers that they stay sides of, follow. The lines
 * of their splits are as they are to be already, and there are the spreads that they name, or `complete`
 * makes it so, which comes between the rows and what they post. Who completes also has the transfers follow,
 * when both sides of each are as they are to be.
 */
export async function writeChanges(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  changes: readonly Change[],
  complete?: () => Promise<void>,
): Promise<void> {
  const [made, changed] = [
    changes.filter(({ before }) => before === null),
    changes.filter(({ before }) => before !== null),
  ];
  const writing = Promise.all([
    // Removed payments come first: a new transaction may then pay the same invoice.
    changed.length > 0
      ? transactionsStore.update(
          tx,
          companyId,
          changed.map(({ after }) => after),
        )
      : null,
    made.length > 0
      ? transactionsStore.insert(
          tx,
          companyId,
          made.map(({ after }) => after),
        )
      : null,
  ]);
  const alone = complete === undefined && changes.length === 1 ? changes[0] : undefined;
  if (alone !== undefined && standsAlone(alone)) {
    const [before, after] = [alone.before, alone.after].map((row) => row && postingOf(row, [], NO_HOLDING));
    await Promise.all([writing, changePosting(tx, companyId, now, before ?? null, after ?? null)]);
  } else {
    await writing;
    await complete?.();
    const splits = await splitsOf(
      tx,
      companyId,
      changes.map(({ after }) => after),
    );
    const holding = await followSpreads(tx, companyId, now, changes, splits);
    const next = changes
      .map(({ after }) => postingOf(after, splits.get(after.id) ?? [], holding))
      .filter((posting): posting is Posting => posting !== null);
    await replacePostings(
      tx,
      companyId,
      now,
      changed.map(({ after }) => postedVoucherId("transaction", after.id)),
      next,
    );
  }
  if (complete === undefined) {
    const problem = await followTransfers(
      tx,
      companyId,
      now,
      changed.map(({ after }) => after.transfer_id).filter((id) => id !== null),
    );
    if (problem)
      throw refuse("transaction_update_failed", {
        message: `The transaction is a side of the transfer ${problem.id}, and then ${problem.reason}. Unmatch the transfer first.`,
      });
  }
  // Behind the postings, which refuse amounts that are too large to add.
  await addToBalances(tx, companyId, changes);
}

/** A transaction that is split, with what hangs on it. */
export interface Parting {
  readonly after: Change["after"];
  readonly lines: readonly SplitRow[];
  readonly spreads: readonly SpreadRow[];
  /** The vouchers of spreads that are gone. */
  readonly left: readonly PublicId<"voucher">[];
}

/**
 * Splits a transaction: writes its row, its lines with their spreads, which are all new, and their postings
 * in one round trip. Its amount stays, and it is not a side of a transfer.
 */
export async function writeParting(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  { after, lines, spreads, left }: Parting,
): Promise<void> {
  const holding: Holding = new Map(spreads.map(({ id, holding_category_id }) => [id, holding_category_id]));
  const posting = postingOf(after, lines, holding);
  await Promise.all([
    writeSpreads(tx, companyId, spreads),
    splitsStore.insert(tx, companyId, lines),
    transactionsStore.update(tx, companyId, [after]),
    replacePostings(
      tx,
      companyId,
      now,
      [...left, postedVoucherId("transaction", after.id)],
      [...(posting === null ? [] : [posting]), ...spreads.flatMap(postingsOf)],
    ),
  ]);
}

const NO_HOLDING: Holding = new Map();

/** True if the postings of a transaction, before and after, follow from its rows alone. */
function standsAlone({ before, after }: Change): boolean {
  return [before, after].every(
    (row) => row === null || (row.spread_id === null && !row.transaction_type.endsWith("_split")),
  );
}

async function addToBalances(tx: Tx, companyId: Company, changes: readonly Change[]): Promise<void> {
  const added = new Map<PublicId<"account">, number>();
  for (const { before, after } of changes) {
    const difference = balanceOf(after) - (before === null ? 0 : balanceOf(before));
    if (difference !== 0) added.set(after.account_id, (added.get(after.account_id) ?? 0) + difference);
  }
  if (added.size > 0) await bankingStore.addToBalances(tx, companyId, added);
}

/** The lines of those that are split. */
export async function splitsOf(
  db: Queryable,
  companyId: Company,
  rows: readonly Pick<StoredRow, "id" | "transaction_type">[],
): Promise<ReadonlyMap<string, readonly SplitRow[]>> {
  const split = rows.filter(({ transaction_type }) => transaction_type.endsWith("_split"));
  if (split.length === 0) return new Map();
  return Map.groupBy(
    await splitsStore.listOf(
      db,
      companyId,
      split.map(({ id }) => id),
    ),
    ({ transaction_id }) => transaction_id,
  );
}

/** Re-syncs spreads with their sources; returns each spread's holding category. */
async function followSpreads(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  changes: readonly Change[],
  splits: ReadonlyMap<string, readonly SplitRow[]>,
): Promise<Holding> {
  const wanted = new Map<string, SpreadOfSource>();
  const want = (id: string | null, source: SpreadOfSource | null): void => {
    if (id !== null && source !== null) wanted.set(id, source);
  };
  for (const { after } of changes) {
    want(after.spread_id, spreadOf(after));
    for (const line of splits.get(after.id) ?? []) want(line.spread_id, spreadOf(after, line));
  }
  if (wanted.size === 0) return new Map();
  const rows = await schedulesStore.listById(tx, companyId, [...wanted.keys()]);
  const today = losAngelesDate(now);
  const moved = rows
    .map((row) => ({
      ...withAmount(row, wanted.get(row.id)?.amount_cents ?? row.amount_cents, today),
      ...wanted.get(row.id),
    }))
    .filter((row, index) => !sameSource(row, rows[index]));
  await putSpreads(tx, companyId, now, moved);
  return new Map(rows.map(({ id, holding_category_id }) => [id, holding_category_id]));
}

function sameSource(a: SpreadRow, b: SpreadRow | undefined): boolean {
  const fields = [
    "category_id",
    "department_id",
    "amount_cents",
    "description",
    "merchant",
    "held",
  ] as const satisfies readonly (keyof SpreadOfSource)[];
  return fields.every((name) => a[name] === b?.[name]);
}

/** A transfer whose transactions are its sides no more, and why. */
export interface TransferProblem {
  readonly id: PublicId<"transfer">;
  readonly reason: string;
}

/**
 * Re-syncs transfers with their sides and posts them again. Returns the first transfer whose sides no longer
 * match; then nothing is written.
 */
export async function followTransfers(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  named: readonly PublicId<"transfer">[],
): Promise<TransferProblem | null> {
  if (named.length === 0) return null;
  const transfers = await transfersStore.listById(tx, companyId, [...new Set(named)]);
  const rows = await transactionsStore.listById(
    tx,
    companyId,
    transfers.flatMap(({ from_transaction_id, to_transaction_id }) => [
      from_transaction_id,
      to_transaction_id,
    ]),
  );
  const sides = new Map<string, TransactionRow>(rows.map((row) => [row.id, row]));
  const side = (id: string): TransactionRow => present(sides.get(id), "a transfer lacks one of its sides");
  const followed = transfers.map((former) => ({
    former,
    out: side(former.from_transaction_id),
    into: side(former.to_transaction_id),
  }));
  for (const { former, out, into } of followed) {
    const reason = transferFault(out, into);
    if (reason !== null) return { id: former.id, reason };
  }
  const postings: Posting[] = [];
  for (const { former, out, into } of followed) {
    const row = { ...former, amount_cents: into.amount_cents, date: transferDate(out, into) };
    if (row.amount_cents !== former.amount_cents || row.date !== former.date)
      await transfersStore.move(tx, companyId, row);
    postings.push(transferPostingOf(row, out, into));
  }
  await replacePostings(
    tx,
    companyId,
    now,
    postings.map(({ id }) => id),
    postings,
  );
  return null;
}

/** A transaction as it is now, for the answer to what changed it. */
export async function readAgain(tx: Tx, companyId: Company, id: string): Promise<TransactionRow> {
  return present(
    (await transactionsStore.listById(tx, companyId, [id]))[0],
    "a transaction went away while it was written",
  );
}
