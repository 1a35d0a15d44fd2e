/** Functions that run only the operands that they need: which one they choose, by element of an array too. */
import { describe, expect, it } from "vitest";
import { formula } from "../test/sheets.ts";
import { spilled } from "../test/spilled.ts";
import { NOT_AVAILABLE, VALUE } from "./values.ts";

describe("a form that chooses", () => {
  it.each([
    ["=IF(TRUE,1,1/0)", 1],
    ["=IF(FALSE,1/0,2)", 2],
    ["=IF(FALSE,1)", false],
    ["=IF(TRUE,)", 0],
    ["=IFS(FALSE,1/0,TRUE,2,TRUE,3)", 2],
    ["=IFS(1,1,1/0,2)", 1],
    ["=IFS(FALSE,1,FALSE,2)", NOT_AVAILABLE],
    ["=SWITCH(2,1,1/0,2,20,30)", 20],
    ["=SWITCH(3,1,10,2,20,30)", 30],
    ["=SWITCH(3,1,10,2,20)", NOT_AVAILABLE],
    ['=SWITCH("a","A",1,2)', 1],
    ["=CHOOSE(2,1/0,20,30)", 20],
    ["=CHOOSE(2.9,10,20,30)", 20],
    ["=CHOOSE(0,10)", VALUE],
    ["=CHOOSE(2,10)", VALUE],
    ["=IFERROR(1/0,5)", 5],
    ["=IFERROR(7,1/0)", 7],
    ["=IFNA(NA(),5)", 5],
    ["=ISERROR(IFNA(1/0,5))", true],
    ["=LAMBDA(x,[y],ISOMITTED(y))(1)", true],
    ["=LAMBDA(x,[y],ISOMITTED(y))(1,2)", false],
  ])("%s", (text, value) => {
    expect(formula(text)).toEqual(value);
  });

  it.each([
    ["=IF({TRUE,FALSE},1,{2,3})", [[1, 3]]],
    ["=IFS({TRUE,FALSE},1,TRUE,{2,3})", [[1, 3]]],
    ["=IFS({TRUE,FALSE},1)", [[1, "#N/A"]]],
    ["=SWITCH({1,2,3},1,10,2,{0,20,0})", [[10, 20, "#N/A"]]],
    ["=SWITCH({1,2,3},1,10,30)", [[10, 30, 30]]],
    ["=CHOOSE({1,2,3},10,20)", [[10, 20, "#VALUE!"]]],
    ["=IFERROR({1,#N/A,#DIV/0!},{7,8,9})", [[1, 8, 9]]],
    ["=IFNA({1,#N/A,#DIV/0!},8)", [[1, 8, "#DIV/0!"]]],
  ])("%s, by element", (text, cells) => {
    expect(spilled(text)).toEqual(cells);
  });
});
