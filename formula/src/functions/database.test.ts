/** Database functions, with the orchard table of Excel's documentation. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { DIVISION, NUM, VALUE } from "../values.ts";

const ORCHARD = {
  A1: "Tree",
  B1: "Height",
  C1: "Age",
  D1: "Yield",
  E1: "Profit",
  F1: "Height",
  A2: '="=Apple"',
  B2: ">10",
  F2: "<16",
  A3: '="=Pear"',
  A5: "Tree",
  B5: "Height",
  C5: "Age",
  D5: "Yield",
  E5: "Profit",
  A6: "Apple",
  B6: 18,
  C6: 20,
  D6: 14,
  E6: 105,
  A7: "Pear",
  B7: 12,
  C7: 12,
  D7: 10,
  E7: 96,
  A8: "Cherry",
  B8: 13,
  C8: 14,
  D8: 9,
  E8: 105,
  A9: "Apple",
  B9: 14,
  D9: 10,
  E9: 75,
  A10: "Pear",
  B10: 9,
  C10: 8,
  D10: 8,
  E10: 77,
  A11: "Apple",
  B11: 12,
  C11: 11,
  D11: 6,
  E11: 45,
} as const;

describe("over conditions", () => {
  it.each([
    ['=DCOUNT(A5:E11,"Age",A1:F2)', 1],
    ['=DCOUNTA(A5:E11,"Profit",A1:F2)', 2],
    ['=DMAX(A5:E11,"Profit",A1:F3)', 96],
    ['=DMIN(A5:E11,"Profit",A1:B2)', 45],
    ['=DSUM(A5:E11,"Profit",A1:A2)', 225],
    ['=DSUM(A5:E11,"profit",A1:F2)', 120],
    ['=DPRODUCT(A5:E11,"Yield",A1:F3)', 4_800],
    ['=DAVERAGE(A5:E11,"Yield",A1:B2)', 10],
    ["=DAVERAGE(A5:E11,3,A5:E6)", 20],
    ['=DSTDEV(A5:E11,"Yield",A1:A3)', 2.966_479],
    ['=DSTDEVP(A5:E11,"Yield",A1:A3)', 2.653_300],
    ['=DVAR(A5:E11,"Yield",A1:A3)', 8.8],
    ['=DVARP(A5:E11,"Yield",A1:A3)', 7.04],
    ["=DCOUNT(A5:E11,,A1:A2)", 3],
    ['=DGET(A5:E11,"Yield",A5:B6)', 14],
  ])("%s", (text, value) => {
    expect(formula(text, ORCHARD)).toBeCloseTo(value, 5);
  });

  it("a text without an operator is met by what begins with it, and a condition under no column's name by its own truth", () => {
    expect(formula('=DSUM(A5:E11,"Profit",H1:H2)', { ...ORCHARD, H1: "Tree", H2: "App" })).toBe(225);
    expect(formula('=DSUM(A5:E11,"Profit",H1:H2)', { ...ORCHARD, H1: "Other", H2: false })).toBe(0);
    expect(formula('=DSUM(A5:E11,"Profit",H1:H2)', { ...ORCHARD, H1: "Other", H2: true })).toBe(503);
  });
});

it("what can't be told is refused", () => {
  expect(formula('=DGET(A5:E11,"Yield",A1:A2)', ORCHARD)).toBe(NUM);
  expect(formula('=DGET(A5:E11,"Yield",H1:H2)', { ...ORCHARD, H1: "Tree", H2: "Plum" })).toBe(VALUE);
  expect(formula('=DSUM(A5:E11,"Weight",A1:A2)', ORCHARD)).toBe(VALUE);
  expect(formula("=DSUM(A5:E11,6,A1:A2)", ORCHARD)).toBe(VALUE);
  expect(formula('=DSUM(A5:E5,"Yield",A1:A2)', ORCHARD)).toBe(VALUE);
  expect(formula('=DAVERAGE(A5:E11,"Yield",H1:H2)', { ...ORCHARD, H1: "Tree", H2: "Plum" })).toBe(DIVISION);
});
