/**
 * Inverses of distributions: the value below which a given share lies. The smaller tail is used, so that a
 * tiny share loses no digits. Newton's steps are kept within a shrinking bracket, and the number of steps is
 * limited.
 */
import { NUM } from "../../values.ts";
import { type Tails, normalDensity, normalTails } from "./special.ts";

/** A share as both tails: `upper` is 1 - `lower`, each as exact as it was given. */
export type Share = Tails;

export const lowerShare = (lower: number): Share => ({ lower, upper: 1 - lower });
export const upperShare = (upper: number): Share => ({ lower: 1 - upper, upper });

export interface Distribution {
  readonly tails: (x: number) => Tails;
  readonly density: (x: number) => number;
  /** The bounds, which may be infinite. */
  readonly least: number;
  readonly most: number;
  /** A value near the middle. */
  readonly middle: number;
}

const STEPS_MAX = 2_000;
/** From this step on, the bracket is bisected instead of using Newton's method. */
const NEWTON_STEPS = 60;
const EPSILON = 1e-16;

/** Returns the x below which `share.lower` lies. Throws #NUM! if none is found among the doubles. */
export function quantileOf(distribution: Distribution, share: Share): number {
  const { tails, density } = distribution;
  const isLower = share.lower <= share.upper;
  const tailAt = (x: number) => (isLower ? tails(x).lower : tails(x).upper);
  const wanted = isLower ? share.lower : share.upper;
  // The logarithms of tails are nearly straight or curved in one direction, which suits Newton's method. The
  // excess grows with x, for either tail.
  const excessOf = (tail: number) => (isLower ? Math.log(tail / wanted) : Math.log(wanted / tail));
  let [low, high] = bracket(distribution, (x) => excessOf(tailAt(x)));
  let x = low === high ? low : middleOf(low, high);
  for (let step = 0; step < STEPS_MAX && low < high; step++) {
    const tail = tailAt(x);
    const here = excessOf(tail);
    if (here === 0) return x;
    if (here < 0) low = x;
    else high = x;
    const newton = x - (here * tail) / density(x);
    const next = step < NEWTON_STEPS && newton > low && newton < high ? newton : middleOf(low, high);
    if (Math.abs(next - x) <= Math.abs(x) * EPSILON || high - low <= Math.abs(x) * EPSILON) return next;
    x = next;
  }
  return x;
}

/**
 * Returns two values between which the excess changes its sign, found from the middle with doubling steps. A
 * value that is too near to an end of the distribution to differ from it becomes that end.
 */
function bracket({ least, most, middle }: Distribution, excess: (x: number) => number): [number, number] {
  let low = middle;
  let high = middle;
  const isAbove = excess(middle) < 0;
  let reach = Math.max(1e-3, Math.abs(middle) / 2);
  for (let step = 0; step < STEPS_MAX; step++) {
    if (isAbove) {
      high = most === Infinity ? high + reach : high + (most - high) / 2;
      if (high >= most) return [most, most];
      if (excess(high) >= 0) return [low, high];
      low = high;
    } else {
      low = least === -Infinity ? low - reach : least + (low - least) / 2;
      if (low <= least) return [least, least];
      if (excess(low) <= 0) return [low, high];
      high = low;
    }
    reach *= 2;
  }
  throw NUM;
}

/** Returns the middle of an interval; the geometric middle if the ends have different orders of magnitude. */
function middleOf(low: number, high: number): number {
  return low > 0 && high / low > 4 ? Math.sqrt(low) * Math.sqrt(high) : low / 2 + high / 2;
}

/**
 * Returns the standard normal quantile of a share strictly between 0 and 1. A rational first guess
 * (Abramowitz and Stegun 26.2.23) is refined by Halley's method.
 */
export function normalQuantile(share: Share): number {
  const isLower = share.lower <= share.upper;
  const tail = isLower ? share.lower : share.upper;
  if (tail === 0.5) return 0;
  const t = Math.sqrt(-2 * Math.log(tail));
  let z =
    t -
    (2.515_517 + t * (0.802_853 + t * 0.010_328)) / (1 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308)));
  for (let step = 0; step < 4; step++) {
    const error = (normalTails(z).upper - tail) / normalDensity(z);
    z += error / (1 + (z * error) / 2);
  }
  return isLower ? -z : z;
}
