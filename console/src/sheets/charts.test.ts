/** The ranges of a chart of selected cells, and the figures that it draws. */
import { expect, test } from "vitest";
import { areaOfRange, areasOf, dataOf, rangesOf } from "./charts.ts";

const none = (): boolean => false;

test("the ranges of a selection: categories, and series with their names", () => {
  const isHead = (row: number): boolean => row === 0;
  expect(rangesOf("My plan", { top: 0, left: 0, bottom: 3, right: 2 }, isHead)).toEqual([
    "'My plan'!A2:A4",
    "'My plan'!B1:B4",
    "'My plan'!C1:C4",
  ]);
  expect(rangesOf("Plan", { top: 0, left: 0, bottom: 1, right: 5 }, none)).toEqual([
    "Plan!A1:F1",
    "Plan!A2:F2",
  ]);
  expect(rangesOf("Plan", { top: 0, left: 1, bottom: 3, right: 1 }, isHead)).toEqual(["Plan!B1:B4"]);
});

const textOf = (_range: number, _index: number, value: unknown): string => String(value);
const column = (...values: readonly (string | number | null)[]) => ({
  figures: values.map((value) => [value]),
  length: values.length,
});

test("the figures of ranges", () => {
  expect(dataOf([column("Jan", "Feb"), column("Sales", 5, 7), column("Cost", 1, "none")], textOf)).toEqual({
    names: ["Sales", "Cost"],
    points: [
      { category: "Jan", values: [5, 1] },
      { category: "Feb", values: [7, null] },
    ],
    length: 2,
  });
  expect(dataOf([column("Sales", 5)], textOf)).toEqual({
    names: ["Sales"],
    points: [{ category: "1", values: [5] }],
    length: 1,
  });
});

test("of long ranges the first points, each with its own category", () => {
  const charts = [{ ranges: ["Plan!A2:A1001", "Plan!B1:B1001"] }] as unknown as Parameters<typeof areasOf>[0];
  const drawn = [...areasOf(charts).values()].map(({ top, bottom, length }) => ({
    figures: Array.from({ length: bottom - top + 1 }, (_, at) => [top + at === 0 ? "Sales" : top + at]),
    length,
  }));
  const { names, points, length } = dataOf(drawn, textOf);
  expect([names, points.length, length]).toEqual([["Sales"], 500, 1000]);
  expect(points.every(({ category, values }) => category === String(values[0]))).toBe(true);
});

test("ranges of any worksheet, their bounds, and texts that are none", () => {
  const one = { top: 1, left: 1, bottom: 8, right: 2, length: 16 };
  expect(areaOfRange("'It''s'!$B$2:C9")).toEqual({ worksheet: "It's", ...one });
  expect(areaOfRange("Plan!A1:A1048576")).toMatchObject({ bottom: 500, length: 1_048_576 });
  expect(areaOfRange("Plan!A1:SG501")).toMatchObject({ bottom: 0, right: 500 });
  expect(areaOfRange("Plan!#REF!")).toBeNull();
  const many = Array.from({ length: 1_000 }, (_, at) => `Plan!A${at + 1}:A${at + 501}`);
  expect(areasOf([{ ranges: many }] as unknown as Parameters<typeof areasOf>[0]).size).toBe(99);
});
