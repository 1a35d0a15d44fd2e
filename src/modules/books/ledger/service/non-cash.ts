/** What happened without cash: what a cash flow statement needs besides sums by category. */
import { type Cents, cents, sumCents } from "@daybook/words/cents";
import { type CategoryRow, flowPartOf } from "../../chart/index.ts";
import type { Range } from "../rules.ts";
import { type DepreciationRow, type NonCashRow, nonCashStore } from "../store/non-cash.ts";
import type { Kept } from "./kept.ts";
import { readSums, type SumRequest, type Sums, sumsKey, sumsOf } from "./sums.ts";

/** What happened without cash in one range of days. */
export interface NonCash {
  /**
   * Vouchers of the balance sheet alone that touch investing or financing and no cash: for each set of
   * categories that some of them touch, the sums of those vouchers by category. Each set adds up to zero.
   */
  readonly vouchers: readonly (readonly CategorySum[])[];
  /** What was added to accumulated depreciation, and what was taken from it. Neither is negative. */
  readonly depreciation: { readonly charged: Cents; readonly released: Cents };
}

interface CategorySum {
  readonly categoryId: string;
  readonly netDebitCents: Cents;
}

export interface SumsWithNonCash {
  readonly sums: Sums;
  /** One for each range that was asked for. */
  readonly nonCash: readonly NonCash[];
  /** True if the company leaves vouchers without cash out of the sections of its cash flow statement. */
  readonly excludesNonCash: boolean;
}

/** Returns sums, and what happened without cash in each of `ranges`, from one state of the books. */
export async function sumWithNonCash(
  kept: Kept,
  request: SumRequest,
  ranges: readonly Range[],
): Promise<SumsWithNonCash> {
  const { companyId } = request;
  const { sumRows, ...found } = await kept({
    companyId,
    key: `non-cash ${sumsKey(request)} ${JSON.stringify(ranges)}`,
    isOneStatement: false,
    async read(db) {
      const [rowsOfSums, excludesNonCash, vouchers, depreciation] = await Promise.all([
        readSums(db, request),
        nonCashStore.excludesNonCash(db, companyId),
        nonCashStore.listNonCash(db, companyId, ranges),
        nonCashStore.listDepreciation(db, companyId, ranges),
      ]);
      const { categories } = sumsOf(rowsOfSums, request);
      const nonCash = depreciationOf(depreciation, ranges, categories).map((each, bucket) =>
        nonCashOf(bucket, vouchers, each),
      );
      return { sumRows: rowsOfSums, nonCash, excludesNonCash };
    },
    rows: ({ sumRows: { length }, nonCash }) =>
      length + nonCash.flatMap(({ vouchers }) => vouchers.flat()).length,
  });
  return { sums: sumsOf(sumRows, request), ...found };
}

/** Returns what was added to accumulated depreciation and taken from it in each range. */
export function depreciationOf(
  rows: readonly DepreciationRow[],
  ranges: readonly Range[],
  categories: readonly CategoryRow[],
): NonCash["depreciation"][] {
  const accumulated = new Set<string>(
    categories
      .filter(
        (row) =>
          row.role === "accumulated_depreciation" || ["accumulated", "non_cash"].includes(flowPartOf(row)),
      )
      .map(({ id }) => id),
  );
  return ranges.map((_, bucket) => {
    const found = rows.filter((row) => row.bucket === bucket && accumulated.has(row.category_id));
    return {
      charged: sumCents(found.map((row) => cents(row.charged_cents))),
      released: sumCents(found.map((row) => cents(row.released_cents))),
    };
  });
}

function nonCashOf(
  bucket: number,
  vouchers: readonly NonCashRow[],
  depreciation: NonCash["depreciation"],
): NonCash {
  const byTouched = Map.groupBy(
    vouchers.filter((row) => row.bucket === bucket),
    ({ touched }) => touched.join(" "),
  );
  return {
    vouchers: Array.from(byTouched.values(), (rows) =>
      rows.map((row) => ({ categoryId: row.category_id, netDebitCents: cents(row.net_debit_cents) })),
    ),
    depreciation,
  };
}
