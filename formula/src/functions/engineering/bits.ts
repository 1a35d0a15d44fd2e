/**
 * Functions of the bits of whole numbers from 0 to 2^48 - 1, and the two step functions. Any other number is
 * #NUM!.
 */
import { type FormulaFunction, asInteger, asNumber, orEmpty } from "../../define.ts";
import { NUM } from "../../values.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { numeric, numericTool } from "../numeric.ts";

const BITS_END = 2 ** 48;
const SHIFT_MAX = 53;

function bitsOf(value: number): bigint {
  if (!(Number.isInteger(value) && value >= 0 && value < BITS_END)) throw NUM;
  return BigInt(value);
}

/** Shifts to the left, or to the right if `places` is negative; bits that leave on the right are lost. */
function shift(value: number, places: number): number {
  bitsOf(value);
  if (Math.abs(places) > SHIFT_MAX) throw NUM;
  const result = Math.floor(value * 2 ** places);
  if (result >= BITS_END) throw NUM;
  return result;
}

const combining = (name: string, of: (a: bigint, b: bigint) => bigint): FormulaFunction =>
  numeric(name, [asNumber, asNumber], (a, b) => Number(of(bitsOf(a), bitsOf(b))));

export const BITS: readonly FormulaFunction[] = [
  combining("BITAND", (a, b) => a & b),
  combining("BITOR", (a, b) => a | b),
  combining("BITXOR", (a, b) => a ^ b),
  numeric("BITLSHIFT", [asNumber, asInteger], shift),
  numeric("BITRSHIFT", [asNumber, asInteger], (value, places) => shift(value, -places)),
  numericTool("DELTA", [asPlainNumber, orEmpty(asPlainNumber, 0)], (a, b) => (a === b ? 1 : 0)),
  numericTool("GESTEP", [asPlainNumber, orEmpty(asPlainNumber, 0)], (value, step) => (value >= step ? 1 : 0)),
];
