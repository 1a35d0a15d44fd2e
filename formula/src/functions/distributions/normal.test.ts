/** The normal distribution, with values checked by hand, errors and limits. */
import { describe, expect, it } from "vitest";
import { formula } from "../../../test/sheets.ts";
import { gives } from "../../../test/table.ts";
import { DIVISION, NUM } from "../../values.ts";

describe("the normal distribution", () => {
  describe("follows Excel's documented examples", () => {
    gives([
      ["=ROUND(NORM.DIST(42,40,1.5,TRUE),9)", 0.90878878],
      ["=ROUND(NORM.DIST(42,40,1.5,FALSE),9)", 0.10934005],
      ["=ROUND(NORM.INV(0.908789,40,1.5),9)", 42.00000201],
      ["=ROUND(NORM.S.DIST(1.333333,TRUE),9)", 0.908788726],
      ["=ROUND(NORM.S.INV(0.975),9)", 1.959963985],
      ["=NORM.S.INV(1)", NUM],
      ["=ROUND(LOGNORM.DIST(4,3.5,1.2,TRUE),9)", 0.039083556],
      ["=ROUND(LOGNORM.INV(0.039084,3.5,1.2),9)", 4.000025219],
      ["=ROUND(CONFIDENCE.NORM(0.05,2.5,50),9)", 0.692951912],
      ["=ROUND(CONFIDENCE.T(0.05,1,50),9)", 0.284196855],
      ["=CONFIDENCE.T(0.05,1,1)", DIVISION],
      ["=ROUND(PHI(0.75),9)", 0.301137432],
      ["=ROUND(GAUSS(2),9)", 0.477249868],
      ["=ROUND(FISHER(0.75),9)", 0.972955075],
      ["=ROUND(FISHERINV(0.972955),9)", 0.749999967],
      ["=NORM.DIST(1,0,0,TRUE)", NUM],
    ]);
  });

  it("turns its quantiles back into their shares, far out too", () => {
    for (const share of [1e-300, 1e-20, 0.001, 0.3, 0.999])
      expect(Number(formula(`=NORM.S.DIST(NORM.S.INV(${share}),TRUE)`)) / share).toBeCloseTo(1, 10);
  });
});
