/** Periods: their parts by fiscal year, what they are compared with, and how they are written. */
import { describe, expect, test } from "vitest";
import {
  isDay,
  offeredPeriods,
  partsOfPeriod,
  periodBefore,
  periodText,
  today,
  yearBefore,
} from "./dates.ts";

const JANUARY = 1;
const JULY = 7;
const period = (from: string, to: string) => ({ from, to });

describe("the parts of a period", () => {
  test("are partial at its ends", () => {
    expect(partsOfPeriod(period("2026-01-15", "2026-03-10"), "month", JANUARY, 24)).toEqual([
      period("2026-01-15", "2026-01-31"),
      period("2026-02-01", "2026-02-28"),
      period("2026-03-01", "2026-03-10"),
    ]);
  });

  test("are quarters and years of the fiscal year", () => {
    expect(partsOfPeriod(period("2026-05-01", "2026-08-31"), "quarter", JULY, 24)).toEqual([
      period("2026-05-01", "2026-06-30"),
      period("2026-07-01", "2026-08-31"),
    ]);
    expect(partsOfPeriod(period("2024-02-01", "2025-08-31"), "year", JULY, 24)).toEqual([
      period("2024-02-01", "2024-06-30"),
      period("2024-07-01", "2025-06-30"),
      period("2025-07-01", "2025-08-31"),
    ]);
  });

  test("end one beyond the most, so that too many are noticed", () => {
    expect(partsOfPeriod(period("1900-01-01", "2026-12-31"), "month", JANUARY, 24)).toHaveLength(25);
  });
});

test.each([
  ["2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31", "2025-01-01", "2025-03-31"],
  ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28", "2025-03-01", "2025-03-31"],
  ["2024-02-01", "2024-02-29", "2024-01-01", "2024-01-31", "2023-02-01", "2023-02-28"],
  ["2026-01-10", "2026-01-19", "2025-12-31", "2026-01-09", "2025-01-10", "2025-01-19"],
])("%s to %s is compared with the period and the year before", (from, to, ...others) => {
  const [beforeFrom, beforeTo, yearFrom, yearTo] = others;
  expect(periodBefore(period(from, to))).toEqual(period(beforeFrom ?? "", beforeTo ?? ""));
  expect(yearBefore(period(from, to))).toEqual(period(yearFrom ?? "", yearTo ?? ""));
});

test.each([
  ["2026-03-01", "2026-03-31", "Mar 2026"],
  ["2026-01-01", "2026-03-31", "Q1 2026"],
  ["2026-02-01", "2026-04-30", "Feb – Apr 2026"],
  ["2026-01-01", "2026-12-31", "2026"],
  ["2026-11-01", "2026-11-24", "Nov 1 – 24, 2026"],
  ["2025-12-31", "2026-01-01", "Dec 31, 2025 – Jan 1, 2026"],
  ["2026-05-20", "2026-05-20", "May 20, 2026"],
])("%s to %s is written %s", (from, to, text) => {
  expect(periodText(period(from, to))).toBe(text);
});

test("only days that there are count as days", () => {
  expect(["2026-02-28", "2024-02-29", "2026-02-30", "2026-2-1", "20260201", undefined].map(isDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("today is that of the books, in Los Angeles", () => {
  expect(today(new Date("2026-05-21T06:59:00Z"))).toBe("2026-05-20");
  expect(today(new Date("2026-05-21T07:00:00Z"))).toBe("2026-05-21");
});

test("offered periods end before they begin only never", () => {
  for (const [name, { from, to }] of offeredPeriods("2026-07-01", JULY))
    expect([name, from <= to]).toEqual([name, true]);
});
