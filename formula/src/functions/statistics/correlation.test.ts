/** Correlation, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NOT_AVAILABLE } from "../../values.ts";

describe("correlation", () => {
  describe("follows Excel's documented examples", () => {
    gives([
      ["=CORREL({3,2,4,5,6},{9,7,12,15,17})", 0.997054485501581],
      ["=COVARIANCE.P({3,2,4,5,6},{9,7,12,15,17})", 5.2],
      ["=COVARIANCE.S({2,4,8},{5,11,12})", 29 / 3],
      ["=SLOPE({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 0.305555555555556],
      ["=INTERCEPT({2,3,9,1,8},{6,5,11,7,5})", 0.0483870967741939],
      ["=RSQ({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 0.0579501915708812],
      ["=STEYX({2,3,9,1,8,7,5},{6,5,11,7,5,4,4})", 3.305718950210041],
      ["=FORECAST(30,{6,7,9,15,21},{20,28,31,38,40})", 10.607253086419753],
      ["=CORREL({1,2},{1,2,3})", NOT_AVAILABLE],
      ["=SLOPE({1,2},{3,3})", DIVISION],
    ]);
  });
});
