/** Payments of any size, with the examples of Excel's documentation. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { DIVISION, NUM, VALUE } from "../values.ts";

const DATES = "{39448,39508,39751,39859,39904}";
const FLOWS = "{-10000,2750,4250,3250,2750}";

describe("payments at equal times", () => {
  it.each([
    ["=NPV(0.1,-10000,3000,4200,6800)", 1_188.443_412],
    ["=NPV(0.08,{8000,9200,10000,12000,14500})-40000", 1_922.061_555],
    ["=IRR({-70000,12000,15000,18000,21000})", -0.021_244_848],
    ["=IRR({-70000,12000,15000,18000,21000,26000})", 0.086_630_948],
    ["=IRR({-70000,12000,15000},-0.1)", -0.443_506_941],
    ["=IRR({-20,100,10,5,6,5})", 4.110_035_568],
    ["=MIRR({-120000,39000,30000,21000,37000,46000},0.1,0.12)", 0.126_094_131],
    ["=MIRR({-120000,39000,30000,21000},0.1,0.12)", -0.048_044_655],
  ])("%s", (text, value) => {
    expect(formula(text)).toBeCloseTo(value, 6);
  });

  it("pass over texts, booleans and blanks of ranges, which take no time", () => {
    expect(formula("=NPV(0.1,A1:A4)", { A1: 110, A2: "x", A3: true })).toBeCloseTo(100, 9);
    expect(formula("=IRR(A1:A4)", { A1: -100, A2: "x", A4: 110 })).toBeCloseTo(0.1, 9);
  });

  it("without a rate are refused", () => {
    expect(formula("=IRR({1,2,3})")).toBe(NUM);
    expect(formula("=IRR({-1,2},-1)")).toBe(VALUE);
    expect(formula("=MIRR({1,2},0.1,0.1)")).toBe(DIVISION);
    expect(formula("=NPV(-1,1)")).toBe(DIVISION);
  });
});

describe("payments at dates", () => {
  it("have a value and a rate", () => {
    expect(formula(`=XNPV(0.09,${FLOWS},${DATES})`)).toBeCloseTo(2_086.647_602, 5);
    expect(formula(`=XIRR(${FLOWS},${DATES},0.1)`)).toBeCloseTo(0.373_362_535, 7);
    expect(formula(`=XIRR(${FLOWS},${DATES},10)`)).toBeCloseTo(0.373_362_535, 7);
    expect(formula("=XIRR({-1000,500},{39448,39813})")).toBeCloseTo(-0.5, 7);
  });

  it("need as many dates as payments, none before the first, and payments of both signs", () => {
    for (const text of [
      "=XNPV(0.1,{1,2},{5})",
      "=XNPV(0.1,{1,2},{5,4})",
      "=XNPV(-0.1,{1,2},{5,6})",
      "=XIRR({1,2},{5,6})",
      "=XIRR({-1,2},{5,6},-1)",
    ])
      expect(formula(text), text).toBe(NUM);
    expect(formula('=XIRR({-1,"x"},{5,6})')).toBe(VALUE);
    expect(formula("=XNPV(0.1,A1:A2,B1:B2)", { A1: -1, B1: 5, B2: 6 })).toBe(NUM);
  });
});
