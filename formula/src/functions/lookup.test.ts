/** Lookups: found elements, orders of search, and refused arguments. */
import { describe, expect, it } from "vitest";
import { formula, workbookOf } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { Reading } from "../reading.ts";
import { DIVISION, NOT_AVAILABLE, REF, Reference, VALUE } from "../values.ts";

const FRUIT = {
  A1: "apple",
  A2: "Banana",
  A3: "cherry",
  A4: "banana",
  B1: 10,
  B2: 20,
  B3: 30,
  B4: 40,
  C1: "x",
  C2: "y",
  C3: "z",
  C4: "w",
};
const STEPS = { A1: 10, A2: 20, A3: 20, A4: 30, B1: "a", B2: "b", B3: "c", B4: "d" };

describe("VLOOKUP and HLOOKUP", () => {
  it("find the first equal value without regard to case, and what matches wildcards", () => {
    expect(formula('=VLOOKUP("BANANA",A1:C4,2,FALSE)', FRUIT)).toBe(20);
    expect(formula('=VLOOKUP("b*",A1:C4,3,FALSE)', FRUIT)).toBe("y");
    expect(formula('=VLOOKUP("?herry",A:C,2,0)', FRUIT)).toBe(30);
    expect(formula('=VLOOKUP("a~*",A1:B2,2,0)', { A1: "ab", A2: "a*", B1: 1, B2: 2 })).toBe(2);
    expect(formula('=HLOOKUP("b",A1:C2,2,FALSE)', { A1: "a", B1: "b", C1: "c", A2: 1, B2: 2, C2: 3 })).toBe(
      2,
    );
  });

  it("find the last of equal values in sorted data, or the next smaller one", () => {
    expect(formula("=VLOOKUP(20,A1:B4,2)", STEPS)).toBe("c");
    expect(formula("=VLOOKUP(25,A1:B4,2,TRUE)", STEPS)).toBe("c");
    expect(formula("=VLOOKUP(99,A:B,2)", STEPS)).toBe("d");
    expect(formula("=VLOOKUP(5,A1:B4,2)", STEPS)).toBe(NOT_AVAILABLE);
  });

  it("refuse columns that there are not, and texts that are too long", () => {
    expect(formula('=VLOOKUP("apple",A1:B4,0,FALSE)', FRUIT)).toBe(VALUE);
    expect(formula('=VLOOKUP("apple",A1:B4,3,FALSE)', FRUIT)).toBe(REF);
    expect(formula('=VLOOKUP("nothing",A1:B4,2,FALSE)', FRUIT)).toBe(NOT_AVAILABLE);
    expect(formula(`=VLOOKUP("${"a".repeat(250)}"&"${"b".repeat(6)}",A1:B4,2,FALSE)`, FRUIT)).toBe(VALUE);
    expect(formula("=VLOOKUP(1/0,A1:B4,2,FALSE)", FRUIT)).toBe(DIVISION);
  });

  it("tell numbers from the texts that write them", () => {
    expect(formula('=VLOOKUP("10",A1:B4,2,FALSE)', STEPS)).toBe(NOT_AVAILABLE);
    expect(formula("=VLOOKUP(TRUE,A1:B4,2,FALSE)", { A1: 1, B1: "one" })).toBe(NOT_AVAILABLE);
  });

  it("are called for each of several values and columns", () => {
    expect(spilled("=VLOOKUP(A2:A3,A1:C4,{2,3},FALSE)", FRUIT)).toEqual([
      [20, "y"],
      [30, "z"],
    ]);
  });
});

describe("MATCH", () => {
  it("counts from one in rows and columns, and finds nothing in a table", () => {
    expect(formula("=MATCH(30,{10,20,30},0)")).toBe(3);
    expect(formula("=MATCH(20,{10;20;20;30})")).toBe(3);
    expect(formula("=MATCH(25,{40,30,20,10},-1)")).toBe(2);
    expect(formula("=MATCH(3,{1,2;3,4},0)")).toBe(NOT_AVAILABLE);
  });

  it("stops at the first smaller element of what is said to descend, or at an equal one", () => {
    for (const sought of [0.5, 2, 3, 4.5])
      expect(formula(`=MATCH(${sought},{0;1;2;3;4},-1)`)).toBe(NOT_AVAILABLE);
    expect(formula("=MATCH(-1,{0;1;2;3;4},-1)")).toBe(5);
    expect(formula("=MATCH(0,{0;1;2;3;4},-1)")).toBe(1);
    expect(formula("=MATCH(2,{3,3,4,5},-1)")).toBe(4);
    expect(formula('=MATCH("??eg",{"Albert";"Charles";"Ed";"Greg";"Ian";"Cedric"},-1)')).toBe(6);
    expect(formula('=MATCH("ed*",{"Albert";"Charles";"Ed";"Greg";"Ian";"Cedric"},-1)')).toBe(NOT_AVAILABLE);
    expect(formula('=MATCH(5,{9,"x",7,#N/A,3},-1)')).toBe(3);
  });

  it("passes over errors and elements of another kind in sorted data", () => {
    expect(formula("=MATCH(2,1/(A1:A4=20))", STEPS)).toBe(3);
    expect(formula('=MATCH("b",{1,2,"a","b",TRUE})')).toBe(4);
  });
});

describe("LOOKUP", () => {
  it("searches the longer side of a table, or one vector for another", () => {
    expect(formula('=LOOKUP("b",{"a","b","c";1,2,3})')).toBe(2);
    expect(formula('=LOOKUP(2.5,{1,"x";2,"y";3,"z"})')).toBe("y");
    expect(formula("=LOOKUP(3,{1;2;3},{10,20,30})")).toBe(30);
    expect(formula("=LOOKUP(0,{1;2;3},{10,20,30})")).toBe(NOT_AVAILABLE);
    expect(formula('=LOOKUP(2,{1,"x";2,"y";3,"z"},{10;20;30})')).toBe(20);
    expect(formula('=LOOKUP(2,{1,"x";2,"y";3,"z"},{10,1;20,2;30,3})')).toBe(NOT_AVAILABLE);
  });
});

describe("XMATCH and XLOOKUP", () => {
  it("search from either end, for equal, smaller, larger or like ones", () => {
    expect(formula('=XLOOKUP("banana",A1:A4,B1:B4)', FRUIT)).toBe(20);
    expect(formula('=XLOOKUP("banana",A1:A4,B1:B4,,0,-1)', FRUIT)).toBe(40);
    expect(formula('=XLOOKUP("c*",A1:A4,B1:B4,,2)', FRUIT)).toBe(30);
    expect(formula('=XMATCH("c*",A1:A4)', FRUIT)).toBe(NOT_AVAILABLE);
    expect(formula("=XMATCH(25,{30,10,20,40},-1)")).toBe(3);
    expect(formula("=XMATCH(25,{30,10,20,40},1)")).toBe(1);
    expect(formula("=XMATCH(5,{30,10},-1)")).toBe(NOT_AVAILABLE);
    expect(formula('=XMATCH(5,{TRUE,"a"},1)')).toBe(2);
  });

  it("halve sorted data to the first of equals in ascending, the last one in descending order", () => {
    expect(formula("=XMATCH(2,{1,2,2,3},0,2)")).toBe(2);
    expect(formula("=XMATCH(2,{3,2,2,1},0,-2)")).toBe(3);
    expect(formula("=XMATCH(2.5,{1,2,2,3},0,2)")).toBe(NOT_AVAILABLE);
  });

  it("refuse modes that there are not, tables, and results of another size", () => {
    expect(formula("=XMATCH(1,{1,2},3.5,9)")).toBe(VALUE);
    expect(formula("=XMATCH(1,{1,2},5)")).toBe(VALUE);
    expect(formula('=XMATCH("a*",{"a"},2,2)')).toBe(VALUE);
    expect(formula("=XMATCH(1,{1,2;3,4})")).toBe(VALUE);
    expect(formula("=XLOOKUP(1,{1;2},{1;2;3})")).toBe(VALUE);
  });

  it("look for patterns by the third mode, from either end", () => {
    expect(formula('=XMATCH("^b.*a$",{"cab";"banana";"Banana";"ba"},3)')).toBe(2);
    expect(formula('=XMATCH("^b.*a$",{"cab";"banana";"Banana";"ba"},3,-1)')).toBe(4);
    expect(formula('=XMATCH(42,{42;"x"},3)')).toBe(NOT_AVAILABLE);
    expect(formula('=XMATCH("(",{"("},3)')).toBe(VALUE);
  });

  it("give what is said for a value that is not found, and not otherwise", () => {
    expect(formula('=XLOOKUP("no",A1:A4,B1:B4,"none")', FRUIT)).toBe("none");
    expect(formula('=XLOOKUP("no",A1:A4,B1:B4,)', FRUIT)).toBe(NOT_AVAILABLE);
    expect(formula('=XLOOKUP("apple",A1:A4,B1:B4,1/0)', FRUIT)).toBe(10);
  });

  it("give rows of several columns, and references that can be ends of ranges", () => {
    expect(spilled('=XLOOKUP("cherry",A1:A4,B1:C4)', FRUIT)).toEqual([[30, "z"]]);
    expect(formula('=SUM(XLOOKUP("apple",A1:A4,B1:B4):XLOOKUP("cherry",A1:A4,B1:B4))', FRUIT)).toBe(60);
  });

  it("find blank cells for a blank value", () => {
    expect(formula("=XMATCH(Z1,A1:A5)", FRUIT)).toBe(5);
    expect(formula("=XMATCH(Z1,A:A)", FRUIT)).toBe(5);
    expect(formula("=XMATCH(Z1,A1:A4)", FRUIT)).toBe(NOT_AVAILABLE);
  });
});

it("ten thousand lookups in ten thousand rows go through the rows a few times only", () => {
  const cells: Record<string, string | number> = {};
  for (let row = 1; row <= 10_000; row++) {
    cells[`A${row}`] = row * 2;
    cells[`B${row}`] = row;
    cells[`C${row}`] =
      `=VLOOKUP(${row * 2},A:B,2,FALSE)+XLOOKUP(${row * 2},A:A,B:B)+MATCH(${row * 2},A$1:A$10000,0)`;
  }
  let spells = 0;
  const reading = new Reading(workbookOf({ S: cells }), {
    now: 1,
    random: () => 0,
    mayGoOn: () => {
      spells++;
      return true;
    },
  });
  reading.calculate([new Reference(0, 0, 2, 9_999, 2)]);
  expect(reading.value(0, 9_999, 2)).toBe(30_000);
  // Each check of the budget stands for 50,000 steps; without an index there would be thousands.
  expect(spells).toBeLessThan(20);
});
