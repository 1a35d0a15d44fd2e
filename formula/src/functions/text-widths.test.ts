/** Widths of characters, and amounts in Thai words. */
import { describe } from "vitest";
import { gives } from "../../test/table.ts";
import { DIVISION, VALUE } from "../values.ts";

describe("DBCS, JIS and PHONETIC", () => {
  gives(
    [
      ['=DBCS("EXCEL 365!")', "ＥＸＣＥＬ　３６５！"],
      ['=JIS("ｶﾞｷﾞﾊﾟｱﾞｰ｡")', "ガギパア゛ー。"],
      ['=ASC(JIS("ﾃﾞｰﾀ 1"))', "ﾃﾞｰﾀ 1"],
      ['=DBCS("漢字é")', "漢字é"],
      ["=DBCS(12.5)", "１２．５"],
      ["=DBCS(1/0)", DIVISION],
      ["=PHONETIC(A1:B2)", "漢字"],
      ["=PHONETIC(B1)", ""],
      ['=PHONETIC("x")', "x"],
    ],
    { A1: "漢字", B1: 5 },
  );
});

describe("USDOLLAR and ECMA.CEILING are DOLLAR and ISO.CEILING", () => {
  gives([
    ["=USDOLLAR(-1234.567)", "($1,234.57)"],
    ["=USDOLLAR(5,0)", "$5"],
    ["=ECMA.CEILING(-4.3)", -4],
    ["=ECMA.CEILING(4.3,-2)", 6],
  ]);
});

describe("BAHTTEXT", () => {
  gives([
    ["=BAHTTEXT(1234)", "หนึ่งพันสองร้อยสามสิบสี่บาทถ้วน"],
    ["=BAHTTEXT(0)", "ศูนย์บาทถ้วน"],
    ["=BAHTTEXT(21.25)", "ยี่สิบเอ็ดบาทยี่สิบห้าสตางค์"],
    ["=BAHTTEXT(-0.01)", "ลบหนึ่งสตางค์"],
    ["=BAHTTEXT(11000101)", "สิบเอ็ดล้านหนึ่งร้อยเอ็ดบาทถ้วน"],
    ["=BAHTTEXT(1E12)", "หนึ่งล้านล้านบาทถ้วน"],
    ["=BAHTTEXT(0.004)", "ศูนย์บาทถ้วน"],
    ['=BAHTTEXT("x")', VALUE],
  ]);
});
