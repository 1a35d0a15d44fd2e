/** What a statement of changes in equity needs besides sums by category: movements that vouchers tell apart. */
import { cents, type Cents, ZERO_CENTS } from "../../../../core/cents.ts";
import type { Db } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";
import { type EquityMovement, ownersStore } from "../store/owners.ts";
import { sum, type SumRequest, type Sums } from "./sums.ts";

export interface SumsWithMovements {
  readonly sums: Sums;
  /** The debit minus credit of a category's movements of a kind that are surely known. */
  readonly moved: (movement: EquityMovement, categoryId: string) => Cents;
}

/**
 * Returns sums, and the movements of equity in a range, from one state of the books. Cash against the
 * categories that `unsureOf` names is no movement that is known.
 */
export function sumWithMovements(
  db: Db,
  request: SumRequest,
  range: Range,
  unsureOf: (sums: Sums) => readonly string[],
): Promise<SumsWithMovements> {
  return db.transaction(
    async (tx) => {
      const sums = await sum(tx, request);
      const rows = await ownersStore.sumMovements(tx, request.companyId, range, unsureOf(sums));
      const found = new Map(
        rows.map((row) => [`${row.movement} ${row.category_id}`, cents(row.net_debit_cents)]),
      );
      return { sums, moved: (movement, id) => found.get(`${movement} ${id}`) ?? ZERO_CENTS };
    },
    { mode: "snapshot" },
  );
}
