/** Tests of hypotheses, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NOT_AVAILABLE, NUM } from "../../values.ts";

describe("tests of hypotheses", () => {
  describe("follow Excel's documented examples", () => {
    gives([
      ["=ROUND(T.TEST({3,4,5,8,9,1,2,4,5},{6,19,3,2,14,4,5,17,1},2,1),9)", 0.196015785],
      ["=ROUND(F.TEST({6,7,9,15,21},{20,28,31,38,40}),9)", 0.648317847],
      ["=ROUND(CHISQ.TEST({58,35;11,25;10,23},{45.35,47.65;17.56,18.44;16.09,16.91}),9)", 0.000308192],
      ["=ROUND(Z.TEST({3,6,7,8,6,5,4,2,1,9},4),9)", 0.090574197],
      ["=T.TEST({1,2},{1,2},3,1)", NUM],
      ["=T.TEST({1,2},{1,2,3},2,1)", NOT_AVAILABLE],
      ["=F.TEST({1},{1,2})", DIVISION],
      ["=CHISQ.TEST({1},{1})", NOT_AVAILABLE],
      ["=Z.TEST({1,2},1,0)", NUM],
    ]);
  });
});
