/** What is selected: within the grid, longer in one direction, and where Ctrl and an arrow go. */
import { expect, test } from "vitest";
import type { SheetDocument } from "./document.ts";
import { NO_WORKSHEET, type Place, placesOf, SheetSelection } from "./selection.ts";

const PLAN = { ...NO_WORKSHEET, id: "wks_1", name: "Plan", row_count: 100, column_count: 26 };
const NOTES = { ...PLAN, id: "wks_2", name: "Notes", row_count: 5, column_count: 4 };
const LONG = { ...PLAN, id: "wks_3", name: "Long", row_count: 1_001, column_count: 201 };
const USED = { top: 0, left: 0, bottom: 9, right: 6 };

function selected(worksheet = "wks_1", active?: Place, anchor = active) {
  const document = { worksheets: [PLAN, NOTES, LONG], used: () => USED };
  const selection = new SheetSelection(document as unknown as SheetDocument);
  selection.open(worksheet);
  if (active !== undefined && anchor !== undefined) selection.selectArea(active, anchor);
  return { selection, document };
}

const at = (row: number, column: number): Place => ({ row, column });

test("places of an area come row by row", () => {
  expect([...placesOf({ top: 1, left: 2, bottom: 2, right: 3 })]).toEqual([
    at(1, 2),
    at(1, 3),
    at(2, 2),
    at(2, 3),
  ]);
});

test("a worksheet is opened at its first cell, and each selection counts as a use", () => {
  const { selection } = selected("wks_2", at(3, 3));
  selection.open("wks_1");
  expect([selection.worksheet, selection.active, selection.anchor]).toEqual(["wks_1", at(0, 0), at(0, 0)]);
  expect([selection.sheet, selection.place, selection.uses]).toEqual([PLAN, 0, 3]);
  selection.open("wks_9");
  expect([selection.sheet, selection.place]).toEqual([NO_WORKSHEET, -1]);
});

test("no cell outside the grid is selected; extended, the active cell stays", () => {
  const { selection } = selected();
  selection.select(-1, 99, false);
  expect([selection.active, selection.anchor]).toEqual([at(0, 25), at(0, 25)]);
  selection.select(100, -3, true);
  expect([selection.active, selection.anchor]).toEqual([at(0, 25), at(99, 0)]);
  expect(selection.area).toEqual({ top: 0, left: 0, bottom: 99, right: 25 });
});

test("the selection stays within a grid that became smaller, and moves to the first one that is left", () => {
  const { selection, document } = selected("wks_1", at(50, 20), at(60, 2));
  document.worksheets = [{ ...PLAN, row_count: 10, column_count: 5 }, NOTES];
  selection.keep();
  expect([selection.active, selection.anchor]).toEqual([at(9, 4), at(9, 2)]);
  document.worksheets = [NOTES];
  selection.keep();
  expect([selection.worksheet, selection.active]).toEqual(["wks_2", at(0, 0)]);
  document.worksheets = [];
  selection.keep();
  expect([selection.worksheet, selection.active]).toEqual(["", at(0, 0)]);
});

test.each([
  [8, 4, { top: 2, left: 3, bottom: 8, right: 4 }],
  [0, 4, { top: 0, left: 3, bottom: 5, right: 4 }],
  [4, 9, { top: 2, left: 3, bottom: 5, right: 9 }],
  [4, 0, { top: 2, left: 0, bottom: 5, right: 4 }],
  // As far down as over: down.
  [7, 6, { top: 2, left: 3, bottom: 7, right: 4 }],
  [7, 7, { top: 2, left: 3, bottom: 5, right: 7 }],
  [5, 4, null],
  [2, 3, null],
])("the selection made longer to row %d and column %d is %j", (row, column, area) => {
  expect(selected("wks_1", at(2, 3), at(5, 4)).selection.longerTo(row, column)).toEqual(area);
});

test("whole lines of a large grid are cut to what is used, those of a small one are not", () => {
  const used = (worksheet: string, from: Place, to: Place) =>
    selected(worksheet, from, to).selection.usedArea;
  expect(used("wks_1", at(0, 2), at(99, 2))).toEqual({ top: 0, left: 2, bottom: 99, right: 2 });
  expect(used("wks_1", at(3, 0), at(3, 25))).toEqual({ top: 3, left: 0, bottom: 3, right: 25 });
  expect(used("wks_3", at(0, 2), at(1_000, 2))).toEqual({ top: 0, left: 2, bottom: 9, right: 2 });
  expect(used("wks_3", at(3, 0), at(3, 200))).toEqual({ top: 3, left: 0, bottom: 3, right: 6 });
  // Almost whole lines are what they are, unless they are very many cells.
  expect(used("wks_3", at(1, 2), at(1_000, 2))).toEqual({ top: 1, left: 2, bottom: 1_000, right: 2 });
  expect(used("wks_3", at(1, 0), at(1_000, 199))).toEqual({ top: 1, left: 0, bottom: 1_000, right: 199 });
  expect(used("wks_3", at(0, 20), at(1_000, 30))).toEqual({ top: 0, left: 20, bottom: 9, right: 20 });
});

test("cells that were written are selected from the first to the last, if their worksheet is open", () => {
  const { selection } = selected();
  const change = (row: number, column: number, worksheet = "wks_1") => ({
    worksheet,
    row,
    column,
    value: null,
    format: null,
  });
  selection.selectCells([change(1, 2), change(4, 5)]);
  expect([selection.active, selection.anchor]).toEqual([at(1, 2), at(4, 5)]);
  selection.selectCells([change(7, 7, "wks_2")]);
  selection.selectCells([]);
  expect([selection.active, selection.anchor]).toEqual([at(1, 2), at(4, 5)]);
  selection.selectCells([change(0, 0), change(2_000_000, 20_000)]);
  expect(selection.anchor).toEqual(at(1_048_575, 16_383));
});

test.each([
  // From a filled cell to the end of its run; from its end to the next filled one; then to the end.
  [at(0, 0), 1, 0, at(2, 0)],
  [at(2, 0), 1, 0, at(6, 0)],
  [at(6, 0), 1, 0, at(99, 0)],
  [at(4, 0), 1, 0, at(6, 0)],
  [at(6, 0), -1, 0, at(2, 0)],
  [at(2, 0), -1, 0, at(0, 0)],
  [at(0, 0), -1, 0, at(0, 0)],
  [at(0, 0), 0, 1, at(0, 25)],
  [at(0, 25), 0, -1, at(0, 0)],
  [at(50, 20), 0, -1, at(50, 0)],
])("from %j by %d and %d, Ctrl goes to %j", (from, down, over, to) => {
  const isFilled = (row: number, column: number): boolean => column === 0 && [0, 1, 2, 6].includes(row);
  expect(selected().selection.edge(from, down, over, isFilled)).toEqual(to);
});
