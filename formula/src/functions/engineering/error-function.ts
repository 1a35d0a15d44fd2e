/** The error function and its complement. */
import { type FormulaFunction, orEmpty } from "../../define.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { errorComplement, errorFunction } from "../distributions/special.ts";
import { numericTool } from "../numeric.ts";

/**
 * Returns the integral between two values; if both are far out on one side, it is computed from the
 * complements, which are more exact there.
 */
function between(lower: number, upper: number): number {
  if (lower > 0.5 && upper > 0.5) return errorComplement(lower) - errorComplement(upper);
  if (lower < -0.5 && upper < -0.5) return errorComplement(-upper) - errorComplement(-lower);
  return errorFunction(upper) - errorFunction(lower);
}

export const ERROR_FUNCTION: readonly FormulaFunction[] = [
  numericTool("ERF", [asPlainNumber, orEmpty(asPlainNumber, undefined)], (lower, upper) =>
    upper === undefined ? errorFunction(lower) : between(lower, upper),
  ),
  numericTool("ERF.PRECISE", [asPlainNumber], errorFunction),
  numericTool("ERFC", [asPlainNumber], errorComplement),
  numericTool("ERFC.PRECISE", [asPlainNumber], errorComplement),
];
