/** Copied and cut cells follow moved lines and renamed worksheets, whoever moves or renames them. */
import { FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import type { EditedSheet } from "../api/generated/schemas.ts";
import { Clip } from "./clip.ts";
import { SheetDocument } from "./document.ts";
import { NO_WORKSHEET } from "./selection.ts";

const frame = (revision: number, ...names: readonly string[]): EditedSheet => ({
  object: "edited_sheet",
  id: "sht_1",
  name: "Plans",
  url: "",
  revision,
  worksheets: names.map((name, at) => ({
    ...NO_WORKSHEET,
    id: `wks_${at}`,
    name,
    row_count: 100,
    column_count: 26,
  })),
  names: [],
  charts: [],
});
const cell = (row: number, text: string) => ({
  worksheet: "wks_0",
  row,
  column: 0,
  value: new FormulaText(text),
  format: null,
});
const rows = (at: number, count: number) => ({ worksheet_id: "wks_0", lines: "rows", at, count }) as const;

test("what is cut stays with its lines and names, and a line that is gone is not cleared", () => {
  const document = new SheetDocument();
  document.takeFrame(frame(1, "Plan", "Notes"));
  const clip = new Clip("", [[cell(4, "=Notes!A1+A1")], [cell(5, "=A2")]], true);
  document.clip = clip;
  const texts = () => clip.cells.flat().map(({ row, value }) => [row, value]);
  // A move of this page, then one of someone else.
  document.makeMove(rows(0, 2), null, frame(2, "Plan", "Notes"));
  const others = { object: "sheet_changes", blocks: [], is_known: true, are_moves_known: true } as const;
  document.merge({ ...frame(3, "Plan", "Kept"), ...others, moves: [rows(1, -1)] });
  expect(texts()).toEqual([
    [5, new FormulaText("=Kept!A1+A2")],
    [6, new FormulaText("=A3")],
  ]);
  expect(clip.cut?.map(({ row, value }) => [row, value])).toEqual([
    [5, null],
    [6, null],
  ]);
  document.merge({ ...frame(4, "Plan", "Kept"), ...others, moves: [rows(5, -1)] });
  expect(clip.cells.flat().map(({ row }) => row)).toEqual([5, 5]);
  expect(clip.cut?.map(({ row }) => row)).toEqual([5]);
  // Where it is can't be told any more: what is pasted are the texts of the clipboard.
  document.reopen({ ...frame(2_000, "Plan"), object: "sheet_content", blocks: [], next: null }, null);
  expect(document.clip).toBeNull();
});
