/** Trigonometry, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NUM } from "../../values.ts";

describe("trigonometry", () => {
  describe("gives values, poles and bounds", () => {
    gives([
      ["=SIN(PI()/6)", 0.5],
      ["=SIN(2^27)", NUM],
      ["=COT(0)", DIVISION],
      ["=CSC(0)", DIVISION],
      ["=ACOT(-1)", 2.356194490192345],
      ["=ASIN(2)", NUM],
      ["=ATAN2(0,0)", DIVISION],
      ["=ATAN2(-1,1)", 2.356194490192345],
      ["=ACOTH(2)", 0.5493061443340548],
      ["=ACOTH(1)", NUM],
      ["=CSCH(1000)", 0],
      ["=SINH(1000)", NUM],
      ["=DEGREES(PI())", 180],
      ["=SUM(SIN({0,1}))", 0.8414709848078965],
    ]);
  });
});
