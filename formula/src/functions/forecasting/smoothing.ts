/**
 * Exponential smoothing with an additive trend and additive seasons (Holt and Winters; the AAA model of
 * Hyndman and others, "Forecasting with exponential smoothing", 2008). Excel does not publish how it chooses
 * the initial states and the parameters. Here the initial states are computed from the means of the first and
 * last complete periods, and the parameters from 0 to 1 are those with the smallest sum of squared errors one
 * step ahead. Invariant: a series that is exactly a line with seasons is forecast exactly.
 */
import type { Calculation } from "../../calculation.ts";
import { NUM, VALUE } from "../../values.ts";
import { meanOf, quotient } from "../statistics/summaries.ts";

export interface Model {
  /** The smoothing parameters of the level, the trend and the seasons. */
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  /** The number of steps of a season; 1 for none. */
  readonly period: number;
  /**
   * The mean size of errors one step ahead: absolute (mae), relative to that of repeating the last value
   * (mase), relative to the values (smape), and as the root of mean squares (rmse).
   */
  readonly mae: number;
  readonly mase: number;
  readonly smape: number;
  readonly rmse: number;
  /** Returns the forecast a number of whole steps after the last point. */
  forecast(steps: number): number;
  /** Returns the standard deviation of that forecast's error. */
  deviation(steps: number): number;
}

/** The states before the second point. */
interface Start {
  readonly level: number;
  readonly trend: number;
  readonly seasons: readonly number[];
}

type Parameters = readonly [alpha: number, beta: number, gamma: number];

/** The longest allowed season: the hours of a year. */
export const PERIOD_MAX = 8_760;
/** The starting points of the search for parameters, and its first and last step. */
const GRID = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1];
const FIRST_STEP = 0.1;
const LAST_STEP = 1e-7;

/**
 * Returns the length of the season that repeats best: each change from one step to the next differs least
 * from the change one season later. 1 if no season is better.
 */
export function periodOf(calculation: Calculation, values: readonly number[]): number {
  let best = 1;
  let least = Infinity;
  const count = values.length;
  for (let period = 1; period <= Math.min(Math.floor(count / 2), PERIOD_MAX); period++) {
    calculation.spend(count);
    let sum = 0;
    const compared = count - period - 1;
    for (let at = 1; at <= compared; at++)
      sum += Math.abs(
        (values[at] ?? 0) -
          (values[at - 1] ?? 0) -
          (values[at + period] ?? 0) +
          (values[at + period - 1] ?? 0),
      );
    const mean = compared > 0 ? sum / compared : Infinity;
    // A difference within the rounding of sums does not count.
    if (mean < least * (1 - 1e-9)) {
      best = period;
      least = mean;
    }
  }
  return best;
}

/** Returns the model of a series. Throws #VALUE! if it has less than two periods. */
export function modelOf(calculation: Calculation, values: readonly number[], period: number): Model {
  if (period > 1 && values.length < period * 2) throw VALUE;
  const start = period > 1 ? seasonalStart(values, period) : plainStart(values);
  const squares = (parameters: Parameters): number => {
    calculation.spend(values.length);
    return smoothed(values, start, parameters).squares;
  };
  const [alpha, beta, gamma] = smallest(squares, period > 1 ? 3 : 2);
  const { level, trend, seasons, errors } = smoothed(values, start, [alpha, beta, gamma]);
  const last = values.length - 1;
  const sizes = errors.map(Math.abs);
  const mae = meanOf(sizes);
  const rmse = Math.sqrt(meanOf(errors.map((error) => error * error)));
  const naive = meanOf(errors.map((_, at) => Math.abs((values[at + 1] ?? 0) - (values[at] ?? 0))));
  const shares = errors.map((error, at) => {
    const value = values[at + 1] ?? 0;
    const both = Math.abs(value) + Math.abs(value - error);
    return both === 0 ? 0 : (2 * Math.abs(error)) / both;
  });
  return {
    alpha,
    beta,
    gamma,
    period,
    mae,
    mase: mae === 0 ? 0 : quotient(mae, naive),
    smape: meanOf(shares),
    rmse,
    forecast: (steps) => level + steps * trend + (seasons[(last + steps) % period] ?? 0),
    deviation: (steps) => {
      let variance = 1;
      for (let at = 1; at < steps; at++)
        variance +=
          (alpha * (1 + at * beta) + (period > 1 && at % period === 0 ? gamma * (1 - alpha) : 0)) ** 2;
      return rmse * Math.sqrt(variance);
    },
  };
}

function plainStart(values: readonly number[]): Start {
  const first = values[0] ?? 0;
  return { level: first, trend: ((values.at(-1) ?? 0) - first) / (values.length - 1), seasons: [0] };
}

function seasonalStart(values: readonly number[], period: number): Start {
  const periods = Math.floor(values.length / period);
  const means = Array.from({ length: periods }, (_, at) =>
    meanOf(values.slice(at * period, (at + 1) * period)),
  );
  const trend = ((means.at(-1) ?? 0) - (means[0] ?? 0)) / ((periods - 1) * period);
  const middle = (period - 1) / 2;
  const seasons = Array.from({ length: period }, (_, season) =>
    meanOf(means.map((mean, at) => (values[at * period + season] ?? 0) - mean - (season - middle) * trend)),
  );
  return { level: (means[0] ?? 0) - middle * trend, trend, seasons };
}

function smoothed(values: readonly number[], start: Start, [alpha, beta, gamma]: Parameters) {
  let { level, trend } = start;
  const seasons = [...start.seasons];
  const errors: number[] = [];
  let squares = 0;
  for (let at = 1; at < values.length; at++) {
    const value = values[at] ?? 0;
    const season = seasons[at % seasons.length] ?? 0;
    const expected = level + trend;
    const error = value - expected - season;
    errors.push(error);
    squares += error * error;
    const next = alpha * (value - season) + (1 - alpha) * expected;
    trend = beta * (next - level) + (1 - beta) * trend;
    level = next;
    if (seasons.length > 1) seasons[at % seasons.length] = gamma * (value - level) + (1 - gamma) * season;
  }
  if (!Number.isFinite(squares)) throw NUM;
  return { level, trend, seasons, errors, squares };
}

/**
 * Minimizes a function of some parameters from 0 to 1: starts at the best point of a grid and changes one
 * parameter after the other, in ever smaller steps.
 */
function smallest(of: (parameters: Parameters) => number, count: 2 | 3): Parameters {
  let best: Parameters = [0, 0, 0];
  let least = Infinity;
  const consider = (parameters: Parameters): boolean => {
    const value = of(parameters);
    if (!(value < least)) return false;
    [best, least] = [parameters, value];
    return true;
  };
  for (const alpha of GRID)
    for (const beta of GRID) for (const gamma of count === 3 ? GRID : [0]) consider([alpha, beta, gamma]);
  for (let step = FIRST_STEP; step >= LAST_STEP;) {
    let isBetter = false;
    for (let at = 0; at < count; at++) {
      for (const change of [step, -step]) {
        const moved = best.map((each, index) =>
          index === at ? Math.min(1, Math.max(0, each + change)) : each,
        );
        isBetter = consider([moved[0] ?? 0, moved[1] ?? 0, moved[2] ?? 0]) || isBetter;
      }
    }
    if (!isBetter) step /= 2;
  }
  return best;
}
