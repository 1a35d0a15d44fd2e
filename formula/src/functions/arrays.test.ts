/** Functions that make arrays, filter them, and remove duplicates. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { CALC, NUM, VALUE } from "../values.ts";

describe("SEQUENCE and RANDARRAY", () => {
  it("make arrays row after row", () => {
    expect(spilled("=SEQUENCE(2,3,10,5)")).toEqual([
      [10, 15, 20],
      [25, 30, 35],
    ]);
    expect(spilled("=SEQUENCE(,3)")).toEqual([[1, 2, 3]]);
    expect(spilled("=RANDARRAY(2,2,1,9,TRUE)")).toEqual([
      [5, 5],
      [5, 5],
    ]);
    expect(formula("=RANDARRAY()")).toBe(0.5);
  });

  it("refuse sizes and bounds that can't be", () => {
    expect(formula("=SEQUENCE(0)")).toBe(CALC);
    expect(formula("=SEQUENCE(-1)")).toBe(VALUE);
    expect(formula("=SEQUENCE(1048577)")).toBe(NUM);
    expect(formula("=SEQUENCE(1E300,1E300)")).toBe(NUM);
    expect(formula("=RANDARRAY(1,1,2,1)")).toBe(VALUE);
    expect(formula("=RANDARRAY(1,1,0.5,1,TRUE)")).toBe(VALUE);
  });
});

describe("FILTER", () => {
  it("keeps rows, or columns", () => {
    expect(spilled("=FILTER({1,2;3,4;5,6},{1;0;TRUE})")).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(spilled("=FILTER({1,2,3;4,5,6},{0,1,1})")).toEqual([
      [2, 3],
      [5, 6],
    ]);
    expect(formula('=FILTER({1;2},{0;0},"none")')).toBe("none");
  });

  it("refuses conditions of another size, texts, errors, and results without elements", () => {
    expect(formula("=FILTER({1;2},{1;0;1})")).toBe(VALUE);
    expect(formula('=FILTER({1;2},{1;"x"})')).toBe(VALUE);
    expect(formula("=FILTER({1;2},{1;#NUM!})")).toBe(NUM);
    expect(formula("=FILTER({1;2},{0;0})")).toBe(CALC);
  });
});

it("UNIQUE compares whole rows or columns, without regard to case", () => {
  expect(spilled('=UNIQUE({"a",1;"A",1;"a",2})')).toEqual([
    ["a", 1],
    ["a", 2],
  ]);
  expect(spilled("=UNIQUE({1,2,1},TRUE)")).toEqual([[1, 2]]);
  expect(spilled("=UNIQUE({1;2;1;3},,TRUE)")).toEqual([[2], [3]]);
  expect(spilled('=UNIQUE({1;"1";TRUE})')).toEqual([[1], ["1"], [true]]);
  expect(spilled('=UNIQUE({"a|s1:b","c";"a","b|s1:c"})')).toHaveLength(2);
  expect(formula("=UNIQUE({1;1},,TRUE)")).toBe(CALC);
});

it("TRANSPOSE exchanges rows and columns", () => {
  expect(spilled("=TRANSPOSE({1,2,3;4,5,6})")).toEqual([
    [1, 4],
    [2, 5],
    [3, 6],
  ]);
});

describe("whole columns", () => {
  const cells = { K1: "a", L1: 1, K2: "b", L2: 2, K3: "A", L3: 1, M3: 5 };

  it("may have more elements than an array, as long as the result has not", () => {
    expect(spilled('=FILTER(K:M,K:K="b")', cells)).toEqual([["b", 2, 0]]);
    expect(spilled("=TAKE(UNIQUE(K:L),2)", cells)).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    expect(formula("=ROWS(UNIQUE(K:L))", cells)).toBe(3);
    expect(spilled("=TOROW(K:M,1)", cells)).toEqual([["a", 1, "b", 2, "A", 1, 5]]);
    expect(spilled("=CHOOSEROWS(K:M,2,-1)", cells)).toEqual([
      ["b", 2, 0],
      [0, 0, 0],
    ]);
    expect(formula("=TOCOL(K:M)", cells)).toBe(NUM);
  });

  it("have one row that is blank, and a blank row that is there once is kept", () => {
    expect(spilled("=UNIQUE(C1:C5,,TRUE)", { C1: 1, C2: 2, C3: 1 })).toEqual([[2]]);
    expect(spilled("=UNIQUE(C1:C3,,TRUE)", { C1: 1, C2: 1 })).toEqual([[0]]);
  });
});
