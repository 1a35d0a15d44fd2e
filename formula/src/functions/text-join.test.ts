/** Functions that join values to texts. */
import { describe } from "vitest";
import { gives } from "../../test/table.ts";
import { DIVISION, VALUE } from "../values.ts";

describe("texts of many values", () => {
  gives(
    [
      ["=CONCAT(A1:B3)", "a12TRUE"],
      ['=CONCAT("x",{1,2;3,4},TRUE)', "x1234TRUE"],
      ["=CONCAT(A:A)", "a2"],
      ["=CONCAT(C1:C2)", DIVISION],
      ['=CONCAT(REPT("a",32767),"b")', VALUE],
      ['=CONCATENATE("a",,1,FALSE)', "a1FALSE"],
      ['=TEXTJOIN(", ",TRUE,A1:B3)', "a, 1, 2, TRUE"],
      ['=TEXTJOIN(", ",FALSE,A1:B3)', "a, 1, , , 2, TRUE"],
      ['=TEXTJOIN({",",";"},TRUE,1,2,3,4)', "1,2;3,4"],
      ['=TEXTJOIN(,TRUE,"a","b")', "ab"],
      ['=TEXTJOIN("-",TRUE,"","a","")', "a"],
      ['=TEXTJOIN("-",FALSE,"","a","")', "-a-"],
      ['=TEXTJOIN("-",TRUE,"")', ""],
      ['=TEXTJOIN("x",FALSE,A1:A40000)', VALUE],
      ['=VALUETOTEXT("a ""b""")', 'a "b"'],
      ['=VALUETOTEXT("a ""b""",1)', '"a ""b"""'],
      ["=VALUETOTEXT(1/0,1)", "#DIV/0!"],
      ["=VALUETOTEXT(TRUE,2)", VALUE],
      ['=ARRAYTOTEXT({1,"a";TRUE,#N/A})', "1, a, TRUE, #N/A"],
      ['=ARRAYTOTEXT({1,"a";TRUE,#N/A},1)', '{1,"a";TRUE,#N/A}'],
      ["=ARRAYTOTEXT(A1:B1)", "a, 1"],
    ],
    { A1: "a", B1: 1, A3: 2, B3: true, C2: "=1/0" },
  );
});
