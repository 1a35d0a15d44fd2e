/** What a statement of changes in equity needs besides sums by category: movements that vouchers tell apart. */
import { cents, type Cents, ZERO_CENTS } from "@daybook/words/cents";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import type { Db } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";
import { type EquityMovement, ownersStore, type SpecialEquity } from "../store/owners.ts";
import { listOfVouchers } from "./adjusting.ts";
import type { FindEntry, ReportsCompany } from "./reads.ts";
import { sum, type SumRequest, type Sums } from "./sums.ts";

export interface SumsWithMovements {
  readonly sums: Sums;
  /** The debit minus credit of a category's movements of a kind that are surely known. */
  readonly moved: (movement: EquityMovement, categoryId: string) => Cents;
}

/**
 * Returns sums, and the movements of equity in a range, from one state of the books. `specialOf` names the
 * categories of equity on which these depend.
 */
export function sumWithMovements(
  db: Db,
  request: SumRequest,
  range: Range,
  specialOf: (sums: Sums) => SpecialEquity,
): Promise<SumsWithMovements> {
  return db.transaction(
    async (tx) => {
      const sums = await sum(tx, request);
      const rows = await ownersStore.sumMovements(tx, request.companyId, range, specialOf(sums));
      const found = new Map(
        rows.map((row) => [`${row.movement} ${row.category_id}`, cents(row.net_debit_cents)]),
      );
      return { sums, moved: (movement, id) => found.get(`${movement} ${id}`) ?? ZERO_CENTS };
    },
    { mode: "snapshot" },
  );
}

/** The entries of a movement of equity, or without one those that are of none, and the requested page. */
export interface MovedEntryQuery {
  readonly categoryIds: readonly string[];
  readonly from: CivilDate;
  readonly to: CivilDate;
  readonly movement: EquityMovement | null;
  readonly special: SpecialEquity;
  readonly limit: number;
  readonly starting_after: string | null;
}

/** Returns up to `limit` + 1 entries, latest first. Throws `resource_missing` for an unknown cursor. */
export async function listMovedEntries<View>(
  db: Db,
  findEntry: FindEntry,
  companyId: ReportsCompany,
  { movement, special, ...asked }: MovedEntryQuery,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  const moved = await ownersStore.listMoved(
    db,
    companyId,
    { from: asked.from, to: addDays(asked.to, 1) },
    special,
  );
  const vouchers = moved
    .filter((each) => movement === null || each.movement === movement)
    .map(({ voucher_id }) => voucher_id);
  const chosen = movement === null ? { only: null, others: vouchers } : { only: vouchers, others: null };
  return listOfVouchers(db, findEntry, companyId, { ...asked, ...chosen }, layout);
}
