/**
 * Finds roots of functions of one rate, in a limited number of steps. Rates are above -1, because no more
 * than everything can be lost.
 */

/** The largest number of steps before the search for a root is given up. */
const STEPS_MAX = 100;
/** The search ends with a step of at most this size; the remaining error is about its square. */
const PRECISION = 1e-9;

/** The value and the slope of a function at a rate. */
export interface Point {
  readonly value: number;
  readonly slope: number;
}

/** Returns the root that Newton's method finds from `guess`, or null if it finds none above -1. */
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
 * Like `newton`, for a function that is defined only above -1: a step that would go below goes half the way
 * to -1.
 */
export function newtonAbove(guess: number, at: (rate: number) => Point): number | null {
  return newton(guess, (rate) => {
    const { value, slope } = at(rate);
    const next = rate - value / slope;
    return next > -1 ? { value, slope } : { value: (1 + rate) / 2, slope: 1 };
  });
}

/**
 * Returns a root of `valueAt` between two rates with different signs, by bisection; null if the signs are
 * equal.
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

/** The rates between which roots are searched if a method with a guess has failed, in ascending order. */
const LADDER = [-0.9999, -0.99, -0.9, -0.7, -0.5, -0.3, -0.1, 0, 0.1, 0.3, 0.5, 1, 2, 5, 10, 100, 1000, 1e6];

/** Returns the root nearest to `guess` between the rates of `LADDER`, or null. */
export function searched(guess: number, valueAt: (rate: number) => number): number | null {
  let nearest: number | null = null;
  for (let at = 1; at < LADDER.length; at++) {
    const root = halving(LADDER[at - 1] ?? 0, LADDER[at] ?? 0, valueAt);
    if (root !== null && (nearest === null || Math.abs(root - guess) < Math.abs(nearest - guess)))
      nearest = root;
  }
  return nearest;
}
