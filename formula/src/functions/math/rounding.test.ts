/** Rounding, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NUM } from "../../values.ts";

describe("rounding", () => {
  describe("rounds the decimal that is meant, half away from zero", () => {
    gives([
      ["=ROUND(2.675,2)", 2.68],
      ["=ROUND(1.005,2)", 1.01],
      ["=ROUND(-2.5,0)", -3],
      ["=ROUND(1234567,-3)", 1235000],
      ["=ROUND(1.05*(0.0284+0.0046)-0.0284,4)", 0.0063],
      ["=ROUND(123,-400)", 0],
      ["=ROUND(123.456,400)", 123.456],
      ["=ROUNDUP(3.2,0)", 4],
      ["=ROUNDUP(-3.14159,1)", -3.2],
      ["=ROUNDDOWN(4.35,2)", 4.35],
      ["=TRUNC(-8.9)", -8],
      ["=INT(-8.9)", -9],
    ]);
  });

  describe("rounds to multiples with each function's rule for signs and for 0", () => {
    gives([
      ["=MROUND(7.5,5)", 10],
      ["=MROUND(6.05,0.1)", 6],
      ["=MROUND(7.05,0.1)", 7.1],
      ["=MROUND(-7.5,-5)", -10],
      ["=MROUND(5,-2)", NUM],
      ["=CEILING(1.1,0.1)", 1.1],
      ["=CEILING(-2.5,2)", -2],
      ["=CEILING(-2.5,-2)", -4],
      ["=CEILING(2.5,-2)", NUM],
      ["=FLOOR(0.7,0.1)", 0.7],
      ["=FLOOR(1,0)", DIVISION],
      ["=FLOOR(0,0)", 0],
      ["=CEILING.MATH(-5.5,2)", -4],
      ["=CEILING.MATH(-5.5,2,1)", -6],
      ["=FLOOR.MATH(-5.5,2,1)", -4],
      ["=CEILING.PRECISE(-4.3,-2)", -4],
      ["=FLOOR.PRECISE(4.7,0)", 0],
      ["=EVEN(-1)", -2],
      ["=ODD(0)", 1],
    ]);
  });
});
