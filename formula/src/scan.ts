/**
 * Walks over the operands of functions that add up, count, rank or compare, by the rule of SUM: a value
 * written in the formula itself counts if it can be converted to the required type; a value in a cell or
 * array counts only if it has that type.
 */
import type { Calculation } from "./calculation.ts";
import { toNumber } from "./coerce.ts";
import {
  ArrayValue,
  type Element,
  Lambda,
  NOT_AVAILABLE,
  Reference,
  Union,
  VALUE,
  type Value,
  isError,
} from "./values.ts";

/**
 * Visits each number of the operands in order. Throws the first error, and #VALUE! for a text in the formula
 * itself that is not a number.
 */
export function eachNumber(
  values: readonly Value[],
  calculation: Calculation,
  visit: (value: number) => void,
): void {
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

/** Returns the numbers of the operands. Throws like `eachNumber`. */
export function numbersOf(values: readonly Value[], calculation: Calculation): number[] {
  const numbers: number[] = [];
  eachNumber(values, calculation, (value) => numbers.push(value));
  return numbers;
}

/**
 * Visits each element of the operands that is not blank, including errors. `isDirect` is true for elements
 * that are written in the formula itself; an empty operand is null.
 */
export function eachElement(
  values: readonly Value[],
  calculation: Calculation,
  visit: (element: Element, isDirect: boolean) => void,
): void {
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

/**
 * Returns the numbers of the operands as for functions such as AVERAGEA: a text in cells or arrays is 0, a
 * boolean is 1 or 0. Throws like `eachNumber`.
 */
export function numbersOfAll(values: readonly Value[], calculation: Calculation): number[] {
  const numbers: number[] = [];
  eachElement(values, calculation, (element, isDirect) => {
    if (isError(element)) throw element;
    numbers.push(typeof element === "string" && !isDirect ? 0 : toNumber(element));
  });
  return numbers;
}

/** Returns the numbers of rows and columns of a value, without reading it. */
export function sizeOf(value: Value): { readonly rows: number; readonly columns: number } {
  return value instanceof Reference || value instanceof ArrayValue ? value : { rows: 1, columns: 1 };
}

export interface Pairs {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/**
 * Returns the numbers at equal positions of two values, for positions where both are numbers. Throws an
 * operand that is an error; then #N/A if the numbers of elements differ; then the first error among the
 * elements.
 */
export function pairsOf(first: Value, second: Value, calculation: Calculation): Pairs {
  if (isError(first)) throw first;
  if (isError(second)) throw second;
  const sizes = [sizeOf(first), sizeOf(second)] as const;
  if (sizes[0].rows * sizes[0].columns !== sizes[1].rows * sizes[1].columns) throw NOT_AVAILABLE;
  // For two ranges of the same shape, only the used parts must be read. Otherwise, positions must be counted
  // in full.
  const isAligned = sizes[0].rows === sizes[1].rows;
  const x = isAligned ? calculation.array(first) : calculation.whole(first);
  const y = isAligned ? calculation.array(second) : calculation.whole(second);
  const rows = isAligned ? Math.max(x.rows, y.rows) : 1;
  const columns = isAligned ? Math.max(x.columns, y.columns) : x.cells.length;
  const a: number[] = [];
  const b: number[] = [];
  calculation.spend(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = isAligned ? elementAt(x, row, column) : (x.cells[column] ?? null);
      const right = isAligned ? elementAt(y, row, column) : (y.cells[column] ?? null);
      if (isError(left)) throw left;
      if (isError(right)) throw right;
      if (typeof left !== "number" || typeof right !== "number") continue;
      a.push(left);
      b.push(right);
    }
  }
  return { a, b };
}

/**
 * Returns the element at a position of an array whose range may be larger than the array. Elements outside
 * the array are blank.
 */
export function elementAt(array: ArrayValue, row: number, column: number): Element {
  return row < array.rows && column < array.columns ? array.at(row, column) : null;
}
