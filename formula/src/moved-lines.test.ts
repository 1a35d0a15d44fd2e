/** Formulas after rows or columns were inserted or deleted: references follow their cells, and nothing else changes. */
import { describe, expect, test } from "vitest";
import { type LineMove, movedLine, movedLines, reversedMove, withMovedLines } from "./moved-lines.ts";

const rows = (at: number, count: number): LineMove => ({ lines: "rows", at, count });
const columns = (at: number, count: number): LineMove => ({ lines: "columns", at, count });
const moved = (formula: string, move: LineMove, own: string | null = "Plan") =>
  withMovedLines(formula, own, "Plan", move);

describe("inserted lines", () => {
  test.each([
    ["=A1+A2+A3", "=A1+A4+A5"],
    ["=$A$2*A$3-$A4", "=$A$4*A$5-$A6"],
    ["=SUM(A1:A2)+SUM(A3:A2)+SUM(A1:A1)", "=SUM(A1:A4)+SUM(A5:A4)+SUM(A1:A1)"],
    ["=SUM(Plan!A1:$B$2)+plan!C9+'Plan'!C9", "=SUM(Plan!A1:$B$4)+plan!C11+'Plan'!C11"],
    ["=SUM(2:3)+SUM($1:$2)+SUM(A:B)", "=SUM(4:5)+SUM($1:$4)+SUM(A:B)"],
    ["=A2#+SUM(A1.:.B2)+A1:INDEX(A:A,2)", "=A4#+SUM(A1.:.B4)+A1:INDEX(A:A,2)"],
    ["=SUM(A1:A1048576)+A1048576", "=SUM(A1:A1048576)+#REF!"],
    ["=SUM(A1:Plan!A2)", "=SUM(A1:Plan!A4)"],
    ['="A2"&A2&"it\'s ""A2"""', '="A2"&A4&"it\'s ""A2"""'],
    ["=LET(x2y,A2,LOG10(A2)+x2y)", "=LET(x2y,A4,LOG10(A4)+x2y)"],
    ["=-A2%^2&A2", "=-A4%^2&A4"],
  ])("before row 2: %s becomes %s", (formula, expected) => {
    expect(moved(formula, rows(1, 2))).toBe(expected);
  });
  test.each([
    ["=A1+B1+C$1", "=A1+C1+D$1"],
    ["=SUM(A1:B2)+SUM(A:B)+SUM($B:$B)+SUM(1:2)", "=SUM(A1:C2)+SUM(A:C)+SUM($C:$C)+SUM(1:2)"],
    ["=SUM(A1:XFD1)+XFD1", "=SUM(A1:XFD1)+#REF!"],
  ])("before column B: %s becomes %s", (formula, expected) => {
    expect(moved(formula, columns(1, 1))).toBe(expected);
  });
});

describe("deleted lines", () => {
  test.each([
    ["=A1+A2+A3+A4", "=A1+#REF!+#REF!+A2"],
    ["=SUM(A1:A3)+SUM(A2:A9)+SUM(A2:A3)", "=SUM(A1:A1)+SUM(A2:A7)+SUM(#REF!)"],
    ["=SUM(Plan!A2:Plan!A9)", "=SUM(Plan!#REF!:Plan!A7)"],
    ["=Plan!A2#+SUM(2:4)", "=Plan!#REF!+SUM(2:2)"],
  ])("rows 2 and 3: %s becomes %s", (formula, expected) => {
    expect(moved(formula, rows(1, -2))).toBe(expected);
  });
});

test("of another worksheet matter only with its name; a name's formula belongs to none", () => {
  expect(moved("=A2+Plan!A2+Plans!A2+'My Plan'!A2", rows(0, 1), "Other")).toBe(
    "=A2+Plan!A3+Plans!A2+'My Plan'!A2",
  );
  expect(moved("=A2+Plan!A2", rows(0, 1), null)).toBe("=A2+Plan!A3");
  expect(withMovedLines("='Bob''s'!A2+A2", "Plan", "Bob's", rows(0, 1))).toBe("='Bob''s'!A3+A2");
});

test.each([
  "=[Book.xlsx]Plan!A2",
  "='[Book.xlsx]Plan'!A2",
  "=SUM(Jan:Plan!A2)",
  "=SUM('Jan:Plan'!A2)",
  "=A2B+XYZ2+A2.5+Rate_A2+R2_",
  "=A0+A9999999+#REF!+Plan!#REF!",
  '=INDIRECT("Plan!A2")',
  "=A2(1)",
  "=1E2+2.5",
])("%s stays", (formula) => {
  expect(moved(formula, rows(1, 1))).toBe(formula);
});

test("what is inserted and deleted again leaves every reference as it was", () => {
  const formula = "=SUM(A1:B9)+Plan!$C$4*SUM(3:7)-SUM(B:D)+E5#";
  for (const lines of ["rows", "columns"] as const)
    for (let at = 0; at < 12; at++) {
      const move = { lines, at, count: 3 };
      expect(moved(moved(formula, move), reversedMove(move))).toBe(formula);
      for (let line = 0; line < 12; line++)
        expect(movedLine(movedLine(line, move) ?? -1, reversedMove(move))).toBe(line);
    }
  expect(movedLines(2, 4, rows(2, -3))).toBeNull();
});
