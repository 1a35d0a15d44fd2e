/** How cells are painted, how wide columns are, and what a document holds, without a grid in a page. */
import { FormulaError, FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import { answeredBlock, answeredWorksheet, answersOf } from "../../../test/support/sheet-answers.ts";
import type { FigureSource } from "./calculator.ts";
import type { Change } from "./cells.ts";
import { SheetDocument } from "./document.ts";
import { SheetSelection } from "./selection.ts";
import { Sight } from "./sight.ts";

const PLAN = answeredWorksheet("wks_1", "Plan");
const { content } = answersOf([PLAN]);

const cell = (row: number, column: number, value: Change["value"], format: Change["format"] = null) => ({
  worksheet: PLAN.id,
  row,
  column,
  value,
  format,
});

function opened(...changes: readonly Change[]) {
  const document = new SheetDocument();
  document.open(content(1));
  const selection = new SheetSelection(document);
  selection.open(PLAN.id);
  document.change(changes);
  const calculator = { set: () => {}, view: async () => [] } as unknown as FigureSource;
  return { document, sight: new Sight(document, selection, calculator, () => {}) };
}

test.each([
  [cell(0, 0, "text"), { text: "text", className: "sh-cell" }],
  [cell(0, 0, 1_250.5), { text: "1250.5", className: "sh-cell figure" }],
  [cell(0, 0, 0.125, { number_format: "0.0%" }), { text: "12.5%" }],
  [cell(0, 0, 5, { horizontal_alignment: "left" }), { className: "sh-cell" }],
  [cell(0, 0, "x", { horizontal_alignment: "right" }), { className: "sh-cell figure" }],
  [cell(0, 0, 5, { horizontal_alignment: "center" }), { className: "sh-cell center" }],
  [cell(0, 0, "x", { bold: true, italic: true }), { className: "sh-cell bold italic" }],
  [cell(0, 0, "x", { bold: false }), { className: "sh-cell" }],
  [
    cell(0, 0, "x", { font_color: "#0000FF", background_color: "#FFF2CC" }),
    { className: "sh-cell inked filled", color: "#0000FF", background: "#FFF2CC" },
  ],
  [cell(0, 0, null), { text: "", className: "sh-cell", title: "", color: "", background: "" }],
  [
    cell(0, 0, new FormulaError("#N/A"), { font_color: "#0000FF" }),
    { text: "#N/A", className: "sh-cell failed" },
  ],
  [cell(0, 0, "x".repeat(2_001)), { text: `${"x".repeat(2_000)}…` }],
  [cell(0, 0, "x".repeat(2_000)), { text: "x".repeat(2_000) }],
])("%j is painted as %j", (change, painted) => {
  expect(opened(change).sight.paint(0, 0)).toMatchObject(painted);
});

test("a cell is filled by what it holds; a formula is not known before its figure has come", () => {
  const { sight, document } = opened(cell(1, 2, 5), cell(2, 1, new FormulaText("=B1")));
  expect([sight.isFilled(1, 2), sight.isFilled(2, 1), sight.isFilled(1, 1)]).toEqual([true, true, false]);
  const known = (row: number, column: number) =>
    sight.isKnown(row, column, document.at(PLAN.id, row, column));
  expect([known(1, 2), known(2, 1), known(1, 1)]).toEqual([true, false, true]);
});

test("a worksheet is used as far as the service says, and as far as was written since", () => {
  const { document } = opened();
  const usedOf = (used_range: string | null) => document.used({ ...PLAN, used_range });
  expect(usedOf(null)).toEqual({ top: 0, left: 0, bottom: 0, right: 0 });
  expect(usedOf("A1:C7")).toEqual({ top: 0, left: 0, bottom: 6, right: 2 });
  expect(usedOf("B2")).toEqual({ top: 0, left: 0, bottom: 1, right: 1 });
  document.change([cell(9, 1, "low"), cell(3, 4, "right")]);
  expect(usedOf("A1:C7")).toEqual({ top: 0, left: 0, bottom: 9, right: 4 });
});

test("a block is read when one of its cells is asked for", () => {
  const document = new SheetDocument();
  document.open(content(1, [answeredBlock(PLAN.id, 1, [64, 0, "first"], [127, 2, 7])]));
  expect([
    document.at(PLAN.id, 64, 0).value,
    document.at(PLAN.id, 127, 2).value,
    document.at(PLAN.id, 63, 0).value,
    document.at(PLAN.id, 128, 2).value,
    document.at("wks_9", 64, 0).value,
  ]).toEqual(["first", 7, null, null, null]);
});
