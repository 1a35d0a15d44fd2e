/** Numbers as texts and texts as numbers, as in Excel's documentation. */
import { describe } from "vitest";
import { gives } from "../../test/table.ts";
import { DIVISION, VALUE } from "../values.ts";

describe("numbers as texts", () => {
  gives([
    ['=TEXT(1234.567,"$#,##0.00")', "$1,234.57"],
    ['=TEXT("1/15/2024","yyyy-mm-dd")', "2024-01-15"],
    ['=TEXT("12","0.0")', "12.0"],
    ['=TEXT("x","0.0")', "x"],
    ['=TEXT(A1,"0.0")', "0.0"],
    ['=TEXT(TRUE,"0")', "TRUE"],
    ['=TEXT(-1,"m/d/y")', VALUE],
    ['=TEXT(5,"")', ""],
    ['=TEXT(1/0,"0")', DIVISION],
    ['=TEXTJOIN("|",TRUE,TEXT({1,2},{"0";"00"}))', "1|2|01|02"],
    ["=FIXED(1234.567,1)", "1,234.6"],
    ["=FIXED(1234.567,-1)", "1,230"],
    ["=FIXED(-1234.567,-1,TRUE)", "-1230"],
    ["=FIXED(44.332)", "44.33"],
    ["=USDOLLAR(-1234.567,1)", "($1,234.6)"],
    ["=FIXED(1.005,2)", "1.01"],
    ["=FIXED(-0.001)", "0.00"],
    ["=FIXED(5,-9)", "0"],
    ["=FIXED(1,128)", VALUE],
    ["=LEN(FIXED(1E300,127))", 301 + 100 + 128],
    ["=DOLLAR(1234.567,2)", "$1,234.57"],
    ["=DOLLAR(-1234.567,-2)", "($1,200)"],
    ["=DOLLAR(-0.123,4)", "($0.1230)"],
    ["=DOLLAR(99.888)", "$99.89"],
  ]);
});

describe("texts as numbers", () => {
  gives([
    ['=VALUE("$1,000")', 1000],
    ['=VALUE("16:48:00")-VALUE("12:00:00")', 0.2],
    ["=VALUE(5)", 5],
    ["=VALUE(A1)", 0],
    ['=VALUE("")', VALUE],
    ["=VALUE(TRUE)", VALUE],
    ['=VALUE("5-Jul")', 46_208],
    ['="1/15/2024"+1', 45_307],
    ['="5-Jul"+1', VALUE],
    ['=NUMBERVALUE("2.500,27",",",".")', 2500.27],
    ['=NUMBERVALUE("3.5%")', 0.035],
    ['=NUMBERVALUE("9%%")', 0.0009],
    ['=NUMBERVALUE(" 3 0 0 0 ")', 3000],
    ['=NUMBERVALUE("")', 0],
    ['=NUMBERVALUE("1,2,3.4")', 123.4],
    ['=NUMBERVALUE("1.2.3")', VALUE],
    ['=NUMBERVALUE("1.2,3")', VALUE],
    ['=NUMBERVALUE("1","","")', VALUE],
    ['=NUMBERVALUE("1.5",".",".")', VALUE],
    ['=NUMBERVALUE("1,5",",;",".")', 1.5],
    ['=NUMBERVALUE("$1,234")', 1234],
    ['=NUMBERVALUE("abc")', VALUE],
  ]);
});
