/**
 * New amounts from the bank for transactions that are split, spread, matched or sides of a transfer. The
 * amount is always taken; what hangs on the transaction follows where it still fits and is removed where it
 * does not. The caller has begun to write.
 */
import { MOST_CENTS } from "@daybook/words/feed-words";
import { type Cents, cents } from "@daybook/words/cents";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { removeSpreads, schedulesStore } from "../../../books/schedules/index.ts";
import type { SplitRow } from "../record.ts";
import { balanceOf, transferFault } from "../rules.ts";
import { splitsStore } from "../store/splits.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { transfersStore } from "../store/transfers.ts";
import type { FindClaims } from "./payments.ts";
import { removeTransfers } from "./transfers.ts";
import { type Change, splitsOf, type Stamped } from "./write.ts";

type Company = PublicId<"company">;
type Row = Change["after"];

/** True if a split, a transfer, a spread, an invoice or a bill hangs on a transaction. */
export function isBound({
  transaction_type,
  invoice_id,
  spread_id,
}: Pick<Row, "transaction_type" | "invoice_id" | "spread_id">): boolean {
  return transaction_type !== "standard" || invoice_id !== null || spread_id !== null;
}

/**
 * The lines of a split with the difference on the largest one; null if that line would become zero, change
 * its sign or grow too large.
 */
export function resizedLines(lines: readonly SplitRow[], difference: Cents): SplitRow[] | null {
  const largest = lines.reduce<SplitRow | undefined>(
    (best, line) =>
      best === undefined || Math.abs(line.amount_cents) > Math.abs(best.amount_cents) ? line : best,
    undefined,
  );
  if (largest === undefined) return null;
  const amount_cents = cents(largest.amount_cents + difference);
  if (Math.sign(amount_cents) !== Math.sign(largest.amount_cents) || Math.abs(amount_cents) > MOST_CENTS)
    return null;
  return lines.map((line) => (line === largest ? { ...line, amount_cents } : line));
}

interface AmountNeeds {
  /** The category for uncategorized transactions, by sign. */
  readonly category: (amountCents: number) => PublicId<"category">;
  readonly findClaims: FindClaims;
}

/**
 * Brings what hangs on transactions in line with their new amounts, and returns the changes that are then to
 * be written, other sides of transfers included.
 */
export async function followAmounts(
  tx: Tx,
  companyId: Company,
  means: AmountNeeds,
  changes: readonly Change[],
  stamped: Stamped,
): Promise<Change[]> {
  const resized = changes.flatMap(({ before, after }) =>
    before !== null && before.amount_cents !== after.amount_cents && isBound(before)
      ? [{ before, after }]
      : [],
  );
  if (resized.length === 0) return [...changes];
  const next = new Map<string, Change>(changes.map((change) => [change.after.id, change]));
  const put = (before: TransactionRow, after: Row): void => void next.set(after.id, { before, after });
  const uncategorized = (row: Row): Row => ({
    ...row,
    transaction_type: "standard",
    category_id: means.category(row.amount_cents),
  });
  await followSplits(tx, companyId, resized, stamped, (before, after) =>
    put(before, { ...uncategorized(after), department_id: null }),
  );
  await endSpreads(tx, companyId, resized, stamped, put);
  await followPayments(tx, companyId, means.findClaims, resized, (before, after) =>
    put(before, { ...uncategorized(after), invoice_id: null }),
  );
  await endTransfers(tx, companyId, next, stamped, (before, after) =>
    put(before, {
      ...uncategorized(after),
      transfer_id: null,
      updated: stamped.updated,
      status: afterNewAmount(after.status),
    }),
  );
  return [...next.values()];
}

/**
 * The status of a transaction with a new amount: a person looks at it again. One that the bank still calls
 * pending stays on hold.
 */
export function afterNewAmount(status: Row["status"]): Row["status"] {
  return status === "pending" ? "pending" : "needs_review";
}

interface Resized {
  readonly before: TransactionRow;
  readonly after: Row;
}
type Put = (before: TransactionRow, after: Row) => void;

function keepsSign({ before, after }: Resized): boolean {
  return Math.sign(before.amount_cents) === Math.sign(after.amount_cents);
}

/** Puts the difference on the largest line. A split that can't take it is removed. */
async function followSplits(
  tx: Tx,
  companyId: Company,
  resized: readonly Resized[],
  { now }: Stamped,
  remove: Put,
): Promise<void> {
  const splits = await splitsOf(
    tx,
    companyId,
    resized.map(({ before }) => before),
  );
  for (const each of resized) {
    const lines = splits.get(each.before.id);
    if (lines === undefined) continue;
    const next = keepsSign(each)
      ? resizedLines(lines, cents(each.after.amount_cents - each.before.amount_cents))
      : null;
    await splitsStore.deleteOf(tx, companyId, [each.before.id]);
    if (next !== null) {
      await splitsStore.insert(tx, companyId, next);
    } else {
      await removeSpreads(
        tx,
        companyId,
        now,
        lines.map(({ spread_id }) => spread_id).filter((id) => id !== null),
      );
      remove(each.before, each.after);
    }
  }
}

/**
 * Removes spreads of transactions whose money now goes the other way, or nowhere, and those of assets that
 * now cost no more than their salvage value. Other spreads follow as they are written.
 */
async function endSpreads(
  tx: Tx,
  companyId: Company,
  resized: readonly Resized[],
  { now }: Stamped,
  put: Put,
): Promise<void> {
  const spread = resized.filter(({ before }) => before.spread_id !== null);
  if (spread.length === 0) return;
  const spreadIds = spread.flatMap(({ before }) => before.spread_id ?? []);
  const rows = await schedulesStore.listById(tx, companyId, spreadIds);
  const salvage = new Map<string, number>(rows.map(({ id, salvage_cents }) => [id, salvage_cents]));
  const turned = spread.filter(
    (each) =>
      !keepsSign(each) ||
      Math.abs(each.after.amount_cents) <= (salvage.get(each.before.spread_id ?? "") ?? 0),
  );
  await removeSpreads(
    tx,
    companyId,
    now,
    turned.map(({ before }) => before.spread_id).filter((id) => id !== null),
  );
  for (const { before, after } of turned) put(before, { ...after, spread_id: null });
}

/** Removes the match of payments that no longer fit what is due of what they pay. */
async function followPayments(
  tx: Tx,
  companyId: Company,
  findClaims: FindClaims,
  resized: readonly Resized[],
  unmatch: Put,
): Promise<void> {
  const payments = resized.filter(({ before }) => before.invoice_id !== null);
  if (payments.length === 0) return;
  const claims = await findClaims(tx, companyId, [
    ...new Set(payments.map(({ before }) => before.invoice_id ?? "")),
  ]);
  // What is due in the sign of the money that pays it.
  const due = new Map<string, number>(claims.map(({ id, sign, due_cents }) => [id, sign * due_cents]));
  const add = (id: string | null, amount: number): void =>
    void due.set(id ?? "", (due.get(id ?? "") ?? 0) + amount);
  // All of them are due again first: their order in the file decides nothing else.
  for (const { before } of payments) add(before.invoice_id, balanceOf(before));
  for (const { before, after } of payments) {
    const left = due.get(before.invoice_id ?? "") ?? 0;
    // A payment stays within what is due, and a refund within the credit.
    const fits =
      before.amount_cents < 0
        ? after.amount_cents < 0 && after.amount_cents >= left
        : after.amount_cents > 0 && after.amount_cents <= left;
    if (fits) add(before.invoice_id, -balanceOf(after));
    else unmatch(before, after);
  }
}

/** Takes transfers apart whose sides no longer agree. Both sides are ordinary transactions then. */
async function endTransfers(
  tx: Tx,
  companyId: Company,
  next: ReadonlyMap<string, Change>,
  { now }: Stamped,
  put: Put,
): Promise<void> {
  const named = [...next.values()].map(({ after }) => after.transfer_id).filter((id) => id !== null);
  if (named.length === 0) return;
  const transfers = await transfersStore.listById(tx, companyId, [...new Set(named)]);
  const ids = transfers.flatMap(({ from_transaction_id, to_transaction_id }) => [
    from_transaction_id,
    to_transaction_id,
  ]);
  const rows = new Map<string, TransactionRow>(
    (await transactionsStore.lockById(tx, companyId, ids)).map((row) => [row.id, row]),
  );
  const ended: PublicId<"transfer">[] = [];
  for (const { id, from_transaction_id, to_transaction_id } of transfers) {
    const [out, into] = [from_transaction_id, to_transaction_id].map((side) => {
      const before = rows.get(side);
      return before && { before, after: next.get(side)?.after ?? before };
    });
    if (out === undefined || into === undefined || transferFault(out.after, into.after) === null) continue;
    ended.push(id);
    for (const { before, after } of [out, into]) put(before, after);
  }
  if (ended.length > 0) await removeTransfers(tx, companyId, now, ended);
}
