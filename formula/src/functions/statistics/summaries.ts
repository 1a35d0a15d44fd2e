/**
 * Summaries of a list of numbers: the arithmetic of SUM, AVERAGE, STDEV and others, also used by SUBTOTAL,
 * AGGREGATE and the database functions. Each throws the error that Excel has for too few numbers.
 */
import { DIVISION, NOT_AVAILABLE, NUM } from "../../values.ts";

/** Throws #DIV/0! if the divisor is 0. */
export function quotient(dividend: number, divisor: number): number {
  if (divisor === 0) throw DIVISION;
  return dividend / divisor;
}

export function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  for (const value of numbers) sum += value;
  return sum;
}

/** 0 for an empty list. */
export function productOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((product, value) => product * value, 1);
}

export function meanOf(numbers: readonly number[]): number {
  if (numbers.length === 0) throw DIVISION;
  return sumOf(numbers) / numbers.length;
}

/** 0 for an empty list. */
export function largestOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((most, value) => (value > most ? value : most), -Infinity);
}

/** 0 for an empty list. */
export function smallestOf(numbers: readonly number[]): number {
  return numbers.length === 0
    ? 0
    : numbers.reduce((least, value) => (value < least ? value : least), Infinity);
}

/** The sum of the squares of the distances to the mean. */
export function squaresOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers);
  return numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/** The variance of a sample; #DIV/0! for fewer than two numbers. */
export function sampleVarianceOf(numbers: readonly number[]): number {
  if (numbers.length < 2) throw DIVISION;
  return squaresOf(numbers) / (numbers.length - 1);
}

export function populationVarianceOf(numbers: readonly number[]): number {
  if (numbers.length === 0) throw DIVISION;
  return squaresOf(numbers) / numbers.length;
}

export const sampleDeviationOf = (numbers: readonly number[]): number => Math.sqrt(sampleVarianceOf(numbers));
export const populationDeviationOf = (numbers: readonly number[]): number =>
  Math.sqrt(populationVarianceOf(numbers));

/** The numbers in ascending order, as a new list. */
export function sorted(numbers: readonly number[]): Float64Array {
  return Float64Array.from(numbers).toSorted();
}

/** The median of an ascending list; #NUM! if the list is empty. */
export function medianOf(ascending: ArrayLike<number>): number {
  return between(ascending, (ascending.length - 1) / 2);
}

/** The most frequent number, the first one of several; #N/A if no number occurs twice. */
export function modeOf(numbers: readonly number[]): number {
  const [mode] = modesOf(numbers);
  if (mode === undefined) throw NOT_AVAILABLE;
  return mode;
}

/** All most frequent numbers, in the order of their first occurrence; none if no number occurs twice. */
export function modesOf(numbers: readonly number[]): number[] {
  const counts = new Map<number, number>();
  let most = 2;
  for (const value of numbers) {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    most = Math.max(most, count);
  }
  return [...counts].filter(([, count]) => count === most).map(([value]) => value);
}

/** The number at an index of an ascending list; a fractional index is interpolated linearly. */
function between(ascending: ArrayLike<number>, place: number): number {
  if (ascending.length === 0) throw NUM;
  const at = Math.floor(place);
  const low = ascending[at] ?? Number.NaN;
  return place === at ? low : low + (place - at) * ((ascending[at + 1] ?? Number.NaN) - low);
}

/** The k-th quantile of an ascending list. k = 0 is the smallest number, k = 1 the largest. */
export function inclusiveQuantile(ascending: ArrayLike<number>, k: number): number {
  if (!(k >= 0 && k <= 1)) throw NUM;
  return between(ascending, k * (ascending.length - 1));
}

/** The k-th quantile of an ascending list, with k from 1/(n+1) to n/(n+1). */
export function exclusiveQuantile(ascending: ArrayLike<number>, k: number): number {
  const place = k * (ascending.length + 1) - 1;
  if (!(k > 0 && k < 1 && place >= 0 && place <= ascending.length - 1)) throw NUM;
  return between(ascending, place);
}

/** The k-th largest number of an ascending list, from 1. k is rounded up. */
export function largest(ascending: ArrayLike<number>, k: number): number {
  const place = Math.ceil(k);
  if (!(k >= 1 && place <= ascending.length)) throw NUM;
  return ascending[ascending.length - place] ?? Number.NaN;
}

/** The k-th smallest number, from 1. k is rounded down, but must not exceed the count before that. */
export function smallest(ascending: ArrayLike<number>, k: number): number {
  const place = Math.floor(k);
  if (!(place >= 1 && k <= ascending.length)) throw NUM;
  return ascending[place - 1] ?? Number.NaN;
}

/** The quantile of a quartile's number, which is truncated: 0, 1/4 and so on. */
export const quartile = (number: number): number => Math.trunc(number) / 4;
