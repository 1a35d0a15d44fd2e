/** What a trial balance needs of adjusting entries: their sums, and the entries of figures with or without them. */
import { cents, type Cents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import type { Db } from "../../../../platform/db/index.ts";
import type { Range } from "../rules.ts";
import { entriesStore } from "../store/entries.ts";
import { manualEntriesStore } from "../store/manual-entries.ts";
import type { FindEntry, ReportsCompany } from "./reads.ts";
import { sum, type SumRequest, type Sums } from "./sums.ts";

export interface SumsWithAdjusting {
  readonly sums: Sums;
  /** The debit minus credit of a category's adjusting entries in one of the ranges. */
  readonly adjusting: (range: number, categoryId: string) => Cents;
}

/** Returns sums, and those of the adjusting entries in each of `ranges`, from one state of the books. */
export function sumWithAdjusting(
  db: Db,
  request: SumRequest,
  ranges: readonly Range[],
): Promise<SumsWithAdjusting> {
  return db.transaction(
    async (tx) => {
      const [sums, rows] = await Promise.all([
        sum(tx, request),
        manualEntriesStore.sumAdjusting(tx, request.companyId, ranges),
      ]);
      const found = new Map(
        rows.map((row) => [`${row.bucket} ${row.category_id}`, cents(row.net_debit_cents)]),
      );
      return { sums, adjusting: (range, id) => found.get(`${range} ${id}`) ?? ZERO_CENTS };
    },
    { mode: "snapshot" },
  );
}

/** The entries of a figure of a trial balance, and the requested page. */
export interface TrialEntryQuery {
  readonly categoryIds: readonly string[];
  /** The first day; null for none. */
  readonly from: CivilDate | null;
  readonly to: CivilDate;
  /** Of the adjusting entries from one day to another: only these, or all entries but these. */
  readonly adjusting: {
    readonly from: CivilDate;
    readonly to: CivilDate;
    readonly isOnly: boolean;
  } | null;
  readonly limit: number;
  readonly starting_after: string | null;
}

/** Returns up to `limit` + 1 entries, latest first. Throws `resource_missing` for an unknown cursor. */
export async function listTrialEntries<View>(
  db: Db,
  findEntry: FindEntry,
  companyId: ReportsCompany,
  { adjusting, ...asked }: TrialEntryQuery,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  const vouchers =
    adjusting && (await manualEntriesStore.listAdjusting(db, companyId, adjusting.from, adjusting.to));
  const only = adjusting?.isOnly === true ? vouchers : null;
  const others = adjusting?.isOnly === false ? vouchers : null;
  return listOfVouchers(db, findEntry, companyId, { ...asked, only, others }, layout);
}

/** The entries of some categories and days, only of some vouchers or of all others. */
interface VouchersQuery extends Omit<TrialEntryQuery, "adjusting"> {
  readonly only: readonly string[] | null;
  readonly others: readonly string[] | null;
}

/** Returns up to `limit` + 1 entries, latest first. Throws `resource_missing` for an unknown cursor. */
export async function listOfVouchers<View>(
  db: Db,
  findEntry: FindEntry,
  companyId: ReportsCompany,
  { categoryIds, from, to, only, others, limit, starting_after }: VouchersQuery,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  const query = {
    category_id: categoryIds,
    start_date: from,
    end_date: to,
    only_vouchers: only,
    other_vouchers: others,
    limit,
    starting_after,
  };
  const after = await entriesStore.trialPages.cursorRecord(query, (id) => findEntry(companyId, id));
  return entriesStore.trialPages.listJson(db, companyId, query, after, layout);
}
