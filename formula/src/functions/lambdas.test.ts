/** Functions that call lambdas. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { NUM, VALUE } from "../values.ts";

describe("MAP", () => {
  it("calls for each element, of several arrays at once, and gives #N/A where one has none", () => {
    expect(spilled("=MAP({1,2;3,4},LAMBDA(x,x*x))")).toEqual([[1, 4], [9, 16]]);
    expect(spilled("=MAP({1,2,3},{10,20},LAMBDA(x,y,x+y))")).toEqual([[11, 22, "#N/A"]]);
    expect(spilled("=MAP({1,0},LAMBDA(x,1/x))")).toEqual([[1, "#DIV/0!"]]);
  });

  it("gives the lambda cells as references", () => {
    expect(spilled("=MAP(B3:B4,LAMBDA(x,ROW(x)))")).toEqual([[3], [4]]);
  });

  it("refuses arrays within arrays, what is no lambda, and another number of variables", () => {
    expect(spilled("=MAP({1,2},LAMBDA(x,SEQUENCE(x)))")).toEqual([[1, "#CALC!"]]);
    expect(formula("=MAP({1,2},5)")).toBe(VALUE);
    expect(formula("=MAP({1,2},LAMBDA(x,y,x))")).toBe(VALUE);
  });
});

it("REDUCE carries a value along, which may be an array", () => {
  expect(formula("=REDUCE(100,{1,2;3,4},LAMBDA(a,x,a-x))")).toBe(90);
  expect(formula("=REDUCE(,{2,3,4},LAMBDA(a,x,a*x))")).toBe(24);
  expect(spilled("=REDUCE(0,{1,2},LAMBDA(a,x,VSTACK(a,x)))")).toEqual([[0], [1], [2]]);
});

it("SCAN gives each step, in the array's shape", () => {
  expect(spilled("=SCAN(0,{1,2;3,4},LAMBDA(a,x,a+x))")).toEqual([[1, 3], [6, 10]]);
  expect(spilled('=SCAN("",{"a","b"},LAMBDA(a,x,a&x))')).toEqual([["a", "ab"]]);
});

it("BYROW and BYCOL give one element for each line", () => {
  expect(spilled("=BYROW({1,2;3,4},LAMBDA(r,SUM(r)))")).toEqual([[3], [7]]);
  expect(spilled("=BYCOL({1,2;3,4},LAMBDA(c,SUM(c)))")).toEqual([[4, 6]]);
});

it("MAKEARRAY calls for each place, and not for sizes that can't be", () => {
  expect(spilled("=MAKEARRAY(2,3,LAMBDA(r,c,r*10+c))")).toEqual([[11, 12, 13], [21, 22, 23]]);
  expect(formula("=MAKEARRAY(0,1,LAMBDA(r,c,1))")).toBe(VALUE);
  expect(formula("=MAKEARRAY(1048577,1,LAMBDA(r,c,1))")).toBe(NUM);
});
