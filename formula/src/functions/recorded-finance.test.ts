/**
 * Finance functions with unusual dates, partial periods, and odd first or last periods. The values were
 * recorded from Excel by the authors of ExcelFinancialFunctions (Apache 2.0). These are a few of their
 * 153,527 cases, all of which the engine passes.
 */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { NUM } from "../values.ts";

type Recorded = readonly (readonly [formula: string, value: number])[];

function meets(cases: Recorded): void {
  it.each(cases)("%s is %d", (text, value) => {
    expect(Math.abs(Number(formula(text)) - value)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(value)));
  });
}

describe("days of 360 by the US method", () => {
  meets([
    ["=YEARFRAC(34028,35155,0)", 3.086111111111],
    ["=COUPDAYBS(34334,36584,1,0)", 301],
    ["=COUPDAYBS(29676,36584,4,0)", 31],
    ["=COUPDAYSNC(29266,36584,1,0)", 13],
    ["=COUPDAYSNC(29266,39507,4,4)", 14],
    ["=DISC(34028,34365,100,67,0)", -0.5356901294134],
    ["=RECEIVED(34028,34365,23,0.75,0)", 74.09395973154],
    ["=PRICE(29676,36584,0.07,0.1,100,2,0)", 74.72569765221],
    ["=DURATION(38077,39507,100,0.03,2,0)", 2.129048733928],
  ]);
});

describe("interest at maturity", () => {
  meets([
    ["=PRICEMAT(34334,36584,32936,0.07,0.1,0)", 78.36166838577],
    ["=PRICEMAT(34334,36584,32936,0.1,0.03,1)", 130.4250193061],
    ["=YIELDMAT(34334,36584,34028,0.07,75,1)", 0.1367102950089],
  ]);
});

describe("odd periods", () => {
  meets([
    ["=ODDFPRICE(36219,40359,35854,39994,0.07,0.1,67,1,0)", 47.76537345148],
    ["=ODDFPRICE(36219,40359,35854,39994,0.1,0.03,100,2,3)", 151.864052974],
    ["=ODDFPRICE(36219,39507,35854,36585,0.07,0.03,100,1,2)", 130.8697347654],
    ["=ODDFPRICE(36219,40359,35854,37711,0.1,0.03,130,4,0)", 185.1427094336],
    ["=ODDLPRICE(36219,36584,35854,0.07,0.03,100,1,2)", 103.6796116505],
    ["=ODDLPRICE(36219,36584,35489,0.07,0.1,130,1,2)", 123.2727272727],
  ]);

  it("need a first coupon that the maturity's dates meet, and a settlement after the issue", () => {
    for (const text of [
      "=ODDFPRICE(DATE(2008,11,11),DATE(2021,3,1),DATE(2008,10,15),DATE(2009,4,1),0.08,0.06,100,2)",
      "=ODDFPRICE(39736,DATE(2021,3,1),39736,DATE(2009,3,1),0.08,0.06,100,2)",
      "=ODDLPRICE(39000,40000,39000,0.1,0.1,100,2)",
    ]) {
      expect(formula(text), text).toBe(NUM);
    }
  });
});

describe("what assets lose", () => {
  meets([
    ["=DB(100,10,13,0.3,4)", 5.4],
    ["=DDB(100,10,13,0.3,3)", 23.07692307692],
    ["=DDB(100,10,12.7,0.3,4.5)", 35.43307086614],
    ["=DDB(100,10.233,4.2312,3.2,1.5)", 13.532735530775],
    ["=AMORLINC(100,35854,36585,10,0,0.07,3)", 14],
    ["=AMORLINC(100,35854,39994,0,0,0.07,1)", 79.39726027397],
    ["=AMORLINC(100,35854,39994,10,0.3,0.1,0)", 10],
    ["=AMORDEGRC(100,35854,36585,50,0.3,0.1,3)", 0],
    ["=AMORDEGRC(100,35854,36585,0,13,0.07,3)", 3],
    ["=AMORDEGRC(100,35854,36585,50,1,0.3,1)", 23],
    ["=RRI(5,0,0)", 0],
  ]);
});
