/** Functions about references: positions, sizes, and references made from others or from texts. */
import { describe, expect, it } from "vitest";
import { calculate, formula } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { NOT_AVAILABLE, NULL, REF, VALUE } from "../values.ts";

const GRID = { A1: 1, B1: 2, C1: 3, A2: 4, B2: 5, C2: 6, A3: 7, B3: 8, C3: 9 };

describe("ADDRESS", () => {
  it("writes each kind in both styles, with a worksheet's name in quotes where it needs them", () => {
    expect(formula("=ADDRESS(2,3)")).toBe("$C$2");
    expect(formula("=ADDRESS(2,3,2)")).toBe("C$2");
    expect(formula("=ADDRESS(2,3,3)")).toBe("$C2");
    expect(formula("=ADDRESS(2,3,2,FALSE)")).toBe("R2C[3]");
    expect(formula('=ADDRESS(2,3,1,FALSE,"EXCEL SHEET")')).toBe("'EXCEL SHEET'!R2C3");
    expect(formula('=ADDRESS(1,16384,4,TRUE,"It\'s")')).toBe("'It''s'!XFD1");
  });

  it("refuses what is outside of the grid", () => {
    for (const text of ["=ADDRESS(0,1)", "=ADDRESS(1,16385)", "=ADDRESS(1048577,1)", "=ADDRESS(1,1,5)"])
      expect(formula(text), text).toBe(VALUE);
  });
});

describe("places and sizes", () => {
  it("are those of the reference, or of the formula itself", () => {
    expect(formula("=ROW()")).toBe(100);
    expect(formula("=COLUMN()")).toBe(702);
    expect(formula("=ROW(B7)+COLUMN(C1)")).toBe(10);
    expect(formula("=ROWS(B2:D9)*100+COLUMNS(B2:D9)")).toBe(803);
    expect(formula("=ROWS({1,2;3,4;5,6})")).toBe(3);
    expect(formula("=ROWS(A:A)")).toBe(1_048_576);
    expect(formula("=AREAS((A1,B2:C3))")).toBe(2);
    expect(spilled("=ROW(A5:B7)")).toEqual([[5], [6], [7]]);
    expect(spilled("=COLUMN(B1:D9)")).toEqual([[2, 3, 4]]);
  });

  it("of what is no reference are refused", () => {
    expect(formula("=ROW(1)")).toBe(VALUE);
    expect(formula("=ROW((A1,B2))")).toBe(REF);
    expect(formula("=AREAS(A1:B2 C3:D4)")).toBe(NULL);
  });
});

describe("INDEX", () => {
  it("gives a cell, a whole row or a whole column", () => {
    expect(formula("=INDEX(A1:C3,2,3)", GRID)).toBe(6);
    expect(spilled("=INDEX(A1:C3,2,0)", GRID)).toEqual([[4, 5, 6]]);
    expect(spilled("=INDEX(A1:C3,,2)", GRID)).toEqual([[2], [5], [8]]);
    expect(formula("=INDEX(A1:C1,3)", GRID)).toBe(3);
    expect(formula("=INDEX({1,2;3,4},2,1)")).toBe(3);
    expect(formula("=INDEX((A1:B2,C1:C3),3,1,2)", GRID)).toBe(9);
    expect(spilled("=INDEX(A1:A3,{3;1})", GRID)).toEqual([[7], [1]]);
  });

  it("gives a reference of a reference", () => {
    expect(formula("=SUM(A1:INDEX(A:A,3))", GRID)).toBe(12);
    expect(formula("=ROW(INDEX(A1:C3,3,1))", GRID)).toBe(3);
  });

  it("refuses what is outside", () => {
    expect(formula("=INDEX(A1:C3,4,1)", GRID)).toBe(REF);
    expect(formula("=INDEX(A1:C3,1,4)", GRID)).toBe(REF);
    expect(formula("=INDEX(A1:C3,-1,1)", GRID)).toBe(VALUE);
    expect(formula("=INDEX(A1:C3,1,1,2)", GRID)).toBe(REF);
  });
});

describe("OFFSET", () => {
  it("moves, and takes another size, also upward and to the left", () => {
    expect(formula("=OFFSET(A1,2,1)", GRID)).toBe(8);
    expect(formula("=SUM(OFFSET(A1,1,1,2,2))", GRID)).toBe(28);
    expect(formula("=SUM(OFFSET(C3,0,0,-2,-2))", GRID)).toBe(28);
    expect(spilled("=OFFSET(A1:B2,1,1)", GRID)).toEqual([
      [5, 6],
      [8, 9],
    ]);
  });

  it("refuses what leaves the grid, sizes of 0, and what is no reference", () => {
    expect(formula("=OFFSET(A1,-1,0)", GRID)).toBe(REF);
    expect(formula("=OFFSET(A1,0,0,0,1)", GRID)).toBe(REF);
    expect(formula("=OFFSET(A1,1048576,0)", GRID)).toBe(REF);
    expect(formula("=OFFSET(1,1,1)", GRID)).toBe(VALUE);
  });
});

it("INDIRECT reads texts of both styles", () => {
  expect(formula('=INDIRECT("B2")', GRID)).toBe(5);
  expect(formula('=SUM(INDIRECT("A1:A3"))', GRID)).toBe(12);
  expect(formula('=INDIRECT("R3C2",FALSE)', GRID)).toBe(8);
  expect(formula('=SUM(INDIRECT("C1",FALSE))', GRID)).toBe(12);
  expect(formula('=SUM(INDIRECT("R1:R2",FALSE))', GRID)).toBe(21);
  expect(formula('=SUM(INDIRECT("S!R1C1:R3C2",FALSE))', GRID)).toBe(REF);
  expect(formula('=COLUMN(INDIRECT("C[-1]",FALSE))', GRID)).toBe(701);
  expect(formula('=INDIRECT("R1C1:C2",FALSE)', GRID)).toBe(REF);
  expect(formula('=INDIRECT("R0",FALSE)', GRID)).toBe(REF);
  expect(formula('=INDIRECT("no place")', GRID)).toBe(REF);
  const sheets = {
    S: { A1: `=INDIRECT("'Bob''s plan'!B2")`, A2: `=INDIRECT("'Bob''s plan'!Rate")` },
    "Bob's plan": { B2: 5, B3: 7 },
  };
  expect(calculate(sheets, ["A1", "A2"], { names: { Rate: "='Bob''s plan'!$B$3" } })).toEqual({
    A1: 5,
    A2: 7,
  });
});

it("FORMULATEXT returns formulas, and #N/A for cells without one", () => {
  expect(
    calculate({ S: { A1: "=1+B1", B1: 2, C1: "=FORMULATEXT(A1)", D1: "=FORMULATEXT(B1)" } }, ["C1", "D1"]),
  ).toEqual({ C1: "=1+B1", D1: NOT_AVAILABLE });
});

it("FORMULATEXT leaves out what reading an old workbook adds, and keeps every other @", () => {
  const texts: [stored: string, text: string][] = [
    ["=@INDEX(A1:B9,A2)", "=INDEX(A1:B9,A2)"],
    ["=@A1:A9*2", "=A1:A9*2"],
    ["=@Many+@One", "=@Many+@One"],
    ["=@Many+1", "=Many+1"],
    ["=SUM(@A1:A9,A1:A9*2)", "=SUM(@A1:A9,A1:A9*2)"],
    ["=A1:A9*@B1:B9", "=A1:A9*@B1:B9"],
    ['="@A1:A9"', '="@A1:A9"'],
  ];
  const cells = Object.fromEntries(
    texts.flatMap(([stored], at) => [
      [`D${at * 20 + 1}`, stored],
      [`Z${at + 1}`, `=FORMULATEXT(D${at * 20 + 1})`],
    ]),
  );
  const got = calculate(
    { S: cells },
    texts.map((_, at) => `Z${at + 1}`),
    { names: { Many: "=S!$A$1:$A$9", One: "=S!$A$1" } },
  );
  expect(Object.values(got)).toEqual(texts.map(([, text]) => text));
});

it("an intersection of a reference is a reference", () => {
  expect(formula("=ROW(@A7)")).toBe(7);
  expect(formula("=OFFSET(@A1,1,0)", { A2: 5 })).toBe(5);
  expect(formula("=COLUMN(@C:C)")).toBe(3);
  expect(formula("=ROW(@Here)", {}, { names: { Here: "=$B$4" } })).toBe(4);
  expect(formula("=ISREF(@A1)")).toBe(true);
  expect(formula("=@A1")).toBe(0);
  expect(formula("=ROW(@B1:B2)")).toBe(VALUE);
});
