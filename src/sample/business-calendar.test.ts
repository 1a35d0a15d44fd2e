/** The sample's calendar: its range, the days on which banks are open, and the search for such days. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  type CivilDate,
  dateOfDayNumber,
  parseCivilDate,
  startOfMonth,
} from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { BusinessCalendar, HISTORY_MONTHS } from "./business-calendar.ts";

function date(text: string): CivilDate {
  return present(parseCivilDate(text), text);
}

const days = fc.integer({ min: 11_000, max: 40_000 }).map(dateOfDayNumber);

describe("BusinessCalendar", () => {
  test("begins three years before the month of today and numbers days without a gap", () => {
    fc.assert(
      fc.property(days, (today) => {
        const calendar = new BusinessCalendar(today);
        expect(calendar.day(0).date).toBe(addMonths(startOfMonth(today), -HISTORY_MONTHS));
        expect(calendar.day(calendar.today).date).toBe(today);
        expect(calendar.day(calendar.today).month).toBe(HISTORY_MONTHS);
        for (const day of calendar.days.slice(1))
          expect(day.date).toBe(addDays(calendar.day(day.index - 1).date, 1));
      }),
      { numRuns: 20 },
    );
  });

  test("has the bank holidays of 2025, and those that fall on a weekend", () => {
    const calendar = new BusinessCalendar(date("2026-12-31"));
    const open = new Map(calendar.days.map((day) => [day.date, day.isBusinessDay]));
    const holidays = [
      "2025-01-01",
      "2025-01-20",
      "2025-02-17",
      "2025-05-26",
      "2025-06-19",
      "2025-07-04",
      "2025-09-01",
      "2025-10-13",
      "2025-11-11",
      "2025-11-27",
      "2025-12-25",
    ];
    for (const holiday of holidays) expect([holiday, open.get(date(holiday))]).toEqual([holiday, false]);
    const weekdays = calendar.days.filter(
      (day) => day.date.startsWith("2025") && day.weekday >= 1 && day.weekday <= 5,
    );
    expect(weekdays.length - weekdays.filter((day) => day.isBusinessDay).length).toBe(holidays.length);
    // A holiday on a Saturday is not observed on the Friday; a holiday on a Sunday is observed on the Monday.
    expect(open.get(date("2026-07-03"))).toBe(true);
    expect(open.get(date("2024-11-11"))).toBe(false);
    expect(
      new BusinessCalendar(date("2023-01-31")).days.find((day) => day.date === "2023-01-02")?.isBusinessDay,
    ).toBe(false);
    expect(calendar.days.some((day) => day.isBusinessDay && (day.weekday === 0 || day.weekday === 6))).toBe(
      false,
    );
  });

  test("finds only days on which banks are open", () => {
    const calendar = new BusinessCalendar(date("2026-11-21"));
    const at = (text: string): number =>
      present(
        calendar.days.find((day) => day.date === text),
        text,
      ).index;
    expect(calendar.businessDayOnOrAfter(at("2026-11-21"))).toBe(at("2026-11-23"));
    expect(calendar.businessDayOnOrBefore(at("2026-11-26"))).toBe(at("2026-11-25"));
    expect(calendar.businessDaysAfter(at("2026-11-25"), 2)).toBe(at("2026-11-30"));
    expect(calendar.businessDay(HISTORY_MONTHS, 1)).toBe(at("2026-11-02"));
    expect(calendar.businessDay(HISTORY_MONTHS, 99)).toBe(at("2026-11-30"));
    expect(calendar.dayOf(HISTORY_MONTHS, 31).date).toBe("2026-11-30");
    expect(calendar.businessDaysIn(HISTORY_MONTHS)).toBe(19);
  });
});
