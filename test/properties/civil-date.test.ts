/** Days, months and fiscal years against Temporal, an implementation of the calendar that is not ours. */
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dateOfDayNumber,
  dayNumber,
  endOfMonth,
  losAngelesDate,
  parseCivilDate,
  parseDateInput,
  startOfFiscalYear,
  startOfQuarter,
  unixSeconds,
} from "@daybook/words/civil-date";
import { everyDay } from "./dates.ts";

const ZONE = "America/Los_Angeles";

function temporalDay(seconds: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

/** The first and last seconds of days around the changes between standard and summer time. */
const turns = fc
  .tuple(
    fc.integer({ min: 1967, max: 2037 }),
    fc.constantFrom(3, 11),
    fc.integer({ min: 1, max: 15 }),
    fc.integer({ min: -7300, max: 7300 }),
  )
  .map(
    ([year, month, dayOfMonth, off]) =>
      Temporal.ZonedDateTime.from({ year, month, day: dayOfMonth, timeZone: ZONE }).epochMilliseconds / 1000 +
      off,
  );
const instants = fc.oneof(
  fc.integer({ min: 0, max: 4_102_444_800 }),
  turns,
  fc.integer({ min: -2_000_000_000, max: 253_402_300_000 }),
);

describe("the day in Los Angeles", () => {
  test("of any instant is Temporal's", () => {
    fc.assert(
      fc.property(instants, (at) => {
        expect(losAngelesDate(unixSeconds(at))).toBe(temporalDay(at, ZONE));
      }),
      { numRuns: 3_000 },
    );
  });

  test("of any datetime with an offset is the day of its instant, whatever the text's day is", () => {
    const offsets = fc.tuple(
      fc.constantFrom("+", "-"),
      fc.integer({ min: 0, max: 14 }),
      fc.constantFrom("00", "30", "45"),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), offsets, (at, [sign, hours, minutes]) => {
        const offset = `${sign}${String(hours).padStart(2, "0")}:${minutes}`;
        const text = Temporal.Instant.fromEpochMilliseconds(at * 1000).toString({
          timeZone: offset,
          smallestUnit: "second",
        });
        expect(parseDateInput(text)).toBe(temporalDay(at, ZONE));
        expect(parseDateInput(Temporal.Instant.fromEpochMilliseconds(at * 1000).toString())).toBe(
          temporalDay(at, ZONE),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

test("a datetime whose day in Los Angeles lies outside the years 1 to 9999 is invalid", () => {
  for (const text of [
    "0001-01-01T00:00:00Z",
    "0001-01-01T07:52:57Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
  ])
    expect([text, parseDateInput(text)]).toEqual([text, null]);
  expect(
    ["0001-01-01T07:52:58Z", "0001-01-02T07:00:00Z", "9999-12-31T23:59:59-08:00"].map(parseDateInput),
  ).toEqual(["0001-01-01", "0001-01-01", "9999-12-31"]);
});

describe("days and months", () => {
  test("moving by days and months is Temporal's, and numbering days is its own inverse", () => {
    fc.assert(
      fc.property(
        everyDay,
        fc.integer({ min: -40_000, max: 40_000 }),
        fc.integer({ min: -400, max: 400 }),
        (date, days, months) => {
          const plain = Temporal.PlainDate.from(date);
          const inRange = (moved: Temporal.PlainDate) => moved.year >= 1 && moved.year <= 9999;
          const later = plain.add({ days });
          if (inRange(later)) expect(addDays(date, days)).toBe(later.toString());
          const month = plain.add({ months });
          if (inRange(month)) expect(addMonths(date, months)).toBe(month.toString());
          expect(endOfMonth(date)).toBe(plain.with({ day: plain.daysInMonth }).toString());
          expect(dateOfDayNumber(dayNumber(date))).toBe(date);
          expect(dayNumber(date)).toBe(Temporal.PlainDate.from("1970-01-01").until(plain).days);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("a day is read exactly when it is one, however it is written", () => {
    const texts = fc.oneof(
      fc
        .tuple(
          fc.integer({ min: 0, max: 9999 }),
          fc.integer({ min: 0, max: 13 }),
          fc.integer({ min: 0, max: 32 }),
        )
        .map(
          ([y, m, d]) =>
            `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`,
        ),
      fc
        .tuple(everyDay, fc.string({ maxLength: 2 }), fc.string({ maxLength: 2 }))
        .map(([date, before, after]) => `${before}${date}${after}`),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const known = /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith("0000") && isDay(text);
        expect(parseCivilDate(text)).toBe(known ? text : null);
      }),
      { numRuns: 5_000 },
    );
  });
});

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
}

describe("quarters and fiscal years", () => {
  test("a fiscal year begins on the first of its month, at most twelve months before any of its days", () => {
    fc.assert(
      fc.property(everyDay, fc.integer({ min: 1, max: 12 }), (date, startMonth) => {
        if (date < "0002") return;
        const start = startOfFiscalYear(date, startMonth);
        const plain = Temporal.PlainDate.from(start);
        expect([plain.month, plain.day]).toEqual([startMonth, 1]);
        expect(Temporal.PlainDate.compare(start, date)).toBeLessThanOrEqual(0);
        expect(Temporal.PlainDate.compare(date, plain.add({ years: 1 }))).toBe(-1);
      }),
    );
  });

  test("a quarter begins on the first of January, April, July or October, less than three months before", () => {
    fc.assert(
      fc.property(everyDay, (date) => {
        const start = startOfQuarter(date);
        expect(["01-01", "04-01", "07-01", "10-01"]).toContain(start.slice(5));
        expect(Temporal.PlainDate.compare(start, date)).toBeLessThanOrEqual(0);
        expect(Temporal.PlainDate.compare(date, Temporal.PlainDate.from(start).add({ months: 3 }))).toBe(-1);
      }),
    );
  });
});
