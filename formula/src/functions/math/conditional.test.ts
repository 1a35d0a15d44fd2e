/** Sums and counts with conditions, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, VALUE } from "../../values.ts";

describe("sums and counts under conditions", () => {
  const cells = {
    A1: "east",
    A2: "west",
    A3: "East",
    A4: 5,
    A5: "5",
    B1: 10,
    B2: 20,
    B3: 30,
    B4: 40,
    B5: 50,
  };

  describe("match texts regardless of case, wildcards, numbers and comparisons", () => {
    gives(
      [
        ['=COUNTIF(A1:A5,"EAST")', 2],
        ['=COUNTIF(A1:A5,"?ast")', 2],
        ['=COUNTIF(A1:A5,"*t")', 3],
        ["=COUNTIF(A1:A5,5)", 2],
        ['=COUNTIF(A1:A5,"<>5")', 4],
        ['=COUNTIF(B1:B5,">=30")', 3],
        ['=SUMIF(A1:A5,"east",B1)', 40],
        ['=SUMIF(B1:B5,">25")', 120],
        ['=AVERAGEIF(A1:A5,"north",B1:B5)', DIVISION],
        ['=SUM(COUNTIF(A1:A5,{"east","west"}))', 3],
      ],
      cells,
    );
  });

  describe("count the blank cells outside the used part of the worksheet", () => {
    gives(
      [
        ['=COUNTIF(A1:A1000,"")', 995],
        ['=COUNTIF(A:A,"<>east")', 1048574],
        ['=COUNTIFS(A1:A100,"",B1:B100,"<>1")', 95],
        ['=COUNTIFS(A1:A100,"<>x",C1:C100,"")', 100],
      ],
      cells,
    );
  });

  describe("hold several conditions at once, over ranges of one size", () => {
    gives(
      [
        ['=SUMIFS(B1:B5,A1:A5,"east",B1:B5,">10")', 30],
        ['=COUNTIFS(A1:A5,"east",B1:B5,"<20")', 1],
        ['=MAXIFS(B1:B5,A1:A5,"east")', 30],
        ['=MINIFS(B1:B5,A1:A5,"north")', 0],
        ['=AVERAGEIFS(B1:B5,A1:A5,"east")', 20],
        ['=SUMIFS(B1:B4,A1:A5,"east")', VALUE],
        ['=COUNTIFS(A1:A5,"east",B1:B4,1)', VALUE],
        ["=COUNTIF({1,2},1)", VALUE],
      ],
      cells,
    );
  });
});
