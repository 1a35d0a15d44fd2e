/** The error function, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { VALUE } from "../../values.ts";

describe("the error function", () => {
  describe("is exact in the middle and far out", () => {
    gives([
      ["=ERF(0.745)", 0.707928920095737],
      ["=ERF(0,1)", 0.842700792949715],
      ["=ERFC(1)", 0.157299207050285],
      ["=ERFC(10)*1E45", 2.088487583762545],
      ["=ERF(5,6)*1E12", 1.5374382746913],
      ["=ERF.PRECISE(-1)", -0.842700792949715],
      ["=ERF(TRUE)", VALUE],
    ]);
  });
});
