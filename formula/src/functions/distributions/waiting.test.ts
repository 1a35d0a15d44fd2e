/** Distributions of waiting times, with values checked by hand, errors and limits. */
import { describe, expect, it } from "vitest";
import { formula } from "../../../test/sheets.ts";
import { gives } from "../../../test/table.ts";
import { NUM } from "../../values.ts";

describe("waiting times", () => {
  describe("follow Excel's documented examples", () => {
    gives([
      ["=ROUND(GAMMA(2.5),9)", 1.329340388],
      ["=GAMMA(-2)", NUM],
      ["=ROUND(GAMMALN(4),9)", 1.791759469],
      ["=ROUND(GAMMA.DIST(10.00001131,9,2,FALSE),9)", 0.03263913],
      ["=ROUND(GAMMA.DIST(10.00001131,9,2,TRUE),9)", 0.068094004],
      ["=ROUND(CHISQ.DIST(0.5,1,TRUE),9)", 0.520499878],
      ["=ROUND(CHISQ.DIST.RT(18.307,10),9)", 0.050000589],
      ["=ROUND(CHISQ.INV.RT(0.05,10),9)", 18.307038053],
      ["=ROUND(WEIBULL.DIST(105,20,100,FALSE),9)", 0.035588864],
      ["=ROUND(EXPON.DIST(0.2,10,TRUE),9)", 0.864664717],
      ["=ROUND(EXPON.DIST(0.2,10,FALSE),9)", 1.353352832],
      ["=CHISQ.INV.RT(0,4)", NUM],
      ["=CHISQ.DIST(1,1E11,TRUE)", NUM],
      ["=GAMMA.DIST(0,0.5,1,FALSE)", NUM],
    ]);
  });

  it("turns quantiles back into their shares for every shape", () => {
    for (const shape of [0.5, 1, 30, 5000, 1e7]) {
      for (const share of [1e-20, 0.01, 0.5, 0.999])
        expect(
          Number(formula(`=GAMMA.DIST(GAMMA.INV(${share},${shape},2),${shape},2,TRUE)`)) / share,
        ).toBeCloseTo(1, 6);
    }
  });
});
