/** Functions that count bytes of a double-byte character set. */
import { describe } from "vitest";
import { gives } from "../../test/table.ts";
import { VALUE } from "../values.ts";

describe("functions of bytes", () => {
  gives([
    ['=LENB("abcあ")', 5],
    ['=LENB("ｱｲｳ")', 3],
    ['=LENB("😀")', 2],
    ['=LENB("é")', 1],
    ['=LEFTB("あいう",4)', "あい"],
    ['=LEFTB("あいう",3)', "あ "],
    ['=LEFTB("hello")', "h"],
    ['=LEFTB("hello",-1)', VALUE],
    ['=RIGHTB("あいう",2)', "う"],
    ['=RIGHTB("あいう",3)', " う"],
    ['=MIDB("あいう",3,2)', "い"],
    ['=MIDB("あいう",2,2)', "  "],
    ['=MIDB("hello",0,2)', VALUE],
    ['=FINDB("字","漢字漢字",4)', 7],
    ['=FINDB("x","漢字")', VALUE],
    ['=FINDB("漢","漢字",6)', VALUE],
    ['=SEARCHB("い*","あいう")', 3],
    ['=REPLACEB("あいう",3,2,"x")', "あxう"],
    ['=REPLACEB("abc",2,1,"x")', "axc"],
  ]);
});
