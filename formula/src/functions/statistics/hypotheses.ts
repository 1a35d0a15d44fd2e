/**
 * Tests of hypotheses: the probability of data at least as extreme as the given data if the hypothesis is
 * true.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import {
  type FormulaFunction,
  alias,
  asInteger,
  asIs,
  asNumber,
  asWhole,
  define,
  optional,
} from "../../define.ts";
import { numbersOf, pairsOf } from "../../scan.ts";
import { type ArrayValue, DIVISION, NOT_AVAILABLE, NUM, type Value, isError } from "../../values.ts";
import { ratioTails, studentTails } from "../distributions/ratio.ts";
import { chiTails } from "../distributions/waiting.ts";
import { normalTails } from "../distributions/special.ts";
import { meanOf, quotient, sampleDeviationOf, sampleVarianceOf, squaresOf } from "./summaries.ts";

function checkValues(...values: readonly Value[]): void {
  for (const value of values) if (isError(value)) throw value;
}

/**
 * Returns the statistic of Student's test and its degrees of freedom, for pairs (1), samples with equal
 * variances (2) and with unequal variances (3).
 */
function studentStatistic(
  first: Value,
  second: Value,
  kind: number,
  calculation: Calculation,
): { readonly statistic: number; readonly degrees: number } {
  if (kind === 1) {
    const { a, b } = pairsOf(first, second, calculation);
    const differences = a.map((value, at) => value - (b[at] ?? 0));
    return {
      statistic: quotient(
        meanOf(differences) * Math.sqrt(differences.length),
        sampleDeviationOf(differences),
      ),
      degrees: differences.length - 1,
    };
  }
  const a = numbersOf([first], calculation);
  const b = numbersOf([second], calculation);
  const difference = meanOf(a) - meanOf(b);
  if (kind === 2) {
    const degrees = a.length + b.length - 2;
    const variance = quotient(squaresOf(a) + squaresOf(b), degrees);
    return { statistic: quotient(difference, Math.sqrt(variance * (1 / a.length + 1 / b.length))), degrees };
  }
  const x = sampleVarianceOf(a) / a.length;
  const y = sampleVarianceOf(b) / b.length;
  return {
    statistic: quotient(difference, Math.sqrt(x + y)),
    degrees: quotient((x + y) ** 2, x ** 2 / (a.length - 1) + y ** 2 / (b.length - 1)),
  };
}

const student = define(
  "T.TEST",
  [asIs, asIs, asInteger, asInteger],
  (calculation, first, second, tails, kind) => {
    checkValues(first, second);
    if (!(tails === 1 || tails === 2) || !(kind >= 1 && kind <= 3)) return NUM;
    const { statistic, degrees } = studentStatistic(first, second, kind, calculation);
    return finite(tails * studentTails(Math.abs(statistic), degrees).upper);
  },
);

const variances = define("F.TEST", [asIs, asIs], (calculation, first, second) => {
  checkValues(first, second);
  const a = numbersOf([first], calculation);
  const b = numbersOf([second], calculation);
  const above = sampleVarianceOf(a);
  const below = sampleVarianceOf(b);
  if (above === 0 || below === 0) return DIVISION;
  const { lower, upper } = ratioTails(above / below, a.length - 1, b.length - 1);
  return finite(Math.min(1, 2 * Math.min(lower, upper)));
});

/**
 * Returns the sum of the squared deviations, each divided by the expected value. Positions at which either is
 * not a number are ignored.
 */
function chiStatistic(actual: ArrayValue, expected: ArrayValue): number {
  let sum = 0;
  for (let at = 0; at < actual.cells.length; at++) {
    const seen = actual.cells[at] ?? null;
    const awaited = expected.cells[at] ?? null;
    if (isError(seen)) throw seen;
    if (isError(awaited)) throw awaited;
    if (typeof seen !== "number" || typeof awaited !== "number") continue;
    if (awaited < 0) throw NUM;
    sum += quotient((seen - awaited) ** 2, awaited);
  }
  return sum;
}

const independence = define("CHISQ.TEST", [asWhole, asWhole], (calculation, actual, expected) => {
  const { rows, columns } = actual;
  if (rows !== expected.rows || columns !== expected.columns || (rows === 1 && columns === 1))
    return NOT_AVAILABLE;
  calculation.spend(rows * columns);
  const degrees = rows === 1 || columns === 1 ? rows * columns - 1 : (rows - 1) * (columns - 1);
  return finite(chiTails(chiStatistic(actual, expected), degrees).upper);
});

const mean = define(
  "Z.TEST",
  [asIs, asNumber, optional(asNumber, undefined)],
  (calculation, values, hypothesis, deviation) => {
    checkValues(values);
    const numbers = numbersOf([values], calculation);
    if (numbers.length === 0) return NOT_AVAILABLE;
    if (deviation !== undefined && !(deviation > 0)) return NUM;
    const z = quotient(
      (meanOf(numbers) - hypothesis) * Math.sqrt(numbers.length),
      deviation ?? sampleDeviationOf(numbers),
    );
    return finite(normalTails(z).upper);
  },
);

export const HYPOTHESES: readonly FormulaFunction[] = [
  student,
  alias("TTEST", student),
  variances,
  alias("FTEST", variances),
  independence,
  alias("CHITEST", independence),
  mean,
  alias("ZTEST", mean),
];
