/** Number systems, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NUM, VALUE } from "../../values.ts";

describe("number systems", () => {
  describe("write two's complement in ten digits", () => {
    gives([
      ["=BIN2DEC(1111111111)", -1],
      ['=BIN2HEX("11111011",4)', "00FB"],
      ["=DEC2BIN(-100)", "1110011100"],
      ["=DEC2BIN(9,4)", "1001"],
      ["=DEC2BIN(512)", NUM],
      // A number out of range is reported before an invalid number of places.
      ['=DEC2BIN(512,"x")', NUM],
      ['=DEC2BIN(9,"x")', VALUE],
      ["=DEC2BIN(9,3)", NUM],
      ["=DEC2HEX(-54)", "FFFFFFFFCA"],
      ['=HEX2DEC("FFFFFFFF5B")', -165],
      ['=HEX2BIN("F",8)', "00001111"],
      ['=OCT2DEC("7777777533")', -165],
      ['=HEX2DEC("G")', NUM],
      ["=BIN2DEC(12)", NUM],
      ["=BIN2DEC(TRUE)", VALUE],
      ["=DEC2BIN(1,11)", NUM],
    ]);
  });
});
