/**
 * Counts, means, extremes, and measures of spread. Too few numbers are #DIV/0! or #NUM!, as Excel documents
 * for each function.
 */
import type { Calculation } from "../../calculation.ts";
import { finite, toNumber } from "../../coerce.ts";
import { type FormulaFunction, alias, asIs, asNumber, caught, define, defineMany } from "../../define.ts";
import { eachElement, eachNumber, numbersOf, numbersOfAll } from "../../scan.ts";
import {
  DIVISION,
  NOT_AVAILABLE,
  NUM,
  Reference,
  VALUE,
  type Value,
  columnOf,
  isError,
} from "../../values.ts";
import { numeric } from "../numeric.ts";
import {
  largestOf,
  meanOf,
  medianOf,
  modeOf,
  modesOf,
  populationDeviationOf,
  populationVarianceOf,
  sampleDeviationOf,
  sampleVarianceOf,
  smallestOf,
  sorted,
  squaresOf,
  sumOf,
} from "./summaries.ts";

/** Defines a function of all numbers of its operands; `numbers` returns them. */
const over = (
  name: string,
  of: (numbers: readonly number[]) => number,
  numbers: (values: readonly Value[], calculation: Calculation) => number[] = numbersOf,
): FormulaFunction =>
  defineMany(name, [], asIs, (calculation, values) => finite(of(numbers(values, calculation))));

/** Defines a function for an extreme, which is found without making a list of the numbers. */
const extreme = (name: string, isBetter: (value: number, than: number) => boolean): FormulaFunction =>
  defineMany(name, [], asIs, (calculation, values) => {
    let best: number | undefined;
    eachNumber(values, calculation, (value) => {
      if (best === undefined || isBetter(value, best)) best = value;
    });
    return best ?? 0;
  });

/** Returns the numbers. Throws unless all are above 0 and there is at least one. */
function positiveOnes(numbers: readonly number[]): readonly number[] {
  if (numbers.length === 0 || numbers.some((value) => !(value > 0))) throw NUM;
  return numbers;
}

/** Returns the sum of the n-th powers of the standardized distances to the mean. */
function moment(numbers: readonly number[], deviation: number, order: number): number {
  if (deviation === 0) throw DIVISION;
  const mean = meanOf(numbers);
  return numbers.reduce((sum, value) => sum + ((value - mean) / deviation) ** order, 0);
}

function skewness(numbers: readonly number[]): number {
  const count = numbers.length;
  if (count < 3) throw DIVISION;
  return (count / ((count - 1) * (count - 2))) * moment(numbers, sampleDeviationOf(numbers), 3);
}

function kurtosis(numbers: readonly number[]): number {
  const count = numbers.length;
  if (count < 4) throw DIVISION;
  const sum = moment(numbers, sampleDeviationOf(numbers), 4);
  return (
    ((count * (count + 1)) / ((count - 1) * (count - 2) * (count - 3))) * sum -
    (3 * (count - 1) ** 2) / ((count - 2) * (count - 3))
  );
}

/**
 * True if an element counts as a number: if it is one, or if it is written in the formula itself and can be
 * converted to one.
 */
function countsAsNumber(element: Value, isDirect: boolean): boolean {
  if (typeof element === "number") return true;
  if (!isDirect || isError(element)) return false;
  return typeof element === "string" ? typeof caught(() => toNumber(element)) === "number" : true;
}

const countNumbers = defineMany("COUNT", [], asIs, (calculation, values) => {
  let count = 0;
  eachElement(values, calculation, (element, isDirect) => {
    if (countsAsNumber(element, isDirect)) count++;
  });
  return count;
});

const countAny = defineMany("COUNTA", [], asIs, (calculation, values) => {
  let count = 0;
  eachElement(values, calculation, () => {
    count++;
  });
  return count;
});

/**
 * COUNTBLANK: counts the cells of a range that are blank or have an empty text, also outside the used part of
 * the worksheet.
 */
const countBlank = define("COUNTBLANK", [asIs], (calculation, range) => {
  if (!(range instanceof Reference)) return isError(range) ? range : VALUE;
  let blank = range.rows * range.columns;
  calculation.each(range, (element) => {
    if (element !== "" && element !== null) blank--;
    return undefined;
  });
  return blank;
});

/**
 * Returns the numbers of operands that are read as arrays, also if they are written in the formula itself:
 * texts and booleans are ignored.
 */
function onlyNumbers(values: readonly Value[], calculation: Calculation): number[] {
  return numbersOf(
    values.filter((value) => typeof value !== "string" && typeof value !== "boolean"),
    calculation,
  );
}

const mode = over("MODE.SNGL", modeOf, onlyNumbers);
const sampleDeviation = over("STDEV.S", sampleDeviationOf);
const populationDeviation = over("STDEV.P", populationDeviationOf);
const sampleVariance = over("VAR.S", sampleVarianceOf);
const populationVariance = over("VAR.P", populationVarianceOf);

export const AVERAGES: readonly FormulaFunction[] = [
  countNumbers,
  countAny,
  countBlank,
  defineMany("AVERAGE", [], asIs, (calculation, values) => {
    let sum = 0;
    let count = 0;
    eachNumber(values, calculation, (value) => {
      sum += value;
      count++;
    });
    return count === 0 ? DIVISION : finite(sum / count);
  }),
  over("AVERAGEA", meanOf, numbersOfAll),
  extreme("MIN", (value, than) => value < than),
  extreme("MAX", (value, than) => value > than),
  over("MINA", smallestOf, numbersOfAll),
  over("MAXA", largestOf, numbersOfAll),
  over("MEDIAN", (numbers) => medianOf(sorted(numbers))),
  mode,
  alias("MODE", mode),
  defineMany(
    "MODE.MULT",
    [],
    asIs,
    (calculation, values) => {
      const modes = modesOf(onlyNumbers(values, calculation));
      return modes.length === 0 ? NOT_AVAILABLE : columnOf(modes);
    },
    { makesArrays: true },
  ),
  sampleDeviation,
  alias("STDEV", sampleDeviation),
  populationDeviation,
  alias("STDEVP", populationDeviation),
  over("STDEVA", sampleDeviationOf, numbersOfAll),
  over("STDEVPA", populationDeviationOf, numbersOfAll),
  sampleVariance,
  alias("VAR", sampleVariance),
  populationVariance,
  alias("VARP", populationVariance),
  over("VARA", sampleVarianceOf, numbersOfAll),
  over("VARPA", populationVarianceOf, numbersOfAll),
  over("DEVSQ", (numbers) => {
    if (numbers.length === 0) throw NUM;
    return squaresOf(numbers);
  }),
  over("AVEDEV", (numbers) => {
    if (numbers.length === 0) throw NUM;
    const mean = meanOf(numbers);
    return meanOf(numbers.map((value) => Math.abs(value - mean)));
  }),
  over("GEOMEAN", (numbers) => {
    const product = positiveOnes(numbers).reduce((of, value) => of * value, 1);
    // The product of many numbers may exceed the doubles; the sum of their logarithms does not.
    return product > 1e-300 && product < 1e300
      ? product ** (1 / numbers.length)
      : Math.exp(meanOf(numbers.map(Math.log)));
  }),
  over("HARMEAN", (numbers) => numbers.length / sumOf(positiveOnes(numbers).map((value) => 1 / value))),
  over("SKEW", skewness),
  over("SKEW.P", (numbers) => {
    if (numbers.length < 3) throw DIVISION;
    return moment(numbers, populationDeviationOf(numbers), 3) / numbers.length;
  }),
  over("KURT", kurtosis),
  define("TRIMMEAN", [asIs, asNumber], (calculation, values, share) => {
    const ascending = sorted(numbersOf([values], calculation));
    if (!(share >= 0 && share < 1) || ascending.length === 0) return NUM;
    const cut = Math.floor((ascending.length * share) / 2 + 1e-12);
    return finite(meanOf([...ascending.subarray(cut, ascending.length - cut)]));
  }),
  numeric("STANDARDIZE", [asNumber, asNumber, asNumber], (value, mean, deviation) => {
    if (!(deviation > 0)) throw NUM;
    return (value - mean) / deviation;
  }),
];
