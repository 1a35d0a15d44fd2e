/** The order of sorted arrays. */
import { expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { spilled } from "../../test/spilled.ts";
import { VALUE } from "../values.ts";

it("SORT puts numbers before texts, texts before booleans, errors after them, and blanks last in both orders", () => {
  const cells = { A1: "b", A2: true, A3: 2, A5: "A", A6: "=1/0", A7: -1 };
  expect(spilled('=SORT(A1:A7)&""', cells).flat()).toEqual(["-1", "2", "A", "b", "TRUE", "#DIV/0!", ""]);
  expect(spilled('=SORT(A1:A7,,-1)&""', cells).flat()).toEqual(["#DIV/0!", "TRUE", "b", "A", "2", "-1", ""]);
});

it("SORT goes by several columns, by rows, and keeps the order of equals", () => {
  expect(spilled('=SORT({2,"x";1,"y";2,"a";1,"b"},{1,2},{-1,1})')).toEqual([
    [2, "a"],
    [2, "x"],
    [1, "b"],
    [1, "y"],
  ]);
  expect(spilled('=SORT({2,"x";1,"y";2,"a";1,"b"},1,-1)')).toEqual([
    [2, "x"],
    [2, "a"],
    [1, "y"],
    [1, "b"],
  ]);
  expect(spilled("=SORT({3,1,2;30,10,20},2,1,TRUE)")).toEqual([
    [1, 2, 3],
    [10, 20, 30],
  ]);
  expect(formula("=SORT({1;2},2)")).toBe(VALUE);
  expect(formula("=SORT({1;2},1,0)")).toBe(VALUE);
});

it("SORTBY goes by other arrays of the same length", () => {
  expect(spilled('=SORTBY({"a";"b";"c"},{2;3;1})')).toEqual([["c"], ["a"], ["b"]]);
  expect(spilled('=SORTBY({"a";"b";"c"},{1;2;1},-1,{1;1;2},-1)')).toEqual([["b"], ["c"], ["a"]]);
  expect(spilled('=SORTBY({"a","b","c"},{2,3,1})')).toEqual([["c", "a", "b"]]);
  expect(formula("=SORTBY({1;2},{1;2;3})")).toBe(VALUE);
  expect(formula("=SORTBY({1;2},{1;2},2)")).toBe(VALUE);
});
