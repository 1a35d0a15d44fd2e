/**
 * Upkeep of the rollups: months are marked stale, and rebuilding repairs rollups that differ from the
 * entries. Invariants: only the transaction that has repaired a month's rollups deletes its mark. Every
 * transaction that makes a mark also enqueues the repair.
 */
import { addMonths, type CivilDate, endParameter, startOfMonth } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { type Db, type Tx, takeTurn } from "../../../../platform/db/index.ts";
import { sumsStore } from "../store/sums.ts";
import { type Spans, upkeepStore } from "../store/upkeep.ts";

type Company = PublicId<"company">;

export interface Rebuilt {
  readonly company_id: Company;
  /** The number of rollup rows that differed from their entries. */
  readonly rollups_repaired: number;
  readonly months_cleared: number;
}

export interface LedgerUpkeep {
  /**
   * Repairs all rollups of the company and deletes its stale marks. Other transactions may write meanwhile.
   */
  rebuild(companyId: Company): Promise<Rebuilt>;
  /** Repairs the rollups of the years that have a stale month, and deletes the stale marks. */
  rebuildStale(companyId: Company): Promise<Rebuilt>;
  /**
   * Marks months as stale: reports read their entries until the background worker has rebuilt their rollups.
   * A month may be given by any of its days.
   */
  markStale(companyId: Company, months: readonly CivilDate[]): Promise<void>;
}

/** Enqueues the job that rebuilds stale months, in the transaction that marks them. */
export type AskForRebuild = (tx: Tx, companyId: Company) => Promise<void>;

export function ledgerUpkeep(db: Db, askForRebuild: AskForRebuild): LedgerUpkeep {
  async function inTurn(companyId: Company, allYears: boolean): Promise<Rebuilt> {
    const rebuilt = await db.transaction((tx) => rebuild(tx, companyId, allYears), { long: true });
    // Afterwards: writers lock the row of the revision before rollups, and would wait for the rebuild.
    await sumsStore.putRevision(db, companyId);
    return rebuilt;
  }
  return {
    rebuild: (companyId) => inTurn(companyId, true),
    rebuildStale: (companyId) => inTurn(companyId, false),
    markStale: (companyId, months) =>
      db.transaction(async (tx) => {
        const marked = [...new Set(months.map(startOfMonth))];
        if (marked.length === 0) return;
        await upkeepStore.putStaleMonths(tx, companyId, marked);
        await sumsStore.putRevision(tx, companyId);
        await askForRebuild(tx, companyId);
      }),
  };
}

/**
 * Repairs rollups and deletes stale marks. The marks are locked before the differences are read. A statement
 * sees everything that was committed before it began, so the differences include the reason of every locked
 * mark. A transaction that wants to mark a month again waits for this one, and its mark stays.
 */
async function rebuild(tx: Tx, companyId: Company, allYears: boolean): Promise<Rebuilt> {
  await takeTurn(tx, companyId, "ledger.upkeep");
  const stale = await upkeepStore.lockStaleMonths(tx, companyId);
  if (!allYears && stale.length === 0)
    return { company_id: companyId, rollups_repaired: 0, months_cleared: 0 };
  const repaired = await upkeepStore.repairRollups(tx, companyId, allYears ? null : yearsOf(stale));
  await upkeepStore.deleteStaleMonths(tx, companyId, stale);
  return { company_id: companyId, rollups_repaired: repaired, months_cleared: stale.length };
}

/**
 * Returns the years of these months. Whole years are repaired, because a yearly rollup sums all of its
 * months.
 */
function yearsOf(months: readonly CivilDate[]): Spans {
  const from = [...new Set(months.map((month) => `${month.slice(0, 4)}-01-01` as CivilDate))];
  return { from, to: from.map((start) => endParameter(addMonths(start, 12))) };
}
