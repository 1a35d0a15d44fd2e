/** What a printed cash flow statement needs besides sums by category: the flows of vouchers, and their entries. */
import { addDays, type CivilDate, LAST_DATE } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import type { Db } from "../../../../platform/db/index.ts";
import { type CategoryRow, chartStore, flowPartOf } from "../../chart/index.ts";
import type { Range } from "../rules.ts";
import { type FlowEntries, type FlowParts, type FlowRow, flowsStore } from "../store/flows.ts";
import { nonCashStore } from "../store/non-cash.ts";
import { depreciationOf, type NonCash } from "./non-cash.ts";
import type { Kept } from "./kept.ts";
import type { EntryRow } from "./reads.ts";
import { readSums, type SumRequest, type Sums, sumsKey, sumsOf } from "./sums.ts";

/** The flows of vouchers in one range of days. */
export interface Flows {
  readonly rows: readonly FlowRow[];
  readonly depreciation: NonCash["depreciation"];
}

export interface SumsWithFlows {
  readonly sums: Sums;
  /** One for each range that was asked for. */
  readonly flows: readonly Flows[];
}

/** Returns sums, and the flows of vouchers in each of `ranges`, from one state of the books. */
export async function sumWithFlows(
  kept: Kept,
  request: SumRequest,
  ranges: readonly Range[],
): Promise<SumsWithFlows> {
  const { companyId } = request;
  const { sumRows, flows } = await kept({
    companyId,
    key: `flows ${sumsKey(request)} ${JSON.stringify(ranges)}`,
    isOneStatement: false,
    async read(db) {
      const [rowsOfSums, depreciation] = await Promise.all([
        readSums(db, request),
        nonCashStore.listDepreciation(db, companyId, ranges),
      ]);
      const { categories } = sumsOf(rowsOfSums, request);
      const byBucket = Map.groupBy(
        await flowsStore.sum(db, companyId, flowParts(categories), ranges),
        ({ bucket }) => bucket,
      );
      return {
        sumRows: rowsOfSums,
        flows: depreciationOf(depreciation, ranges, categories).map((each, bucket) => ({
          rows: byBucket.get(bucket) ?? [],
          depreciation: each,
        })),
      };
    },
    rows: (found) => found.sumRows.length + found.flows.flatMap(({ rows }) => rows).length,
  });
  return { sums: sumsOf(sumRows, request), flows };
}

/** A page of the entries of a row of a printed cash flow statement. */
export interface FlowEntriesQuery {
  readonly start_date: CivilDate;
  readonly end_date: CivilDate;
  readonly limit: number;
  readonly starting_after: string | null;
}

/**
 * Returns up to `limit` + 1 entries in the JSON of the API, latest first. Throws the refusal
 * `resource_missing` for a cursor without a record.
 */
export async function listFlowEntries<View>(
  db: Db,
  companyId: PublicId<"company">,
  wanted: FlowEntries,
  { start_date, end_date, limit, starting_after }: FlowEntriesQuery,
  findEntry: (id: string) => Promise<EntryRow | null>,
  layout: JsonLayout<View>,
): Promise<JsonRows<View>> {
  const after = starting_after === null ? BEFORE_ALL : await findEntry(starting_after);
  if (after === null) throw refuse("resource_missing");
  const parts = flowParts(await chartStore.listCategories(db, companyId));
  const range = { from: start_date, to: addDays(end_date, 1) };
  return flowsStore.listEntries(db, companyId, wanted, parts, { range, limit, after }, layout);
}

/** Before the first entry of a list that begins with the latest. */
const BEFORE_ALL = {
  date: LAST_DATE,
  voucher_id: `${PREFIXES.voucher}\u{10ffff}` as PublicId<"voucher">,
  line: 32_767,
};

function flowParts(categories: readonly CategoryRow[]): FlowParts {
  return new Map(categories.map((row) => [row.id, flowPartOf(row)]));
}
