/**
 * Sums over many overlapping ranges of days from the sums of the pieces between their ends, each of which is
 * added once.
 */
import { present } from "../../../core/assert.ts";
import { addCents, type Cents, cents, ZERO_CENTS } from "../../../core/cents.ts";
import type { CivilDate } from "../../../core/civil-date.ts";
import type { Range, Sums } from "../../books/ledger/index.ts";

/** Debit minus credit of a category, of a department of it ("" for none), in a range whose ends are cuts. */
export type RunningSums = (categoryId: string, departmentId: string, range: Range) => Cents;

/**
 * `cuts` are different days in ascending order, and bucket n of `sums` lies between cut n and the next one.
 */
export function runningSums(cuts: readonly CivilDate[], sums: Sums): RunningSums {
  const placeOf = new Map(cuts.map((cut, place) => [cut, place]));
  const kept = new Map<string, readonly Cents[]>();
  const upTo = (categoryId: string, departmentId: string): readonly Cents[] => {
    const key = `${categoryId} ${departmentId}`;
    const known = kept.get(key);
    if (known) return known;
    const totals = [ZERO_CENTS];
    for (let bucket = 0; bucket + 1 < cuts.length; bucket += 1)
      totals.push(
        addCents(
          totals[bucket] ?? ZERO_CENTS,
          sums.cell(bucket, categoryId, departmentId)?.netDebitCents ?? ZERO_CENTS,
        ),
      );
    kept.set(key, totals);
    return totals;
  };
  return (categoryId, departmentId, { from, to }) => {
    const totals = upTo(categoryId, departmentId);
    const at = (cut: CivilDate): Cents =>
      present(totals[present(placeOf.get(cut), "a range ends at no cut")], "a cut has no total");
    return cents(at(to) - at(from));
  };
}
