/**
 * Any partition of time covers each day of its range exactly once, in segments that the rollups can serve.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type CivilDate, dayNumber } from "@daybook/words/civil-date";
import { partition, rawSegment, type Segment } from "@daybook/words/periods";
import { anyDay, anyRange, day, everyDay } from "./dates.ts";

/**
 * How often a set of segments counts each day, found by adding up at the ends; days counted zero times are
 * left out.
 */
function coverage(segments: readonly Segment[]): { from: number; to: number; times: number }[] {
  const steps = new Map<number, number>();
  for (const { from, to, sign } of segments) {
    steps.set(dayNumber(from), (steps.get(dayNumber(from)) ?? 0) + sign);
    steps.set(dayNumber(to), (steps.get(dayNumber(to)) ?? 0) - sign);
  }
  const found: { from: number; to: number; times: number }[] = [];
  let times = 0;
  let since = 0;
  for (const [at, step] of [...steps].toSorted(([a], [b]) => a - b)) {
    if (step === 0) continue;
    if (times !== 0) found.push({ from: since, to: at, times });
    times += step;
    since = at;
  }
  return found;
}

/** Behind the last day that can be written, where its month and its year end. */
const END_OF_DAYS = addDays(day("9999-12-31"), 1);

const anyCut = fc.tuple(fc.oneof(anyRange(), anyRange(everyDay)), fc.oneof(anyDay(), everyDay));

describe("a partition of a range", () => {
  test("counts each day of the range once and no other day", () => {
    fc.assert(
      fc.property(anyCut, ([{ start, end }, today]) => {
        const once = start === end ? [] : [{ from: dayNumber(start), to: dayNumber(end), times: 1 }];
        expect(coverage(partition(start, end, today))).toEqual(once);
        expect(coverage(rawSegment(start, end))).toEqual(once);
      }),
      { numRuns: 5_000 },
    );
  });

  test("reads rollups only over whole months and years, in at most six segments", () => {
    fc.assert(
      fc.property(anyCut, ([{ start, end }, today]) => {
        const segments = partition(start, end, today);
        for (const { grain, from, to } of segments) {
          if (grain === "entry") continue;
          const whole = grain === "year" ? "-01-01" : "-01";
          expect([from, to].filter((edge) => !edge.endsWith(whole) && edge !== END_OF_DAYS)).toEqual([]);
        }
        expect(segments.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: 2_000 },
    );
  });

  test("reads entries only where a month is cut", () => {
    fc.assert(
      fc.property(anyCut, ([{ start, end }, today]) => {
        for (const { grain, from, to } of partition(start, end, today)) {
          if (grain !== "entry") continue;
          const cut = (edge: CivilDate) => !edge.endsWith("-01");
          expect(cut(from) || cut(to)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("takes the month to date from its rollup, less what is dated after today", () => {
    expect(partition(day("2026-05-01"), day("2026-05-21"), day("2026-05-20"))).toEqual([
      { grain: "month", from: "2026-05-01", to: "2026-06-01", sign: 1 },
      { grain: "entry", from: "2026-05-21", to: "2026-06-01", sign: -1 },
    ]);
  });

  test("takes the last month of all to its date too", () => {
    expect(partition(day("9999-12-01"), day("9999-12-30"), day("9999-12-29"))).toEqual([
      { grain: "month", from: "9999-12-01", to: END_OF_DAYS, sign: 1 },
      { grain: "entry", from: "9999-12-30", to: END_OF_DAYS, sign: -1 },
    ]);
  });

  test("is empty for an empty range", () => {
    fc.assert(
      fc.property(everyDay, everyDay, (at, today) => {
        expect(partition(addDays(at, 1), at, today)).toEqual([]);
      }),
    );
  });
});
