/** Sums, and whose entries changed some of the categories most between two ranges of days. */
import { type CauseRow, causesStore, type ChangedCategory } from "../store/causes.ts";
import type { Range } from "../rules.ts";
import type { Kept } from "./kept.ts";
import { readSums, type SumRequest, type Sums, sumsKey, sumsOf } from "./sums.ts";

export interface SumsWithCauses {
  readonly sums: Sums;
  /** At most one for each category that was chosen. */
  readonly causes: readonly CauseRow[];
}

/** Two ranges of days that are compared. */
export interface ComparedRanges {
  readonly now: Range;
  readonly before: Range;
}

/**
 * Returns sums, and the cause of the change of each category that `choose` names by them, from one state of
 * the books. What is chosen may depend on nothing but the sums and the request.
 */
export async function sumWithCauses(
  kept: Kept,
  request: SumRequest,
  { now, before }: ComparedRanges,
  choose: (sums: Sums) => readonly ChangedCategory[],
): Promise<SumsWithCauses> {
  const { companyId } = request;
  const { sumRows, causes } = await kept({
    companyId,
    key: `causes ${sumsKey(request)} ${JSON.stringify([now, before])}`,
    isOneStatement: false,
    async read(db) {
      const rowsOfSums = await readSums(db, request);
      const changed = choose(sumsOf(rowsOfSums, request));
      return {
        sumRows: rowsOfSums,
        causes: changed.length === 0 ? [] : await causesStore.list(db, companyId, changed, now, before),
      };
    },
    rows: (found) => found.sumRows.length + found.causes.length,
  });
  return { sums: sumsOf(sumRows, request), causes };
}
