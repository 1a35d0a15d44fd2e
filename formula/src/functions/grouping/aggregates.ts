/**
 * The functions that are passed to GROUPBY and PIVOTBY, one or several, and their application to rows of the
 * data.
 */
import type { Calculation } from "../../calculation.ts";
import { type Parameter, asIs } from "../../define.ts";
import { CALL_STEPS } from "../../limits.ts";
import { ArrayValue, type Element, Lambda, LambdaArray, VALUE, isError } from "../../values.ts";
import type { Grid } from "../arrays.ts";
import { called, elementOf } from "../lambdas.ts";

export interface Aggregates {
  readonly functions: readonly { readonly lambda: Lambda; readonly name: Element }[];
  /** True if each function has its own row and not its own column. */
  readonly isDown: boolean;
  /** True if the result shows the names of the functions. */
  readonly isNamed: boolean;
}

/**
 * A function, or several side by side or one below the other; a second row or column of texts is their names.
 */
export const asAggregates: Parameter<Aggregates> = {
  ...asIs,
  read: (operand) => {
    if (isError(operand)) throw operand;
    if (!(operand instanceof Lambda)) throw VALUE;
    if (!(operand instanceof LambdaArray))
      return { functions: [{ lambda: operand, name: null }], isDown: false, isNamed: false };
    const { rows, columns } = operand;
    const isDown =
      rows > 1 &&
      (columns === 1
        ? operand.at(1, 0) instanceof Lambda
        : columns === 2 && !(operand.at(0, 1) instanceof Lambda));
    const [count, depth] = isDown ? [rows, columns] : [columns, rows];
    if (depth > 2) throw VALUE;
    let customs = 0;
    const customCount = operand.cells.filter((each) => each instanceof Lambda && each.name === null).length;
    const functions = Array.from({ length: count }, (_, at) => {
      const [lambda, name] = isDown
        ? [operand.at(at, 0), operand.at(at, 1)]
        : [operand.at(0, at), operand.at(1, at)];
      if (!(lambda instanceof Lambda) || name instanceof Lambda) throw VALUE;
      if (lambda.name === null) customs++;
      return {
        lambda,
        name: depth === 2 ? name : (lambda.name ?? (customCount > 1 ? `CUSTOM${customs}` : "CUSTOM")),
      };
    });
    return { functions, isDown, isNamed: true };
  },
};

/**
 * Applies a function to a column of the values; `whole` is the second argument for a function with two
 * parameters. Returns a blank if there is no row.
 */
export function aggregate(
  calculation: Calculation,
  lambda: Lambda,
  values: Grid,
  column: number,
  rows: readonly number[],
  whole: () => readonly number[],
): Element {
  if (rows.length === 0) return "";
  const cellsOf = (places: readonly number[]): ArrayValue => {
    calculation.spend(places.length);
    return new ArrayValue(
      places.length,
      1,
      places.map((row) => values.at(row, column)),
    );
  };
  calculation.spend(CALL_STEPS);
  const subset = cellsOf(rows);
  return elementOf(
    calculation,
    lambda.least > 1 ? called(lambda, subset, cellsOf(whole())) : called(lambda, subset),
  );
}
