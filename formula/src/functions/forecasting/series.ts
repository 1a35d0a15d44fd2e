/**
 * Converts a timeline and its values to an even series: sorted, with one value for each step, and missing
 * values completed. Steps are equal distances, or months if all dates are on the same day of the month or all
 * on the last day.
 */
import type { Calculation } from "../../calculation.ts";
import { ARRAY_MAX } from "../../limits.ts";
import { civilOf, daysInMonth } from "../../serial.ts";
import { type ArrayValue, type Element, NOT_AVAILABLE, NUM, VALUE, isError } from "../../values.ts";
import { largestOf, meanOf, medianOf, smallestOf, sorted, sumOf } from "../statistics/summaries.ts";

export interface Series {
  readonly values: readonly number[];
  /** The length of a step on the timeline; for months, their number. */
  readonly step: number;
  /** The number of steps from the last point to a time; negative for an earlier time. */
  stepsTo(time: number): number;
}

/** The functions that combine values with the same time, by the argument's number; 0 is the default. */
const AGGREGATIONS: readonly ((numbers: readonly number[]) => number)[] = [
  meanOf,
  meanOf,
  (numbers) => numbers.length,
  (numbers) => numbers.length,
  largestOf,
  (numbers) => medianOf(sorted(numbers)),
  smallestOf,
  sumOf,
];
/** The number of work steps to add a point to the series. */
const POINT_STEPS = 8;
/** The largest share of missing points. */
const MISSING_MAX = 0.3;
/** The largest deviation of a distance from a whole number of steps, in steps. */
const UNEVEN_MAX = 1e-6;

/**
 * `completion` 0 replaces missing values with 0, 1 with the mean of their neighbors. Throws #N/A if the sizes
 * differ, #VALUE! for texts, and #NUM! for a timeline without a step or with too many missing points, and for
 * unknown arguments.
 */
export function seriesOf(
  calculation: Calculation,
  values: ArrayValue,
  timeline: ArrayValue,
  completion: number,
  aggregation: number,
): Series {
  const aggregate = AGGREGATIONS[aggregation];
  if (!aggregate || (completion !== 0 && completion !== 1)) throw NUM;
  if (values.cells.length !== timeline.cells.length) throw NOT_AVAILABLE;
  const byTime = new Map<number, number[]>();
  for (const [at, cell] of timeline.cells.entries()) {
    calculation.spend(POINT_STEPS);
    const [time, value] = [numberOf(cell), numberOf(values.cells[at] ?? null)];
    // A point without a value is missing; a point without a time is ignored.
    if (time === null || value === null) continue;
    const known = byTime.get(time);
    if (known) known.push(value);
    else byTime.set(time, [value]);
  }
  const points = [...byTime]
    .toSorted(([a], [b]) => a - b)
    .map(([time, numbers]): [number, number] => [time, aggregate(numbers)]);
  if (points.length < 2) throw NUM;
  const scale = scaleOf(points.map(([time]) => time));
  return {
    values: completed(
      points.map(([time, value]) => [scale.placeOf(time), value]),
      completion === 1,
    ),
    step: scale.step,
    stepsTo: (time) => scale.placeOf(time) - scale.placeOf(points.at(-1)?.[0] ?? 0),
  };
}

function numberOf(cell: Element): number | null {
  if (isError(cell)) throw cell;
  if (typeof cell === "number" || cell === null) return cell;
  throw VALUE;
}

interface Scale {
  readonly step: number;
  /** The number of steps from the first time. */
  placeOf(time: number): number;
}

function scaleOf(times: readonly number[]): Scale {
  const even = evenScale(times, (time) => time);
  if (even) return even;
  const dates = times.map(civilOf);
  const days = new Set(dates.map((date) => date?.day));
  const isMonthly =
    times.every((time, at) => Number.isInteger(time) && dates[at] !== null) &&
    (days.size === 1 || dates.every((date) => date?.day === daysInMonth(date?.year ?? 0, date?.month ?? 1)));
  const anchor = days.size === 1 ? (dates[0]?.day ?? 1) : Infinity;
  const months = isMonthly ? evenScale(times, (time) => monthsOf(time, anchor)) : null;
  if (!months) throw NUM;
  return months;
}

/**
 * Returns the months from the year 0 to a date. The result is whole if the date is on the anchor day, or on
 * the last day of a shorter month.
 */
function monthsOf(time: number, anchor: number): number {
  const date = civilOf(Math.floor(time));
  if (date === null) throw NUM;
  const length = daysInMonth(date.year, date.month);
  return (
    date.year * 12 + date.month + (date.day - Math.min(anchor, length) + time - Math.floor(time)) / length
  );
}

/** Returns null if the smallest distance does not divide all others. */
function evenScale(times: readonly number[], measure: (time: number) => number): Scale | null {
  const places = times.map(measure);
  const first = places[0] ?? 0;
  let step = Infinity;
  for (let at = 1; at < places.length; at++) step = Math.min(step, (places[at] ?? 0) - (places[at - 1] ?? 0));
  const isEven = places.every(
    (place) => Math.abs((place - first) / step - Math.round((place - first) / step)) <= UNEVEN_MAX,
  );
  return isEven ? { step, placeOf: (time) => (measure(time) - first) / step } : null;
}

function completed(
  points: readonly (readonly [place: number, value: number])[],
  byNeighbors: boolean,
): number[] {
  const length = Math.round(points.at(-1)?.[0] ?? 0) + 1;
  if (length > ARRAY_MAX || length - points.length > length * MISSING_MAX) throw NUM;
  const values: number[] = [];
  for (const [place, value] of points) {
    const filler = byNeighbors ? ((values.at(-1) ?? value) + value) / 2 : 0;
    while (values.length < Math.round(place)) values.push(filler);
    values.push(value);
  }
  return values;
}
