/** Days and periods: which there are, and how they are written. */
import { expect, test } from "vitest";
import { isDay, offeredPeriods, periodText, today } from "./dates.ts";

const JULY = 7;
const period = (from: string, to: string) => ({ from, to });

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
