/**
 * Counts, means, extremes, and how far numbers lie apart. What has too few numbers to be reckoned is #DIV/0!
 * or #NUM!, as Excel documents it for each.
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

/** A function over all numbers of its operands; `numbers` says which these are. */
const over = (
  name: string,
  of: (numbers: readonly number[]) => number,
  numbers: (values: readonly Value[], calculation: Calculation) => number[] = numbersOf,
): FormulaFunction =>
  defineMany(name, [], asIs, (calculation, values) => finite(of(numbers(values, calculation))));

/** An extreme, without a list of what it is the extreme of. */
const extreme = (name: string, isBetter: (value: number, than: number) => boolean): FormulaFunction =>
  defineMany(name, [], asIs, (calculation, values) => {
    let best: number | undefined;
    eachNumber(values, calculation, (value) => {
      if (best === undefined || isBetter(value, best)) best = value;
    });
    return best ?? 0;
  });

/** Numbers that must be above 0, of which there must be one. */
function positiveOnes(numbers: readonly number[]): readonly number[] {
  if (numbers.length === 0 || numbers.some((value) => !(value > 0))) throw NUM;
  return numbers;
}

/** The sum of the n-th powers of the standardized distances to the mean. */
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
 * True if an element counts as a number: in the formula itself if it can be read as one, elsewhere if it is
 * one.
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

/** Cells that are blank or hold an empty text, among all of a range, whether in use or not. */
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
 * The numbers of operands that are taken as arrays, whoever writes them: a text or a boolean counts for
 * nothing.
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
    // The product of many numbers leaves the doubles, the sum of their logarithms does not.
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
