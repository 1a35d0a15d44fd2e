/**
 * Helpers to define functions of numbers in one line: `numeric` for those that read operands like Excel's own
 * functions, `numericTool` for those of the Analysis ToolPak. A result that is not finite is #NUM!.
 */
import type { Calculation } from "../calculation.ts";
import { finite } from "../coerce.ts";
import { type Arguments, type FormulaFunction, type Parameter, define } from "../define.ts";
import { asPlainNumber, fromToolPak } from "../toolpak.ts";
import type { Value } from "../values.ts";

/** The cost of a search: dozens of values of a distribution, each of dozens of steps. */
const SEARCH_STEPS = 1_000;

/** Defines a function whose result is a number. `run` may throw error values. */
export function numeric<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (...args: Arguments<P>) => number,
): FormulaFunction {
  return define(name, parameters, (_calculation, ...args) => finite(run(...args)));
}

/**
 * Like `numeric`, for a function that searches for its result. The work is counted before the search begins.
 */
export function searched<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (...args: Arguments<P>) => number,
): FormulaFunction {
  return define(name, parameters, (calculation, ...args) => {
    calculation.spend(SEARCH_STEPS);
    return finite(run(...args));
  });
}

/** A number, read as functions of the ToolPak do, without its fraction. */
export const asPlainInteger: Parameter<number> = {
  ...asPlainNumber,
  read: (operand, calculation) => Math.trunc(asPlainNumber.read(operand, calculation)),
};

/** Defines a function of the ToolPak, whose single elements come before operands that are ranges. */
export function tool<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (calculation: Calculation, ...args: Arguments<P>) => Value,
): FormulaFunction {
  return fromToolPak(define(name, parameters, run), parameters.filter((each) => each.lifts).length);
}

/** Defines a function of the ToolPak whose result is a number. */
export function numericTool<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (...args: Arguments<P>) => number,
): FormulaFunction {
  return tool(name, parameters, (_calculation, ...args) => finite(run(...args)));
}
