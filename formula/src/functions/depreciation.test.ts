/** Depreciation, with the examples of Excel's documentation. */
import { expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { DIVISION, NUM, VALUE } from "../values.ts";

it.each([
  ["=SLN(30000,7500,10)", 2_250],
  ["=SYD(30000,7500,10,1)", 4_090.91],
  ["=SYD(30000,7500,10,10)", 409.09],
  ["=DDB(2400,300,3650,1)", 1.32],
  ["=DDB(2400,300,120,1,2)", 40],
  ["=DDB(2400,300,10,2,1.5)", 306],
  ["=DDB(2400,300,10,10)", 22.12],
  ["=VDB(2400,300,3650,0,1)", 1.32],
  ["=VDB(2400,300,120,6,18)", 396.31],
  ["=VDB(2400,300,120,6,18,1.5)", 311.81],
  ["=VDB(2400,300,10,0,0.875,1.5)", 315],
  ["=VDB(2400,300,10,0,10,1,TRUE)", 1_563.17],
  ["=VDB(2400,300,10,0,10)", 2_100],
  // If the start is within a period, all periods are counted from there (recorded from Excel).
  ["=VDB(1E6,0,14,1.5,2.5,1.25)", 77_683.696_246],
  ["=VDB(1E6,0,14,11.5,12.5,1.25)", 68_726.290_455],
  ["=VDB(1E6,0,14,13.5,14,1.25)", 34_363.145_227],
  ["=VDB(1E6,0,14,13,14,1.25)", 68_667.899_384],
  ["=AMORDEGRC(2400,39679,39813,300,1,0.15,1)", 776],
  ["=AMORLINC(2400,39679,39813,300,1,0.15,1)", 360],
  ["=AMORLINC(2400,39679,39813,300,0,0.15,1)", 131.8],
  ["=AMORLINC(2400,39679,39813,300,9,0.15,1)", 0],
  // Bought on the last day of the first period, or worth no less at the end.
  ["=AMORLINC(2400,39679,39679,300,1,0.15,1)", 360],
  ["=AMORLINC(2400,39679,39813,2400,1,0.15,1)", 0],
  ["=AMORDEGRC(2400,39679,39813,300,1,1/3.5,1)", 867],
])("%s", (text, value) => {
  expect(formula(text)).toBeCloseTo(value, 2);
});

it("DB has parts of years first and last", () => {
  const years = spilled("=DB(1000000,100000,6,SEQUENCE(7),7)")
    .flat()
    .map((each) => Math.round(Number(each) * 100) / 100);
  expect(years).toEqual([186_083.33, 259_639.42, 176_814.44, 120_410.64, 81_999.64, 55_841.76, 15_845.1]);
});

it("what can't be is refused", () => {
  for (const text of [
    "=SYD(1,0,5,6)",
    "=DB(1,0,5,6)",
    "=DB(1,0,5,1,13)",
    "=DB(-1,0,5,1)",
    "=DB(1,-1,5,1)",
    "=DDB(1,0,5,6)",
    "=DDB(-1,0,5,1)",
    "=VDB(1,0,5,3,2)",
    "=VDB(1,0,5,0,6)",
    "=VDB(1,0,1E9,0,1E9)",
  ])
    expect(formula(text), text).toBe(NUM);
  for (const text of [
    "=AMORLINC(2400,39813,39679,300,1,0.15,1)",
    "=AMORLINC(2400,39679,39813,300,1,0.15,2)",
    "=AMORLINC(2400,39679,39813,2400.01,1,0.15,1)",
    "=AMORDEGRC(2400,39679,39813,300,1,0.4,1)",
    // A life of four and a half years: there is no coefficient between four and five.
    "=AMORDEGRC(2400,39679,39813,300,1,1/4.5,1)",
  ])
    expect(formula(text), text).toBe(NUM);
  expect(formula("=SLN(1,0,0)")).toBe(DIVISION);
  expect(formula("=AMORLINC(TRUE,39679,39813,300,1,0.15,1)")).toBe(VALUE);
});
