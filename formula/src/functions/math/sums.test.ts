/** Sums, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NOT_AVAILABLE, VALUE } from "../../values.ts";

describe("sums", () => {
  const cells = { A1: 1, A2: "x", A3: true, A4: 3, B1: 10, B2: 20, B3: 30, B4: 40 };

  describe("count values in cells by type, and values in the formula after conversion", () => {
    gives(
      [
        ["=SUM(A1:A4)", 4],
        ['=SUM(A1:A4,TRUE,"2")', 7],
        ['=SUM("x")', VALUE],
        ["=SUMSQ(A1:A4)", 10],
        ["=PRODUCT(A1:A4)", 3],
        ["=PRODUCT(C1:C9)", 0],
        ["=SUM(A1:A4,1/0)", DIVISION],
        ["=PERCENTOF(B1:B2,B1:B4)", 0.3],
      ],
      cells,
    );
  });

  describe("go over pairs of one size", () => {
    gives(
      [
        ["=SUMPRODUCT(A1:A4,B1:B4)", 130],
        ["=SUMPRODUCT(A1:A4,B1:B3)", VALUE],
        ["=SUMPRODUCT(A:A,B:B)", 130],
        ["=SUMX2MY2({2,3},{1,2})", 8],
        ["=SUMX2PY2({2;3},{1,2})", 18],
        ["=SUMX2MY2({1,#DIV/0!},{#N/A,2,3})", DIVISION],
        ["=SUMXMY2({1,2},{1,#N/A,3})", NOT_AVAILABLE],
        ["=SUMXMY2({2,3},{1,5})", 5],
        ["=SUMXMY2({2,3},{1})", NOT_AVAILABLE],
      ],
      cells,
    );
  });
});
