/**
 * Matrix products, inverses and determinants. Every element must be a number; others, including blanks, are
 * #VALUE!. Elimination pivots on the largest element of a column. The work grows with the third power of the
 * size, so it is counted before it is done.
 */
import { finite } from "../../coerce.ts";
import { type FormulaFunction, asInteger, asWhole, define } from "../../define.ts";
import { type ArrayValue, NUM, VALUE, checkSize, isError, makeArray } from "../../values.ts";
import { count } from "../../work.ts";

type Matrix = number[][];

/**
 * Returns an array as rows of numbers. Throws the first error, and #VALUE! for any other element that is not
 * a number.
 */
function matrixOf(array: ArrayValue): Matrix {
  return Array.from({ length: array.rows }, (_row, row) =>
    Array.from({ length: array.columns }, (_column, column) => {
      const element = array.at(row, column);
      if (isError(element)) throw element;
      if (typeof element !== "number") throw VALUE;
      return element;
    }),
  );
}

function squareOf(array: ArrayValue): Matrix {
  const matrix = matrixOf(array);
  if (array.rows !== array.columns) throw VALUE;
  return matrix;
}

/** A pivot below this share of the matrix's size is a rounding error. */
const SINGULAR = 1e-15;

const largestOf = (matrix: Matrix): number =>
  matrix.reduce((most, row) => row.reduce((largest, value) => Math.max(largest, Math.abs(value)), most), 0);

/**
 * Reduces the first `size` columns of `matrix` to the unit matrix by operations on its rows, which may be
 * longer. Returns the determinant of those columns. If it is 0, they are singular and the matrix is left
 * partly reduced.
 */
function eliminate(matrix: Matrix, size: number): number {
  const least = largestOf(matrix.map((row) => row.slice(0, size))) * SINGULAR;
  let determinant = 1;
  for (let at = 0; at < size; at++) {
    const best = pivotRowAt(matrix, at, size);
    const pivotRow = matrix[best] ?? [];
    const pivot = pivotRow[at] ?? 0;
    if (!(Math.abs(pivot) > least)) return 0;
    if (best !== at) {
      matrix[best] = matrix[at] ?? [];
      matrix[at] = pivotRow;
      determinant = -determinant;
    }
    determinant *= pivot;
    for (let column = at; column < pivotRow.length; column++)
      pivotRow[column] = (pivotRow[column] ?? 0) / pivot;
    for (let row = 0; row < size; row++) {
      count(pivotRow.length - at);
      const other = matrix[row] ?? [];
      if (row !== at && other[at] !== 0) subtractMultiple(other, pivotRow, at);
    }
  }
  return determinant;
}

/** Returns the row from `at` to `size` whose element in the column `at` is the largest. */
function pivotRowAt(matrix: Matrix, at: number, size: number): number {
  let best = at;
  for (let row = at + 1; row < size; row++)
    if (Math.abs(matrix[row]?.[at] ?? 0) > Math.abs(matrix[best]?.[at] ?? 0)) best = row;
  return best;
}

/**
 * Subtracts the multiple of `pivotRow`, which has a 1 in the column `at`, that makes this column of `row` 0.
 */
function subtractMultiple(row: number[], pivotRow: readonly number[], at: number): void {
  const factor = row[at] ?? 0;
  for (let column = at; column < row.length; column++)
    row[column] = (row[column] ?? 0) - factor * (pivotRow[column] ?? 0);
}

const unitRow = (size: number, at: number): number[] =>
  Array.from({ length: size }, (_value, column) => (column === at ? 1 : 0));

export const MATRICES: readonly FormulaFunction[] = [
  define(
    "MMULT",
    [asWhole, asWhole],
    (_calculation, a, b) => {
      const left = matrixOf(a);
      const right = matrixOf(b);
      if (a.columns !== b.rows) return VALUE;
      checkSize(a.rows, b.columns);
      const product = makeArray(a.rows, b.columns, (row, column) => {
        count(a.columns);
        return finite(
          (left[row] ?? []).reduce((sum, value, at) => sum + value * (right[at]?.[column] ?? 0), 0),
        );
      });
      return product.cells.includes(NUM) ? NUM : product;
    },
    { makesArrays: true },
  ),
  define("MDETERM", [asWhole], (_calculation, array) => {
    const matrix = squareOf(array);
    const isWhole = matrix.every((row) => row.every(Number.isInteger));
    const determinant = eliminate(matrix, array.rows);
    // A matrix of whole numbers has a whole determinant; any fraction is a rounding error.
    return finite(isWhole && Math.abs(determinant) < 1e12 ? Math.round(determinant) : determinant);
  }),
  define(
    "MINVERSE",
    [asWhole],
    (_calculation, array) => {
      const size = array.rows;
      const matrix = squareOf(array).map((row, at) => [...row, ...unitRow(size, at)]);
      if (eliminate(matrix, size) === 0) return NUM;
      return makeArray(size, size, (row, column) => finite(matrix[row]?.[size + column] ?? 0));
    },
    { makesArrays: true },
  ),
  define(
    "MUNIT",
    [asInteger],
    (_calculation, size) => {
      if (size < 1) return VALUE;
      return makeArray(size, size, (row, column) => (row === column ? 1 : 0));
    },
    { makesArrays: true },
  ),
];
