/** Distributions of counts, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NUM } from "../../values.ts";

describe("counts", () => {
  describe("follow Excel's documented examples", () => {
    gives([
      ["=BINOM.DIST(6,10,0.5,FALSE)", 0.205078125],
      ["=BINOM.DIST(6,10,0.5,TRUE)", 0.828125],
      ["=BINOM.INV(6,0.5,0.75)", 4],
      ["=BINOM.DIST.RANGE(60,0.75,45,50)", 0.523629793471886],
      ["=NEGBINOM.DIST(10,5,0.25,TRUE)", 0.313514058478177],
      ["=NEGBINOM.DIST(10,5,0.25,FALSE)", 0.0550486603751779],
      ["=HYPGEOM.DIST(1,4,8,20,TRUE)", 0.465428276573787],
      ["=HYPGEOM.DIST(1,4,8,20,FALSE)", 0.363261093911249],
      ["=POISSON.DIST(2,5,TRUE)", 0.124652019483081],
      ["=POISSON.DIST(2,5,FALSE)", 0.0842243374885683],
      ["=BINOM.DIST(11,10,0.5,TRUE)", NUM],
      ["=NEGBINOM.DIST(1,1,0,FALSE)", NUM],
      ["=HYPGEOM.DIST(1,4,25,20,FALSE)", NUM],
    ]);
  });

  describe("add up to what is cumulative", () => {
    gives([
      ["=SUM(BINOM.DIST(SEQUENCE(41,1,0),100,0.3,FALSE))-BINOM.DIST(40,100,0.3,TRUE)", 0],
      ["=SUM(HYPGEOM.DIST(SEQUENCE(61,1,0),100,300,500,FALSE))-HYPGEOM.DIST(60,100,300,500,TRUE)", 0],
      ["=SUM(POISSON.DIST(SEQUENCE(1001,1,0),950,FALSE))-POISSON.DIST(1000,950,TRUE)", 0],
    ]);
  });
});
