/** The formulas for which a cell has to wait, and the number of look-ups of each. */
import { expect, it } from "vitest";
import { Pending } from "./pending.ts";
import type { FormulaCell } from "./workbook.ts";

const cell = (row: number, column: number): FormulaCell => ({
  sheet: 0,
  row,
  column,
  text: "=1",
  fills: null,
  compiled: null,
  turn: 0,
  state: "new",
  value: null,
  index: 0,
  low: 0,
});
const isDone = ({ state }: FormulaCell) => state === "done";
const places = (cells: readonly FormulaCell[]) => cells.map(({ row, column }) => [row, column]);

it("those to the left and above that are not done, row after row", () => {
  const anchors = [cell(0, 3), cell(1, 1), cell(1, 3), cell(2, 1), cell(9, 0)];
  const pending = new Pending(anchors, isDone);
  expect(places(pending.upTo(2, 3))).toEqual([
    [0, 3],
    [1, 1],
    [1, 3],
    [2, 1],
  ]);
  expect(places(pending.upTo(1, 2))).toEqual([[1, 1]]);
  for (const anchor of anchors) if (anchor.row < 2) anchor.state = "done";
  expect(places(pending.upTo(9, 9))).toEqual([
    [2, 1],
    [9, 0],
  ]);
});

it.each([0, 1])("a long column is gone through a few times only, also behind %d that takes long", (held) => {
  let looks = 0;
  const anchors = Array.from({ length: 10_000 }, (_, row) => cell(row, 0));
  const pending = new Pending(anchors, (anchor) => {
    looks++;
    return isDone(anchor);
  });
  for (let row = held; row < anchors.length; row++) {
    const anchor = anchors[row];
    if (!anchor) continue;
    // Each formula reads a cell in its own row, as formulas that were filled down do.
    if (held === 0) expect(pending.upTo(row, 5)).toHaveLength(1);
    anchor.state = "done";
  }
  expect(pending.upTo(20_000, 5)).toHaveLength(held);
  expect(pending.upTo(20_000, 5)).toHaveLength(held);
  expect(looks).toBeLessThan(50_000);
});
