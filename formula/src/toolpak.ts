/**
 * Functions from Excel's Analysis ToolPak read their operands differently from other functions: a boolean is
 * not a number, an empty operand is #N/A, and a range of several cells is #VALUE! if one number is expected.
 */
import { EMPTY, type FormulaFunction, type Parameter, asNumber } from "./define.ts";
import { NOT_AVAILABLE, Reference, Union, VALUE } from "./values.ts";

/** Reads a number as functions of the ToolPak do: a boolean is #VALUE!, an empty operand is #N/A. */
export const asPlainNumber: Parameter<number> = {
  lifts: true,
  isOptional: false,
  read: (operand, calculation) => {
    if (operand === EMPTY) throw NOT_AVAILABLE;
    if (typeof operand === "boolean") throw VALUE;
    return asNumber.read(operand, calculation);
  },
};

/** Like `asPlainNumber`, without the fraction. */
export const asPlainInteger: Parameter<number> = {
  ...asPlainNumber,
  read: (operand, calculation) => Math.trunc(asPlainNumber.read(operand, calculation)),
};

/**
 * Returns the function with ranges of several cells refused in its first `scalars` operands. Arrays are still
 * processed element by element.
 */
export function fromToolPak(definition: FormulaFunction, scalars: number): FormulaFunction {
  return {
    ...definition,
    call: (operands, calculation) => {
      for (let at = 0; at < scalars; at++) {
        const operand = operands[at];
        if (operand instanceof Union || (operand instanceof Reference && !operand.isCell)) return VALUE;
      }
      return definition.call(operands, calculation);
    },
  };
}

/** Does the same for functions whose operands are all single numbers. */
export function allFromToolPak(definitions: readonly FormulaFunction[]): readonly FormulaFunction[] {
  return definitions.map((each) => fromToolPak(each, each.most));
}
