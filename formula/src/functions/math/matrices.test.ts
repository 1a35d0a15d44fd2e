/** Matrices, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NUM, VALUE } from "../../values.ts";

describe("matrices", () => {
  describe("are multiplied, inverted and measured", () => {
    gives(
      [
        ["=SUM(MMULT({1,2;3,4},{5,6;7,8})*{1,0;0,0})", 19],
        ["=MMULT({1,2},{1,2})", VALUE],
        ["=MMULT(A1:B1,{1;2})", VALUE],
        ["=MDETERM({3,6,1;1,1,0;3,10,2})", 1],
        ["=MDETERM({1,2;2,4})", 0],
        ["=MDETERM({1,2,3})", VALUE],
        ["=INDEX(MINVERSE({4,-1;2,0}),2,1)", -1],
        ["=MINVERSE({1,2;2,4})", NUM],
        ["=SUM(MUNIT(3))", 3],
        ["=MUNIT(0)", VALUE],
        ["=MUNIT(100000)", NUM],
      ],
      { A1: 1 },
    );
  });
});
