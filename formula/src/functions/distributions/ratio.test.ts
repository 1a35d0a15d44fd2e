/** Distributions of ratios, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NUM } from "../../values.ts";

describe("beta, F and t", () => {
  describe("follow Excel's documented examples", () => {
    gives([
      ["=ROUND(BETA.DIST(2,8,10,TRUE,1,3),9)", 0.685470581],
      ["=ROUND(BETA.DIST(2,8,10,FALSE,1,3),9)", 1.483764648],
      ["=ROUND(BETA.INV(0.685470581,8,10,1,3),9)", 2.0],
      ["=ROUND(F.DIST(15.20686486,6,4,TRUE),9)", 0.99],
      ["=ROUND(F.DIST.RT(15.20686486,6,4),9)", 0.01],
      ["=ROUND(F.INV.RT(0.01,6,4),9)", 15.206864861],
      ["=ROUND(T.DIST(60,1,TRUE),9)", 0.994695326],
      ["=ROUND(T.DIST(8,3,FALSE),9)", 0.000736907],
      ["=ROUND(T.DIST.2T(1.959999998,60),9)", 0.05464493],
      ["=ROUND(T.INV(0.75,2),9)", 0.816496581],
      ["=ROUND(T.INV.2T(0.546449,60),9)", 0.606533076],
      ["=ROUND(T.INV.2T(1.5,10),9)", -0.699812061],
      ["=TINV(1.5,10)", NUM],
      ["=TDIST(1.96,60,3)", NUM],
      ["=BETA.INV(1,2,3)", NUM],
      ["=ROUND(F.INV(0,5,10),9)", 0.0],
    ]);
  });
});
