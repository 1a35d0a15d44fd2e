/** SUBTOTAL and AGGREGATE, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, VALUE } from "../../values.ts";

describe("subtotals", () => {
  const cells = { A1: 1, A2: 2, A3: "=SUBTOTAL(9,A1:A2)", A4: 4, B1: 1, B2: "=1/0", B3: 5 };

  describe("pass over cells that are subtotals themselves", () => {
    gives(
      [
        ["=SUBTOTAL(9,A1:A4)", 7],
        ["=SUBTOTAL(109,A1:A4)", 7],
        ["=SUBTOTAL(1,A1:A4)", 7 / 3],
        ["=SUBTOTAL(2,A1:A4)", 3],
        ["=AGGREGATE(9,0,A1:A4)", 7],
        ["=AGGREGATE(9,4,A1:A4)", 10],
      ],
      cells,
    );
  });

  describe("pass over errors when told to, and rank arrays", () => {
    gives(
      [
        ["=SUBTOTAL(9,B1:B3)", DIVISION],
        ["=AGGREGATE(9,6,B1:B3)", 6],
        ["=AGGREGATE(14,6,B1:B3,1)", 5],
        ["=AGGREGATE(15,6,B1:B3/(B1:B3>1),1)", 5],
        ["=AGGREGATE(14,4,B1:B3,1)", DIVISION],
        ["=AGGREGATE(9,8,A1:A4)", VALUE],
        ["=SUBTOTAL(12,A1:A4)", VALUE],
        ["=SUBTOTAL(9,5)", VALUE],
      ],
      cells,
    );
  });
});
