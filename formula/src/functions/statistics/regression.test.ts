/** Regression, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NUM, REF, VALUE } from "../../values.ts";

describe("regression", () => {
  describe("fits lines and planes", () => {
    gives([
      ["=INDEX(LINEST({1;9;5;7},{0;4;2;3}),1,1)", 2],
      ["=INDEX(LINEST({1;9;5;7},{0;4;2;3}),1,2)", 1],
      ["=INDEX(LINEST({3;5;9;10},{1,1;2,1;3,3;4,2},TRUE,TRUE),3,1)", 1],
      ["=INDEX(LINEST({1;3;4;8},{1;2;3;4},TRUE,TRUE),5,2)", 1.8],
      ["=INDEX(LINEST({1;3;4;8},{1;2;3;4},TRUE,TRUE),3,2)", 0.9486832980505138],
      ["=INDEX(LINEST({1;3;4;8},{1;2;3;4},FALSE),1,2)", 0],
      ["=INDEX(LINEST({2;4;6},{1,2;2,4;3,6}),1,1)+2*0+INDEX(LINEST({2;4;6},{1,2;2,4;3,6}),1,2)", 2],
      // The same points with their variables in rows.
      ["=INDEX(LINEST({3,5,9,10},{1,2,3,4;1,1,3,2},TRUE,TRUE),3,1)", 1],
      ["=INDEX(LINEST({3,5,9,10},{1,2,3,4;1,1,3,2}),1,1)-INDEX(LINEST({3;5;9;10},{1,1;2,1;3,3;4,2}),1,1)", 0],
      ["=INDEX(LINEST({3,5,9,10},{1,2,3,4;1,1,3,2}),1,2)-INDEX(LINEST({3;5;9;10},{1,1;2,1;3,3;4,2}),1,2)", 0],
      ['=LINEST({1;2},{1;"x"})', VALUE],
      ["=LINEST({1;2;3},{1;2})", REF],
    ]);
  });

  describe("predicts", () => {
    gives([
      ["=TREND({1;3;5},{1;2;3},{4})", 7],
      ["=INDEX(TREND({1;3;5}),3)", 5],
      ["=GROWTH({2;4;8},{1;2;3},{4})", 16],
      ["=INDEX(LOGEST({2;4;8},{1;2;3}),1,1)", 2],
      ["=GROWTH({2;0;8},{1;2;3},{4})", NUM],
    ]);
  });
});
