/**
 * The feed: how bank and card lines come in, change and go. A connector, an upload and the command line use
 * these functions. Invariant: an account has a line of the bank's once, however often it is sent; what a
 * person decided about a transaction (category, department, dates, merchant, memo) is never overwritten by
 * the bank.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { TransactionStatus } from "@daybook/words/feed-words";
import type { PublicId } from "@daybook/words/public-id";
import { defaultsOf } from "../../../../core/record.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { type AccountRow, bankingStore } from "../../banking/index.ts";
import { openDay, vouchersStore } from "../../../books/ledger/index.ts";
import { removeSpreads } from "../../../books/schedules/index.ts";
import { type StoredRow, TRANSACTIONS } from "../record.ts";
import {
  balanceOf,
  type BookedEntry,
  changedOnStatement,
  type ClosedRows,
  type Reconciled,
  reconciledReason,
} from "../rules.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { splitsStore } from "../store/splits.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { afterNewAmount, followAmounts, isBound } from "./amounts.ts";
import { uncategorized } from "./choices.ts";
import { closedRowsOf } from "./closed.ts";
import type { EndFees, FindClaims } from "./payments.ts";
import { undoTransfers } from "./transfers.ts";
import type { FeedLine, FeedNews } from "./feed-line.ts";
import { keyOf, knownLines } from "./known-lines.ts";
import {
  categoriesOf,
  decisionsOn,
  inactiveOf,
  type Former,
  NO_FORMER,
  type ReplacedRows,
  replacedRows,
  splitsOver,
  writeWithSplits,
} from "./replaced.ts";
import { decidedTwin, hasTwin, toldTwin, type Twins, twinsOfLines, valuesOfTwin } from "./twin-values.ts";
import { beginWriting, type Change, splitsOf, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/** The result of a line. */
export type FeedOutcome =
  | {
      readonly became: "created" | "updated" | "unchanged";
      readonly id: PublicId<"transaction">;
      /** True if the line had been removed, and is there again. */
      readonly isRestored?: boolean;
      /** The entry of imported books that a new line probably is, and so is not in the books. */
      readonly twin?: BookedEntry;
    }
  /** The reason why nothing was changed for it; `other` is the line of another day that has its id. */
  | { readonly became: "refused"; readonly reason: string; readonly other?: OtherLine };

/** The line of another day that the account has under the same id. */
export type OtherLine = Pick<TransactionRow, "date" | "amount_cents" | "description">;

/** The category and department that a rule assigns to an uncategorized transaction. */
export interface Suggestion {
  readonly rule_id: PublicId<"rule">;
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
}

/** Returns what the rules of a company give a transaction; null if none fits. */
export type Suggest = (
  line: Pick<StoredRow, "description" | "merchant_name" | "amount_cents" | "account_id" | "source_vendor">,
) => Suggestion | null;

export interface FeedNeeds {
  readonly ids: Ids;
  /** Reads the rules of a company. */
  readonly loadSuggest: (tx: Tx, companyId: Company) => Promise<Suggest>;
  /** Finds what is due of open invoices. */
  readonly findClaims: FindClaims;
  readonly endFees: EndFees;
}

/**
 * Takes lines in, each by itself: those that are new become transactions, those that are known are brought up
 * to date.
 */
export async function addLines(
  tx: Tx,
  needs: FeedNeeds,
  companyId: Company,
  lines: readonly FeedLine[],
  now: UnixSeconds,
): Promise<FeedOutcome[]> {
  return takeLines(tx, needs, companyId, lines, now, "made");
}

/** Brings lines up to date that are there; others are refused. */
export async function changeLines(
  tx: Tx,
  needs: FeedNeeds,
  companyId: Company,
  lines: readonly FeedLine[],
  now: UnixSeconds,
): Promise<FeedOutcome[]> {
  return takeLines(tx, needs, companyId, lines, now, "refused");
}

async function takeLines(
  tx: Tx,
  { ids, loadSuggest, findClaims, endFees }: FeedNeeds,
  companyId: Company,
  lines: readonly FeedLine[],
  now: UnixSeconds,
  unknown: "made" | "refused",
  gone: Former = NO_FORMER,
): Promise<FeedOutcome[]> {
  const updated = await beginWriting(tx, companyId, now);
  const accounts = new Map(
    (await bankingStore.listAllAccounts(tx, companyId)).map((row) => [row.id as string, row]),
  );
  const category = await uncategorized(tx, companyId, { ids, now });
  const suggest = await loadSuggest(tx, companyId);
  const found = [...(await knownLines(tx, companyId, lines))];
  const replaced =
    unknown === "made" ? await replacedRows(tx, companyId, lines, new Map(found), gone) : gone.named;
  const there = found.map(([, { id }]) => id);
  const closed = await closedRowsOf(tx, companyId, there);
  const reconciled = await reconciliationsStore.reconciled(tx, companyId, there);
  const twins = await twinsOfLines(tx, companyId, lines, {
    found,
    replaced,
    closed,
    isAdding: unknown === "made",
  });
  const inactive = await inactiveOf(tx, companyId, replaced, gone.splits);
  const { splits } = gone;
  const kept = { closed, reconciled };
  const making: NewRowNeeds = { category, suggest, now, updated, ...kept, replaced, inactive, splits, twins };
  const known: ChangesByKey = new Map(found.map(([key, row]) => [key, { before: row, after: row }]));
  // By transaction: one that is sent twice is written once, by its last line.
  const changes = new Map<string, Change>();
  // A line that counts posts debits of its amount.
  let room = Number(BigInt(Number.MAX_SAFE_INTEGER) - (await vouchersStore.findDebits(tx, companyId)));
  /**
   * Records the new state of a line in place of `former`; refuses the line if the sum of the company's debits
   * would no longer be exact.
   */
  const take = (
    line: FeedLine,
    former: Change | undefined,
    next: Change,
    outcome: FeedOutcome,
  ): FeedOutcome => {
    const [size, formerSize] = [
      Math.abs(balanceOf(next.after)),
      former === undefined ? 0 : Math.abs(balanceOf(former.after)),
    ];
    // Its split or spread posts the new amount again, or its transfer becomes two postings.
    const more = size !== formerSize && isBound(next.after) ? size + formerSize : size - formerSize;
    if (more > 0 && more > room)
      return {
        became: "refused",
        reason: `with it the debits of the company would exceed ${Number.MAX_SAFE_INTEGER} cents, the largest sum that is exact`,
      };
    room -= more;
    changes.set(next.after.id, next);
    const key = keyOf(line);
    if (key !== null) known.set(key, next);
    return outcome;
  };
  const outcomes = lines.map((line): FeedOutcome => {
    const key = keyOf(line);
    const former = key === null ? undefined : known.get(key);
    // A removed line counts as unknown: only adding it again restores it.
    if (unknown === "refused" && (former === undefined || former.after.deleted))
      return { became: "refused", reason: "there is no such line" };
    if (former !== undefined)
      return bringUpToDate(former, line, making, (next, outcome) => take(line, former, next, outcome));
    const account = accounts.get(line.account_id);
    if (account === undefined) return { became: "refused", reason: `there is no account ${line.account_id}` };
    const made = { before: null, after: newRow(ids.next("transaction"), line, account, making) };
    return take(line, undefined, made, { became: "created", id: made.after.id, ...toldTwin(line, twins) });
  });
  const parted = splitsOver([...changes.values()], replaced, splits, inactive, ids);
  const written = await followAmounts(tx, companyId, { category, findClaims }, [...changes.values()], {
    now,
    updated,
  });
  await writeWithSplits(tx, companyId, now, written, parted);
  const unmatched = written.filter(
    ({ before, after }) => (before?.invoice_id ?? after.invoice_id) !== after.invoice_id,
  );
  await endFees(
    tx,
    companyId,
    unmatched.map(({ after }) => after.id),
    now,
  );
  return outcomes;
}

/**
 * Takes lines out, found by account and the bank's id or by the id of the transaction; each stays as a
 * tombstone. Lines with entries in closed books, or on a finished statement, stay as they are. Gives the ids
 * of those that were taken out.
 */
export async function removeLines(
  tx: Tx,
  { ids, endFees }: FeedNeeds,
  companyId: Company,
  wanted: readonly string[],
  now: UnixSeconds,
): Promise<PublicId<"transaction">[]> {
  const updated = await beginWriting(tx, companyId, now);
  const closed = await closedRowsOf(tx, companyId, wanted);
  const reconciled = await reconciliationsStore.reconciled(tx, companyId, wanted);
  const found = (await transactionsStore.lockById(tx, companyId, wanted)).filter(
    ({ id, deleted }) => !deleted && !closed.ids.has(id) && !reconciled.has(id),
  );
  await undoTransfers(
    tx,
    ids,
    companyId,
    found.map(({ transfer_id }) => transfer_id).filter((id) => id !== null),
    { now, updated },
  );
  const rows = await transactionsStore.lockById(
    tx,
    companyId,
    found.map(({ id }) => id),
  );
  const splits = await splitsOf(tx, companyId, rows);
  const spreads = [
    ...rows.map(({ spread_id }) => spread_id),
    ...[...splits.values()].flat().map(({ spread_id }) => spread_id),
  ].filter((id) => id !== null);
  await removeSpreads(tx, companyId, now, spreads);
  if (splits.size > 0) await splitsStore.deleteOf(tx, companyId, [...splits.keys()]);
  const category = await uncategorized(tx, companyId, { ids, now });
  await writeChanges(
    tx,
    companyId,
    now,
    rows.map((row) => ({
      before: row,
      // A tombstone is an ordinary transaction that is gone. Should it come back it pays nothing, so it
      // leaves the category of the claim too.
      after: {
        ...row,
        deleted: true,
        transaction_type: "standard",
        category_id: (row.invoice_id === null ? row.category_id : null) ?? category(row.amount_cents),
        spread_id: null,
        invoice_id: null,
        updated,
      },
    })),
  );
  await endFees(
    tx,
    companyId,
    rows.filter(({ invoice_id }) => invoice_id !== null).map(({ id }) => id),
    now,
  );
  return rows.map(({ id }) => id);
}

/** By account and the bank's id: each transaction as it was before the batch and as it is to be so far. */
type ChangesByKey = Map<string, Change>;

interface NewRowNeeds {
  readonly category: (amountCents: number) => PublicId<"category">;
  readonly suggest: Suggest;
  readonly now: UnixSeconds;
  readonly updated: UnixSeconds;
  /** The lines of the batch that have entries in closed books. */
  readonly closed: ClosedRows;
  readonly reconciled: Reconciled;
  readonly replaced: ReplacedRows;
  /** The inactive ones of their categories, and the lines of those that were split. */
  readonly inactive: ReadonlySet<string | null>;
  readonly splits: Former["splits"];
  readonly twins: Twins;
}

function newRow(
  id: PublicId<"transaction">,
  line: FeedLine,
  account: AccountRow,
  { category, suggest, now, updated, closed, replaced, inactive, splits, twins }: NewRowNeeds,
): Change["after"] {
  const {
    external_id,
    card_id,
    date,
    amount_cents,
    description,
    merchant_name,
    source_vendor,
    source_type,
    upload_id = null,
  } = line;
  const suggested = suggest({
    description,
    merchant_name,
    amount_cents,
    account_id: account.id,
    source_vendor,
  });
  const before = replaced.get(keyOf(line) ?? "");
  const decided = before === undefined ? null : decisionsOn(before, category, inactive);
  const row = {
    ...defaultsOf(TRANSACTIONS),
    id,
    account_id: account.id,
    account_category_id: account.category_id,
    card_id,
    external_id,
    date,
    amount_cents,
    description,
    merchant_name,
    category_id: suggested?.category_id ?? category(amount_cents),
    department_id: suggested?.department_id ?? null,
    ...decided,
    accounting_date: openDay(decided?.accounting_date ?? date, closed.through),
    source_vendor,
    source_type,
    upload_id,
    ...valuesOfTwin(line, twins),
    ...decidedTwin(before, line),
    created: now,
    updated,
  };
  // A person chooses another category.
  const staysBehind = before !== undefined && categoriesOf(before, splits).some((each) => inactive.has(each));
  return staysBehind && row.status === "approved" ? { ...row, status: "needs_review" } : row;
}

/** The members of a transaction that the bank changes. */
const FROM_BANK = [
  "amount_cents",
  "description",
  "status",
  "merchant_name",
  "upload_id",
  "deleted",
  "twin_voucher_id",
  "twin_line",
  "twin_asked",
  "twin_pending",
] as const;
type FromBank = Pick<Change["after"], (typeof FROM_BANK)[number]>;

/** Why a line of another day is refused, as the end of a sentence. */
export function otherDate({ id, date }: Pick<Change["after"], "id" | "date">): string {
  return `${id} has the date ${date}, which never changes`;
}

/**
 * Returns a transaction with a line of the bank applied. A transaction with entries in closed books keeps its
 * texts.
 */
function valuesFromBank(row: Change["after"], line: FeedLine, isClosed: boolean, twins: Twins): FromBank {
  const { merchant_name, twin_voucher_id, twin_line } = row;
  return {
    amount_cents: line.amount_cents,
    description: isClosed ? row.description : line.description,
    status: statusAfter(row, line),
    merchant_name: row.merchant_chosen || isClosed ? merchant_name : (merchant_name ?? line.merchant_name),
    // A line that is restored goes with the upload that restored it.
    upload_id: row.deleted ? (line.upload_id ?? null) : row.upload_id,
    deleted: false,
    twin_voucher_id,
    twin_line,
    // With another amount it is asked for again.
    twin_asked: row.twin_asked || (twin_voucher_id !== null && line.amount_cents !== row.amount_cents),
    twin_pending: hasTwin(row) && line.status === "pending",
    ...(row.deleted || twins.has(line) ? valuesOfTwin(line, twins) : {}),
  };
}

/** Updates a known line with the bank's data. A removed line that is sent again is restored. */
function bringUpToDate(
  { before, after: row }: Change,
  line: FeedLine,
  { category, suggest, updated, closed, reconciled, twins }: NewRowNeeds,
  take: (next: Change, outcome: FeedOutcome) => FeedOutcome,
): FeedOutcome {
  const refused = (reason: string) => ({ became: "refused", reason }) as const;
  // Some banks reuse an id in another month: that is a different line, which must not be lost.
  if (line.date !== row.date) return { ...refused(otherDate(row)), other: row };
  const isClosed = closed.ids.has(row.id) && !row.deleted;
  const fromBank = valuesFromBank(row, line, isClosed, twins);
  if (FROM_BANK.every((name) => fromBank[name] === row[name])) return { became: "unchanged", id: row.id };
  if (isClosed)
    return refused(
      `${row.id} has journal entries on or before ${closed.through}, through which the books are closed; book the difference on a later day, or open the books`,
    );
  // Its split, spread or match would still count.
  if (fromBank.status === "excluded" && isBound(row))
    return refused(`${row.id} is split, matched or spread, so it can't be excluded; undo that first`);
  const statementDate = reconciled.get(row.id);
  if (statementDate !== undefined && changedOnStatement(row, { ...row, ...fromBank }) !== null)
    return refused(reconciledReason(row.id, statementDate));
  // A line that counts again, or for the first time, is booked on an open day.
  const isBooked = statementDate !== undefined;
  const next = {
    ...row,
    ...fromBank,
    accounting_date: isBooked ? row.accounting_date : openDay(row.accounting_date, closed.through),
    updated,
  };
  const change = { before, after: { ...next, ...choicesAfter(row, next, category, suggest) } };
  return take(change, {
    became: "updated",
    id: row.id,
    ...(row.deleted ? { isRestored: true } : {}),
    ...toldTwin(line, twins),
  });
}

/**
 * The category and department of a known line after the bank's data. Only a line that is restored is shown to
 * the rules again.
 */
function choicesAfter(
  row: Change["after"],
  next: Change["after"],
  category: NewRowNeeds["category"],
  suggest: NewRowNeeds["suggest"],
): Pick<Change["after"], "category_id" | "department_id"> {
  const isUncategorized = row.category_id === category(1) || row.category_id === category(-1);
  const suggested = isUncategorized && row.deleted ? suggest(next) : null;
  return {
    category_id: suggested?.category_id ?? (isUncategorized ? category(next.amount_cents) : row.category_id),
    department_id: suggested?.department_id ?? row.department_id,
  };
}

/** The status after a line of the bank. A person's review stays; the bank only ends the pending status. */
function statusAfter(row: Change["after"], line: FeedLine): TransactionStatus {
  const status = row.status === "pending" || row.deleted ? line.status : row.status;
  const hasNewAmount = line.amount_cents !== row.amount_cents;
  return isBound(row) && hasNewAmount && status !== "excluded" ? afterNewAmount(status) : status;
}

export interface FollowedNews {
  /** The number of transactions that were taken out. */
  readonly removed: number;
  /** Transactions that were to be taken out, but are closed, or on a finished statement. */
  readonly kept: readonly PublicId<"transaction">[];
  /** What became of each line. */
  readonly outcomes: readonly FeedOutcome[];
}

/** Takes out what a bank has no more, then takes its lines in as `addLines` does. */
export async function follow(
  tx: Tx,
  needs: FeedNeeds,
  companyId: Company,
  { removed, lines }: FeedNews,
  now: UnixSeconds,
): Promise<FollowedNews> {
  // Every writer takes its turn before it locks rows.
  await beginWriting(tx, companyId, now);
  const known =
    removed.length === 0 ? new Map<string, TransactionRow>() : await knownLines(tx, companyId, removed);
  const there = [...known.values()].filter(({ deleted }) => !deleted);
  const wanted = there.map(({ id }) => id);
  const named = new Map<string, TransactionRow>();
  for (const { account_id, external_id, becomes } of removed) {
    const row = known.get(keyOf({ account_id, external_id }) ?? "");
    const next = keyOf({ account_id, external_id: becomes });
    if (row !== undefined && !row.deleted && next !== null) named.set(next, row);
  }
  // Reads them as they are now, because a removal undoes splits and transfers.
  const splits = await splitsOf(tx, companyId, there);
  const former = { named, removed: new Map(there.map((row) => [row.id, row])), splits };
  const gone = new Set<string>(
    wanted.length === 0 ? [] : await removeLines(tx, needs, companyId, wanted, now),
  );
  return {
    removed: gone.size,
    kept: wanted.filter((id) => !gone.has(id)),
    outcomes: lines.length === 0 ? [] : await takeLines(tx, needs, companyId, lines, now, "made", former),
  };
}
