/** Arithmetic, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NOT_AVAILABLE, NUM, VALUE } from "../../values.ts";

describe("arithmetic", () => {
  describe("takes remainders with the divisor's sign, exactly", () => {
    gives([
      ["=MOD(-10,3)", 2],
      ["=MOD(10,-3)", -2],
      ["=MOD(5.5,2)", 1.5],
      ["=MOD(1,0)", DIVISION],
      ["=MOD(1E20,3)", NUM],
      ["=QUOTIENT(-10,3)", -3],
      ["=QUOTIENT(TRUE,1)", VALUE],
    ]);
  });

  describe("knows the bounds of powers, roots and logarithms", () => {
    gives([
      ["=POWER(0,0)", NUM],
      ["=POWER(0,-1)", DIVISION],
      ["=POWER(-8,1/3)", -2],
      ["=POWER(-8,0.5)", NUM],
      ["=SQRT(-1)", NUM],
      ["=SQRTPI(2)", 2.5066282746310002],
      ["=LN(0)", NUM],
      ["=LOG(8,2)", 3],
      ["=LOG(8,1)", DIVISION],
      ["=LOG10(1000)", 3],
      ["=EXP(1000)", NUM],
    ]);
  });

  describe("finds divisors and multiples of cells as Excel does", () => {
    gives(
      [
        ["=GCD(24,36,60)", 12],
        ["=LCM(4,6)", 12],
        ["=LCM(A1:A3)", 0],
        ["=GCD(A1:A3)", 2],
        ["=GCD(C1,C2)", VALUE],
        ["=GCD(-1)", NUM],
        ["=LCM(,2)", NOT_AVAILABLE],
        ["=GCD(TRUE)", VALUE],
      ],
      { A1: 4, A2: 6 },
    );
  });

  describe("sums series, and refuses 0", () => {
    gives([
      ["=SERIESSUM(2,0,1,{1,2,3})", 17],
      ["=SERIESSUM(0,0,1,{1,2,3})", NUM],
      ["=SERIESSUM(1,0,1,{1,TRUE})", VALUE],
    ]);
  });

  describe("draws whole numbers within their bounds", () => {
    gives([
      ["=RANDBETWEEN(1,10)", 6],
      ["=RANDBETWEEN(2.1,3.9)", 3],
      ["=RANDBETWEEN(2,1)", NUM],
      ["=RAND()", 0.5],
    ]);
  });
});
