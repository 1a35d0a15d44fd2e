/** Which transactions have entries in closed books. The caller has begun to write. */
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { closedThrough } from "../../../books/ledger/index.ts";
import type { ClosedRows } from "../rules.ts";
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
