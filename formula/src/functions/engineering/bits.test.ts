/** Functions of bits, with values checked by hand, errors and limits. */
import { describe } from "vitest";
import { gives } from "../../../test/table.ts";
import { NUM, VALUE } from "../../values.ts";

describe("bits", () => {
  describe("are combined and shifted within 48", () => {
    gives([
      ["=BITAND(13,25)", 9],
      ["=BITOR(23,10)", 31],
      ["=BITXOR(5,3)", 6],
      ["=BITLSHIFT(4,2)", 16],
      ["=BITRSHIFT(13,2)", 3],
      ["=BITLSHIFT(12,-1)", 6],
      ["=BITLSHIFT(1,48)", NUM],
      ["=BITLSHIFT(1,54)", NUM],
      ["=BITAND(1.5,1)", NUM],
      ["=BITOR(2^48,1)", NUM],
      ["=BITXOR(2^48-1,1)", 2 ** 48 - 2],
      ["=DELTA(5,5)", 1],
      ["=GESTEP(4,5)", 0],
      ["=DELTA(TRUE)", VALUE],
    ]);
  });
});
