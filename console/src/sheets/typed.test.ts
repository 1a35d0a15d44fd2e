/** What is typed into cells becomes the values and formats that a person means. */
import { FormulaText } from "@daybook/formula/cells";
import { expect, test } from "vitest";
import { typedValue } from "./typed.ts";

test.each([
  ["", null, null],
  ["12.5", 12.5, null],
  ["true", true, null],
  ["'12", "12", null],
  ["hello", "hello", null],
  ["12%", 0.12, "0%"],
  ["1.5 %", 0.015, "0.00%"],
  ["1,200", 1200, "#,##0"],
  ["$1,200.50", 1200.5, "$#,##0.00"],
  ["-$3", -3, "$#,##0"],
  ["(300)", -300, "#,##0"],
  ["(300", "(300", null],
  ["2026-01-31", 46_053, "yyyy-mm-dd"],
  ["1/31/2026", 46_053, "m/d/yyyy"],
  ["2026-02-30", "2026-02-30", null],
  ["1,20", "1,20", null],
])("%j", (text, value, numberFormat) => {
  expect(typedValue(text)).toEqual({ value, numberFormat });
});

test("a formula stays as it is typed", () => {
  expect(typedValue("=A1%")).toEqual({ value: new FormulaText("=A1%"), numberFormat: null });
});
