/**
 * Positions in an order: quantiles, ranks, frequencies. Only numbers count; a value without a position is
 * #NUM! or #N/A. Sorted copies are kept for the rest of the reading.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import {
  type FormulaFunction,
  type Parameter,
  alias,
  asArray,
  asInteger,
  asIs,
  asNumber,
  asScalar,
  define,
  optional,
  orEmpty,
} from "../../define.ts";
import { numbersOf, pairsOf } from "../../scan.ts";
import {
  ArrayValue,
  NOT_AVAILABLE,
  NUM,
  Reference,
  type Scalar,
  Union,
  VALUE,
  type Value,
  columnOf,
  isError,
} from "../../values.ts";
import { exclusiveQuantile, inclusiveQuantile, largest, quartile, smallest, sorted } from "./summaries.ts";

/**
 * Returns the numbers of an array in ascending order; an array is sorted once for all formulas. Throws the
 * first error among its elements.
 */
function ascendingOf(array: ArrayValue, calculation: Calculation): Float64Array {
  return calculation.keep(array, "ascending", () => {
    const numbers = numbersOf([array], calculation);
    calculation.spend(numbers.length * 4);
    return sorted(numbers);
  });
}

/**
 * The numbers of an operand in ascending order: of a range or array, its numbers; of a value written in the
 * formula itself, its conversion, as for SUM.
 */
const asAscending: Parameter<Float64Array> = {
  lifts: false,
  isOptional: false,
  read: (operand, calculation) => {
    const value = asIs.read(operand, calculation);
    if (value instanceof Reference || value instanceof ArrayValue)
      return ascendingOf(calculation.array(value), calculation);
    return sorted(numbersOf([value], calculation));
  },
};

/** Returns the number of elements of an ascending list below `value` (or, with `orEqual`, not above it). */
function countBelow(ascending: ArrayLike<number>, value: number, orEqual: boolean): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const here = ascending[middle] ?? 0;
    if (here < value || (orEqual && here === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const quantile = (name: string, of: (ascending: Float64Array, k: number) => number): FormulaFunction =>
  define(name, [asAscending, asNumber], (_calculation, ascending, k) => {
    if (ascending.length === 0) return NUM;
    return finite(of(ascending, k));
  });

/** True if an order is ascending: any number except 0. Texts are not converted here. */
function isAscendingOrder(order: Scalar): boolean {
  if (typeof order === "string") throw VALUE;
  return order !== null && Number(order) !== 0;
}

/**
 * The rank of a number among the numbers of a range: 1 is the largest, or the smallest. #N/A if the number is
 * not in the range.
 */
const rank = (name: string, isAverage: boolean): FormulaFunction =>
  define(name, [asNumber, asIs, optional(asScalar, 0)], (calculation, value, range, order) => {
    if (isError(range)) return range;
    if (!(range instanceof Reference || range instanceof Union)) return VALUE;
    const isAscending = isAscendingOrder(order);
    const ascending = asAscending.read(range, calculation);
    const below = countBelow(ascending, value, false);
    const notAbove = countBelow(ascending, value, true);
    if (below === notAbove) return NOT_AVAILABLE;
    const first = isAscending ? below + 1 : ascending.length - notAbove + 1;
    return isAverage ? first + (notAbove - below - 1) / 2 : first;
  });

/**
 * The share of an ascending list below a value, interpolated linearly between neighbours, and truncated to
 * `digits` digits.
 */
const percentRank = (name: string, share: (below: number, count: number) => number): FormulaFunction =>
  define(name, [asAscending, asNumber, orEmpty(asInteger, 3)], (_calculation, ascending, value, digits) => {
    const count = ascending.length;
    if (digits < 1 || count === 0) return NUM;
    const least = ascending[0] ?? 0;
    if (value < least || value > (ascending[count - 1] ?? 0)) return NOT_AVAILABLE;
    const at = countBelow(ascending, value, false);
    const here = ascending[at] ?? 0;
    const before = ascending[at - 1] ?? least;
    const place = here === value ? at : at - 1 + (value - before) / (here - before);
    if (digits > 15) return finite(share(place, count));
    const scale = 10 ** digits;
    // A value that is just below a digit because of rounding counts as that digit.
    return finite(Math.floor(Number((share(place, count) * scale).toPrecision(15))) / scale);
  });

/**
 * Returns the number of values in each class. `bins` are the upper bounds of the classes in any order; the
 * class above all of them comes last.
 */
function frequencies(data: readonly number[], bins: readonly number[]): number[] {
  const order = bins.map((_bin, at) => at).toSorted((a, b) => (bins[a] ?? 0) - (bins[b] ?? 0) || a - b);
  const ascending = order.map((at) => bins[at] ?? 0);
  const counts = Array.from({ length: bins.length + 1 }, () => 0);
  for (const value of data) {
    const at = order[countBelow(ascending, value, false)] ?? bins.length;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** The largest error of a sum of probabilities that still counts as 1. */
const PROBABILITY_SLACK = 1e-7;

function probability(
  values: Value,
  probabilities: Value,
  lower: number,
  upper: number,
  calculation: Calculation,
): Value {
  const { a, b } = pairsOf(values, probabilities, calculation);
  let total = 0;
  let inside = 0;
  for (let at = 0; at < a.length; at++) {
    const value = a[at] ?? 0;
    const share = b[at] ?? 0;
    if (!(share > 0 && share <= 1)) return NUM;
    total += share;
    if (value >= lower && value <= upper) inside += share;
  }
  return Math.abs(total - 1) > PROBABILITY_SLACK ? NUM : finite(inside);
}

const percentileInclusive = quantile("PERCENTILE.INC", inclusiveQuantile);
const quartileInclusive = quantile("QUARTILE.INC", (ascending, number) =>
  inclusiveQuantile(ascending, quartile(number)),
);
const rankEqual = rank("RANK.EQ", false);
const percentRankInclusive = percentRank("PERCENTRANK.INC", (below, count) =>
  count === 1 ? 1 : below / (count - 1),
);

export const RANKING: readonly FormulaFunction[] = [
  quantile("LARGE", largest),
  quantile("SMALL", smallest),
  percentileInclusive,
  alias("PERCENTILE", percentileInclusive),
  quantile("PERCENTILE.EXC", exclusiveQuantile),
  quartileInclusive,
  alias("QUARTILE", quartileInclusive),
  quantile("QUARTILE.EXC", (ascending, number) => exclusiveQuantile(ascending, quartile(number))),
  rankEqual,
  alias("RANK", rankEqual),
  rank("RANK.AVG", true),
  percentRankInclusive,
  alias("PERCENTRANK", percentRankInclusive),
  percentRank("PERCENTRANK.EXC", (below, count) => (below + 1) / (count + 1)),
  define(
    "FREQUENCY",
    [asArray, asArray],
    (calculation, data, bins) => {
      const values = numbersOf([data], calculation);
      const bounds = numbersOf([bins], calculation);
      calculation.spend(values.length + bounds.length);
      return columnOf(frequencies(values, bounds));
    },
    { makesArrays: true },
  ),
  define(
    "PROB",
    [asIs, asIs, asNumber, optional(asNumber, undefined)],
    (calculation, values, probabilities, lower, upper) => {
      if (isError(values)) return values;
      if (isError(probabilities)) return probabilities;
      return probability(values, probabilities, lower, upper ?? lower, calculation);
    },
  ),
];
