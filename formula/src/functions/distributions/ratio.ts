/**
 * Distributions of shares and ratios: beta, F, and Student's t. All are forms of the incomplete beta
 * function.
 */
import { type FormulaFunction, alias, asBoolean, asInteger, asNumber, orEmpty } from "../../define.ts";
import { NUM } from "../../values.ts";
import { numeric, searched } from "../numeric.ts";
import { checkFreedom, checkInside, checkNotNegative } from "./checks.ts";
import { type Share, lowerShare, quantileOf, upperShare } from "./quantile.ts";
import { type Tails, betaDensity, incompleteBeta, studentDensity } from "./special.ts";

/** Returns both tails of Student's t distribution; the degrees of freedom need not be whole. */
export function studentTails(x: number, degrees: number): Tails {
  const square = x * x;
  // The two outer tails together, computed from the share that is not near 1.
  const outer =
    incompleteBeta(degrees / (degrees + square), degrees / 2, 0.5, square / (degrees + square)).lower / 2;
  return x < 0 ? { lower: outer, upper: 1 - outer } : { lower: 1 - outer, upper: outer };
}

export function studentQuantile(share: Share, degrees: number): number {
  if (share.lower === share.upper) return 0;
  return quantileOf(
    {
      tails: (x) => studentTails(x, degrees),
      density: (x) => studentDensity(x, degrees),
      least: -Infinity,
      most: Infinity,
      middle: 0,
    },
    share,
  );
}

/** Returns both tails of the F distribution at x >= 0. */
export function ratioTails(x: number, above: number, below: number): Tails {
  const total = above * x + below;
  return incompleteBeta((above * x) / total, above / 2, below / 2, below / total);
}

function ratioDensity(x: number, above: number, below: number): number {
  if (x === 0) return above < 2 ? Infinity : above === 2 ? 1 : 0;
  const share = (above * x) / (above * x + below);
  return (betaDensity(share, above / 2, below / 2) * share * (1 - share)) / x;
}

function ratioQuantile(share: Share, above: number, below: number): number {
  if (share.lower === 0) return 0;
  return quantileOf(
    {
      tails: (x) => ratioTails(x, above, below),
      density: (x) => ratioDensity(x, above, below),
      least: 0,
      most: Infinity,
      middle: 1,
    },
    share,
  );
}

/** Returns the position of x in a distribution from `least` to `most`, as a share. */
function shareOf(x: number, a: number, b: number, least: number, most: number): number {
  if (!(a > 0 && b > 0 && x >= least && x <= most && least < most)) throw NUM;
  return (x - least) / (most - least);
}

const betaCumulative = (x: number, a: number, b: number, least: number, most: number): number =>
  incompleteBeta(shareOf(x, a, b, least, most), a, b).lower;

function betaInverse(share: number, a: number, b: number, least: number, most: number): number {
  checkInside(share);
  if (!(a > 0 && b > 0 && least < most)) throw NUM;
  const x = quantileOf(
    {
      tails: (at) => incompleteBeta(at, a, b),
      density: (at) => betaDensity(at, a, b),
      least: 0,
      most: 1,
      middle: a / (a + b),
    },
    lowerShare(share),
  );
  return least + x * (most - least);
}

const betaQuantiles = searched(
  "BETA.INV",
  [asNumber, asNumber, asNumber, orEmpty(asNumber, 0), orEmpty(asNumber, 1)],
  betaInverse,
);

const ratioUpper = numeric("F.DIST.RT", [asNumber, asInteger, asInteger], (x, above, below) => {
  checkNotNegative(x);
  checkFreedom(above, below);
  return ratioTails(x, above, below).upper;
});
const ratioUpperInverse = searched("F.INV.RT", [asNumber, asInteger, asInteger], (share, above, below) => {
  if (!(share > 0 && share <= 1)) throw NUM;
  checkFreedom(above, below);
  return ratioQuantile(upperShare(share), above, below);
});

/** Returns the probability below -x and above x together. */
function bothTails(x: number, degrees: number): number {
  checkNotNegative(x);
  checkFreedom(degrees);
  return 2 * studentTails(x, degrees).upper;
}

/**
 * Returns the x for a share of both tails together. Excel also accepts shares above 1, up to `most`; the
 * result is then below 0.
 */
function bothTailsInverse(share: number, degrees: number, most: number): number {
  if (!(share > 0 && share <= most && share < 2)) throw NUM;
  checkFreedom(degrees);
  return studentQuantile(upperShare(share / 2), degrees);
}

export const RATIO: readonly FormulaFunction[] = [
  numeric(
    "BETA.DIST",
    [asNumber, asNumber, asNumber, asBoolean, orEmpty(asNumber, 0), orEmpty(asNumber, 1)],
    (x, a, b, isCumulative, least, most) =>
      isCumulative
        ? betaCumulative(x, a, b, least, most)
        : betaDensity(shareOf(x, a, b, least, most), a, b) / (most - least),
  ),
  numeric(
    "BETADIST",
    [asNumber, asNumber, asNumber, orEmpty(asNumber, 0), orEmpty(asNumber, 1)],
    betaCumulative,
  ),
  betaQuantiles,
  alias("BETAINV", betaQuantiles),
  numeric("F.DIST", [asNumber, asInteger, asInteger, asBoolean], (x, above, below, isCumulative) => {
    checkNotNegative(x);
    checkFreedom(above, below);
    return isCumulative ? ratioTails(x, above, below).lower : ratioDensity(x, above, below);
  }),
  ratioUpper,
  alias("FDIST", ratioUpper),
  searched("F.INV", [asNumber, asInteger, asInteger], (share, above, below) => {
    if (!(share >= 0 && share < 1)) throw NUM;
    checkFreedom(above, below);
    return ratioQuantile(lowerShare(share), above, below);
  }),
  ratioUpperInverse,
  alias("FINV", ratioUpperInverse),
  numeric("T.DIST", [asNumber, asInteger, asBoolean], (x, degrees, isCumulative) => {
    checkFreedom(degrees);
    return isCumulative ? studentTails(x, degrees).lower : studentDensity(x, degrees);
  }),
  numeric("T.DIST.RT", [asNumber, asInteger], (x, degrees) => {
    checkFreedom(degrees);
    return studentTails(x, degrees).upper;
  }),
  numeric("T.DIST.2T", [asNumber, asInteger], bothTails),
  numeric("TDIST", [asNumber, asInteger, asInteger], (x, degrees, tails) => {
    if (tails !== 1 && tails !== 2) throw NUM;
    return bothTails(x, degrees) / (tails === 1 ? 2 : 1);
  }),
  searched("T.INV", [asNumber, asInteger], (share, degrees) => {
    checkInside(share);
    checkFreedom(degrees);
    return studentQuantile(lowerShare(share), degrees);
  }),
  searched("T.INV.2T", [asNumber, asInteger], (share, degrees) => bothTailsInverse(share, degrees, 2)),
  searched("TINV", [asNumber, asInteger], (share, degrees) => bothTailsInverse(share, degrees, 1)),
];
