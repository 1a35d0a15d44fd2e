/** Days and periods: which there are, and how they are written. */
import { expect, test } from "vitest";
import {
  dayText,
  endOf,
  isDay,
  monthText,
  offeredPeriods,
  periodText,
  shortDay,
  startOf,
  today,
  yearUpTo,
} from "./dates.ts";

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

test("today is that of the books, in Los Angeles (CONS-011)", () => {
  expect(today(new Date("2026-05-21T06:59:00Z"))).toBe("2026-05-20");
  expect(today(new Date("2026-05-21T07:00:00Z"))).toBe("2026-05-21");
});

test("offered periods end before they begin only never", () => {
  for (const [name, { from, to }] of offeredPeriods("2026-07-01", JULY))
    expect([name, from <= to]).toEqual([name, true]);
});

test("offered periods are those of the day, the fiscal year and the months before", () => {
  expect(offeredPeriods("2026-05-20", JULY)).toEqual([
    ["This month", period("2026-05-01", "2026-05-20")],
    ["Last month", period("2026-04-01", "2026-04-30")],
    ["This quarter", period("2026-04-01", "2026-05-20")],
    ["Last quarter", period("2026-01-01", "2026-03-31")],
    ["This fiscal year", period("2025-07-01", "2026-05-20")],
    ["Last fiscal year", period("2024-07-01", "2025-06-30")],
    ["Last 12 months", period("2025-05-01", "2026-04-30")],
  ]);
});

test.each([
  ["month", "2026-02-14", 1, "2026-02-01", "2026-02-28"],
  ["quarter", "2026-02-14", 1, "2026-01-01", "2026-03-31"],
  ["quarter", "2026-01-31", 2, "2025-11-01", "2026-01-31"],
  ["year", "2026-06-30", JULY, "2025-07-01", "2026-06-30"],
  ["year", "2026-07-01", JULY, "2026-07-01", "2027-06-30"],
] as const)("the %s of %s in a year from month %d is %s to %s", (step, day, month, from, to) => {
  expect([startOf(step, day, month), endOf(step, day, month)]).toEqual([from, to]);
});

test("the twelve months up to a day begin with a first one", () => {
  expect(yearUpTo("2026-03-31")).toEqual(period("2025-04-01", "2026-03-31"));
  expect(yearUpTo("2026-02-28")).toEqual(period("2025-03-01", "2026-02-28"));
});

test("days and months are written in short", () => {
  expect(dayText("2026-03-05")).toBe("Mar 5, 2026");
  expect(shortDay("2026-03-05")).toBe("Mar 05");
  expect(shortDay("2026-12-31")).toBe("Dec 31");
  expect(monthText("2026-01-05")).toBe("Jan 2026");
});

test("of periods that look alike, each is written as what it is", () => {
  expect(periodText(period("2026-02-01", "2026-02-27"))).toBe("Feb 1 – 27, 2026");
  expect(periodText(period("2026-02-02", "2026-02-28"))).toBe("Feb 2 – 28, 2026");
  expect(periodText(period("2025-12-01", "2026-02-28"))).toBe("Dec 1, 2025 – Feb 28, 2026");
  expect(periodText(period("2026-01-01", "2026-06-30"))).toBe("Jan – Jun 2026");
  expect(periodText(period("2026-02-01", "2026-12-31"))).toBe("Feb – Dec 2026");
  expect(periodText(period("2026-04-01", "2026-06-30"))).toBe("Q2 2026");
  expect(periodText(period("2026-10-01", "2026-12-31"))).toBe("Q4 2026");
  expect(periodText(period("2026-01-15", "2026-03-31"))).toBe("Jan 15 – Mar 31, 2026");
});
