/**
 * FORECAST.ETS and related functions. A model is made once for its values and kept for the rest of the
 * reading.
 */
import type { Calculation } from "../../calculation.ts";
import { type FormulaFunction, asInteger, asNumber, asWhole, define, orEmpty } from "../../define.ts";
import { ARRAY_MAX } from "../../limits.ts";
import { type ArrayValue, NUM, type Value } from "../../values.ts";
import { lowerShare, normalQuantile } from "../distributions/quantile.ts";
import { type Series, seriesOf } from "./series.ts";
import { type Model, PERIOD_MAX, modelOf, periodOf } from "./smoothing.ts";

interface FittedSeries {
  readonly series: Series;
  readonly model: Model;
}

/** `seasonality` 0 means no season, 1 a detected one, and any other number its length. */
function fitted(
  calculation: Calculation,
  values: ArrayValue,
  timeline: ArrayValue,
  seasonality: number,
  completion: number,
  aggregation: number,
): FittedSeries {
  if (seasonality < 0 || seasonality > PERIOD_MAX) throw NUM;
  const byValues = calculation.keep(timeline, "ETS", () => new Map<ArrayValue, Map<string, FittedSeries>>());
  const known = byValues.get(values) ?? new Map<string, FittedSeries>();
  byValues.set(values, known);
  const key = `${seasonality},${completion},${aggregation}`;
  const found = known.get(key);
  if (found) return found;
  const series = seriesOf(calculation, values, timeline, completion, aggregation);
  const period =
    seasonality === 0 ? 1 : seasonality === 1 ? periodOf(calculation, series.values) : seasonality;
  const made = { series, model: modelOf(calculation, series.values, period) };
  known.set(key, made);
  return made;
}

/** Returns the steps after the last point. Throws #NUM! for a time before it, or too far after it. */
function stepsOf({ series }: FittedSeries, time: number): number {
  const steps = series.stepsTo(time);
  if (!(steps >= -1e-9 && steps <= ARRAY_MAX)) throw NUM;
  return Math.max(0, steps);
}

/** Interpolates linearly between two whole steps. */
function between(steps: number, at: (whole: number) => number): number {
  // A date of the timeline may differ from a whole step only by rounding.
  const whole = Math.abs(steps - Math.round(steps)) < 1e-9 ? Math.round(steps) : Math.floor(steps);
  const rest = Math.max(0, steps - whole);
  return rest < 1e-9 ? at(whole) : at(whole) * (1 - rest) + at(whole + 1) * rest;
}

/** FORECAST.ETS.STAT by the number of the statistic, from 1. */
const STATISTICS: readonly ((fitted: FittedSeries) => number)[] = [
  ({ model }) => model.alpha,
  ({ model }) => model.beta,
  ({ model }) => model.gamma,
  ({ model }) => model.mase,
  ({ model }) => model.smape,
  ({ model }) => model.mae,
  ({ model }) => model.rmse,
  ({ series }) => series.step,
];

const OPTIONS = [orEmpty(asInteger, 1), orEmpty(asInteger, 1), orEmpty(asInteger, 0)] as const;

export const FORECASTING: readonly FormulaFunction[] = [
  define(
    "FORECAST.ETS",
    [asNumber, asWhole, asWhole, ...OPTIONS],
    (calculation, time, values, timeline, ...options): Value => {
      const found = fitted(calculation, values, timeline, ...options);
      const last = found.series.values.at(-1) ?? 0;
      return between(stepsOf(found, time), (steps) => (steps === 0 ? last : found.model.forecast(steps)));
    },
  ),
  define(
    "FORECAST.ETS.CONFINT",
    [asNumber, asWhole, asWhole, orEmpty(asNumber, 0.95), ...OPTIONS],
    (calculation, time, values, timeline, level, ...options): Value => {
      if (!(level > 0 && level < 1)) return NUM;
      const found = fitted(calculation, values, timeline, ...options);
      const steps = stepsOf(found, time);
      calculation.spend(steps);
      return (
        normalQuantile(lowerShare((1 + level) / 2)) *
        between(steps, (whole) => (whole === 0 ? 0 : found.model.deviation(whole)))
      );
    },
  ),
  define(
    "FORECAST.ETS.SEASONALITY",
    [asWhole, asWhole, orEmpty(asInteger, 1), orEmpty(asInteger, 0)],
    (calculation, values, timeline, completion, aggregation): Value =>
      periodOf(calculation, seriesOf(calculation, values, timeline, completion, aggregation).values),
  ),
  define(
    "FORECAST.ETS.STAT",
    [asWhole, asWhole, asInteger, ...OPTIONS],
    (calculation, values, timeline, kind, ...options): Value => {
      const statistic = STATISTICS[kind - 1];
      return statistic ? statistic(fitted(calculation, values, timeline, ...options)) : NUM;
    },
  ),
];
