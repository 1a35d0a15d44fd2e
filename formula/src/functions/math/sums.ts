/**
 * SUM and similar functions. Doubles are added from left to right, as in Excel; a range is iterated and never
 * copied.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import { type FormulaFunction, asIs, define, defineMany } from "../../define.ts";
import { eachNumber, elementAt, pairsOf, sizeOf } from "../../scan.ts";
import { DIVISION, NOT_AVAILABLE, NUM, VALUE, type Value, isError } from "../../values.ts";

function sumOver(values: readonly Value[], calculation: Calculation, of: (value: number) => number): Value {
  let sum = 0;
  eachNumber(values, calculation, (value) => {
    sum += of(value);
  });
  return finite(sum);
}

/**
 * Returns the sum of the products of elements at equal positions; elements that are not numbers count as 0.
 * Throws #VALUE! if the sizes differ.
 */
function sumOfProducts(values: readonly Value[], calculation: Calculation): Value {
  const sizes = values.map(sizeOf);
  const { rows, columns } = sizes[0] ?? { rows: 1, columns: 1 };
  const arrays = values.map((value) => calculation.array(value));
  if (sizes.some((size) => size.rows !== rows || size.columns !== columns))
    return arrays.flatMap((array) => array.cells).find(isError) ?? VALUE;
  const usedRows = arrays.reduce((most, array) => Math.max(most, array.rows), 1);
  const usedColumns = arrays.reduce((most, array) => Math.max(most, array.columns), 1);
  calculation.spend(usedRows * usedColumns * arrays.length);
  let sum = 0;
  for (let row = 0; row < usedRows; row++) {
    for (let column = 0; column < usedColumns; column++) {
      let product = 1;
      for (const array of arrays) {
        const element = elementAt(array, row, column);
        if (isError(element)) throw element;
        product *= typeof element === "number" ? element : 0;
      }
      sum += product;
    }
  }
  return finite(sum);
}

/**
 * SUMX2MY2 and similar functions. The first operand's errors come before the second's, and both before #N/A
 * for operands with different numbers of elements. A row and a column may be paired.
 */
const overPairs = (name: string, of: (x: number, y: number) => number): FormulaFunction =>
  define(name, [asIs, asIs], (calculation, x, y) => {
    const first = calculation.array(x);
    const second = calculation.array(y);
    const error = first.cells.find(isError) ?? second.cells.find(isError);
    if (error) return error;
    const pairs = pairsOf(x, y, calculation);
    if (pairs.a.length === 0) return NOT_AVAILABLE;
    return finite(pairs.a.reduce((sum, value, at) => sum + of(value, pairs.b[at] ?? 0), 0));
  });

export const SUMS: readonly FormulaFunction[] = [
  defineMany("SUM", [], asIs, (calculation, values) => sumOver(values, calculation, (value) => value)),
  defineMany("SUMSQ", [], asIs, (calculation, values) =>
    sumOver(values, calculation, (value) => value * value),
  ),
  defineMany("PRODUCT", [], asIs, (calculation, values) => {
    let product = 1;
    let count = 0;
    eachNumber(values, calculation, (value) => {
      product *= value;
      count++;
    });
    return count === 0 ? 0 : finite(product);
  }),
  define("PERCENTOF", [asIs, asIs], (calculation, part, whole) => {
    const all = sumOver([whole], calculation, (value) => value);
    const some = sumOver([part], calculation, (value) => value);
    if (typeof all !== "number" || typeof some !== "number") return NUM;
    return all === 0 ? DIVISION : finite(some / all);
  }),
  defineMany("SUMPRODUCT", [], asIs, (calculation, values) => sumOfProducts(values, calculation)),
  overPairs("SUMX2MY2", (x, y) => x * x - y * y),
  overPairs("SUMX2PY2", (x, y) => x * x + y * y),
  overPairs("SUMXMY2", (x, y) => (x - y) ** 2),
];
