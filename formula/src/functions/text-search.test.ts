/** Finding and replacing, as in Excel's documentation, and patterns that are meant to be slow. */
import { describe, expect, it } from "vitest";
import { formula } from "../../test/sheets.ts";
import { gives } from "../../test/table.ts";
import { VALUE } from "../values.ts";

describe("FIND and SEARCH", () => {
  gives([
    ['=FIND("M","Miriam McGovern",3)', 8],
    ['=FIND("m","Miriam McGovern")', 6],
    ['=FIND("","abc",2)', 2],
    ['=FIND("","abc",4)', 4],
    ['=FIND("","abc",5)', VALUE],
    ['=FIND("x","abc")', VALUE],
    ['=FIND("a","abc",0)', VALUE],
    ['=FIND("a?","abca?")', 4],
    ['=SEARCH("e","Statements",6)', 7],
    ['=SEARCH("MARGIN","Profit margin")', 8],
    ['=SEARCH("s?a","Statements sea",2)', 12],
    ['=SEARCH("t*t","Statement")', 2],
    ['=SEARCH("*t","abct")', 1],
    ['=SEARCH("*t","abct",3)', 3],
    ['=SEARCH("a*","abca",2)', 4],
    ['=SEARCH("~?","Late?")', 5],
    ['=SEARCH("~~","Hi ~Bang!")', 4],
    ['=SEARCH("~d","My dear")', 4],
    ['=SEARCH("~","Hello")', 1],
    ['=SEARCH("???","ab")', VALUE],
    ['=SEARCH("b*a","abc")', VALUE],
    ['=SEARCH("i","İi")', 2],
  ]);

  it("come to an end for patterns that could take for ever", () => {
    expect(formula(`=SEARCH(REPT("a?",3000)&"b",REPT("a",32000))`)).toBe(VALUE);
    expect(formula(`=SEARCH(REPT("a*",8000)&"b",REPT("a",32000))`)).toBe(VALUE);
  });
});

describe("SUBSTITUTE and REPLACE", () => {
  gives([
    ['=SUBSTITUTE("Sales Data","Sales","Cost")', "Cost Data"],
    ['=SUBSTITUTE("Quarter 1, 2011","1","2",3)', "Quarter 1, 2012"],
    ['=SUBSTITUTE("Quarter 1, 2011","1","2",9)', "Quarter 1, 2011"],
    ['=SUBSTITUTE("aaa","aa","b")', "ba"],
    ['=SUBSTITUTE("aAa","a","b")', "bAb"],
    ['=SUBSTITUTE("abc","","x")', "abc"],
    ['=SUBSTITUTE("abc","b","")', "ac"],
    ['=SUBSTITUTE("abc","b","x",0)', VALUE],
    ['=SUBSTITUTE("$1","1","$&")', "$$&"],
    ['=SUBSTITUTE(REPT("a",3000),"a",REPT("b",11))', VALUE],
    ['=REPLACE("abcdefghijk",6,5,"*")', "abcde*k"],
    ['=REPLACE(2009,3,2,"10")', "2010"],
    ['=REPLACE("abc",9,2,"x")', "abcx"],
    ['=REPLACE("abc",0,2,"x")', VALUE],
    ['=REPLACE("abc",1,-1,"x")', VALUE],
    ['=REPLACE(REPT("a",32767),1,0,"x")', VALUE],
  ]);
});
