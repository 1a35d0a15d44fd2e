/** Functions that change the shape of arrays. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { CALC, NUM, REF, VALUE } from "../values.ts";

describe("stacks", () => {
  it("fill what is missing with #N/A", () => {
    expect(spilled("=HSTACK({1;2},{3})")).toEqual([
      [1, 3],
      [2, "#N/A"],
    ]);
    expect(spilled("=VSTACK({1,2},3,1/0)")).toEqual([
      [1, 2],
      [3, "#N/A"],
      ["#DIV/0!", "#N/A"],
    ]);
  });

  it("are not made where they would be too large", () => {
    expect(formula("=ROWS(VSTACK(SEQUENCE(1048576),1))")).toBe(NUM);
  });
});

describe("TAKE and DROP", () => {
  it("cut from either end", () => {
    expect(spilled("=TAKE({1,2,3;4,5,6;7,8,9},2,-1)")).toEqual([[3], [6]]);
    expect(spilled("=TAKE({1,2;3,4},9)")).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(spilled("=DROP({1,2,3;4,5,6;7,8,9},1,1)")).toEqual([
      [5, 6],
      [8, 9],
    ]);
    expect(spilled("=DROP({1,2;3,4},-1)")).toEqual([[1, 2]]);
    expect(formula("=TAKE({1,2},0)")).toBe(CALC);
    expect(formula("=DROP({1;2},2)")).toBe(CALC);
  });

  it("give references of references", () => {
    expect(formula("=ROW(TAKE(A1:A9,-2,1))+ROWS(DROP(A1:A9,4))")).toBe(13);
  });
});

it("TRIMRANGE takes blank edges away", () => {
  const cells = { B2: 1, C4: 2 };
  expect(formula("=ROWS(TRIMRANGE(A1:E9))*10+COLUMNS(TRIMRANGE(A1:E9))", cells)).toBe(32);
  expect(formula("=ROWS(TRIMRANGE(A1:E9,2))*10+COLUMNS(TRIMRANGE(A1:E9,2,0))", cells)).toBe(45);
  expect(formula("=TRIMRANGE(G1:H9)", cells)).toBe(REF);
});

it("EXPAND pads, and never shrinks", () => {
  expect(spilled('=EXPAND({1,2},2,3,"-")')).toEqual([
    [1, 2, "-"],
    ["-", "-", "-"],
  ]);
  expect(spilled("=EXPAND({1},,2)")).toEqual([[1, "#N/A"]]);
  expect(formula("=EXPAND({1,2},1,1)")).toBe(VALUE);
  expect(formula("=EXPAND(1,1048577)")).toBe(NUM);
});

it("TOCOL and TOROW go by rows or columns, and leave out blanks and errors if asked to", () => {
  expect(spilled("=TOROW({1,2;3,4})")).toEqual([[1, 2, 3, 4]]);
  expect(spilled("=TOROW({1,2;3,4},,TRUE)")).toEqual([[1, 3, 2, 4]]);
  expect(spilled("=TOCOL(A1:A4,1)", { A1: 1, A3: 3, A4: "=1/0" })).toEqual([[1], [3], ["#DIV/0!"]]);
  expect(spilled("=TOCOL(A1:A4,3)", { A1: 1, A3: 3, A4: "=1/0" })).toEqual([[1], [3]]);
  expect(formula("=TOCOL(A1:A2,1)")).toBe(CALC);
  expect(formula("=TOCOL({1},4)")).toBe(VALUE);
});

it("WRAPROWS and WRAPCOLS break a line", () => {
  expect(spilled("=WRAPROWS({1,2,3,4,5},2)")).toEqual([
    [1, 2],
    [3, 4],
    [5, "#N/A"],
  ]);
  expect(spilled("=WRAPCOLS({1,2,3,4,5},2,0)")).toEqual([
    [1, 3, 5],
    [2, 4, 0],
  ]);
  expect(spilled("=WRAPROWS({1,2},9)")).toEqual([[1, 2]]);
  expect(formula("=WRAPROWS({1,2;3,4},2)")).toBe(VALUE);
  expect(formula("=WRAPROWS({1,2},0)")).toBe(NUM);
});

it("CHOOSEROWS and CHOOSECOLS count from either end", () => {
  expect(spilled("=CHOOSEROWS({1,2;3,4;5,6},3,-3,{2,2})")).toEqual([
    [5, 6],
    [1, 2],
    [3, 4],
    [3, 4],
  ]);
  expect(spilled("=CHOOSECOLS({1,2,3;4,5,6},-1,1)")).toEqual([
    [3, 1],
    [6, 4],
  ]);
  expect(formula("=CHOOSECOLS({1,2},3)")).toBe(VALUE);
  expect(formula("=CHOOSEROWS({1;2},0)")).toBe(VALUE);
});
