/**
 * Distributions of counts: binomial, negative binomial, hypergeometric, Poisson. Cumulative ones are
 * incomplete gamma and beta functions; only the hypergeometric one is a sum, which ends when its terms no
 * longer matter.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import {
  type FormulaFunction,
  alias,
  asBoolean,
  asInteger,
  asNumber,
  define,
  orEmpty,
  within,
} from "../../define.ts";
import { NUM } from "../../values.ts";
import { numeric, searched } from "../numeric.ts";
import { checkInside, checkNotNegative, checkPositive, checkShare } from "./checks.ts";
import { binomialDensity, incompleteBeta, incompleteGamma, poissonDensity } from "./special.ts";

/** Returns the probability of at most `count` successes in `trials`. */
function binomialCumulative(count: number, trials: number, p: number): number {
  if (count < 0) return 0;
  if (count >= trials || p === 0) return 1;
  return incompleteBeta(1 - p, trials - count, count + 1, p).lower;
}

function binomial(count: number, trials: number, p: number, isCumulative: boolean): number {
  checkShare(p);
  if (!(count >= 0 && count <= trials && trials <= Number.MAX_SAFE_INTEGER)) throw NUM;
  return isCumulative ? binomialCumulative(count, trials, p) : binomialDensity(count, trials, p, 1 - p);
}

/** Returns the least count whose cumulative probability is at least `share`. */
function binomialInverse(trials: number, p: number, share: number): number {
  if (!(trials >= 0 && p > 0 && p < 1 && share > 0 && share < 1)) throw NUM;
  let low = 0;
  let high = trials;
  while (low < high) {
    const middle = Math.floor(low + (high - low) / 2);
    if (binomialCumulative(middle, trials, p) >= share) high = middle;
    else low = middle + 1;
  }
  return low;
}

function binomialRange(trials: number, p: number, first: number, last: number | undefined): number {
  checkShare(p);
  if (!(trials >= 0 && first >= 0 && first <= trials)) throw NUM;
  if (last === undefined) return binomialDensity(first, trials, p, 1 - p);
  if (!(last >= first && last <= trials)) throw NUM;
  // In the upper half, the upper tail represents small probabilities more exactly.
  if (first > trials * p)
    return (
      binomialCumulative(trials - first, trials, 1 - p) - binomialCumulative(trials - last - 1, trials, 1 - p)
    );
  return binomialCumulative(last, trials, p) - binomialCumulative(first - 1, trials, p);
}

/** Returns the probability of `failures` before the `successes`-th success. */
function negativeBinomial(failures: number, successes: number, p: number, isCumulative: boolean): number {
  checkInside(p);
  if (!(failures >= 0 && successes >= 1)) throw NUM;
  if (isCumulative) return incompleteBeta(p, successes, failures + 1).lower;
  const trials = failures + successes;
  return (successes / trials) * binomialDensity(successes, trials, p, 1 - p);
}

function poisson(count: number, mean: number, isCumulative: boolean): number {
  checkNotNegative(count, mean);
  if (!isCumulative) return poissonDensity(count, mean);
  return mean === 0 ? 1 : incompleteGamma(count + 1, mean).upper;
}

interface Urn {
  readonly drawn: number;
  readonly good: number;
  readonly all: number;
}

function checkUrn({ drawn, good, all }: Urn): void {
  checkPositive(drawn, good, all);
  if (drawn > all || good > all) throw NUM;
}

function hypergeometric(count: number, { drawn, good, all }: Urn): number {
  if (count > drawn || count > good || count < drawn + good - all) return 0;
  const p = drawn / all;
  const q = (all - drawn) / all;
  return (
    (binomialDensity(count, good, p, q) * binomialDensity(drawn - count, all - good, p, q)) /
    binomialDensity(drawn, all, p, q)
  );
}

/** Returns the sum of the probabilities from `count` outward, computed with the ratio of adjacent terms. */
function hypergeometricTail(count: number, step: 1 | -1, urn: Urn, calculation: Calculation): number {
  const { drawn, good, all } = urn;
  let term = hypergeometric(count, urn);
  let sum = 0;
  let at = count;
  while (term > sum * 1e-17) {
    sum += term;
    const ratio = ((good - at) * (drawn - at)) / ((at + 1) * (all - good - drawn + at + 1));
    const before = (at * (all - good - drawn + at)) / ((good - at + 1) * (drawn - at + 1));
    term *= step === 1 ? ratio : before;
    at += step;
    calculation.spend(1);
  }
  return sum;
}

function hypergeometricCumulative(count: number, urn: Urn, calculation: Calculation): number {
  const { drawn, good, all } = urn;
  const least = Math.max(0, drawn + good - all);
  const most = Math.min(drawn, good);
  if (count < least) return 0;
  if (count >= most) return 1;
  if (count < (drawn * good) / all) return hypergeometricTail(count, -1, urn, calculation);
  return 1 - hypergeometricTail(count + 1, 1, urn, calculation);
}

const binomialDistribution = numeric("BINOM.DIST", [asInteger, asInteger, asNumber, asBoolean], binomial);
const binomialQuantile = searched("BINOM.INV", [asInteger, asNumber, asNumber], binomialInverse);
// The sign of the count is checked before its fraction is cut off.
const poissonDistribution = numeric(
  "POISSON.DIST",
  [within(asNumber, 0, Infinity, NUM), asNumber, asBoolean],
  (count, mean, isCumulative) => poisson(Math.trunc(count), mean, isCumulative),
);

export const COUNTING: readonly FormulaFunction[] = [
  binomialDistribution,
  alias("BINOMDIST", binomialDistribution),
  binomialQuantile,
  alias("CRITBINOM", binomialQuantile),
  numeric("BINOM.DIST.RANGE", [asInteger, asNumber, asInteger, orEmpty(asInteger, undefined)], binomialRange),
  numeric("NEGBINOM.DIST", [asInteger, asInteger, asNumber, asBoolean], negativeBinomial),
  numeric("NEGBINOMDIST", [asInteger, asInteger, asNumber], (failures, successes, p) =>
    negativeBinomial(failures, successes, p, false),
  ),
  define(
    "HYPGEOM.DIST",
    [asInteger, asInteger, asInteger, asInteger, asBoolean],
    (calculation, count, drawn, good, all, isCumulative) => {
      const urn = { drawn, good, all };
      checkNotNegative(count);
      checkUrn(urn);
      return finite(
        isCumulative ? hypergeometricCumulative(count, urn, calculation) : hypergeometric(count, urn),
      );
    },
  ),
  numeric("HYPGEOMDIST", [asInteger, asInteger, asInteger, asInteger], (count, drawn, good, all) => {
    const urn = { drawn, good, all };
    checkNotNegative(count);
    checkUrn(urn);
    return hypergeometric(count, urn);
  }),
  poissonDistribution,
  alias("POISSON", poissonDistribution),
];
