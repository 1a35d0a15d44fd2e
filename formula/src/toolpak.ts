/**
 * Functions that came to Excel by its Analysis ToolPak still read their operands otherwise than the rest:
 * booleans are no numbers to them, an operand left empty is #N/A, and a range of several cells is #VALUE!
 * where one number is wanted.
 */
import { EMPTY, type FormulaFunction, type Parameter, asNumber } from "./define.ts";
import { NOT_AVAILABLE, Reference, Union, VALUE } from "./values.ts";

/** A number as these functions read it: a boolean is #VALUE!, an empty operand #N/A. */
export const asPlainNumber: Parameter<number> = {
  lifts: true,
  isOptional: false,
  read: (operand, calculation) => {
    if (operand === EMPTY) throw NOT_AVAILABLE;
    if (typeof operand === "boolean") throw VALUE;
    return asNumber.read(operand, calculation);
  },
};

/** As `asPlainNumber`, without what follows the point. */
export const asPlainInteger: Parameter<number> = {
  ...asPlainNumber,
  read: (operand, calculation) => Math.trunc(asPlainNumber.read(operand, calculation)),
};

/**
 * The function with ranges of several cells refused in its first `scalars` operands; arrays are still taken
 * element by element.
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

/** Functions all of whose operands are single numbers. */
export function allFromToolPak(definitions: readonly FormulaFunction[]): readonly FormulaFunction[] {
  return definitions.map((each) => fromToolPak(each, each.most));
}
