/**
 * The normal distribution and related functions: log-normal, confidence of a mean, Fisher's transformation,
 * the error function.
 */
import { type FormulaFunction, alias, asBoolean, asInteger, asNumber } from "../../define.ts";
import { DIVISION, NUM } from "../../values.ts";
import { numeric, searched } from "../numeric.ts";
import { checkInside, checkPositive } from "./checks.ts";
import { normalDensity, normalTails } from "./special.ts";
import { lowerShare, normalQuantile, upperShare } from "./quantile.ts";
import { studentQuantile } from "./ratio.ts";

function normal(x: number, mean: number, deviation: number, isCumulative: boolean): number {
  checkPositive(deviation);
  const z = (x - mean) / deviation;
  return isCumulative ? normalTails(z).lower : normalDensity(z) / deviation;
}

function normalInverse(share: number, mean: number, deviation: number): number {
  checkInside(share);
  checkPositive(deviation);
  return mean + deviation * normalQuantile(lowerShare(share));
}

function logNormal(x: number, mean: number, deviation: number, isCumulative: boolean): number {
  checkPositive(x, deviation);
  return normal(Math.log(x), mean, deviation, isCumulative) / (isCumulative ? 1 : x);
}

const normalDistribution = numeric("NORM.DIST", [asNumber, asNumber, asNumber, asBoolean], normal);
const normalQuantiles = numeric("NORM.INV", [asNumber, asNumber, asNumber], normalInverse);
const standardQuantiles = numeric("NORM.S.INV", [asNumber], (share) => normalInverse(share, 0, 1));
const logNormalQuantiles = numeric("LOGNORM.INV", [asNumber, asNumber, asNumber], (share, mean, deviation) =>
  Math.exp(normalInverse(share, mean, deviation)),
);
const confidence = numeric("CONFIDENCE.NORM", [asNumber, asNumber, asInteger], (alpha, deviation, size) => {
  checkInside(alpha);
  checkPositive(deviation, size);
  return (normalQuantile(upperShare(alpha / 2)) * deviation) / Math.sqrt(size);
});

export const NORMAL: readonly FormulaFunction[] = [
  normalDistribution,
  alias("NORMDIST", normalDistribution),
  normalQuantiles,
  alias("NORMINV", normalQuantiles),
  numeric("NORM.S.DIST", [asNumber, asBoolean], (z, isCumulative) => normal(z, 0, 1, isCumulative)),
  numeric("NORMSDIST", [asNumber], (z) => normal(z, 0, 1, true)),
  standardQuantiles,
  alias("NORMSINV", standardQuantiles),
  numeric("PHI", [asNumber], normalDensity),
  numeric("GAUSS", [asNumber], (z) => {
    const { lower, upper } = normalTails(Math.abs(z));
    return z < 0 ? upper - 0.5 : lower - 0.5;
  }),
  numeric("LOGNORM.DIST", [asNumber, asNumber, asNumber, asBoolean], logNormal),
  numeric("LOGNORMDIST", [asNumber, asNumber, asNumber], (x, mean, deviation) =>
    logNormal(x, mean, deviation, true),
  ),
  logNormalQuantiles,
  alias("LOGINV", logNormalQuantiles),
  confidence,
  alias("CONFIDENCE", confidence),
  searched("CONFIDENCE.T", [asNumber, asNumber, asInteger], (alpha, deviation, size) => {
    checkInside(alpha);
    checkPositive(deviation, size);
    if (size === 1) throw DIVISION;
    return (studentQuantile(upperShare(alpha / 2), size - 1) * deviation) / Math.sqrt(size);
  }),
  numeric("FISHER", [asNumber], (x) => {
    if (!(Math.abs(x) < 1)) throw NUM;
    return Math.atanh(x);
  }),
  numeric("FISHERINV", [asNumber], Math.tanh),
];
