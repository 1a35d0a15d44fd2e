/** Which days stand beside a period: examples, and the law that both mean the same in the calendar. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  type CivilDate,
  dateOfDayNumber,
  dayNumber,
  endOfMonth,
  parts,
  startOfMonth,
} from "./civil-date.ts";
import { comparedDays, COMPARISONS, isOver, isWholeMonths, monthsIn } from "./compared-period.ts";

const day = (text: string) => text as CivilDate;

test.each([
  // A month so far, and one whose days the other month lacks.
  ["2026-11-01", "2026-11-28", 1, "2026-10-01", "2026-10-28"],
  ["2026-03-01", "2026-03-30", 1, "2026-02-01", "2026-02-28"],
  ["2026-01-01", "2026-01-01", 1, "2025-12-01", "2025-12-01"],
  // Whole months, also those of a quarter and of a fiscal year.
  ["2026-11-01", "2026-11-30", 1, "2026-10-01", "2026-10-31"],
  ["2026-08-01", "2026-09-30", 1, "2026-06-01", "2026-07-31"],
  ["2026-01-01", "2026-03-31", 1, "2025-10-01", "2025-12-31"],
  ["2025-07-01", "2026-06-30", 7, "2024-07-01", "2025-06-30"],
  // A quarter so far, of the calendar and of a fiscal year that begins in February.
  ["2026-10-01", "2026-11-28", 1, "2026-07-01", "2026-08-28"],
  ["2026-11-01", "2026-12-05", 2, "2026-08-01", "2026-09-05"],
  // A fiscal year so far, and two of them.
  ["2026-01-01", "2026-11-28", 1, "2025-01-01", "2025-11-28"],
  ["2026-07-01", "2026-11-28", 7, "2025-07-01", "2025-11-28"],
  ["2025-01-01", "2026-11-28", 1, "2023-01-01", "2024-11-28"],
  // The last day of a month changes nothing: what is so far stays beside what was so far.
  ["2026-01-01", "2026-02-27", 1, "2025-10-01", "2025-11-27"],
  ["2026-01-01", "2026-02-28", 1, "2025-10-01", "2025-11-30"],
  ["2026-01-01", "2026-11-30", 1, "2025-01-01", "2025-11-30"],
  ["2026-01-01", "2026-06-30", 1, "2025-01-01", "2025-06-30"],
  // Other months so far.
  ["2026-08-01", "2026-09-10", 1, "2026-06-01", "2026-07-10"],
  ["2026-04-01", "2026-11-28", 1, "2025-07-01", "2026-02-28"],
  // Any other range.
  ["2026-03-10", "2026-03-12", 1, "2026-03-07", "2026-03-09"],
  ["2026-01-15", "2026-02-28", 1, "2025-12-01", "2026-01-14"],
] as const)("before %s to %s (fiscal year from month %i) are %s to %s", (start, end, month, from, to) => {
  expect(comparedDays({ start: day(start), end: day(end) }, "prior_period", month)).toEqual({
    start: from,
    end: to,
  });
});

const DAYS = fc
  .tuple(fc.integer({ min: dayNumber(day("1990-01-01")), max: dayNumber(day("2040-01-01")) }), fc.nat(1_200))
  .chain(([first, count]) => {
    const start = dateOfDayNumber(first);
    // Most ranges that people choose begin or end with a month.
    const end = addDays(start, count);
    return fc.constantFrom(
      { start, end },
      { start: startOfMonth(start), end },
      { start, end: endOfMonth(end) },
      { start: startOfMonth(start), end: endOfMonth(end) },
    );
  });

test("both periods mean the same in the calendar, and the one before is before (CONS-016)", () => {
  fc.assert(
    fc.property(
      DAYS,
      fc.constantFrom(...COMPARISONS),
      fc.integer({ min: 1, max: 12 }),
      (days, rule, month) => {
        const before = comparedDays(days, rule, month);
        expect(before.start <= before.end && before.end < days.end).toBe(true);
        if (rule === "prior_period") expect(before.end < days.start).toBe(true);
        const isOfMonths = days.start === startOfMonth(days.start);
        if (!isOfMonths && rule === "prior_period") {
          expect(addDays(before.end, 1)).toBe(days.start);
          expect(dayNumber(before.end) - dayNumber(before.start)).toBe(
            dayNumber(days.end) - dayNumber(days.start),
          );
          return;
        }
        expect(monthsIn(before)).toBe(monthsIn(days));
        if (isWholeMonths(days)) expect(isWholeMonths(before)).toBe(true);
        // Months so far end on the same day of a month, or on the last one of a shorter month.
        else
          expect(parts(before.end).day).toBe(
            Math.min(parts(days.end).day, parts(endOfMonth(before.end)).day),
          );
        if (isOfMonths) expect(before.start).toBe(startOfMonth(before.start));
        // No day within a month, nor its last one, changes where the other period begins.
        if (isOfMonths)
          expect(comparedDays({ ...days, end: startOfMonth(days.end) }, rule, month).start).toBe(
            before.start,
          );
        // A quarter or a year so far is compared with one that began at the same place of the fiscal year.
        if (rule === "prior_year") expect(before.start).toBe(addMonths(days.start, -12));
      },
    ),
  );
});

test("a period is over once its last day is", () => {
  expect(isOver(day("2026-11-27"), day("2026-11-28"))).toBe(true);
  expect(isOver(day("2026-11-28"), day("2026-11-28"))).toBe(false);
});
