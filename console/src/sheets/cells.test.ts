/** Cells of a block: read, compared, written again, and as a person would type them. */
import { FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import { COLUMNS, extentOf, inputOf, isSameCell, isSameValue, readCells, textOf } from "./cells.ts";

const cell = (row: number, column: number) => ({ worksheet: "wks_1", row, column, value: 1, format: null });

test("cells need as many rows and columns as the farthest ones", () => {
  expect(extentOf([])).toEqual({ rows: 0, columns: 0 });
  expect(extentOf([cell(0, 0)])).toEqual({ rows: 1, columns: 1 });
  expect(extentOf([cell(4, 1), cell(2, 6)])).toEqual({ rows: 5, columns: 7 });
});

test.each([
  [null, null],
  [5, "5"],
  [true, "TRUE"],
  [new FormulaText("=A1+1"), "=A1+1"],
  ["text", "text"],
  ["5", "'5"],
  ["=A1", "'=A1"],
  ["TRUE", "'TRUE"],
  ["", ""],
])("%j is typed as %j", (value, text) => {
  expect(inputOf(value)).toBe(text);
});

test("values are the same if they are of one kind and typed alike", () => {
  expect(isSameValue(5, 5)).toBe(true);
  expect(isSameValue(5, "5")).toBe(false);
  expect(isSameValue(5, 6)).toBe(false);
  expect(isSameValue(null, null)).toBe(true);
  expect(isSameValue(new FormulaText("=A1"), new FormulaText("=A1"))).toBe(true);
  expect(isSameValue(new FormulaText("=A1"), "=A1")).toBe(false);
});

test("formats are the same in any order of their properties", () => {
  const one = { value: 1, format: { bold: true, italic: false } };
  expect(isSameCell(one, { value: 1, format: { italic: false, bold: true } })).toBe(true);
  expect(isSameCell(one, { value: 1, format: { bold: true } })).toBe(false);
  expect(isSameCell(one, { value: 2, format: one.format })).toBe(false);
  expect(isSameCell({ value: 1, format: null }, { value: 1, format: {} })).toBe(true);
});

test("a block is read with its formats, also of cells without a value, and written again in order", () => {
  const block = {
    cells: JSON.stringify([
      [65, 2, "b"],
      [64, 3, 7],
    ]),
    formats: JSON.stringify({ styles: [{ bold: true }, { italic: true }], rows: [[64, 3, 1, 5, 0]] }),
  };
  const cells = readCells(block);
  expect([...cells]).toEqual([
    [65 * COLUMNS + 2, { value: "b", format: null }],
    [64 * COLUMNS + 3, { value: 7, format: { italic: true } }],
    [64 * COLUMNS + 5, { value: null, format: { bold: true } }],
  ]);
  expect(JSON.parse(textOf(cells))).toEqual([
    [64, 3, 7],
    [65, 2, "b"],
  ]);
});
