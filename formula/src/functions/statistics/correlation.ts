/** The relation between two lists of numbers: covariance, correlation, and the least-squares line. */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import { type FormulaFunction, alias, asIs, asNumber, define } from "../../define.ts";
import { pairsOf } from "../../scan.ts";
import { DIVISION, type Value, isError } from "../../values.ts";
import { meanOf, quotient } from "./summaries.ts";

/** Sums of products of the distances of pairs to their means. */
interface Moments {
  readonly count: number;
  readonly meanX: number;
  readonly meanY: number;
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/**
 * Returns the moments of two values of equal size; pairs that are not both numbers are ignored. Throws #N/A
 * if the sizes differ, and #DIV/0! if no pair remains.
 */
function momentsOf(xs: Value, ys: Value, calculation: Calculation): Moments {
  if (isError(xs)) throw xs;
  if (isError(ys)) throw ys;
  const { a, b } = pairsOf(xs, ys, calculation);
  const meanX = meanOf(a);
  const meanY = meanOf(b);
  let [xx, xy, yy] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const x = (a[at] ?? 0) - meanX;
    const y = (b[at] ?? 0) - meanY;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  return { count: a.length, meanX, meanY, xx, xy, yy };
}

/** Defines a function of two lists whose order does not matter. */
const symmetric = (name: string, of: (moments: Moments) => number): FormulaFunction =>
  define(name, [asIs, asIs], (calculation, x, y) => finite(of(momentsOf(x, y, calculation))));
/** Defines a function of the known y's and the known x's. */
const fitted = (name: string, of: (moments: Moments) => number): FormulaFunction =>
  define(name, [asIs, asIs], (calculation, y, x) => finite(of(momentsOf(x, y, calculation))));

const slope = ({ xx, xy }: Moments): number => quotient(xy, xx);
const correlation = ({ xx, xy, yy }: Moments): number =>
  Math.max(-1, Math.min(1, quotient(xy, Math.sqrt(xx) * Math.sqrt(yy))));

/** Returns the standard error of y relative to the line. */
function lineError(moments: Moments): number {
  if (moments.count < 3) throw DIVISION;
  return Math.sqrt(Math.max(0, moments.yy - quotient(moments.xy ** 2, moments.xx)) / (moments.count - 2));
}

const populationCovariance = symmetric("COVARIANCE.P", ({ xy, count }) => xy / count);
const linearForecast = define("FORECAST.LINEAR", [asNumber, asIs, asIs], (calculation, x, ys, xs) => {
  const moments = momentsOf(xs, ys, calculation);
  return finite(moments.meanY + slope(moments) * (x - moments.meanX));
});

export const CORRELATION: readonly FormulaFunction[] = [
  symmetric("CORREL", correlation),
  symmetric("PEARSON", correlation),
  fitted("RSQ", (moments) => correlation(moments) ** 2),
  populationCovariance,
  alias("COVAR", populationCovariance),
  symmetric("COVARIANCE.S", ({ xy, count }) => quotient(xy, count - 1)),
  fitted("SLOPE", slope),
  fitted("INTERCEPT", (moments) => moments.meanY - slope(moments) * moments.meanX),
  fitted("STEYX", lineError),
  linearForecast,
  alias("FORECAST", linearForecast),
];
