/** CONVERT, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NOT_AVAILABLE } from "../../values.ts";

describe("units", () => {
  describe("are converted within their kind, by the examples of Excel's documentation", () => {
    gives([
      ['=CONVERT(1,"lbm","kg")', 0.45359237],
      ['=CONVERT(68,"F","C")', 20],
      ['=CONVERT(100,"C","Reau")', 80],
      ['=CONVERT(2.5,"ft","sec")', NOT_AVAILABLE],
      ['=CONVERT(CONVERT(100,"ft","m"),"ft","m")', 9.290304],
      ['=CONVERT(1,"km2","m2")', 1000000],
      ['=CONVERT(1,"kibyte","bit")', 8192],
      ['=CONVERT(1,"gal","l")', 3.785411784],
      ['=CONVERT(1,"hr","mn")', 60],
      ['=CONVERT(1,"FT","m")', NOT_AVAILABLE],
      ['=CONVERT(1,"kft","m")', NOT_AVAILABLE],
      ['=CONVERT(1,"constructor","m")', NOT_AVAILABLE],
    ]);
  });
});
