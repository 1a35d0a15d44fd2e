/** Parts and forms of single texts, as in Excel's documentation. */
import { describe } from "vitest";
import { gives } from "../../test/table.ts";
import { DIVISION, NOT_AVAILABLE, VALUE } from "../values.ts";

describe("characters by their codes", () => {
  gives([
    ["=CHAR(65)", "A"],
    ["=CHAR(128)", "€"],
    ["=CHAR(233)", "é"],
    ["=CHAR(65.9)", "A"],
    ["=CHAR(0)", VALUE],
    ["=CHAR(256)", VALUE],
    ['=CODE("Apple")', 65],
    ['=CODE("€")', 128],
    ['=CODE("é")', 233],
    ['=CODE("字")', 63],
    ['=CODE("")', VALUE],
    ["=UNICHAR(66)", "B"],
    ["=UNICHAR(128512)", "😀"],
    ["=UNICHAR(0)", VALUE],
    ["=UNICHAR(55296)", NOT_AVAILABLE],
    ["=UNICHAR(65535)", NOT_AVAILABLE],
    ["=UNICHAR(1114112)", VALUE],
    ['=UNICODE("B")', 66],
    ['=UNICODE("😀!")', 128_512],
    ['=UNICODE(LEFT("😀"))', NOT_AVAILABLE],
    ['=UNICODE("")', VALUE],
  ]);
});

describe("parts of texts", () => {
  gives([
    ['=LEN("abc😀")', 5],
    ["=LEN(1/3)", 17],
    ["=LEN(A9)", 0],
    ["=LEN(1/0)", DIVISION],
    ['=LEFT("abc")', "a"],
    ['=LEFT("abc",9)', "abc"],
    ['=LEFT("abc",)', ""],
    ['=LEFT("abc",-1)', VALUE],
    ['=LEFT("abc","x")', VALUE],
    ['=RIGHT("abc",2)', "bc"],
    ['=RIGHT("abc",0)', ""],
    ['=RIGHT("abc",1E300)', "abc"],
    ['=MID("abcdef",2,3)', "bcd"],
    ['=MID("abcdef",9,3)', ""],
    ['=MID("abcdef",0,3)', VALUE],
    ['=MID("abcdef",1,-1)', VALUE],
    ['=MID("abc",1.9,1.9)', "a"],
    ['=TEXTJOIN("|",TRUE,LEFT({"ab","cd"},1))', "a|c"],
    ['=REPT("ab",3)', "ababab"],
    ['=REPT("ab",0)', ""],
    ['=REPT("ab",-1)', VALUE],
    ['=LEN(REPT("a",32767))', 32_767],
    ['=REPT("a",32768)', VALUE],
    ['=REPT("ab",1E300)', VALUE],
    ['=REPT("",1E300)', ""],
  ]);
});

describe("forms of texts", () => {
  gives(
    [
      ['=UPPER("straße")', "STRAßE"],
      ['=LOWER("ÄBC")', "äbc"],
      ['=PROPER("this is a TITLE")', "This Is A Title"],
      ['=PROPER("2-way street")', "2-Way Street"],
      ['=PROPER("76BudGet")', "76Budget"],
      ['=PROPER("it\'s élan")', "It'S Élan"],
      ['=TRIM("  a   b  ")', "a b"],
      ['=TRIM(CHAR(160)&"a")', "\u00a0a"],
      ['=CLEAN(CHAR(9)&"Monthly report"&CHAR(10))', "Monthly report"],
      ['=CLEAN("a"&CHAR(127))', "a\u007f"],
      ['=EXACT("word","Word")', false],
      ['=EXACT(1,"1")', true],
      ['=ASC("ＥＸＣＥＬ　ガ")', "EXCEL ｶﾞ"],
      ['=T("x")', "x"],
      ["=T(5)", ""],
      ["=T(TRUE)", ""],
      ["=T(A1:A3)", "first"],
      ["=T(1/0)", DIVISION],
      ['=HYPERLINK("http://example.com","here")', "here"],
      ['=HYPERLINK("x",42)', 42],
      ["=HYPERLINK(123)", "123"],
      ['=ENCODEURL("http://a.b/April report.xlsx")', "http%3A%2F%2Fa.b%2FApril%20report.xlsx"],
      ['=ENCODEURL("é(~)*")', "%C3%A9%28~%29%2A"],
      ['=ENCODEURL(LEFT("😀"))', VALUE],
    ],
    { A1: "first", A2: "second" },
  );
});
