/**
 * How functions of numbers are stated in one line: `numeric` for those that take what Excel's own functions take, `tool`
 * for those that came with the Analysis ToolPak, which refuse booleans and ranges of several cells to this day. A result
 * that is not finite is #NUM!.
 */
import type { Calculation } from "../calculation.ts";
import { finite, toNumber } from "../coerce.ts";
import { type Arguments, EMPTY, type FormulaFunction, type Parameter, asScalar, define } from "../define.ts";
import { NOT_AVAILABLE, Reference, VALUE, type Value } from "../values.ts";

/** A function whose result is a number. Throws what `run` throws. */
export function numeric<const P extends readonly Parameter<unknown>[]>(name: string, parameters: P, run: (...args: Arguments<P>) => number): FormulaFunction {
  return define(name, parameters, (_calculation, ...args) => finite(run(...args)));
}

/** A number as functions of the ToolPak take it: a blank cell is 0, a text is read, a boolean is #VALUE!, an operand left empty is #N/A. */
export const asToolNumber: Parameter<number> = {
  lifts: true,
  isOptional: false,
  read: (operand, calculation) => {
    if (operand === EMPTY) throw NOT_AVAILABLE;
    const value = asScalar.read(operand, calculation);
    if (typeof value === "boolean") throw VALUE;
    return toNumber(value);
  },
};

/** Like `asToolNumber`, without what follows the point. */
export const asToolInteger: Parameter<number> = { ...asToolNumber, read: (operand, calculation) => Math.trunc(asToolNumber.read(operand, calculation)) };

/** A function of the ToolPak: a range of several cells in a parameter that wants one element is #VALUE!, arrays are lifted. */
export function tool<const P extends readonly Parameter<unknown>[]>(name: string, parameters: P, run: (calculation: Calculation, ...args: Arguments<P>) => Value): FormulaFunction {
  const stated = define(name, parameters, run);
  return {
    ...stated,
    call: (operands, calculation) =>
      operands.some((operand, at) => operand instanceof Reference && !operand.isCell && parameters[at]?.lifts === true) ? VALUE : stated.call(operands, calculation),
  };
}

/** A function of the ToolPak whose result is a number. */
export function numericTool<const P extends readonly Parameter<unknown>[]>(name: string, parameters: P, run: (...args: Arguments<P>) => number): FormulaFunction {
  return tool(name, parameters, (_calculation, ...args) => finite(run(...args)));
}
