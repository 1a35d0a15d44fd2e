/**
 * Edge cases in which an obvious reading of a definition differs from Excel. Each group states the source of
 * Excel's value: Microsoft's function reference, a similar case among the values recorded from Excel, or an
 * identity.
 */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { gives } from "../../test/table.ts";
import { DIVISION, NOT_AVAILABLE, NUM, REF, VALUE } from "../values.ts";

const NUMBERS = { A1: 10, A2: 20, A3: 30, B1: 1, B2: 2, B3: "x" };

describe("places and lookups", () => {
  describe("SMALL refuses a k above the count before its fraction is removed (reference: k exceeds the number of data points)", () => {
    gives([
      ["=SMALL({10;20;30},3.0001)", NUM],
      ["=SMALL({10;20;30},3)", 30],
      ["=SMALL({10;20;30},2.9)", 20],
      ["=LARGE({10;20;30},3.0001)", NUM],
    ]);
  });

  describe("INDEX reads only exactly 0 as all rows or columns (neighbours: OFFSET's fractional sizes, INDEX below 0)", () => {
    gives(
      [
        ["=INDEX(A1:A3,0.4)", VALUE],
        ["=INDEX(A1:B3,1,0.4)", VALUE],
        ["=SUM(INDEX(A1:A3,0))", 60],
        ["=INDEX(A1:A3,2.9)", 20],
        ["=INDEX(A1:A3,-1)", VALUE],
        ["=INDEX(A1:A3,4)", REF],
      ],
      NUMBERS,
    );
  });

  describe("INDEX with one number is no cell in a range of several rows and columns, but a row in an array (recorded from Excel)", () => {
    gives(
      [
        ["=INDEX(A1:B3,2)", REF],
        ["=INDEX(A1:B3,0)", REF],
        ["=SUM(INDEX(A1:B3,2,0))", 22],
        ["=SUM(INDEX(A1:B3,2,))", 22],
        ["=SUM(INDEX({1,2;3,4},2))", 7],
        ["=INDEX(A1:B1,2)", 1],
      ],
      NUMBERS,
    );
  });

  describe("VLOOKUP and HLOOKUP refuse a text for the table (reference: a range of cells or an array)", () => {
    gives(
      [
        ['=VLOOKUP(1,"x",1)', VALUE],
        ['=VLOOKUP("x","x",1,FALSE)', VALUE],
        ['=HLOOKUP(1,"x",1)', VALUE],
        ["=VLOOKUP(20,A1:B3,2,FALSE)", 2],
      ],
      NUMBERS,
    );
  });

  describe("conditions of a database need a cell below their column names (reference: at least one cell below the column label)", () => {
    gives(
      ["DSUM", "DCOUNT", "DCOUNTA", "DMAX", "DGET"].map(
        (name) => [`=${name}(A1:B3,"n",D1:D1)`, VALUE] as const,
      ),
      { A1: "n", B1: "m", A2: 1, A3: 2, D1: "n" },
    );
    gives([['=DSUM(A1:B3,"n",D1:D2)', 3]], { A1: "n", B1: "m", A2: 1, A3: 2, D1: "n" });
  });
});

describe("texts that are read as other types", () => {
  describe("NUMBERVALUE has no group mark if the decimal mark is the default group mark, and reads dates as VALUE does", () => {
    gives([
      ['=NUMBERVALUE("3,14",",")', 3.14],
      ['=NUMBERVALUE("1.234,5",",",".")', 1234.5],
      ['=NUMBERVALUE("1.5",".",".")', VALUE],
      ['=NUMBERVALUE("2024-03-15")', 45_366],
      ['=NUMBERVALUE("12%")', 0.12],
      ['=NUMBERVALUE("abc")', VALUE],
    ]);
  });

  describe('blanks around TRUE are read by AND and OR alone (neighbour: OR("  FALSE  ",FALSE))', () => {
    gives([
      ['=IF("  TRUE  ",1,2)', VALUE],
      ['=NOT(" FALSE")', VALUE],
      ['=IF("true",1,2)', 1],
      ['=OR("  FALSE  ",FALSE)', false],
      ['=AND(" TRUE ")', true],
    ]);
  });

  describe("a time takes a blank before AM or PM (reference: 1:30 PM; Excel leaves 1:30PM a text when it is typed)", () => {
    gives([
      ['=TIMEVALUE("1:30PM")', VALUE],
      ['=VALUE("1:30PM")', VALUE],
      ['=TIMEVALUE("1:30 PM")', 0.5625],
      ['=TIMEVALUE("1 p")', 13 / 24],
      ['=DATEVALUE("1/2/2024 1:30pm")', VALUE],
    ]);
  });
});

describe("money", () => {
  describe("MIRR accepts a finance rate of -1 only if all payments are at the beginning (recorded from Excel)", () => {
    gives([
      ["=MIRR({-5,4},-1,0.2)", -0.2],
      ["=ROUND(MIRR({-5,2,4},-1,0.2),5)", 0.131_37],
      ["=MIRR({-5,4,-1},-1,0.2)", DIVISION],
      ["=MIRR({-100,50,70},0.1,-1)", NUM],
      ["=MIRR({1,2},0.1,0.1)", DIVISION],
    ]);
  });

  it("CUMPRINC and CUMIPMT keep their digits (identity: principal grows by the rate, computed with sixty digits)", () => {
    const got = formula("=CUMPRINC(0.7,36,8000,2,10,1)");
    expect(Math.abs(Number(got) / -0.004756542342248708 - 1)).toBeLessThan(1e-11);
    expect(Number(formula("=CUMPRINC(0.1,36,8000,1,36,1)"))).toBeCloseTo(-8000, 8);
    expect(
      Number(formula("=CUMPRINC(0.01,12,100,1,5,1)-PPMT(0.01,1,12,100,0,1)-CUMPRINC(0.01,12,100,2,5,1)")),
    ).toBeCloseTo(0, 10);
    expect(
      Number(formula("=CUMIPMT(0.01,12,100,3,7,1)+CUMPRINC(0.01,12,100,3,7,1)-5*PMT(0.01,12,100,0,1)")),
    ).toBeCloseTo(0, 10);
  });

  describe("a balance of zero divides by zero (neighbour: 0^-2)", () => {
    gives([
      ["=FV(-1,-2,1)", DIVISION],
      ["=PV(-1,2,1)", DIVISION],
      ["=FV(-1,2,1)", -1],
      ["=0^-2", DIVISION],
    ]);
  });
});

describe("statistics", () => {
  describe("refuse what the reference refuses", () => {
    gives([
      ["=POISSON.DIST(-0.5,2,FALSE)", NUM],
      ["=POISSON(-0.5,2,TRUE)", NUM],
      ["=POISSON.DIST(1.5,2,FALSE)=POISSON.DIST(1,2,FALSE)", true],
      ["=PROB({1;2;3},{0;0.5;0.5},2)", NUM],
      ["=PROB({1;2},{0.5;0.5},2)", 0.5],
    ]);
  });

  describe("WEIBULL.DIST has a density of 0 at 0", () => {
    gives([
      ["=WEIBULL.DIST(0,1,1,FALSE)", 0],
      ["=WEIBULL(0,1,1,FALSE)", 0],
      ["=WEIBULL.DIST(0,1,1,TRUE)", 0],
    ]);
  });

  describe("PERMUTATIONA reads a blank as 0 (identity: 0 things have one arrangement)", () => {
    gives([
      ["=PERMUTATIONA(C9,2)", 0],
      ["=PERMUTATIONA(0,0)", 1],
      ["=PERMUTATIONA(3,2)", 9],
      ["=PERMUTATIONA(-1,2)", NUM],
    ]);
  });

  describe("MODE reads operands in the formula as arrays, whose texts and booleans are ignored (reference)", () => {
    gives(
      [
        ['=MODE("a",1,1)', 1],
        ['=MODE.SNGL("1","1",2)', NOT_AVAILABLE],
        ["=MODE(TRUE,TRUE,2,2)", 2],
        ["=MODE(B1:B3,1)", 1],
        ["=MODE(1/0,1,1)", DIVISION],
      ],
      NUMBERS,
    );
  });

  describe("functions of pairs return an operand's own error before they compare sizes", () => {
    gives(
      [
        ...["SUMX2MY2", "SUMX2PY2", "SUMXMY2", "CORREL", "SLOPE", "COVARIANCE.P"].flatMap(
          (name) =>
            [
              [`=${name}(1/0,A1:A3)`, DIVISION],
              [`=${name}(A1:A3,1/0)`, DIVISION],
            ] as const,
        ),
        ["=SUMX2MY2({1,2},{1,2,3})", NOT_AVAILABLE],
        ["=SUMX2MY2({1,2},{1;2})", 0],
        ["=SUMX2MY2({1,#N/A},{#DIV/0!,2})", NOT_AVAILABLE],
        ["=SUMX2MY2({1,#DIV/0!},{1,2,3})", DIVISION],
      ],
      NUMBERS,
    );
  });
});
