/** Series that a drag of the fill handle continues. */
import { expect, test } from "vitest";
import { seriesOf } from "./series.ts";

const next = (values: readonly (string | number)[], format?: string) => {
  const series = seriesOf(values, format);
  return series === null ? null : [series(-1), series(1), series(2)];
};

test.each([
  [
    [1, 2],
    [0, 3, 4],
  ],
  [
    [0.1, 0.2],
    [0, 0.3, 0.4],
  ],
  [
    [10, 7, 4],
    [13, 1, -2],
  ],
  [["Jan"], ["Dec", "Feb", "Mar"]],
  [
    ["november", "december"],
    ["october", "january", "february"],
  ],
  [
    ["MON", "WED"],
    ["SAT", "FRI", "SUN"],
  ],
  [["Item 9"], ["Item 8", "Item 10", "Item 11"]],
  [
    ["INV-007", "INV-009"],
    ["INV-005", "INV-011", "INV-013"],
  ],
  [["Q1"], ["Q0", "Q2", "Q3"]],
] as const)("%j goes on as %j", (values, expected) => {
  expect(next(values)).toEqual(expected);
});

test.each([[[5]], [[1, 2, 4]], [["a", "b"]], [["x1", "y2"]], [["a", 1]]])("%j repeats", (values) => {
  expect(next(values)).toBeNull();
});

test("dates go on by days or by months, and the last day of a month stays the last", () => {
  const day = (text: string): number => Date.parse(text) / 86_400_000 + 25_569;
  expect(next([day("2026-01-31")], "yyyy-mm-dd")).toEqual([
    day("2026-01-30"),
    day("2026-02-01"),
    day("2026-02-02"),
  ]);
  expect(next([day("2026-01-31"), day("2026-02-28")], "yyyy-mm-dd")).toEqual([
    day("2025-12-31"),
    day("2026-03-31"),
    day("2026-04-30"),
  ]);
  expect(next([day("2026-01-15"), day("2026-04-15")], "mmm yyyy")).toEqual([
    day("2025-10-15"),
    day("2026-07-15"),
    day("2026-10-15"),
  ]);
});
