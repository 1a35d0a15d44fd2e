/** Numerals, with values checked by hand, errors and limits. */
import { describe, expect, it } from "vitest";
import { formula } from "../../../test/sheets.ts";
import { gives } from "../../../test/table.ts";
import { NUM, VALUE } from "../../values.ts";

describe("numerals", () => {
  describe("writes Roman numerals in every form, and reads them", () => {
    gives([
      ["=ROMAN(499)", "CDXCIX"],
      ["=ROMAN(499,1)", "LDVLIV"],
      ["=ROMAN(499,2)", "XDIX"],
      ["=ROMAN(499,3)", "VDIV"],
      ["=ROMAN(499,FALSE)", "ID"],
      ["=ROMAN(4000)", VALUE],
      ['=ARABIC("mcmxcix")', 1999],
      ['=ARABIC("-X")', -10],
      ['=ARABIC("")', 0],
      ['=ARABIC("A")', VALUE],
    ]);
  });

  it("reads back what it writes", () => {
    for (let value = 1; value < 4000; value += 37) expect(formula(`=ARABIC(ROMAN(${value}))`)).toBe(value);
  });

  describe("writes and reads digits of any base", () => {
    gives([
      ["=BASE(255,16,4)", "00FF"],
      ["=BASE(2^53,2)", NUM],
      ["=BASE(1,37)", NUM],
      ["=BASE(1,2,256)", NUM],
      ['=DECIMAL("zz",36)', 1295],
      ['=DECIMAL("12",2)', NUM],
    ]);
  });
});
