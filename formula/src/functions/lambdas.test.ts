/** Functions that call lambdas. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { CALC, NAME, NUM, VALUE } from "../values.ts";

describe("MAP", () => {
  it("calls for each element, of several arrays at once, and gives #N/A where one has none", () => {
    expect(spilled("=MAP({1,2;3,4},LAMBDA(x,x*x))")).toEqual([
      [1, 4],
      [9, 16],
    ]);
    expect(spilled("=MAP({1,2,3},{10,20},LAMBDA(x,y,x+y))")).toEqual([[11, 22, "#N/A"]]);
    expect(spilled("=MAP({1,0},LAMBDA(x,1/x))")).toEqual([[1, "#DIV/0!"]]);
  });

  it("gives the lambda cells as references", () => {
    expect(spilled("=MAP(B3:B4,LAMBDA(x,ROW(x)))")).toEqual([[3], [4]]);
  });

  it("refuses arrays within arrays, what is no lambda, and another number of variables", () => {
    expect([formula("=LAMBDA(x,x)"), formula("=na"), formula("=ISERROR(A1)", { A1: "=Sum" })]).toEqual([
      CALC,
      NAME,
      true,
    ]);
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
  expect(spilled("=SCAN(0,{1,2;3,4},LAMBDA(a,x,a+x))")).toEqual([
    [1, 3],
    [6, 10],
  ]);
  expect(spilled('=SCAN("",{"a","b"},LAMBDA(a,x,a&x))')).toEqual([["a", "ab"]]);
});

it("BYROW and BYCOL give one element for each line", () => {
  expect(spilled("=BYROW({1,2;3,4},LAMBDA(r,SUM(r)))")).toEqual([[3], [7]]);
  expect(spilled("=BYCOL({1,2;3,4},LAMBDA(c,SUM(c)))")).toEqual([[4, 6]]);
});

it("MAKEARRAY calls for each place, and not for sizes that can't be", () => {
  expect(spilled("=MAKEARRAY(2,3,LAMBDA(r,c,r*10+c))")).toEqual([
    [11, 12, 13],
    [21, 22, 23],
  ]);
  expect(formula("=MAKEARRAY(0,1,LAMBDA(r,c,1))")).toBe(VALUE);
  expect(formula("=MAKEARRAY(1048577,1,LAMBDA(r,c,1))")).toBe(NUM);
});

describe("parameters that may be left out", () => {
  it("are blank and omitted where the call leaves them out or empty", () => {
    expect(formula("=LAMBDA(x,[y],x+IF(ISOMITTED(y),10,y))(1)")).toBe(11);
    expect(formula("=LAMBDA(x,[y],x+IF(ISOMITTED(y),10,y))(1,)")).toBe(11);
    expect(formula("=LAMBDA(x,[y],x+IF(ISOMITTED(y),10,y))(1,2)")).toBe(3);
    expect(formula("=LAMBDA([x],[y],IF(ISOMITTED(x),1,x)*IF(ISOMITTED(y),2,y))(,7)")).toBe(7);
    expect(formula('=LAMBDA( [ first_part ] , first_part&"!")()')).toBe("!");
    expect(
      formula(
        "=LAMBDA(x,[k],LET(m,IF(ISOMITTED(k),2,k),LAMBDA(y,[z],x*m+y+IF(ISOMITTED(z),0,z))))(3,4)(1,5)",
      ),
    ).toBe(18);
    expect(
      formula(
        "=GROW(100,0.1)",
        {},
        { names: { GROW: "=LAMBDA(value,rate,[periods],value*(1+rate)^IF(ISOMITTED(periods),1,periods))" } },
      ),
    ).toBeCloseTo(110, 10);
    expect(spilled("=MAP({5;6},LAMBDA(x,[y],IF(ISOMITTED(y),x,0)))")).toEqual([[5], [6]]);
  });

  it("are not what stands outside of a lambda's parameters, and others must be given", () => {
    expect(formula("=LAMBDA(x,[y],x)()")).toBe(VALUE);
    expect(formula("=LAMBDA(x,[y],x)(1,2,3)")).toBe(VALUE);
    expect(formula("=LAMBDA(x,y,x)(1)")).toBe(VALUE);
    expect(formula("=LAMBDA(x,[x],x)(1)")).toBe(VALUE);
  });
});

describe("a function's name", () => {
  it("is a lambda", () => {
    expect(spilled("=BYROW({1,2;3,4},SUM)")).toEqual([[3], [7]]);
    expect(spilled("=BYCOL({1,2;3,4},max)")).toEqual([[3, 4]]);
    expect(spilled("=MAP({1,-2},ABS)")).toEqual([[1, 2]]);
    expect(spilled("=MAP({TRUE,FALSE},{1,2},{3,4},IF)")).toEqual([[1, 4]]);
    expect(spilled("=MAP({1;100},_xleta.LOG10)")).toEqual([[0], [2]]);
    expect(formula("=LET(f,MAX,f(1,5,3))")).toBe(5);
    expect(formula("=REDUCE(2,{3,4},POWER)")).toBe(4096);
    expect(formula("=SUM(BYROW(B1:C2,STDEV.P))", { B1: 1, C1: 3, B2: 5, C2: 9 })).toBe(3);
  });

  it("means what is defined by it first, and is no value", () => {
    expect(formula("=RATE*2", {}, { names: { RATE: "=21" } })).toBe(42);
    expect(formula("=LET(SUM,100,SUM+1)")).toBe(101);
    expect(formula("=SUM+1")).toBe(VALUE);
    expect(formula("=MAP({1,2},PMT)")).toBe(VALUE);
    expect(formula("=MAP({1,2},NOFUNCTION)")).toBe(NAME);
  });
});

it("variables may be named like members of every object", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "prototype"]) {
    expect(formula(`=LET(${name},20,${name}+1)`)).toBe(21);
    expect(formula(`=LAMBDA(${name},${name}*2)(4)`)).toBe(8);
    expect(formula(`=LET(${name},LAMBDA(x,x&"_xlpm.x"),${name}("a"))`)).toBe("a_xlpm.x");
    expect(formula(`=${name}+1`, {}, { names: { [name]: "=1" } })).toBe(2);
    expect(formula(`=LET(${name},1,${name},2,${name})`)).toBe(NAME);
  }
});
