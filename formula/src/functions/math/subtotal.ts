/**
 * SUBTOTAL and AGGREGATE: one of several summaries of ranges. Cells whose own formula is such a summary do
 * not count. Rows are never hidden here, so options about hidden rows have no effect.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import { type FormulaFunction, asInteger, asIs, defineMany } from "../../define.ts";
import { toNumber } from "../../coerce.ts";
import { ArrayValue, type Element, Reference, Union, VALUE, type Value, isError } from "../../values.ts";
import {
  exclusiveQuantile,
  inclusiveQuantile,
  largest,
  largestOf,
  meanOf,
  medianOf,
  modeOf,
  populationDeviationOf,
  populationVarianceOf,
  productOf,
  quartile,
  sampleDeviationOf,
  sampleVarianceOf,
  smallest,
  smallestOf,
  sorted,
  sumOf,
} from "../statistics/summaries.ts";

/** The input of a summary: the numbers, and the number of elements that are not blank. */
interface SummaryInput {
  readonly numbers: readonly number[];
  readonly count: number;
}

const SUMMARIES: readonly ((gathered: SummaryInput) => number)[] = [
  ({ numbers }) => meanOf(numbers),
  ({ numbers }) => numbers.length,
  ({ count }) => count,
  ({ numbers }) => largestOf(numbers),
  ({ numbers }) => smallestOf(numbers),
  ({ numbers }) => productOf(numbers),
  ({ numbers }) => sampleDeviationOf(numbers),
  ({ numbers }) => populationDeviationOf(numbers),
  ({ numbers }) => sumOf(numbers),
  ({ numbers }) => sampleVarianceOf(numbers),
  ({ numbers }) => populationVarianceOf(numbers),
  ({ numbers }) => medianOf(sorted(numbers)),
  ({ numbers }) => modeOf(numbers),
];
/** The number of functions of SUBTOTAL. */
const SUBTOTALS = 11;
/** The numbers of COUNT and COUNTA, which ignore errors. */
const COUNTS: readonly number[] = [2, 3];

const RANKED: readonly ((ascending: Float64Array, k: number) => number)[] = [
  largest,
  smallest,
  inclusiveQuantile,
  (ascending, number) => inclusiveQuantile(ascending, quartile(number)),
  exclusiveQuantile,
  (ascending, number) => exclusiveQuantile(ascending, quartile(number)),
];
/** The number of the first ranking function. Ranking functions take an array and a k. */
const RANKED_FIRST = 14;

const NESTED = /\b(?:SUBTOTAL|AGGREGATE)\s*\(/iu;

interface Skipping {
  /** True if cells with their own SUBTOTAL or AGGREGATE are skipped. */
  readonly nested: boolean;
  /** True if errors are skipped. */
  readonly errors: boolean;
}

/**
 * Collects the input from references and arrays. An error that is not skipped is thrown, unless
 * `keepsErrors`.
 */
function gather(
  values: readonly Value[],
  skipping: Skipping,
  keepsErrors: boolean,
  calculation: Calculation,
): SummaryInput {
  const numbers: number[] = [];
  let count = 0;
  const take = (element: Element) => {
    if (element === null) return;
    if (isError(element)) {
      if (skipping.errors) return;
      if (!keepsErrors) throw element;
    }
    if (typeof element === "number") numbers.push(element);
    count++;
  };
  for (const value of values) {
    if (isError(value)) throw value;
    if (value instanceof ArrayValue) {
      calculation.spend(value.cells.length);
      for (const element of value.cells) take(element);
    } else if (value instanceof Reference || value instanceof Union) {
      calculation.each(value, (element, row, column, sheet) => {
        if (!skipping.nested || !NESTED.test(calculation.formula(sheet, row, column) ?? "")) take(element);
        return undefined;
      });
    } else throw VALUE;
  }
  return { numbers, count };
}

/** Throws unless all values are references, as most of these functions require. */
function checkReferences(values: readonly Value[]): void {
  for (const value of values)
    if (!(value instanceof Reference || value instanceof Union)) throw isError(value) ? value : VALUE;
}

function subtotal(number: number, values: readonly Value[], calculation: Calculation): Value {
  const which = number > 100 ? number - 100 : number;
  const summary = which <= SUBTOTALS ? SUMMARIES[which - 1] : undefined;
  if (!summary) return VALUE;
  checkReferences(values);
  return finite(
    summary(gather(values, { nested: true, errors: false }, COUNTS.includes(which), calculation)),
  );
}

/** Returns what an option of AGGREGATE skips, by the option's number. */
function skippingOf(options: number): Skipping {
  if (!(options >= 0 && options <= 7)) throw VALUE;
  return { nested: options < 4, errors: options % 4 >= 2 };
}

function aggregate(
  number: number,
  options: number,
  values: readonly Value[],
  calculation: Calculation,
): Value {
  const skipping = skippingOf(options);
  const ranked = RANKED[number - RANKED_FIRST];
  if (ranked) {
    const [array = null, k] = values;
    if (k === undefined || values.length > 2) return VALUE;
    const place = calculation.single(k);
    if (isError(place)) return place;
    const { numbers } = gather(
      [typeof array === "object" && array !== null ? array : calculation.array(array)],
      skipping,
      false,
      calculation,
    );
    return finite(ranked(sorted(numbers), toNumber(place)));
  }
  const summary = SUMMARIES[number - 1];
  if (!summary) return VALUE;
  checkReferences(values);
  return finite(summary(gather(values, skipping, COUNTS.includes(number), calculation)));
}

export const SUBTOTALLING: readonly FormulaFunction[] = [
  defineMany("SUBTOTAL", [asInteger], asIs, (calculation, values, number) =>
    subtotal(number, values, calculation),
  ),
  defineMany("AGGREGATE", [asInteger, asInteger], asIs, (calculation, values, number, options) =>
    aggregate(number, options, values, calculation),
  ),
];
