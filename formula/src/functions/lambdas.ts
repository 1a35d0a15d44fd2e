/**
 * Functions that call a lambda for each element, row or column of arrays. For a range, the lambda gets
 * references to its cells, so that it can use their positions. Each call must return one element, except that
 * REDUCE carries any value along.
 */
import type { Calculation } from "../calculation.ts";
import {
  type FormulaFunction,
  type Parameter,
  asInteger,
  asIs,
  asLambda,
  caught,
  define,
  defineMany,
  orEmpty,
} from "../define.ts";
import { CALL_STEPS } from "../limits.ts";
import {
  ArrayValue,
  CALC,
  type Element,
  Lambda,
  NOT_AVAILABLE,
  Reference,
  Union,
  VALUE,
  type Value,
  checkSize,
  isError,
  makeArray,
} from "../values.ts";
import { partOf, sizeOf } from "./references.ts";

/** Calls a lambda and returns its value or a thrown error. A wrong number of arguments is #VALUE!. */
export function called(lambda: Lambda, ...args: readonly Value[]): Value {
  if (args.length < lambda.least || args.length > lambda.most) throw VALUE;
  return caught(() => lambda.call(args));
}

/**
 * Returns the result of a call as an element of an array. An array of several elements, or a lambda, is
 * #CALC!.
 */
export function elementOf(calculation: Calculation, value: Value): Element {
  if (value instanceof Reference)
    return value.isCell ? calculation.cell(value.sheet, value.top, value.left) : CALC;
  if (value instanceof ArrayValue) return value.cells.length === 1 ? value.at(0, 0) : CALC;
  return value instanceof Lambda || value instanceof Union ? CALC : value;
}

/** A value to iterate over: a reference or an array. Throws errors and values without elements. */
const asCells: Parameter<Reference | ArrayValue> = {
  ...asIs,
  read: (operand, calculation) => {
    const value = asIs.read(operand, calculation);
    if (value instanceof Reference || value instanceof ArrayValue) return value;
    if (value instanceof Lambda || value instanceof Union) throw VALUE;
    if (isError(value)) throw value;
    return new ArrayValue(1, 1, [value]);
  },
};

/**
 * MAP: returns an array as large as the largest operand. If another operand has no element at a position, the
 * lambda gets #N/A.
 */
function mapped(calculation: Calculation, operands: readonly Value[]): Value {
  const lambda = operands.at(-1);
  if (!(lambda instanceof Lambda)) return isError(lambda) ? lambda : VALUE;
  const grids = operands.slice(0, -1).map((operand) => asCells.read(operand, calculation));
  const rows = grids.reduce((most, grid) => Math.max(most, grid.rows), 1);
  const columns = grids.reduce((most, grid) => Math.max(most, grid.columns), 1);
  return filled(calculation, rows, columns, (row, column) =>
    called(
      lambda,
      ...grids.map((grid) =>
        row < grid.rows && column < grid.columns
          ? partOf(calculation, grid, row, column, 1, 1)
          : NOT_AVAILABLE,
      ),
    ),
  );
}

/** Returns an array of the results of a call for each position. */
function filled(
  calculation: Calculation,
  rows: number,
  columns: number,
  call: (row: number, column: number) => Value,
): Value {
  checkSize(rows, columns);
  return makeArray(rows, columns, (row, column) => {
    calculation.spend(CALL_STEPS);
    return elementOf(calculation, call(row, column));
  });
}

/**
 * Goes through the elements row by row, with the result of the previous call. Without an initial value, the
 * first element is the initial value, and `visit` gets it too.
 */
function accumulated(
  calculation: Calculation,
  initial: Value | undefined,
  grid: Reference | ArrayValue,
  lambda: Lambda,
  visit: (value: Value) => Value,
): Value {
  const { rows, columns } = grid;
  checkSize(rows, columns);
  let value = initial ?? null;
  for (let at = 0; at < rows * columns; at++) {
    calculation.spend(CALL_STEPS);
    const element = partOf(calculation, grid, Math.floor(at / columns), at % columns, 1, 1);
    value = visit(at === 0 && initial === undefined ? element : called(lambda, value, element));
  }
  return value;
}

function scanned(
  calculation: Calculation,
  initial: Value | undefined,
  grid: Reference | ArrayValue,
  lambda: Lambda,
): Value {
  const cells: Element[] = [];
  accumulated(calculation, initial, grid, lambda, (value) => {
    const element = elementOf(calculation, value);
    cells.push(element);
    return element;
  });
  return new ArrayValue(grid.rows, grid.columns, cells);
}

const MAKES = { makesArrays: true } as const;

export const LAMBDA_CALLERS: readonly FormulaFunction[] = [
  defineMany("MAP", [asIs], asIs, (calculation, rest, first) => mapped(calculation, [first, ...rest]), MAKES),
  define(
    "REDUCE",
    [orEmpty(asIs, undefined), asCells, asLambda],
    (calculation, initial, grid, lambda) => accumulated(calculation, initial, grid, lambda, (value) => value),
    MAKES,
  ),
  define("SCAN", [orEmpty(asIs, undefined), asCells, asLambda], scanned, MAKES),
  define(
    "BYROW",
    [asCells, asLambda],
    (calculation, grid, lambda) => {
      const { rows, columns } = sizeOf(grid);
      return filled(calculation, rows, 1, (row) =>
        called(lambda, partOf(calculation, grid, row, 0, 1, columns)),
      );
    },
    MAKES,
  ),
  define(
    "BYCOL",
    [asCells, asLambda],
    (calculation, grid, lambda) => {
      const { rows, columns } = sizeOf(grid);
      return filled(calculation, 1, columns, (_, column) =>
        called(lambda, partOf(calculation, grid, 0, column, rows, 1)),
      );
    },
    MAKES,
  ),
  define(
    "MAKEARRAY",
    [asInteger, asInteger, asLambda],
    (calculation, rows, columns, lambda) =>
      rows < 1 || columns < 1
        ? VALUE
        : filled(calculation, rows, columns, (row, column) => called(lambda, row + 1, column + 1)),
    MAKES,
  ),
];
