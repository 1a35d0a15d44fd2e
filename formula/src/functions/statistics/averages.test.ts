/** Averages, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NOT_AVAILABLE, NUM } from "../../values.ts";

describe("averages", () => {
  const cells = { A1: 1, A2: "x", A3: true, A4: 3 };

  describe("count by kind", () => {
    gives(
      [
        ['=COUNT(A1:A4,TRUE,"1","x")', 4],
        ['=COUNTA(A1:A9,"")', 5],
        ["=COUNTBLANK(A1:A9)", 5],
        ["=AVERAGE(A1:A4)", 2],
        ["=AVERAGEA(A1:A4)", 1.25],
        ["=MAXA(A1:A3)", 1],
        ["=MINA(A1:A4)", 0],
        ["=MIN(C1:C3)", 0],
        ["=AVERAGE(C1:C3)", DIVISION],
      ],
      cells,
    );
  });

  describe("measure the spread of numbers, with the examples of Excel's documentation", () => {
    gives([
      ["=MEDIAN(1,2,4,3)", 2.5],
      ["=MODE({5.6,4,4,3,2,4})", 4],
      ["=MODE({1,2})", NOT_AVAILABLE],
      ["=SUM(MODE.MULT({1,2,2,3,3}))", 5],
      ["=DEVSQ({4,5,8,7,11,4,3})", 48],
      ["=AVEDEV({4,5,6,7,5,4,3})", 1.0204081632653061],
      ["=GEOMEAN({4,5,8,7,11,4,3})", 5.476986969656962],
      ["=HARMEAN({4,5,8,7,11,4,3})", 5.028375962061728],
      ["=GEOMEAN({1,0})", NUM],
      ["=SKEW({3,4,5,2,3,4,5,6,4,7})", 0.3595430714067974],
      ["=SKEW({1,2,6})", 27 / 7 ** 1.5],
      ["=SKEW({1,2})", DIVISION],
      ["=SKEW.P({3,4,5,2,3,4,5,6,4,7})", 0.303193339354144],
      ["=KURT({3,4,5,2,3,4,5,6,4,7})", -0.151799637208416],
      ["=TRIMMEAN({4,5,6,7,2,3,4,5,1,2,3},0.2)", 3.7777777777777777],
      ["=STANDARDIZE(42,40,1.5)", 4 / 3],
      ["=VAR.S(1)", DIVISION],
      ["=STDEV.P(1)", 0],
      ['=VARA({1,2,"x"})', 1],
    ]);
  });
});
