/** Complex numbers, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { DIVISION, NUM, VALUE } from "../../values.ts";

describe("complex numbers", () => {
  describe("are read and written as Excel writes them", () => {
    gives([
      ['=COMPLEX(3,4,"j")', "3+4j"],
      ["=COMPLEX(0,-1)", "-i"],
      ["=COMPLEX(1E-16,0)", "0.0000000000000001"],
      ['=COMPLEX(1,1,"I")', VALUE],
      ['=IMREAL("1E5-2.5E-3i")', 100000],
      ['=IMAGINARY("-j")', -1],
      ['=IMREAL("1 + i")', NUM],
      ["=IMABS(TRUE)", VALUE],
      [`=IMABS("${"1".repeat(300)}")`, NUM],
    ]);
  });

  describe("are calculated with", () => {
    gives([
      ['=IMPRODUCT("3+4i","5-3i")', "27+11i"],
      ['=IMDIV("-238+240i","10+24i")', "5+12i"],
      ['=IMSUM("3+4i","5-3j")', VALUE],
      ['=IMSQRT("-4")', "1.22464679914735E-16+2i"],
      ['=IMLN("0")', NUM],
      ['=IMARGUMENT("0")', DIVISION],
      ['=IMPOWER("0",0)', NUM],
      ['=IMTAN("1000i")', "i"],
      ['=IMABS(IMSUB(IMDIV("1",IMCOS("0.3+2i")),IMSEC("0.3+2i")))', 0],
      ['=IMABS(IMSUB(IMDIV("1",IMSINH("0.3+2i")),IMCSCH("0.3+2i")))', 0],
      ['=IMABS(IMSUB(IMDIV("1",IMTAN("0.3+2i")),IMCOT("0.3+2i")))', 0],
    ]);
  });
});
