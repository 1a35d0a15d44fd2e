/**
 * LINEST, LOGEST, TREND and GROWTH: regression over several variables. If the known x's have another shape
 * than the known y's, each of their columns (if the y's are a column) or rows (if the y's are a row) is a
 * variable. Every element must be a number, else #VALUE!.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import { type FormulaFunction, type Parameter, asBoolean, asWhole, define, orEmpty } from "../../define.ts";
import {
  ArrayValue,
  type Element,
  NOT_AVAILABLE,
  NUM,
  REF,
  VALUE,
  isError,
  makeArray,
} from "../../values.ts";
import { type Fit, leastSquares } from "./least-squares.ts";

/** An array of numbers, or undefined if it is absent. */
const asKnown: Parameter<ArrayValue> = {
  ...asWhole,
  read: (operand, calculation) => {
    const array = asWhole.read(operand, calculation);
    for (const element of array.cells) if (isError(element)) throw element;
    if (array.cells.some((element) => typeof element !== "number")) throw VALUE;
    return array;
  },
};

const numbersIn = (array: ArrayValue): number[] => array.cells.map(Number);

interface Data {
  readonly ys: readonly number[];
  readonly variables: readonly (readonly number[])[];
  /** The layout of the variables in the known x's, which new ones must have too. */
  readonly layout: "single" | "columns" | "rows";
}

const columnsOf = (array: ArrayValue): number[][] =>
  Array.from({ length: array.columns }, (_column, column) =>
    Array.from({ length: array.rows }, (_row, row) => Number(array.at(row, column))),
  );
const rowsOf = (array: ArrayValue): number[][] =>
  Array.from({ length: array.rows }, (_row, row) =>
    Array.from({ length: array.columns }, (_column, column) => Number(array.at(row, column))),
  );

function dataOf(known: ArrayValue, xs: ArrayValue | undefined, isLogarithmic: boolean): Data {
  const ys = numbersIn(known).map((value) => {
    if (!isLogarithmic) return value;
    if (!(value > 0)) throw NUM;
    return Math.log(value);
  });
  if (!xs) return { ys, variables: [ys.map((_value, at) => at + 1)], layout: "single" };
  if (xs.rows === known.rows && xs.columns === known.columns)
    return { ys, variables: [numbersIn(xs)], layout: "single" };
  if (known.columns === 1 && xs.rows === known.rows)
    return { ys, variables: columnsOf(xs), layout: "columns" };
  if (known.rows === 1 && xs.columns === known.columns) return { ys, variables: rowsOf(xs), layout: "rows" };
  throw REF;
}

function fitOf({ ys, variables }: Data, hasConstant: boolean, calculation: Calculation): Fit {
  calculation.spend(ys.length * variables.length);
  return leastSquares(ys, variables, hasConstant);
}

const numberOr = (value: number, otherwise: Element): Element => (Number.isFinite(value) ? value : otherwise);

/**
 * Returns the table of LINEST: the coefficients from the last variable to the first, then the constant; below
 * them, if requested, the statistics of the fit.
 */
function table(fit: Fit, hasConstant: boolean, hasStatistics: boolean, isLogarithmic: boolean): ArrayValue {
  const coefficient = isLogarithmic ? Math.exp : (value: number) => value;
  const lines: Element[][] = [
    [...fit.slopes.toReversed(), fit.constant].map((value) => finite(coefficient(value))),
  ];
  if (hasStatistics) {
    const { residualSquares, regressionSquares, degrees, rank } = fit;
    lines.push(
      [...fit.slopeErrors.toReversed(), hasConstant ? fit.constantError : NOT_AVAILABLE],
      [
        numberOr(regressionSquares / (regressionSquares + residualSquares), 1),
        degrees > 0 ? Math.sqrt(residualSquares / degrees) : 0,
      ],
      [
        degrees > 0 && residualSquares > 0
          ? numberOr(regressionSquares / rank / (residualSquares / degrees), NUM)
          : NUM,
        degrees,
      ],
      [regressionSquares, residualSquares],
    );
  }
  return makeArray(
    lines.length,
    fit.slopes.length + 1,
    (row, column) => lines[row]?.[column] ?? NOT_AVAILABLE,
  );
}

const estimates = (name: string, isLogarithmic: boolean): FormulaFunction =>
  define(
    name,
    [asKnown, orEmpty(asKnown, undefined), orEmpty(asBoolean, true), orEmpty(asBoolean, false)],
    (calculation, ys, xs, hasConstant, hasStatistics) => {
      const fit = fitOf(dataOf(ys, xs, isLogarithmic), hasConstant, calculation);
      return table(fit, hasConstant, hasStatistics, isLogarithmic);
    },
    { makesArrays: true },
  );

/** Returns the fitted values for new x's, in the shape of these. */
function predict(fit: Fit, data: Data, xs: ArrayValue, shape: (element: number) => Element): ArrayValue {
  const at = (variables: readonly number[]) =>
    shape(
      variables.reduce((sum, value, variable) => sum + value * (fit.slopes[variable] ?? 0), fit.constant),
    );
  if (data.layout === "single")
    return new ArrayValue(
      xs.rows,
      xs.columns,
      xs.cells.map((value) => at([Number(value)])),
    );
  const points = data.layout === "columns" ? rowsOf(xs) : columnsOf(xs);
  if (points[0]?.length !== data.variables.length) throw REF;
  const cells = points.map(at);
  return data.layout === "columns"
    ? new ArrayValue(cells.length, 1, cells)
    : new ArrayValue(1, cells.length, cells);
}

const predictions = (name: string, isLogarithmic: boolean): FormulaFunction =>
  define(
    name,
    [asKnown, orEmpty(asKnown, undefined), orEmpty(asKnown, undefined), orEmpty(asBoolean, true)],
    (calculation, ys, xs, fresh, hasConstant) => {
      const data = dataOf(ys, xs, isLogarithmic);
      const counted = new ArrayValue(
        ys.rows,
        ys.columns,
        ys.cells.map((_value, at) => at + 1),
      );
      const target = fresh ?? xs ?? counted;
      calculation.spend(target.cells.length);
      return predict(fitOf(data, hasConstant, calculation), data, target, (value) =>
        finite(isLogarithmic ? Math.exp(value) : value),
      );
    },
    { makesArrays: true },
  );

export const REGRESSION: readonly FormulaFunction[] = [
  estimates("LINEST", false),
  estimates("LOGEST", true),
  predictions("TREND", false),
  predictions("GROWTH", true),
];
