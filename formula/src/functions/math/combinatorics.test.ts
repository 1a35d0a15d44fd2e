/** Combinatorics, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NUM } from "../../values.ts";

describe("combinatorics", () => {
  describe("counts exactly, up to the limit of doubles", () => {
    gives([
      ["=FACT(5.9)", 120],
      ["=FACT(171)", NUM],
      ["=FACTDOUBLE(7)", 105],
      ["=FACTDOUBLE(-2)", NUM],
      ["=COMBIN(52,5)", 2598960],
      ["=COMBIN(3,4)", NUM],
      ["=COMBIN(1E15,1E14)", NUM],
      ["=COMBINA(4,3)", 20],
      ["=COMBINA(0,0)", 1],
      ["=PERMUT(100,3)", 970200],
      ["=PERMUT(2,3)", NUM],
      ["=PERMUTATIONA(3,2)", 9],
      ["=PERMUTATIONA(0,1)", 0],
      ["=MULTINOMIAL(2,3,4)", 1260],
      ["=MULTINOMIAL(2,-1)", NUM],
    ]);
  });
});
