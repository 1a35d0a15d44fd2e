/** Information about values, cells and worksheets. */
import { describe, expect, it } from "vitest";
import { calculate } from "../../test/sheets.ts";
import { gives } from "../../test/table.ts";
import { DIVISION, NOT_AVAILABLE, VALUE } from "../values.ts";

const CELLS = { A1: 5, A2: "text", A3: true, A4: "=1/0", A5: "=NA()", A6: "=A1", A8: '=""' };

describe("kinds of values", () => {
  gives(
    [
      ["=ISBLANK(A7)", true],
      ["=ISBLANK(A8)", false],
      ["=ISERR(A4)", true],
      ["=ISERR(A5)", false],
      ["=ISERROR(A5)", true],
      ["=ISNA(A5)", true],
      ["=ISNA(A4)", false],
      ["=ISLOGICAL(A3)", true],
      ["=ISNUMBER(A3)", false],
      ["=ISNUMBER(A1)", true],
      ["=ISTEXT(A8)", true],
      ["=ISTEXT(A7)", false],
      ["=ISNONTEXT(A7)", true],
      ["=ISNONTEXT(A2)", false],
      ["=SUM(N(+ISNUMBER(A1:A8)))", 2],
      ["=ISEVEN(-2.9)", true],
      ["=ISODD(-3.9)", true],
      ["=ISODD(A7)", false],
      ['=ISEVEN("2")', true],
      ["=ISEVEN(TRUE)", VALUE],
      ["=ISEVEN(A4)", DIVISION],
      ["=ISREF(A1:A2)", true],
      ["=ISREF((A1,A3))", true],
      ["=ISREF(5)", false],
      ["=ISREF(1/0)", false],
      ["=ISFORMULA(A6)", true],
      ["=ISFORMULA(A1)", false],
      ["=SUM(N(+ISFORMULA(A1:A8)))", 4],
      ["=ISFORMULA(5)", VALUE],
      ["=ERROR.TYPE(A4)", 2],
      ["=ERROR.TYPE(A5)", 7],
      ["=ERROR.TYPE(#NULL!)", 1],
      ["=ERROR.TYPE(A1)", NOT_AVAILABLE],
      ["=NA()", NOT_AVAILABLE],
      ["=N(A3)", 1],
      ["=N(A2)", 0],
      ["=N(A4)", DIVISION],
      ["=N(A1:A3)", 5],
      ['=SUM(N({1,TRUE,"x"}))', 2],
      ["=TYPE(A1)", 1],
      ["=TYPE(A2)", 2],
      ["=TYPE(A3)", 4],
      ["=TYPE(A4)", 16],
      ["=TYPE(A7)", 1],
      ["=TYPE({1,2})", 64],
      ["=TYPE(A1:A2)", 64],
      ["=TYPE(LAMBDA(x,x))", 128],
      ['=CELL("address",B2:C3)', "$B$2"],
      ['=CELL("ROW",B7)', 7],
      ['=CELL("col",C1)', 3],
      ['=CELL("contents",A1:A2)', 5],
      ['=CELL("contents",A7)', 0],
      ['=CELL("contents",A4)', DIVISION],
      ['=CELL("type",A7)', "b"],
      ['=CELL("type",A2)', "l"],
      ['=CELL("type",A4)', "v"],
      ['=CELL("row")', 100],
      ['=CELL("hello",A1)', VALUE],
      ['=INFO("numfile")', 1],
      ['=INFO("origin")', "$A:$A$1"],
      ['=INFO("directory")', VALUE],
    ],
    CELLS,
  );

  it("count worksheets from one, by reference, name or where the formula stands", () => {
    const first = {
      A1: "=SHEET()",
      A2: "=SHEET(Other!A1)",
      A3: '=SHEET("other")',
      A4: '=SHEET("x")',
      A5: "=SHEETS()",
      A6: "=SHEETS(Other!A1:B2)",
      A7: '=CELL("address",Other!B2)',
      A8: "=SHEET(1/0)",
    };
    const got = calculate({ First: first, Other: { A1: 1 } }, Object.keys(first));
    expect(got).toEqual({
      A1: 1,
      A2: 2,
      A3: 2,
      A4: NOT_AVAILABLE,
      A5: 2,
      A6: 1,
      A7: "Other!$B$2",
      A8: DIVISION,
    });
  });
});
