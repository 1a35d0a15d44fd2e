/**
 * Roots of functions of one rate, by a bounded number of steps. Rates are above -1, which is all that could
 * be lost.
 */

/** The largest number of steps before the search for a root is given up. */
const STEPS_MAX = 100;
/** A step as small as this is the last one; the error that it leaves is about its square. */
const PRECISION = 1e-9;

/** The value and the slope of a function at a rate. */
export interface Point {
  readonly value: number;
  readonly slope: number;
}

/** The root that Newton's method comes to from `guess`, or null when it comes to none above -1. */
export function newton(guess: number, at: (rate: number) => Point): number | null {
  let rate = guess;
  for (let step = 0; step < STEPS_MAX; step++) {
    const { value, slope } = at(rate);
    if (value === 0) return rate > -1 ? rate : null;
    const next = rate - value / slope;
    if (!Number.isFinite(next)) return null;
    if (Math.abs(next - rate) <= PRECISION * Math.max(1, Math.abs(next)))
      return next > -1 + 1e-9 ? next : null;
    rate = next;
  }
  return null;
}

/**
 * As `newton`, for a function that is only defined above -1: a step that would leave that goes half the way
 * to it.
 */
export function newtonAbove(guess: number, at: (rate: number) => Point): number | null {
  return newton(guess, (rate) => {
    const { value, slope } = at(rate);
    const next = rate - value / slope;
    return next > -1 ? { value, slope } : { value: (1 + rate) / 2, slope: 1 };
  });
}

/**
 * A root of `valueAt` between two rates where it has different signs, by halving; null when it has one sign
 * at both.
 */
function halving(low: number, high: number, valueAt: (rate: number) => number): number | null {
  let from = low;
  let to = high;
  const sign = Math.sign(valueAt(from));
  if (sign === 0) return from;
  if (sign * Math.sign(valueAt(to)) > 0 || Number.isNaN(sign)) return null;
  for (let step = 0; step < STEPS_MAX; step++) {
    const middle = (from + to) / 2;
    if (Math.sign(valueAt(middle)) === sign) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/**
 * Rates between which roots are looked for when a method that starts from a guess has failed, from what is
 * likely to what is not.
 */
const LADDER = [-0.9999, -0.99, -0.9, -0.7, -0.5, -0.3, -0.1, 0, 0.1, 0.3, 0.5, 1, 2, 5, 10, 100, 1000, 1e6];

/** The root nearest to `guess` between rates of a ladder from -0.9999 to a million, or null. */
export function searched(guess: number, valueAt: (rate: number) => number): number | null {
  let nearest: number | null = null;
  for (let at = 1; at < LADDER.length; at++) {
    const root = halving(LADDER[at - 1] ?? 0, LADDER[at] ?? 0, valueAt);
    if (root !== null && (nearest === null || Math.abs(root - guess) < Math.abs(nearest - guess)))
      nearest = root;
  }
  return nearest;
}
