/**
 * The use cases on transactions put together: reading the feed, editing, splitting, transfers, and what comes
 * in.
 */
import type { Cents } from "@daybook/words/cents";
import { addDays, type CivilDate, type UnixSeconds } from "@daybook/words/civil-date";
import type { TwinAnswer } from "@daybook/words/feed-words";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Edit, JobRow, StoredRow, TransferRow } from "../record.ts";
import { digestStore } from "../store/digest.ts";
import { type AlikeLine, type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { type PairRow, transfersStore } from "../store/transfers.ts";
import { type Attempt, type BulkNeeds, endJob, getJob, startBulkUpdate, startRule, work } from "./bulk.ts";
import { keptOf } from "./closed.ts";
import { edit, type RequestTime } from "./edits.ts";
import { type ExpectedLine, expectLines, findLines, listStored, type StoredLine } from "./expected.ts";
import {
  addLines,
  changeLines,
  type FeedNeeds,
  type FeedOutcome,
  follow,
  type FollowedNews,
  removeLines,
} from "./feed.ts";
import type { FeedLine, FeedNews } from "./feed-line.ts";
import { type FeedCompany, transactionReads, type TransactionReads } from "./reads.ts";
import { schedulesUpkeep, type SchedulesUpkeep } from "./schedules.ts";
import { reconcile, type Reconciliation, type StatementBalance } from "./reconcile.ts";
import { changeSplit, type NewLine, removeSplit, split } from "./splits.ts";
import { PROPOSED, proposalsOf, transfer, undoTransfer } from "./transfers.ts";
import { answerTwins, type AskedTwins, listTwinLines } from "./twins.ts";
import { lockUploaded, type UploadedLines } from "./uploaded.ts";

type Company = PublicId<"company">;

export interface TransactionsService extends TransactionReads, SchedulesUpkeep {
  /**
   * Edits one transaction, all fields or none. Refuses `resource_missing` and `transaction_update_failed`.
   */
  edit(companyId: Company, id: string, fields: Edit, at: RequestTime): Promise<TransactionRow>;
  /**
   * Makes the job that edits some different transactions. Refuses `resource_missing` and
   * `transaction_update_failed` for fields that none can be given.
   */
  bulkUpdate(companyId: Company, ids: readonly string[], fields: Edit, at: RequestTime): Promise<JobRow>;
  /**
   * Makes, in a transaction of the caller's, the job that applies a rule to the transactions that are there.
   */
  applyRule(tx: Tx, companyId: Company, rule: PublicId<"rule">, now: UnixSeconds): Promise<PublicId<"job">>;
  /**
   * Ends a job, in a transaction of the caller's, if it is not completed: its status becomes `failed`, and
   * what is not processed stays as it is.
   */
  endJob(tx: Tx, companyId: Company, id: PublicId<"job">, now: UnixSeconds): Promise<void>;
  /** A job as it is. Refuses `resource_missing`. */
  getJob(companyId: Company, id: string): Promise<JobRow>;
  /** Works on a job until it is done; an attempt that is asked to stop ends after its current batch. */
  work(companyId: Company, id: string, attempt: Attempt): Promise<void>;
  /**
   * Splits an ordinary transaction by category. Refuses `resource_missing`, `invalid_request` and
   * `transaction_update_failed`.
   */
  split(companyId: Company, id: string, lines: readonly NewLine[], now: UnixSeconds): Promise<TransactionRow>;
  /** Replaces the lines of a split by category. Refuses as `split` does. */
  changeSplit(
    companyId: Company,
    id: string,
    lines: readonly NewLine[],
    now: UnixSeconds,
  ): Promise<TransactionRow>;
  /** Takes a split by category back. Refuses `resource_missing`. */
  removeSplit(companyId: Company, id: string, now: UnixSeconds): Promise<TransactionRow>;
  /** Makes a transfer of two transactions. Refuses `resource_missing` and `transaction_update_failed`. */
  transfer(companyId: Company, from: string, to: string, now: UnixSeconds): Promise<TransferRow>;
  /** Takes a transfer apart. Refuses `resource_missing`. */
  undoTransfer(companyId: Company, id: string, now: UnixSeconds): Promise<void>;
  /**
   * Lists pairs that look like transfers: opposite amounts of two accounts within some days, nearest first.
   */
  proposeTransfers(companyId: FeedCompany, today: CivilDate): Promise<PairRow[]>;
  /** Takes lines of a bank in. */
  addLines(companyId: Company, lines: readonly FeedLine[], now: UnixSeconds): Promise<FeedOutcome[]>;
  /** Brings lines up to date that are there, and refuses others. */
  changeLines(companyId: Company, lines: readonly FeedLine[], now: UnixSeconds): Promise<FeedOutcome[]>;
  /** The transactions of lines by account and the bank's id; null for a line that is not there. */
  findLines(
    companyId: Company,
    lines: readonly Pick<FeedLine, "account_id" | "external_id">[],
  ): Promise<(PublicId<"transaction"> | null)[]>;
  /** Returns what the accounts have under the ids of lines, even if it was removed; null for nothing. */
  listStored(
    companyId: Company,
    lines: readonly Pick<FeedLine, "account_id" | "external_id">[],
  ): Promise<(StoredLine | null)[]>;
  /**
   * Tells what would become of lines, without adding them. `taken` are the entries of imported books that
   * lines before these go with; those of these are added.
   */
  expectLines(
    companyId: Company,
    lines: readonly Pick<FeedLine, "account_id" | "external_id" | "date" | "amount_cents">[],
    taken: Set<string>,
  ): Promise<ExpectedLine[]>;
  /** Removes transactions; returns the ids of those that existed. Those with entries in closed books stay. */
  removeLines(
    companyId: Company,
    ids: readonly string[],
    now: UnixSeconds,
  ): Promise<PublicId<"transaction">[]>;
  /** Locks the transactions of an upload, and returns those that something else depends on. */
  lockUploaded(tx: Tx, companyId: Company, uploadId: string, now: UnixSeconds): Promise<UploadedLines>;
  /** Removes transactions in the caller's database transaction; returns the ids of those that existed. */
  removeWithin(
    tx: Tx,
    companyId: Company,
    ids: readonly string[],
    now: UnixSeconds,
  ): Promise<PublicId<"transaction">[]>;
  /**
   * Returns those of some lines whose day and amount the account has already from another source, or the
   * ledger in the account's category without a transaction or an import: they may be the same.
   */
  listTwins(
    companyId: Company,
    source: Pick<FeedLine, "account_id" | "source_vendor">,
    lines: readonly Pick<FeedLine, "date" | "amount_cents">[],
  ): Promise<readonly Pick<FeedLine, "date" | "amount_cents">[]>;
  /**
   * Returns the transactions of the same source on some days and with some amounts, each given once, but for
   * those of one upload.
   */
  listAlike(
    companyId: Company,
    from: Pick<FeedLine, "account_id" | "source_vendor"> & { readonly upload_id: string | null },
    on: { readonly days: readonly CivilDate[]; readonly amounts: readonly Cents[] },
  ): Promise<readonly AlikeLine[]>;
  /** The lines that are not in the books, because they are probably the same as entries of imported books. */
  listTwinLines(companyId: Company): Promise<AskedTwins>;
  /**
   * Decides for some of these lines, or for all if null, whether each is its entry or another line; returns
   * their number. Refuses `resource_missing` and `invalid_request`.
   */
  answerTwins(
    companyId: Company,
    wanted: { readonly ids: readonly string[] | null; readonly answer: TwinAnswer },
    now: UnixSeconds,
  ): Promise<number>;
  /** Returns the sum of an account's transactions up to the end of a day, in cents. Money in is positive. */
  balanceAt(companyId: Company, accountId: string, day: CivilDate): Promise<Cents>;
  /**
   * Compares the balances of an account's statements with the ledger. Refuses `resource_missing` for an
   * unknown account and `invalid_request` without balances of different days.
   */
  reconcile(
    companyId: Company,
    accountId: string,
    balances: readonly StatementBalance[],
  ): Promise<Reconciliation>;
  /**
   * Removes and adds lines of a bank in the caller's database transaction, with which the caller commits its
   * cursor.
   */
  follow(tx: Tx, companyId: Company, news: FeedNews, now: UnixSeconds): Promise<FollowedNews>;
  /** Returns when each vendor brought in the latest line of each account, of those after a time. */
  listLatest(
    companyId: Company,
    since: UnixSeconds,
  ): Promise<readonly Pick<StoredRow, "account_id" | "source_vendor" | "created">[]>;
  /** Computes the digest of the feed again, and stores it. Returns true if another one was kept. */
  rebuildDigest(companyId: Company): Promise<boolean>;
  /** Why some transactions can't be taken out, as ends of sentences by id; nothing for those that can. */
  listKept(companyId: Company, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The dependencies of the service. */
type TransactionsNeeds = { readonly db: Db } & FeedNeeds & BulkNeeds;

export function transactionsService(needs: TransactionsNeeds): TransactionsService {
  const { db, ids } = needs;
  return {
    ...transactionReads(db),
    ...schedulesUpkeep(db, ids),
    edit: (companyId, id, fields, at) => db.transaction((tx) => edit(tx, companyId, id, fields, at)),
    bulkUpdate: (companyId, wanted, fields, at) =>
      db.transaction((tx) => startBulkUpdate(tx, needs, companyId, wanted, fields, at)),
    applyRule: (tx, companyId, rule, now) => startRule(tx, needs, companyId, rule, now),
    endJob,
    getJob: (companyId, id) => getJob(db, companyId, id),
    work: (companyId, id, attempt) => work(db, needs, companyId, id, attempt),
    split: (companyId, id, lines, now) => db.transaction((tx) => split(tx, ids, companyId, id, lines, now)),
    changeSplit: (companyId, id, lines, now) =>
      db.transaction((tx) => changeSplit(tx, ids, companyId, id, lines, now)),
    removeSplit: (companyId, id, now) => db.transaction((tx) => removeSplit(tx, ids, companyId, id, now)),
    transfer: (companyId, from, to, now) =>
      db.transaction((tx) => transfer(tx, ids, companyId, from, to, now)),
    undoTransfer: (companyId, id, now) => db.transaction((tx) => undoTransfer(tx, ids, companyId, id, now)),
    async proposeTransfers(companyId, today) {
      const { back, apart, choices, most } = PROPOSED;
      return proposalsOf(
        await transfersStore.listPairs(db, companyId, addDays(today, -back), {
          days: apart,
          count: most * choices,
          choices,
        }),
      ).slice(0, most);
    },
    // Lines that were added are known when they come again, so these commit by themselves.
    addLines: (companyId, lines, now) =>
      db.transaction((tx) => addLines(tx, needs, companyId, lines, now), { commitsAlone: true }),
    changeLines: (companyId, lines, now) =>
      db.transaction((tx) => changeLines(tx, needs, companyId, lines, now)),
    findLines: (companyId, lines) => db.transaction((tx) => findLines(tx, companyId, lines)),
    listStored: (companyId, lines) => db.transaction((tx) => listStored(tx, companyId, lines)),
    expectLines: (companyId, lines, taken) =>
      db.transaction((tx) => expectLines(tx, companyId, lines, taken)),
    removeLines: (companyId, wanted, now) =>
      db.transaction((tx) => removeLines(tx, needs, companyId, wanted, now)),
    lockUploaded,
    removeWithin: (tx, companyId, wanted, now) => removeLines(tx, needs, companyId, wanted, now),
    listAlike: (companyId, from, on) => transactionsStore.listAlike(db, companyId, from, on),
    listTwins: (companyId, source, lines) => transactionsStore.listTwins(db, companyId, source, lines),
    listTwinLines: (companyId) => listTwinLines(db, companyId),
    answerTwins: (companyId, wanted, now) => answerTwins(db, companyId, wanted, now),
    balanceAt: (companyId, accountId, day) => transactionsStore.balanceAt(db, companyId, accountId, day),
    reconcile: (companyId, accountId, balances) => reconcile(db, companyId, accountId, balances),
    follow: (tx, companyId, news, now) => follow(tx, needs, companyId, news, now),
    listLatest: (companyId, since) => transactionsStore.listLatest(db, companyId, since),
    rebuildDigest: (companyId) =>
      db.transaction(
        async (tx) => {
          await digestStore.lock(tx, companyId);
          return digestStore.rebuild(tx, companyId);
        },
        { long: true, leavesNoEvent: true },
      ),
    listKept: (companyId, wanted) => db.transaction((tx) => keptOf(tx, companyId, wanted)),
  };
}
