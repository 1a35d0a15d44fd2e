/** What cells and formulas are after lines have moved, as others move them and as a page does. */
import { FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import { movedMove, Mover, renaming, type SheetMove } from "./moving.ts";
import { NO_WORKSHEET } from "./selection.ts";

const sheets = (...names: readonly string[]) =>
  names.map((name, at) => ({ ...NO_WORKSHEET, id: `wks_${at}`, name, row_count: 100, column_count: 26 }));
const move = (at: number, count: number, more: Partial<SheetMove> = {}): SheetMove => ({
  worksheet_id: "wks_0",
  lines: "rows",
  at,
  count,
  ...more,
});
const change = (worksheet: string, row: number, value: FormulaText | string) => ({
  worksheet,
  row,
  column: 1,
  value,
  format: null,
});

test("a change below inserted rows moves down, with what it refers to", () => {
  const mover = new Mover(move(2, 3), sheets("Plan", "Notes"));
  expect(mover.change(change("wks_0", 4, new FormulaText("=A1+A4")))).toEqual(
    change("wks_0", 7, new FormulaText("=A1+A7")),
  );
  expect(mover.change(change("wks_1", 4, new FormulaText("=A4+Plan!A4")))).toEqual(
    change("wks_1", 4, new FormulaText("=A4+Plan!A7")),
  );
  const same = change("wks_1", 4, "=A4");
  expect(mover.change(same)).toEqual(same);
});

test("a formula of no worksheet refers to others by their names", () => {
  const mover = new Mover(move(0, 1), sheets("Plan", "Notes"));
  expect(mover.text(null, "=Plan!A1+Notes!A1")).toBe("=Plan!A2+Notes!A1");
});

test("a change in deleted rows is gone, and its place is that of the next line", () => {
  const mover = new Mover(move(2, -3), sheets("Plan"));
  expect(mover.change(change("wks_0", 3, "x"))).toBeNull();
  expect(mover.nearest("wks_0", 3, 1)).toEqual({ row: 2, column: 1 });
  expect(mover.nearest("wks_0", 9, 1)).toEqual({ row: 6, column: 1 });
  const over = new Mover(move(2, -3, { lines: "columns" }), sheets("Plan"));
  expect(over.nearest("wks_0", 7, 3)).toEqual({ row: 7, column: 2 });
  const lost = { worksheet: "wks_0", row: 3, column: 1, value: new FormulaText("=A9") };
  expect(mover.content(lost)).toEqual({ ...lost, value: new FormulaText("=A6") });
});

test("formulas follow worksheets that are renamed, also those that exchange their names", () => {
  const [before, formula] = [sheets("Plan", "Notes"), "=Plan!A1+Notes!A1"];
  expect(renaming(before, sheets("Plan", "Notes"))).toBeNull();
  expect(renaming(before, sheets("Data", "Notes"))?.(formula)).toBe("=Data!A1+Notes!A1");
  expect(renaming(before, sheets("Notes", "Plan"))?.(formula)).toBe("=Notes!A1+Plan!A1");
  expect(renaming(before, sheets("Plan"))).toBeNull();
});

test.each([
  // After a move of lines above, one's own lines are elsewhere; of those below, they are where they were.
  [move(5, 2), move(1, 3), move(8, 2)],
  [move(5, 2), move(5, 3), move(8, 2)],
  [move(5, 2), move(6, 3), move(5, 2)],
  [move(5, -2), move(7, 1), move(5, -2)],
  [move(5, -2), move(6, 1), null],
  [move(5, -2), move(3, -2), move(3, -2)],
  [move(5, -2), move(3, -3), null],
  [move(5, -2), move(7, -1), move(5, -2)],
  [move(5, 2), move(4, -2), null],
  [move(5, 2), move(1, 1, { worksheet_id: "wks_1" }), move(5, 2)],
  [move(5, 2), move(1, 1, { lines: "columns" }), move(5, 2)],
])("%j after %j is %j", (own, other, moved) => {
  expect(movedMove(own, other)).toEqual(moved);
});
