/**
 * Distributions of waiting times and of sums of squares: gamma, chi-squared, exponential, Weibull; and the
 * gamma function itself.
 */
import { type FormulaFunction, alias, asBoolean, asInteger, asNumber } from "../../define.ts";
import { NUM } from "../../values.ts";
import { numeric, searched } from "../numeric.ts";
import { checkFreedom, checkNotNegative, checkPositive } from "./checks.ts";
import { type Share, lowerShare, quantileOf, upperShare } from "./quantile.ts";
import { gamma, incompleteGamma, lnGamma, poissonDensity } from "./special.ts";

/** Returns the density of the gamma distribution; infinite at 0 if its shape is below 1. */
function gammaDensity(x: number, shape: number, scale: number): number {
  if (x === 0) return shape < 1 ? Infinity : shape === 1 ? 1 / scale : 0;
  // For a shape below 1, the density is computed from that of the shape plus 1, which has no pole.
  return shape < 1
    ? (poissonDensity(shape, x / scale) * shape) / x
    : poissonDensity(shape - 1, x / scale) / scale;
}

function gammaValue(x: number, shape: number, scale: number, isCumulative: boolean): number {
  checkNotNegative(x);
  checkPositive(shape, scale);
  return isCumulative ? incompleteGamma(shape, x / scale).lower : gammaDensity(x, shape, scale);
}

/** Returns the quantile of a gamma distribution of scale 1. The share is from 0 to below 1. */
function gammaQuantile(share: Share, shape: number): number {
  if (share.lower === 0) return 0;
  return quantileOf(
    {
      tails: (x) => incompleteGamma(shape, x),
      density: (x) => gammaDensity(x, shape, 1),
      least: 0,
      most: Infinity,
      middle: Math.max(shape - 1 / 3, shape / 8),
    },
    share,
  );
}

/** Returns both tails of the chi-squared distribution. */
export const chiTails = (x: number, degrees: number) => incompleteGamma(degrees / 2, x / 2);

function chi(x: number, degrees: number, isCumulative: boolean): number {
  checkNotNegative(x);
  checkFreedom(degrees);
  return isCumulative ? chiTails(x, degrees).lower : gammaDensity(x, degrees / 2, 2);
}

function weibull(x: number, shape: number, scale: number, isCumulative: boolean): number {
  checkNotNegative(x);
  checkPositive(shape, scale);
  // In Excel, the density at 0 is 0 for every shape, even where it should be positive or infinite.
  if (x === 0) return 0;
  const power = (x / scale) ** shape;
  if (isCumulative) return -Math.expm1(-power);
  return (shape / scale) * (x / scale) ** (shape - 1) * Math.exp(-power);
}

function exponential(x: number, rate: number, isCumulative: boolean): number {
  checkNotNegative(x);
  checkPositive(rate);
  return isCumulative ? -Math.expm1(-rate * x) : rate * Math.exp(-rate * x);
}

const gammaDistribution = numeric("GAMMA.DIST", [asNumber, asNumber, asNumber, asBoolean], gammaValue);
const gammaInverse = searched("GAMMA.INV", [asNumber, asNumber, asNumber], (share, shape, scale) => {
  if (!(share >= 0 && share < 1)) throw NUM;
  checkPositive(shape, scale);
  return scale * gammaQuantile(lowerShare(share), shape);
});
const chiUpper = numeric("CHISQ.DIST.RT", [asNumber, asInteger], (x, degrees) => {
  checkNotNegative(x);
  checkFreedom(degrees);
  return chiTails(x, degrees).upper;
});
const chiUpperInverse = searched("CHISQ.INV.RT", [asNumber, asInteger], (share, degrees) => {
  if (!(share > 0 && share <= 1)) throw NUM;
  checkFreedom(degrees);
  return 2 * gammaQuantile(upperShare(share), degrees / 2);
});
const weibullDistribution = numeric("WEIBULL.DIST", [asNumber, asNumber, asNumber, asBoolean], weibull);
const exponentialDistribution = numeric("EXPON.DIST", [asNumber, asNumber, asBoolean], exponential);
const logGamma = numeric("GAMMALN", [asNumber], (x) => {
  checkPositive(x);
  return lnGamma(x);
});

export const WAITING: readonly FormulaFunction[] = [
  numeric("GAMMA", [asNumber], gamma),
  logGamma,
  alias("GAMMALN.PRECISE", logGamma),
  gammaDistribution,
  alias("GAMMADIST", gammaDistribution),
  gammaInverse,
  alias("GAMMAINV", gammaInverse),
  numeric("CHISQ.DIST", [asNumber, asInteger, asBoolean], chi),
  chiUpper,
  alias("CHIDIST", chiUpper),
  searched("CHISQ.INV", [asNumber, asInteger], (share, degrees) => {
    if (!(share >= 0 && share < 1)) throw NUM;
    checkFreedom(degrees);
    return 2 * gammaQuantile(lowerShare(share), degrees / 2);
  }),
  chiUpperInverse,
  alias("CHIINV", chiUpperInverse),
  weibullDistribution,
  alias("WEIBULL", weibullDistribution),
  exponentialDistribution,
  alias("EXPONDIST", exponentialDistribution),
];
