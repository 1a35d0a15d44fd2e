/**
 * Transfers: money that went from one of the company's accounts to another. The two transactions are posted
 * as one voucher, on the earlier of their days: money on its way is still the company's, and is neither
 * income nor expense.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { postedVoucherId, replacePostings } from "../../../books/ledger/index.ts";
import type { TransferRow } from "../record.ts";
import { isEditable, transferDate, transferPostingOf } from "../rules.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { type PairRow, transfersStore } from "../store/transfers.ts";
import { uncategorized } from "./choices.ts";
import { beginWriting, type Stamped, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/**
 * Makes a transfer of two transactions. Refuses `resource_missing` for those that can't be edited, and
 * `transaction_update_failed` for two that can't be a transfer.
 */
export async function transfer(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  from: string,
  to: string,
  now: UnixSeconds,
): Promise<TransferRow> {
  const updated = await beginWriting(tx, companyId, now);
  const rows = await transactionsStore.lockById(tx, companyId, [from, to]);
  const [out, into] = [editable(rows, from, "from_transaction_id"), editable(rows, to, "to_transaction_id")];
  checkSides(out, into);
  const row: TransferRow = {
    id: ids.next("transfer"),
    from_transaction_id: out.id,
    to_transaction_id: into.id,
    amount_cents: into.amount_cents,
    date: transferDate(out, into),
    created: now,
  };
  const joined = [out, into].map((before) => ({
    before,
    after: {
      ...before,
      transaction_type: "transfer" as const,
      category_id: null,
      department_id: null,
      transfer_id: row.id,
      updated,
    },
  }));
  await writeChanges(tx, companyId, now, joined);
  await transfersStore.insert(tx, companyId, row);
  await replacePostings(tx, companyId, now, [], [transferPostingOf(row, out, into)]);
  return row;
}

/** Removes a transfer. Refuses `resource_missing` if it does not exist. */
export async function undoTransfer(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  id: string,
  now: UnixSeconds,
): Promise<void> {
  const updated = await beginWriting(tx, companyId, now);
  const found = await transfersStore.listById(tx, companyId, [id]);
  if (found.length === 0) throw refuse("resource_missing");
  await undoTransfers(
    tx,
    ids,
    companyId,
    found.map((row) => row.id),
    { now, updated },
  );
}

/**
 * Takes some transfers apart: their transactions are ordinary ones again, without a category of their own.
 */
export async function undoTransfers(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  transfers: readonly PublicId<"transfer">[],
  { now, updated }: Stamped,
): Promise<void> {
  if (transfers.length === 0) return;
  const undone = await transfersStore.listById(tx, companyId, transfers);
  await removeTransfers(tx, companyId, now, transfers);
  const rows = await transactionsStore.lockById(
    tx,
    companyId,
    undone.flatMap(({ from_transaction_id, to_transaction_id }) => [from_transaction_id, to_transaction_id]),
  );
  const category = await uncategorized(tx, companyId, { ids, now });
  await writeChanges(
    tx,
    companyId,
    now,
    rows.map((before) => ({
      before,
      after: {
        ...before,
        transaction_type: "standard",
        category_id: category(before.amount_cents),
        transfer_id: null,
        updated,
      },
    })),
  );
}

/** Removes transfers with what they posted; their transactions are the caller's. */
export async function removeTransfers(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  transfers: readonly PublicId<"transfer">[],
): Promise<void> {
  await replacePostings(
    tx,
    companyId,
    now,
    transfers.map((id) => postedVoucherId("transfer", id)),
    [],
  );
  await transfersStore.deleteById(tx, companyId, transfers);
}

function editable(rows: readonly TransactionRow[], id: string, param: string): TransactionRow {
  const row = rows.find((each) => each.id === id);
  if (row === undefined || !isEditable(row)) throw refuse("resource_missing", { param });
  return row;
}

function checkSides(out: TransactionRow, into: TransactionRow): void {
  const against = (param: string, message: string) => refuse("transaction_update_failed", { param, message });
  if (out.amount_cents >= 0)
    throw against(
      "from_transaction_id",
      "This is the outgoing transaction of the transfer, so its amount must be negative.",
    );
  if (into.amount_cents !== -out.amount_cents)
    throw against(
      "to_transaction_id",
      `The incoming amount must be the ${-out.amount_cents} cents that went out.`,
    );
  if (out.account_id === into.account_id)
    throw against("to_transaction_id", "A transfer must go to another account.");
  for (const [row, param] of [
    [out, "from_transaction_id"],
    [into, "to_transaction_id"],
  ] as const) {
    if (row.invoice_id !== null || row.spread_id !== null)
      throw against(
        param,
        "A transaction that pays an invoice or a bill, or is spread, can't be a transfer.",
      );
  }
}

/**
 * Limits of proposals: the days back, the days between the two sides, the candidates for each side, and the
 * number of results.
 */
export const PROPOSED = { back: 400, apart: 5, choices: 10, most: 500 } as const;

/** Keeps the pairs whose transactions are in no pair before them. */
export function proposalsOf(pairs: readonly PairRow[]): PairRow[] {
  const taken = new Set<string>();
  return pairs.filter(({ from_transaction_id, to_transaction_id }) => {
    if (taken.has(from_transaction_id) || taken.has(to_transaction_id)) return false;
    taken.add(from_transaction_id).add(to_transaction_id);
    return true;
  });
}
