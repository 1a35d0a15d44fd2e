/**
 * Defines functions of numbers in one line each: `numeric` for those that take the same operands as Excel's
 * own functions, `numericTool` for those of the Analysis ToolPak. A result that is not finite is #NUM!.
 */
import type { Calculation } from "../calculation.ts";
import { finite } from "../coerce.ts";
import { type Arguments, type FormulaFunction, type Parameter, define } from "../define.ts";
import { asPlainNumber, fromToolPak } from "../toolpak.ts";
import type { Value } from "../values.ts";

/** The cost of a search: some dozens of values of a distribution, each some dozens of steps. */
const SEARCH_STEPS = 1_000;

/** A function whose result is a number. `run` may throw errors. */
export function numeric<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (...args: Arguments<P>) => number,
): FormulaFunction {
  return define(name, parameters, (_calculation, ...args) => finite(run(...args)));
}

/**
 * Like `numeric`, for a function that searches for its result: it tells of its work, in steps, before it
 * begins.
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

/** A number as functions of the ToolPak read it, without what follows its point. */
export const asPlainInteger: Parameter<number> = {
  ...asPlainNumber,
  read: (operand, calculation) => Math.trunc(asPlainNumber.read(operand, calculation)),
};

/** A function of the ToolPak, which takes single elements first, and only then whole ranges. */
export function tool<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (calculation: Calculation, ...args: Arguments<P>) => Value,
): FormulaFunction {
  return fromToolPak(define(name, parameters, run), parameters.filter((each) => each.lifts).length);
}

/** A function of the ToolPak whose result is a number. */
export function numericTool<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (...args: Arguments<P>) => number,
): FormulaFunction {
  return tool(name, parameters, (_calculation, ...args) => finite(run(...args)));
}
