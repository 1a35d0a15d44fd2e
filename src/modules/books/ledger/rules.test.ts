/** Avoiding stale months must not change which days are summed, and must never read a stale rollup. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  type CivilDate,
  dateOfDayNumber,
  dayNumber,
  FIRST_DATE,
  startOfMonth,
} from "@daybook/words/civil-date";
import { partition, type Segment } from "@daybook/words/periods";
import { avoidStale } from "./rules.ts";

const day = fc
  .integer({ min: dayNumber("2019-01-01" as CivilDate), max: dayNumber("2024-12-31" as CivilDate) })
  .map(dateOfDayNumber);
const month = day.map(startOfMonth);

/** Returns how many times each day of the tested years is counted. */
function countDays(segments: readonly Segment[]): Map<CivilDate, number> {
  const counted = new Map<CivilDate, number>();
  for (const { from, to, sign } of segments) {
    for (
      let date = from < "2018-12-01" ? ("2018-12-01" as CivilDate) : from;
      date < to;
      date = addDays(date, 1)
    ) {
      const times = (counted.get(date) ?? 0) + sign;
      if (times === 0) counted.delete(date);
      else counted.set(date, times);
    }
  }
  return new Map([...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe("avoidStale", () => {
  test("counts the same days and reads no rollup of a stale month", () => {
    fc.assert(
      fc.property(
        fc.option(day, { nil: FIRST_DATE }),
        day,
        day,
        fc.uniqueArray(month, { maxLength: 8 }),
        (from, to, today, months) => {
          const segments = partition(from, to, today);
          const stale = new Set(months);
          const chosen = avoidStale(segments, stale);
          expect(countDays(chosen)).toEqual(countDays(segments));
          for (const { grain, from: start, to: end } of chosen) {
            if (grain === "entry") continue;
            expect(months.filter((each) => each >= start && each < end)).toEqual([]);
            expect([start, end].every((date) => date === startOfMonth(date))).toBe(true);
            if (grain === "year") expect([start.slice(5), end.slice(5)]).toEqual(["01-01", "01-01"]);
          }
        },
      ),
    );
  });

  test("returns few segments for a range that begins in the year 1", () => {
    const stale = new Set(["2023-05-01" as CivilDate]);
    expect(
      avoidStale(partition(FIRST_DATE, "2025-01-01" as CivilDate, "2025-06-01" as CivilDate), stale),
    ).toEqual([
      { grain: "year", from: FIRST_DATE, to: "2023-01-01", sign: 1 },
      { grain: "month", from: "2023-01-01", to: "2023-05-01", sign: 1 },
      { grain: "entry", from: "2023-05-01", to: "2023-06-01", sign: 1 },
      { grain: "month", from: "2023-06-01", to: "2024-01-01", sign: 1 },
      { grain: "year", from: "2024-01-01", to: "2025-01-01", sign: 1 },
    ]);
  });
});
