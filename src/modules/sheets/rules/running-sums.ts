/**
 * Sums over many overlapping ranges of days. All ends of the ranges (the cuts) divide the time into buckets.
 * The sums of the buckets are added up once, and the sum of a range is the difference of two running totals.
 */
import { present } from "@daybook/words/assert";
import { addCents, type Cents, cents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { Range, Sums } from "../../books/ledger/index.ts";

/**
 * Returns debit minus credit of a category and a department in a range whose ends are cuts. The department ""
 * is the entries without a department; in sums that are not by department, it is all entries.
 */
export type RunningSums = (categoryId: string, departmentId: string, range: Range) => Cents;

/**
 * Makes running sums. `cuts` are different days in ascending order; bucket n of `sums` is from cut n to cut n
 * + 1.
 */
export function runningSums(cuts: readonly CivilDate[], sums: Sums): RunningSums {
  const indexOf = new Map(cuts.map((cut, index) => [cut, index]));
  const cache = new Map<string, readonly Cents[]>();
  // The total up to each cut.
  const totalsOf = (categoryId: string, departmentId: string): readonly Cents[] => {
    const key = `${categoryId} ${departmentId}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const totals = [ZERO_CENTS];
    for (let bucket = 0; bucket + 1 < cuts.length; bucket += 1)
      totals.push(
        addCents(
          totals[bucket] ?? ZERO_CENTS,
          sums.cell(bucket, categoryId, departmentId)?.netDebitCents ?? ZERO_CENTS,
        ),
      );
    cache.set(key, totals);
    return totals;
  };
  return (categoryId, departmentId, { from, to }) => {
    const totals = totalsOf(categoryId, departmentId);
    const totalAt = (cut: CivilDate): Cents =>
      present(totals[present(indexOf.get(cut), "the end of a range is not a cut")], "a cut has no total");
    return cents(totalAt(to) - totalAt(from));
  };
}
