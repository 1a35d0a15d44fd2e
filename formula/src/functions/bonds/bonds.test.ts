/**
 * Securities, with the examples of Excel's documentation and Excel's results at the ends of months and
 * periods.
 */
import { describe, expect, it } from "vitest";
import { formula } from "../../../test/sheets.ts";
import { NUM, VALUE } from "../../values.ts";

function agree(cases: readonly (readonly [text: string, value: number])[], digits: number): void {
  it.each(cases)("%s", (text, value) => {
    expect(formula(text)).toBeCloseTo(value, digits);
  });
}

describe("coupon dates", () => {
  agree(
    [
      ["=COUPDAYBS(DATE(2011,1,25),DATE(2011,11,15),2,1)", 71],
      ["=COUPDAYS(DATE(2011,1,25),DATE(2011,11,15),2,1)", 181],
      ["=COUPDAYSNC(DATE(2011,1,25),DATE(2011,11,15),2,1)", 110],
      ["=COUPNCD(DATE(2011,1,25),DATE(2011,11,15),2,1)", 40_678],
      ["=COUPPCD(DATE(2011,1,25),DATE(2011,11,15),2,1)", 40_497],
      ["=COUPNUM(DATE(2007,1,25),DATE(2008,11,15),2,1)", 4],
      // Last days of months stay last days.
      ["=COUPPCD(DATE(2020,3,1),DATE(2020,8,31),4)", 43_890],
      ["=COUPPCD(DATE(2020,6,1),DATE(2020,8,31),4)", 43_982],
      // On a coupon date the next period begins.
      ["=COUPPCD(DATE(2011,5,15),DATE(2011,11,15),2)", 40_678],
      ["=COUPDAYS(DATE(2011,1,25),DATE(2011,11,15),4,3)", 91.25],
    ],
    9,
  );

  it("need a settlement before the maturity, a frequency and a basis that there are", () => {
    for (const text of [
      "=COUPNUM(40678,40678,2)",
      "=COUPNUM(40000,40678,3)",
      "=COUPNUM(40000,40678,2,5)",
      "=COUPNUM(-1,40678,2)",
      "=COUPNUM(1,3000000,2)",
    ])
      expect(formula(text), text).toBe(NUM);
    expect(formula("=COUPNUM(40000,40678,TRUE)")).toBe(VALUE);
  });
});

describe("prices and yields", () => {
  agree(
    [
      ["=PRICE(DATE(2008,2,15),DATE(2017,11,15),0.0575,0.065,100,2,0)", 94.634_361_62],
      ["=YIELD(DATE(2008,2,15),DATE(2016,11,15),0.0575,95.04287,100,2,0)", 0.065_000_007],
      [
        "=YIELD(DATE(2008,2,15),DATE(2008,5,15),0.05,PRICE(DATE(2008,2,15),DATE(2008,5,15),0.05,0.07,100,2),100,2)",
        0.07,
      ],
      ["=DURATION(DATE(2018,7,1),DATE(2048,1,1),0.08,0.09,2,1)", 10.919_145_28],
      ["=MDURATION(DATE(2008,1,1),DATE(2016,1,1),0.08,0.09,2,1)", 5.735_669_814],
      [
        "=ODDFPRICE(DATE(2008,11,11),DATE(2021,3,1),DATE(2008,10,15),DATE(2009,3,1),0.0785,0.0625,100,2,1)",
        113.597_717_5,
      ],
      [
        "=ODDFYIELD(DATE(2008,11,11),DATE(2021,3,1),DATE(2008,10,15),DATE(2009,3,1),0.0575,84.5,100,2,0)",
        0.077_245_542,
      ],
      ["=ODDLPRICE(DATE(2008,2,7),DATE(2008,6,15),DATE(2007,10,15),0.0375,0.0405,100,2,0)", 99.878_286_01],
      ["=ODDLYIELD(DATE(2008,4,20),DATE(2008,6,15),DATE(2007,12,24),0.0375,99.875,100,2,0)", 0.045_192_229],
    ],
    6,
  );

  it("that can't be are refused", () => {
    for (const text of [
      "=PRICE(40000,41000,-0.1,0.1,100,2)",
      "=PRICE(40000,41000,0.1,-0.1,100,2)",
      "=YIELD(40000,41000,0.1,0,100,2)",
      "=ODDFPRICE(40000,41000,40100,40200,0.1,0.1,100,2)",
      "=ODDLPRICE(40000,39999,39000,0.1,0.1,100,2)",
    ]) {
      expect(formula(text), text).toBe(NUM);
    }
  });
});

describe("securities without coupons", () => {
  agree(
    [
      ["=DISC(DATE(2007,1,25),DATE(2007,6,15),97.975,100,1)", 0.052_420_213],
      ["=PRICEDISC(DATE(2008,2,16),DATE(2008,3,1),0.0525,100,2)", 99.795_833_33],
      ["=YIELDDISC(DATE(2008,2,16),DATE(2008,3,1),99.795,100,2)", 0.052_822_572],
      ["=INTRATE(DATE(2008,2,15),DATE(2008,5,15),1000000,1014420,2)", 0.057_68],
      ["=RECEIVED(DATE(2008,2,15),DATE(2008,5,15),1000000,0.0575,2)", 1_014_584.654_407],
      ["=PRICEMAT(DATE(2008,2,15),DATE(2008,4,13),DATE(2007,11,11),0.061,0.061,0)", 99.984_498_88],
      ["=YIELDMAT(DATE(2008,3,15),DATE(2008,11,3),DATE(2007,11,8),0.0625,100.0123,0)", 0.060_954_333],
      ["=TBILLEQ(DATE(2008,3,31),DATE(2008,6,1),0.0914)", 0.094_151_494],
      ["=TBILLEQ(15640,16005,0.5)", 0.848_275_98],
      ["=TBILLPRICE(DATE(2008,3,31),DATE(2008,6,1),0.09)", 98.45],
      ["=TBILLYIELD(DATE(2008,3,31),DATE(2008,6,1),98.45)", 0.091_416_927],
    ],
    6,
  );

  it("that can't be are refused", () => {
    for (const text of [
      "=DISC(40000,40000,97,100)",
      "=DISC(40000,40100,0,100)",
      "=TBILLPRICE(40000,40367,0.1)",
      "=TBILLEQ(40000,40100,0)",
      "=RECEIVED(40000,41000,100,0.9)",
      "=YIELDMAT(40000,41000,40001,0.1,100)",
    ]) {
      expect(formula(text), text).toBe(NUM);
    }
  });
});

describe("accrued interest", () => {
  agree(
    [
      ["=ACCRINT(DATE(2008,3,1),DATE(2008,8,31),DATE(2008,5,1),0.1,1000,2,0)", 16.666_666_67],
      ["=ACCRINT(DATE(2008,3,5),DATE(2008,8,31),DATE(2008,5,1),0.1,1000,2,0,FALSE)", 15.555_555_56],
      ["=ACCRINT(DATE(2008,4,5),DATE(2008,8,31),DATE(2008,5,1),0.1,1000,2,0,TRUE)", 7.222_222_22],
      // Issued more than a period before the first interest, and settled before the period that the first
      // interest ends.
      ["=ACCRINT(DATE(2017,1,1),DATE(2017,12,1),DATE(2017,4,1),0.33,3000,4,1)", 241.123_626_37],
      ["=ACCRINT(DATE(2020,12,1),DATE(2021,12,1),DATE(2021,3,1),0.05,100,2,0,FALSE)", -1.25],
      // Settled after the first interest.
      ["=ACCRINT(DATE(2020,1,1),DATE(2020,7,1),DATE(2021,4,1),0.075,100,2,1)", 9.354_395_604],
      ["=ACCRINTM(DATE(2008,4,1),DATE(2008,6,15),0.1,1000,3)", 20.547_945_21],
      ["=ACCRINTM(DATE(2008,4,1),DATE(2008,6,15),0.1)", 20.555_555_56],
    ],
    6,
  );

  it("that can't be is refused", () => {
    for (const text of [
      "=ACCRINT(40000,40100,40000,0.1,1000,2)",
      "=ACCRINT(40000,40100,40050,0,1000,2)",
      "=ACCRINTM(40000,40000,0.1)",
      "=ACCRINTM(40000,40100,0.1,-1)",
    ])
      expect(formula(text), text).toBe(NUM);
  });
});
