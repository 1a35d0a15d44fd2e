/** The transactions that an upload added, and what stands in the way of taking them out again. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { StoredRow } from "../record.ts";
import { type ClosedRows, paidItem, type Reconciled } from "../rules.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { closedRowsOf } from "./closed.ts";
import { beginWriting, splitsOf } from "./write.ts";

type Company = PublicId<"company">;

/** A transaction of an upload that stands in the way of taking the upload back, with the reason. */
export interface Obstacle {
  readonly transaction_id: PublicId<"transaction">;
  readonly reason: string;
}

/** The transactions of an upload that is taken back. */
export interface UploadedLines {
  /** Null if the upload is older than the links between uploads and transactions. */
  readonly ids: readonly PublicId<"transaction">[] | null;
  readonly obstacles: readonly Obstacle[];
}

/**
 * Locks the transactions of an upload that still exist, and returns those that something else depends on.
 * Changes nothing.
 */
export async function lockUploaded(
  tx: Tx,
  companyId: Company,
  uploadId: string,
  now: UnixSeconds,
): Promise<UploadedLines> {
  await beginWriting(tx, companyId, now);
  const linked = await transactionsStore.listUploaded(tx, companyId, uploadId);
  if (linked.length === 0) return { ids: null, obstacles: [] };
  const rows = (await transactionsStore.lockById(tx, companyId, linked)).filter(({ deleted }) => !deleted);
  const closed = await closedRowsOf(
    tx,
    companyId,
    rows.map(({ id }) => id),
  );
  const reconciled = await reconciliationsStore.reconciled(tx, companyId, linked);
  const splits = await splitsOf(tx, companyId, rows);
  const obstacles = rows.flatMap((row): Obstacle[] => {
    const reason = obstacleOf(row, { closed, reconciled }, splits.get(row.id) ?? []);
    return reason === null ? [] : [{ transaction_id: row.id, reason }];
  });
  return { ids: rows.map(({ id }) => id), obstacles };
}

function obstacleOf(
  row: TransactionRow,
  { closed, reconciled }: { readonly closed: ClosedRows; readonly reconciled: Reconciled },
  lines: readonly Pick<StoredRow, "spread_id">[],
): string | null {
  if (closed.ids.has(row.id)) return `it has journal entries in books closed through ${closed.through}`;
  const statementDate = reconciled.get(row.id);
  if (statementDate !== undefined)
    return `it is on the statement of ${statementDate}, which is reconciled; reopen that reconciliation`;
  if (row.transfer_id !== null) return `it is a side of the transfer ${row.transfer_id}; undo the transfer`;
  if (row.invoice_id !== null) return `it pays ${paidItem(row.invoice_id)}; unmatch it`;
  return [row, ...lines].some(({ spread_id }) => spread_id !== null)
    ? "it is spread over months; end the spread"
    : null;
}
