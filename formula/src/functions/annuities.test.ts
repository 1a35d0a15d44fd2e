/** Loans and savings, with the examples of Excel's documentation. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { DIVISION, NUM, VALUE } from "../values.ts";

describe("equal payments", () => {
  it.each([
    ["=PV(0.08/12,240,500)", -59_777.145_85],
    ["=FV(0.06/12,10,-200,-500,1)", 2_581.403_374],
    ["=FV(0,12,-100,-1000)", 2_200],
    ["=PMT(0.08/12,10,10000)", -1_037.032_09],
    ["=PMT(0.08/12,10,10000,0,1)", -1_030.164_33],
    ["=NPER(0.01,-100,-1000,10000,1)", 59.673_865_67],
    ["=NPER(0,-100,1000)", 10],
    ["=RATE(48,-200,8000)", 0.007_701_472_49],
    ["=RATE(300,-200,8000)", 0.024_984_769_42],
    ["=IPMT(0.1/12,1,36,8000)", -66.666_666_67],
    ["=IPMT(0.1,3,3,8000)", -292.447_13],
    ["=IPMT(0.1,1,3,8000,0,1)", 0],
    ["=PPMT(0.1/12,1,24,2000)", -75.623_186],
    ["=PPMT(0.08,10,10,200000)", -27_598.053_46],
    ["=CUMIPMT(0.09/12,360,125000,13,24,0)", -11_135.232_13],
    ["=CUMPRINC(0.09/12,360,125000,13,24,0)", -934.107_123_4],
    ["=CUMIPMT(0.09/12,360,125000,1,1,1)", 0],
    ["=ISPMT(0.1,1,3,8000000)", -533_333.333_3],
  ])("%s", (text, value) => {
    expect(formula(text)).toBeCloseTo(value, 4);
  });

  it("of each period add up to those of all, also when they are at the beginning", () => {
    for (const type of [0, 1]) {
      expect(
        formula(`=SUM(IPMT(0.01,SEQUENCE(7,1,3),24,5000,0,${type}))-CUMIPMT(0.01,24,5000,3,9,${type})`),
      ).toBeCloseTo(0, 9);
      expect(
        formula(`=SUM(PPMT(0.01,SEQUENCE(7,1,3),24,5000,0,${type}))-CUMPRINC(0.01,24,5000,3,9,${type})`),
      ).toBeCloseTo(0, 9);
    }
  });

  it("that can't be are refused", () => {
    for (const text of [
      "=PMT(0.1,0,100)",
      "=PMT(-1,5,100)",
      "=IPMT(0.1,0,3,8000)",
      "=IPMT(0.1,4,3,8000)",
      "=RATE(10,-1200,2000)",
      "=RATE(60,500,25000)",
      "=NPER(0,0,1)",
    ])
      expect(formula(text), text).toBe(NUM);
    for (const text of [
      "=CUMIPMT(0,10,100,1,2,0)",
      "=CUMIPMT(0.1,10,100,0,2,0)",
      "=CUMIPMT(0.1,10,100,1,11,0)",
      "=CUMPRINC(0.1,10,100,1,2,2)",
    ])
      expect(formula(text), text).toBe(NUM);
    expect(formula('=PV("x",1,1)')).toBe(VALUE);
  });
});

describe("rates", () => {
  it.each([
    ["=EFFECT(0.0525,4)", 0.053_542_667],
    ["=NOMINAL(0.053543,4)", 0.052_500_320],
    ["=RRI(96,10000,11000)", 0.000_993_307],
    ["=PDURATION(0.025,2000,2200)", 3.859_866_163],
    ["=FVSCHEDULE(1,{0.09,0.11,0.1})", 1.330_89],
    ["=DOLLARDE(1.02,16)", 1.125],
    ["=DOLLARDE(1.1,32)", 1.312_5],
    ["=DOLLARFR(1.125,16)", 1.02],
    ["=DOLLARFR(-1.125,32)", -1.04],
  ])("%s", (text, value) => {
    expect(formula(text)).toBeCloseTo(value, 8);
  });

  it("that can't be are refused", () => {
    for (const text of [
      "=EFFECT(0,4)",
      "=EFFECT(0.1,0.9)",
      "=NOMINAL(-0.1,4)",
      "=PDURATION(0,1,2)",
      "=RRI(0,1,2)",
      "=DOLLARDE(1,-1)",
    ])
      expect(formula(text), text).toBe(NUM);
    expect(formula("=DOLLARFR(1,0.5)")).toBe(DIVISION);
    expect(formula("=EFFECT(TRUE,2)")).toBe(VALUE);
    expect(formula("=EFFECT(A1:A2,2)", { A1: 0.1, A2: 0.2 })).toBe(VALUE);
    expect(formula('=FVSCHEDULE(1,{0.1,"x"})')).toBe(VALUE);
  });
});
