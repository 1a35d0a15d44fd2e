/** The ranges of a chart of selected cells, and the figures that it draws. */
import { expect, test } from "vitest";
import { areaOfRange, dataOf, rangesOf } from "./charts.ts";

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

test("the figures of ranges", () => {
  const text = (_range: number, _index: number, value: unknown): string => String(value);
  const column = (...values: readonly (string | number | null)[]) => values.map((value) => [value]);
  expect(dataOf([column("Jan", "Feb"), column("Sales", 5, 7), column("Cost", 1, "none")], text)).toEqual({
    names: ["Sales", "Cost"],
    points: [
      { category: "Jan", values: [5, 1] },
      { category: "Feb", values: [7, null] },
    ],
  });
  expect(dataOf([column("Sales", 5)], text)).toEqual({
    names: ["Sales"],
    points: [{ category: "1", values: [5] }],
  });
});

test("ranges of any worksheet, and texts that are none", () => {
  expect(areaOfRange("'It''s'!$B$2:C9")).toEqual({ worksheet: "It's", top: 1, left: 1, bottom: 8, right: 2 });
  expect(areaOfRange("Plan!A1:A1048576")).toMatchObject({ bottom: 500 });
  expect(areaOfRange("Plan!#REF!")).toBeNull();
});
