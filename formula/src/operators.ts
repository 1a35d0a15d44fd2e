/**
 * The operators, for elements and arrays: both operands are stretched to one size, and missing elements of an
 * operand with several rows or columns are #N/A, as in Excel.
 */
import type { Calculation } from "./calculation.ts";
import { bounded, compare, finite, toNumber, toText } from "./coerce.ts";
import { elementsOf, stretched } from "./define.ts";
import {
  ArrayValue,
  DIVISION,
  type Element,
  NUM,
  type Scalar,
  type Value,
  checkSize,
  isError,
} from "./values.ts";

export type Binary = (a: Scalar, b: Scalar) => Element;

/** Sums and differences that are nothing but the rounding of their operands are zero, as Excel has them. */
const NOISE = 2 ** -49;

function sum(a: number, b: number): number {
  const total = a + b;
  return total !== 0 && Math.abs(total) < Math.abs(a) * NOISE && Math.abs(total) < Math.abs(b) * NOISE
    ? 0
    : total;
}

export const BINARY: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ["+", (a, b) => finite(sum(toNumber(a), toNumber(b)))],
  ["-", (a, b) => finite(sum(toNumber(a), -toNumber(b)))],
  ["*", (a, b) => finite(toNumber(a) * toNumber(b))],
  [
    "/",
    (a, b) => {
      const dividend = toNumber(a);
      const divisor = toNumber(b);
      return divisor === 0 ? DIVISION : finite(dividend / divisor);
    },
  ],
  ["^", (a, b) => power(toNumber(a), toNumber(b))],
  ["&", (a, b) => bounded(toText(a) + toText(b))],
  ["=", (a, b) => compare(a, b) === 0],
  ["<>", (a, b) => compare(a, b) !== 0],
  ["<", (a, b) => compare(a, b) < 0],
  [">", (a, b) => compare(a, b) > 0],
  ["<=", (a, b) => compare(a, b) <= 0],
  [">=", (a, b) => compare(a, b) >= 0],
]);

/**
 * `base` to the power of `exponent`: 0^0 is #NUM!, 0 to a negative power #DIV/0!. A negative number has real
 * odd roots, as in Excel, and no other power that is not whole (#NUM!).
 */
export function power(base: number, exponent: number): Element {
  if (base === 0 && exponent === 0) return NUM;
  if (base === 0 && exponent < 0) return DIVISION;
  if (base < 0 && Math.abs((1 / exponent) % 2) === 1) return finite(-((-base) ** exponent));
  return finite(base ** exponent);
}

function apply(operator: Binary, a: Element, b: Element): Element {
  if (isError(a)) return a;
  if (isError(b)) return b;
  // Not `caught`, whose closure would cost as much as the operator, for each element.
  try {
    return operator(a, b);
  } catch (thrown) {
    if (isError(thrown)) return thrown;
    throw thrown;
  }
}

/** `a operator b`, over elements or arrays. */
export function binary(operator: Binary, left: Value, right: Value, calculation: Calculation): Value {
  if (typeof left === "number" && typeof right === "number") return operator(left, right);
  const a = elementsOf(left, calculation);
  const b = elementsOf(right, calculation);
  if (!(a instanceof ArrayValue)) {
    if (!(b instanceof ArrayValue)) return apply(operator, a, b);
    return map(b, calculation, (element) => apply(operator, a, element));
  }
  if (!(b instanceof ArrayValue)) return map(a, calculation, (element) => apply(operator, element, b));
  const rows = Math.max(a.rows, b.rows);
  const columns = Math.max(a.columns, b.columns);
  checkSize(rows, columns);
  calculation.spend(rows * columns);
  const cells: Element[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      cells.push(apply(operator, stretched(a, row, column), stretched(b, row, column)));
  }
  return new ArrayValue(rows, columns, cells);
}

/** An operator of one operand, over an element or an array. */
export function unary(operator: (a: number) => number, value: Value, calculation: Calculation): Value {
  const one = (element: Element): Element =>
    isError(element) ? element : apply((a) => finite(operator(toNumber(a))), element, null);
  const operand = elementsOf(value, calculation);
  return operand instanceof ArrayValue ? map(operand, calculation, one) : one(operand);
}

function map(array: ArrayValue, calculation: Calculation, change: (element: Element) => Element): ArrayValue {
  calculation.spend(array.cells.length);
  return new ArrayValue(array.rows, array.columns, array.cells.map(change));
}
