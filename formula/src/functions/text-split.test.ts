/** Texts split at delimiters, as in Excel's documentation. */
import { describe } from "vitest";
import { gives } from "../../test/table.ts";
import { CALC, NOT_AVAILABLE, VALUE } from "../values.ts";

describe("TEXTBEFORE and TEXTAFTER", () => {
  gives(
    [
      ['=TEXTBEFORE(A1,"Red")', "Little "],
      ['=TEXTAFTER(A1,"Red")', " Riding Hood's red hood"],
      ['=TEXTAFTER(A1,"red",2,1)', " hood"],
      ['=TEXTBEFORE(A1,"red",-1)', "Little Red Riding Hood's "],
      ['=TEXTBEFORE(A1,"RED")', NOT_AVAILABLE],
      ['=TEXTBEFORE(A1,"RED",1,1)', "Little "],
      ['=TEXTBEFORE(A1,"zz",1,0,0,"none")', "none"],
      ['=TEXTBEFORE(A1,"zz",1,0,1)', "Little Red Riding Hood's red hood"],
      ['=TEXTAFTER(A1,"zz",1,0,1)', ""],
      ['=TEXTAFTER(A1,"zz",-1,0,1)', "Little Red Riding Hood's red hood"],
      ['=TEXTAFTER("a-b_c",{"-","_"},2)', "c"],
      ['=TEXTBEFORE("a<=b",{"<","<="})', "a"],
      ['=TEXTAFTER("a<=b",{"<","<="})', "b"],
      ['=TEXTBEFORE("abc","")', ""],
      ['=TEXTAFTER("abc","")', "abc"],
      ['=TEXTAFTER("abc","",-1)', ""],
      ['=TEXTAFTER("a-b","-",0)', VALUE],
      ['=TEXTAFTER("del","deli",1)', VALUE],
      ['=TEXTAFTER("del","deli")', NOT_AVAILABLE],
      ['=TEXTAFTER("a-b-c","-",-1.2)', "b-c"],
      ['=TEXTAFTER("a-b","-",1,2)', VALUE],
      ['=TEXTAFTER("a-b","-",1,0,2)', VALUE],
    ],
    { A1: "Little Red Riding Hood's red hood" },
  );
});

describe("TEXTSPLIT", () => {
  gives([
    ['=ARRAYTOTEXT(TEXTSPLIT("Dakota Lennon Sanchez"," "),1)', '{"Dakota","Lennon","Sanchez"}'],
    ['=ARRAYTOTEXT(TEXTSPLIT("1,2;3",",",";"),1)', '{"1","2";"3",#N/A}'],
    ['=ARRAYTOTEXT(TEXTSPLIT("1,2;3",",",";",,,"x"),1)', '{"1","2";"3","x"}'],
    ['=ARRAYTOTEXT(TEXTSPLIT("a,,b",","),1)', '{"a","","b"}'],
    ['=ARRAYTOTEXT(TEXTSPLIT("a,,b",",",,TRUE),1)', '{"a","b"}'],
    ['=ARRAYTOTEXT(TEXTSPLIT("a-b_c",{"-","_"}),1)', '{"a","b","c"}'],
    ['=ARRAYTOTEXT(TEXTSPLIT("a.b",,"."),1)', '{"a";"b"}'],
    ['=ARRAYTOTEXT(TEXTSPLIT("1x2X3","x",,,1),1)', '{"1","2","3"}'],
    ['=TEXTSPLIT("abc","")', VALUE],
    ['=TEXTSPLIT("abc",,)', VALUE],
    ['=TEXTSPLIT(",,",",",,TRUE)', CALC],
    ['=COLUMNS(TEXTSPLIT(REPT(",",32767),","))', 32_768],
  ]);
});
