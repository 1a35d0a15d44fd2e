/**
 * The periods of a range: they cover each day once, begin and end as the company's calendar says, and have
 * the names of that calendar.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { present } from "@daybook/words/assert";
import { addDays, type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { comparedPeriod, describePeriod, periodsOf } from "./columns.ts";
import { GROUP_PERIODS, type GroupPeriod } from "./words.ts";

const day = (text: string): CivilDate => present(parseCivilDate(text), text);

/** A day on which all periods are over. */
const LATER = day("9999-12-31");

function cutRange(start: string, end: string, group_period: GroupPeriod, startMonth = 1) {
  return periodsOf({ start_date: day(start), end_date: day(end), group_period }, startMonth, LATER);
}

const labels = (...args: Parameters<typeof cutRange>): string[] =>
  cutRange(...args).map(({ label }) => label);

describe("the periods of a range", () => {
  test("cover each of its days once, in order, and no other day, for all possible dates (EXP-039)", () => {
    const anyDay = fc
      .oneof(fc.integer({ min: -719_162, max: 2_932_896 }), fc.integer({ min: 15_000, max: 21_000 }))
      .map((number) => addDays(day("1970-01-01"), number));
    fc.assert(
      fc.property(
        anyDay,
        fc.nat({ max: 3_650 }),
        fc.constantFrom(...GROUP_PERIODS),
        fc.integer({ min: 1, max: 12 }),
        (start_date, days, group_period, startMonth) => {
          const last = addDays(start_date, days);
          const end_date = last > day("9999-12-31") ? day("9999-12-31") : last;
          const periods = periodsOf({ start_date, end_date, group_period }, startMonth, LATER);
          expect([periods[0]?.startDate, periods.at(-1)?.endDate]).toEqual([start_date, end_date]);
          for (const [index, { startDate, endDate, label }] of periods.entries()) {
            expect(startDate <= endDate && label !== "").toBe(true);
            if (index > 0) expect(startDate).toBe(addDays(periods[index - 1]?.endDate ?? startDate, 1));
          }
        },
      ),
    );
  });

  test("begin in the months in which the company's years and quarters begin (EXP-038)", () => {
    const starts = (...args: Parameters<typeof cutRange>): string[] =>
      cutRange(...args).map(({ startDate }) => startDate);
    expect(starts("2025-01-01", "2025-12-31", "quarter")).toEqual([
      "2025-01-01",
      "2025-04-01",
      "2025-07-01",
      "2025-10-01",
    ]);
    expect(starts("2025-01-01", "2025-12-31", "quarter", 2)).toEqual([
      "2025-01-01",
      "2025-02-01",
      "2025-05-01",
      "2025-08-01",
      "2025-11-01",
    ]);
    expect(starts("2024-07-01", "2026-06-30", "year", 7)).toEqual(["2024-07-01", "2025-07-01"]);
    expect(starts("2024-06-30", "2026-07-01", "year", 7)).toEqual([
      "2024-06-30",
      "2024-07-01",
      "2025-07-01",
      "2026-07-01",
    ]);
  });

  test("have names that say what they cover", () => {
    expect(labels("2026-01-01", "2026-03-31", "month")).toEqual(["Jan 2026", "Feb 2026", "Mar 2026"]);
    expect(labels("2026-01-15", "2026-03-01", "month")).toEqual([
      "Jan 15 – 31, 2026",
      "Feb 2026",
      "Mar 1, 2026",
    ]);
    expect(labels("2025-10-01", "2026-03-31", "quarter")).toEqual(["Q4 2025", "Q1 2026"]);
    expect(labels("2025-08-01", "2026-04-30", "quarter", 2)).toEqual(["Q3 FY2026", "Q4 FY2026", "Q1 FY2027"]);
    expect(labels("2024-11-15", "2026-12-31", "year")).toEqual(["Nov 15 – Dec 31, 2024", "2025", "2026"]);
    expect(labels("2024-07-01", "2026-01-31", "year", 7)).toEqual(["FY2025", "Jul 1, 2025 – Jan 31, 2026"]);
  });
});

test.each([
  ["2026-10-01", "2026-10-31", "For the Month Ended October 31, 2026"],
  ["2024-02-01", "2024-02-29", "For the Month Ended February 29, 2024"],
  ["2025-12-01", "2026-02-28", "For the Three Months Ended February 28, 2026"],
  ["2026-01-01", "2026-11-30", "For the Eleven Months Ended November 30, 2026"],
  ["2025-07-01", "2026-06-30", "For the Year Ended June 30, 2026"],
  ["2025-01-01", "2026-06-30", "For the Period from January 1, 2025 to June 30, 2026"],
  ["2026-01-02", "2026-01-31", "For the Period from January 2, 2026 to January 31, 2026"],
  ["2026-01-01", "2026-01-30", "For the Period from January 1, 2026 to January 30, 2026"],
  ["2026-01-15", "2026-01-15", "For the Day January 15, 2026"],
] as const)("%s to %s is headed %s", (start, end, heading) => {
  expect(describePeriod(day(start), day(end), day("2027-01-01"))).toBe(heading);
});

test.each([
  ["2026-11-01", "2026-11-28", "For the Period from November 1, 2026 to November 28, 2026 (not over)"],
  ["2026-11-01", "2026-11-27", "For the Period from November 1, 2026 to November 27, 2026"],
  ["2026-11-01", "2026-11-30", "For the Month Ending November 30, 2026 (not over)"],
  ["2026-01-01", "2026-12-31", "For the Year Ending December 31, 2026 (not over)"],
  ["2026-11-28", "2026-11-28", "For the Day November 28, 2026 (not over)"],
] as const)("on November 28, %s to %s is headed %s", (start, end, heading) => {
  expect(describePeriod(day(start), day(end), day("2026-11-28"))).toBe(heading);
});

test.each([
  ["prior_period", "2026-02-01", "2026-02-28", "2026-01-01", "2026-01-31", "Jan 2026"],
  ["prior_period", "2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31", "Oct – Dec 2025"],
  ["prior_period", "2026-01-01", "2027-02-28", "2024-01-01", "2025-02-28", "Jan 2024 – Feb 2025"],
  ["prior_period", "2026-11-01", "2026-11-28", "2026-10-01", "2026-10-28", "Oct 1 – 28, 2026"],
  ["prior_period", "2026-01-11", "2026-01-20", "2026-01-01", "2026-01-10", "Jan 1 – 10, 2026"],
  ["prior_year", "2025-02-01", "2025-02-28", "2024-02-01", "2024-02-29", "Feb 2024"],
  ["prior_year", "2025-02-28", "2025-02-28", "2024-02-28", "2024-02-28", "Feb 28, 2024"],
  ["prior_year", "2024-02-29", "2024-02-29", "2023-02-28", "2023-02-28", "Feb 28, 2023"],
  ["prior_year", "2026-01-15", "2026-03-10", "2025-01-15", "2025-03-10", "Jan 15 – Mar 10, 2025"],
] as const)("the %s of %s to %s is %s to %s, %s", (comparison, start, end, startDate, endDate, label) => {
  const range = { start: day(start), end: day(end) };
  expect(comparedPeriod(range, comparison, 1, LATER)).toEqual({
    comparison,
    startDate,
    endDate,
    label,
    isOver: true,
  });
});
