/**
 * Walks over the operands of functions that add up, count or rank, by the rule of SUM: what is written in the formula itself
 * counts by what it can be read as, what stands in cells or arrays counts only when it is of the kind that is asked for.
 */
import type { Calculation } from "./calculation.ts";
import { toNumber } from "./coerce.ts";
import { ArrayValue, type Element, Lambda, Reference, Union, VALUE, type Value, isError } from "./values.ts";

/** Each number of the operands, in their order. Throws the first error, and #VALUE! for a text in the formula itself that is no number. */
export function eachNumber(values: readonly Value[], calculation: Calculation, visit: (value: number) => void): void {
  const take = (element: Element) => {
    if (typeof element === "number") visit(element);
    else if (isError(element)) throw element;
    return undefined;
  };
  for (const value of values) {
    if (typeof value === "number") visit(value);
    else if (value instanceof Reference || value instanceof Union) calculation.each(value, take);
    else if (value instanceof ArrayValue) {
      calculation.spend(value.cells.length);
      for (const element of value.cells) take(element);
    } else if (value instanceof Lambda) throw VALUE;
    else if (isError(value)) throw value;
    else visit(toNumber(value));
  }
}

/** The numbers of the operands as a list. Throws as `eachNumber` does. */
export function numbersOf(values: readonly Value[], calculation: Calculation): number[] {
  const numbers: number[] = [];
  eachNumber(values, calculation, (value) => numbers.push(value));
  return numbers;
}

/** Each element of the operands that is not blank, errors too; `isDirect` for those that the formula itself writes, among which an empty operand is null. */
export function eachElement(values: readonly Value[], calculation: Calculation, visit: (element: Element, isDirect: boolean) => void): void {
  for (const value of values) {
    if (value instanceof Reference || value instanceof Union) {
      calculation.each(value, (element) => {
        visit(element, false);
        return undefined;
      });
    } else if (value instanceof ArrayValue) {
      calculation.spend(value.cells.length);
      for (const element of value.cells) if (element !== null) visit(element, false);
    } else if (value instanceof Lambda) throw VALUE;
    else visit(value, true);
  }
}
