/**
 * Keeping the rollups right: marking months stale and rebuilding by difference. Invariant: a mark goes
 * only in the transaction that repaired what it marks, and every transaction that makes a mark also asks
 * for that repair.
 */
import { addMonths, type CivilDate, endParameter, startOfMonth } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Db, type Tx, takeTurn } from "../../../../platform/db/index.ts";
import { type Spans, upkeepStore } from "../store/upkeep.ts";

type Company = PublicId<"company">;

export interface Rebuilt {
  readonly company_id: Company;
  /** Rollup rows that did not equal their entries. */
  readonly rollups_repaired: number;
  readonly months_cleared: number;
}

export interface LedgerUpkeep {
  /** Repairs all rollups of the company and takes its stale marks off. Writers may go on meanwhile. */
  rebuild(companyId: Company): Promise<Rebuilt>;
  /** The same for the years with a stale month. */
  rebuildStale(companyId: Company): Promise<Rebuilt>;
  /**
   * Marks months as stale: reports read their entries until the background worker has rebuilt their rollups.
   * Any day names its month.
   */
  markStale(companyId: Company, months: readonly CivilDate[]): Promise<void>;
}

/** Asks, in the transaction that marks months, for their rebuilding in the background. */
export type AskForRebuild = (tx: Tx, companyId: Company) => Promise<void>;

export function ledgerUpkeep(db: Db, askForRebuild: AskForRebuild): LedgerUpkeep {
  return {
    rebuild: (companyId) => db.transaction((tx) => rebuild(tx, companyId, true), { long: true }),
    rebuildStale: (companyId) => db.transaction((tx) => rebuild(tx, companyId, false), { long: true }),
    markStale: (companyId, months) =>
      db.transaction(async (tx) => {
        const marked = [...new Set(months.map(startOfMonth))];
        if (marked.length === 0) return;
        await upkeepStore.putStaleMonths(tx, companyId, marked);
        await askForRebuild(tx, companyId);
      }),
  };
}

/**
 * The marks are read, and thereby locked, before the differences are: a statement sees what was committed
 * before it began, so whatever a mark was made for is in its difference. A mark made later waits for this
 * transaction and stays.
 */
async function rebuild(tx: Tx, companyId: Company, whole: boolean): Promise<Rebuilt> {
  await takeTurn(tx, companyId, "ledger.upkeep");
  const stale = await upkeepStore.lockStaleMonths(tx, companyId);
  if (!whole && stale.length === 0) return { company_id: companyId, rollups_repaired: 0, months_cleared: 0 };
  const repaired = await upkeepStore.repairRollups(tx, companyId, whole ? null : yearsOf(stale));
  await upkeepStore.deleteStaleMonths(tx, companyId, stale);
  return { company_id: companyId, rollups_repaired: repaired, months_cleared: stale.length };
}

/** The years in which these months lie: a yearly rollup is the sum of all of its months. */
function yearsOf(months: readonly CivilDate[]): Spans {
  const from = [...new Set(months.map((month) => `${month.slice(0, 4)}-01-01` as CivilDate))];
  return { from, to: from.map((start) => endParameter(addMonths(start, 12))) };
}
