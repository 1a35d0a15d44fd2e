/**
 * Which transactions have entries in closed books, or are on a finished statement. The caller has begun to
 * write.
 */
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { closedThrough } from "../../../books/ledger/index.ts";
import type { Edit, StoredRow } from "../record.ts";
import { type ClosedRows, type Reconciled, reconciledReason } from "../rules.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { transactionsStore } from "../store/transactions.ts";

/** Reads which of some transactions have entries in closed books. Open books take no statement. */
export async function closedRowsOf(
  tx: Tx,
  companyId: PublicId<"company">,
  ids: readonly string[],
): Promise<ClosedRows> {
  const through = await closedThrough(tx, companyId);
  if (through === null || ids.length === 0) return { through, ids: new Set() };
  return { through, ids: new Set(await transactionsStore.listClosed(tx, companyId, ids, through)) };
}

/** The finished statements of those transactions whose day an edit changes. Other edits take no statement. */
export async function reconciledOf(
  tx: Tx,
  companyId: PublicId<"company">,
  rows: Iterable<Pick<StoredRow, "id" | "date" | "accounting_date">>,
  { accounting_date }: Edit,
): Promise<Reconciled> {
  if (accounting_date === undefined) return new Map();
  const moved = [...rows].filter((row) => (accounting_date ?? row.date) !== row.accounting_date);
  return reconciliationsStore.reconciled(
    tx,
    companyId,
    moved.map(({ id }) => id),
  );
}

/** Why some transactions can't be taken out, as ends of sentences by id; nothing for those that can. */
export async function keptOf(
  tx: Tx,
  companyId: PublicId<"company">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const closed = await closedRowsOf(tx, companyId, ids);
  const kept = new Map<string, string>();
  for (const [id, day] of await reconciliationsStore.reconciled(tx, companyId, ids))
    kept.set(id, reconciledReason(id, day));
  for (const id of closed.ids)
    kept.set(
      id,
      `${id} has journal entries in closed books; book the opposite on a later day, or open the books`,
    );
  return kept;
}
