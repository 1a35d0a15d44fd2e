/** Ranking, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NOT_AVAILABLE, NUM, VALUE } from "../../values.ts";

describe("ranks", () => {
  const cells = { A1: 7, A2: 3.5, A3: 3.5, A4: 1, A5: 2, A6: "x" };

  describe("find places in an order", () => {
    gives(
      [
        ["=LARGE(A1:A6,2)", 3.5],
        ["=SMALL(A1:A6,1)", 1],
        ["=LARGE(A1:A6,6)", NUM],
        ["=RANK(3.5,A1:A6,1)", 3],
        ["=RANK.AVG(3.5,A1:A6)", 2.5],
        ["=RANK(9,A1:A6)", NOT_AVAILABLE],
        ['=RANK(7,A1:A6,"1")', VALUE],
        ["=PERCENTILE({1,2,3,4},0.3)", 1.9],
        ["=PERCENTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},0.25)", 15],
        ["=PERCENTILE.EXC({1,2},0.1)", NUM],
        ["=QUARTILE({1,2,4,7,8,9,10,12},1)", 3.5],
        ["=QUARTILE.EXC({6,7,15,36,39,40,41,42,43,47,49},3)", 43],
        ["=PERCENTRANK({13,12,11,8,4,3,2,1,1,1},2)", 0.333],
        ["=PERCENTRANK.EXC({1,2,3,6,6,6,7,8,9},5.43)", 0.381],
        ["=PERCENTRANK({1,2},3)", NOT_AVAILABLE],
      ],
      cells,
    );
  });

  describe("count classes, and share out probabilities", () => {
    gives([
      ["=INDEX(FREQUENCY({79,85,78,85,50,81,95,88,97},{70,79,89}),2)", 2],
      ["=ROWS(FREQUENCY({1},{1,2}))", 3],
      ["=INDEX(FREQUENCY({1,5},{9,3}),1)", 1],
      ["=PROB({0,1,2,3},{0.2,0.3,0.1,0.4},1,3)", 0.8],
      ["=PROB({0,1},{0.2,0.3},1)", NUM],
      ["=PROB({0,1},{0.2},1)", NOT_AVAILABLE],
    ]);
  });
});
