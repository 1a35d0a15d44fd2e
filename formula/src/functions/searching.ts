/**
 * Finds positions in one row or column for lookups. An equal value is found with an index that is kept for
 * the rest of the reading; in sorted data, binary search is used; for the nearest value in unsorted data, a
 * sorted copy is kept. A number never equals a text. The old functions skip elements of another type; the new
 * ones order numbers before texts and texts before booleans. Errors are never found.
 */
import type { Calculation } from "../calculation.ts";
import { caseless } from "../cases.ts";
import { compareTexts } from "../coerce.ts";
import { wildcards } from "../criteria.ts";
import { type ArrayValue, type Element, Reference, type Scalar, type Value, isError } from "../values.ts";

/** One row or column to search in. */
export interface Vector {
  /** The elements in the used part of the worksheet; further ones are blank. */
  readonly array: ArrayValue;
  /** The number of elements, including blank ones. */
  readonly length: number;
  readonly isColumn: boolean;
}

/**
 * Returns a value of one row or column as a vector; null if it has several rows and columns. Throws an error
 * that is the whole value.
 */
export function vectorOf(calculation: Calculation, value: Value): Vector | null {
  const array = calculation.array(value);
  const { rows, columns } = value instanceof Reference ? value : array;
  if (rows > 1 && columns > 1) return null;
  return { array, length: rows * columns, isColumn: columns === 1 };
}

/** The direction in which a lookup searches. */
type Direction = "forward" | "backward";

const lowered = (element: Element): Element => (typeof element === "string" ? caseless(element) : element);

/**
 * Returns the first or last index of an element that equals `value`, or -1. Texts are equal regardless of
 * letter case; numbers must be exactly equal.
 */
export function placeOfEqual(
  calculation: Calculation,
  vector: Vector,
  value: Scalar,
  direction: Direction = "forward",
): number {
  const { cells } = vector.array;
  if (value === null && vector.length > cells.length) {
    if (direction === "backward") return vector.length - 1;
    const first = placeOfEqual(calculation, { ...vector, length: cells.length }, null);
    return first < 0 ? cells.length : first;
  }
  const index = calculation.keep(vector.array, `equal ${direction}`, () => {
    calculation.spend(cells.length);
    const made = new Map<Element, number>();
    for (let at = 0; at < cells.length; at++) {
      const key = lowered(cells[at] ?? null);
      if (direction === "backward" || !made.has(key)) made.set(key, at);
    }
    return made;
  });
  return index.get(lowered(value)) ?? -1;
}

/** Returns the first or last index of a text that `matches`, or -1. */
export function placeOfText(
  calculation: Calculation,
  vector: Vector,
  matches: (text: string) => boolean,
  direction: Direction = "forward",
): number {
  const { cells } = vector.array;
  calculation.spend(cells.length);
  const matchesAt = (at: number) => {
    const element = cells[at];
    return typeof element === "string" && matches(element);
  };
  if (direction === "forward") {
    for (let at = 0; at < cells.length; at++) if (matchesAt(at)) return at;
  } else {
    for (let at = cells.length - 1; at >= 0; at--) if (matchesAt(at)) return at;
  }
  return -1;
}

/** Returns the index of an element that equals `value`, or -1. In a text, `*`, `?` and `~` are wildcards. */
export function placeOfPattern(
  calculation: Calculation,
  vector: Vector,
  value: Scalar,
  direction: Direction = "forward",
): number {
  const pattern = typeof value === "string" ? wildcards(value) : null;
  if (pattern === null) return placeOfEqual(calculation, vector, value, direction);
  return placeOfText(calculation, vector, (text) => pattern.matches(text), direction);
}

/** Compares two elements of the same type; undefined if the types differ or one is an error. */
function order(element: Element, value: Scalar): number | undefined {
  if (typeof element === "number") return typeof value === "number" ? element - value : undefined;
  if (typeof element === "string")
    return typeof value === "string" ? compareTexts(element, value) : undefined;
  if (typeof element === "boolean")
    return typeof value === "boolean" ? Number(element) - Number(value) : undefined;
  return element === null && value === null ? 0 : undefined;
}

const RANKS: Readonly<Record<string, number>> = { number: 0, string: 1, boolean: 2 };

/** Compares two elements of any types; undefined if only one is blank, or one is an error. */
function orderOfAll(element: Element, value: Scalar): number | undefined {
  const same = order(element, value);
  if (same !== undefined) return same;
  const rank = RANKS[typeof element];
  const sought = RANKS[typeof value];
  return rank === undefined || sought === undefined ? undefined : rank - sought;
}

/**
 * Binary search of MATCH, LOOKUP and VLOOKUP: returns the last index of ascending data whose element is at
 * most `value`; -1 if there is none. In unsorted data, returns the index where the search ends.
 */
export function placeInAscent(calculation: Calculation, vector: Vector, value: Scalar): number {
  const { cells } = vector.array;
  let low = 0;
  let high = cells.length - 1;
  let found = -1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    let at = middle;
    let sign = order(cells[at] ?? null, value);
    while (sign === undefined && at < high) sign = order(cells[++at] ?? null, value);
    calculation.spend(at - middle + 1);
    if (sign !== undefined && sign <= 0) {
      found = at;
      low = at + 1;
    } else high = middle - 1;
  }
  return found;
}

interface Descent {
  /**
   * Each element that is smaller than all earlier ones of its type, with its index and that of the previous
   * such element.
   */
  readonly steps: readonly { readonly element: Element; readonly at: number; readonly before: number }[];
  /** The last index of an element of this type, or -1. */
  readonly last: number;
}

/**
 * Returns the index that MATCH finds in data declared as descending: of the first equal element, or of the
 * last element before any smaller one; -1 if there is none. The running minimum descends in any data, so it
 * can be searched by bisection.
 */
export function placeInDescent(
  calculation: Calculation,
  vector: Vector,
  value: Exclude<Scalar, null>,
): number {
  const { cells } = vector.array;
  const { steps, last } = calculation.keep(vector.array, `descent of ${typeof value}`, (): Descent => {
    calculation.spend(cells.length);
    const made: Descent["steps"][number][] = [];
    let before = -1;
    for (let at = 0; at < cells.length; at++) {
      const element = scalarAt(cells, at);
      if (typeof element !== typeof value) continue;
      const lowest = made.at(-1)?.element;
      if (lowest === undefined || (order(lowest, element) ?? 0) > 0) made.push({ element, at, before });
      before = at;
    }
    return { steps: made, last: before };
  });
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order(steps[middle]?.element ?? null, value) ?? 0) > 0) low = middle + 1;
    else high = middle;
  }
  const step = steps[low];
  if (step === undefined) return last;
  return order(step.element, value) === 0 ? step.at : step.before;
}

/** The element to find if none is equal: none, the next smaller one, or the next larger one. */
export type Nearest = "none" | "smaller" | "larger";

/**
 * Binary search of XMATCH and XLOOKUP: of equal elements, returns the first in ascending and the last in
 * descending data; -1 if there is none.
 */
export function placeByHalving(
  calculation: Calculation,
  vector: Vector,
  value: Scalar,
  nearest: Nearest,
  ascends: boolean,
): number {
  const { cells } = vector.array;
  const last = cells.length - 1;
  const elementAt = (at: number) => cells[ascends ? at : last - at] ?? null;
  let low = 0;
  let high = last;
  let atLeast = -1;
  let below = -1;
  let isEqual = false;
  while (low <= high) {
    const middle = (low + high) >> 1;
    let at = middle;
    let sign = orderOfAll(elementAt(at), value);
    while (sign === undefined && at < high) sign = orderOfAll(elementAt(++at), value);
    calculation.spend(at - middle + 1);
    if (sign === undefined) high = middle - 1;
    else if (sign < 0) {
      below = at;
      low = at + 1;
    } else {
      atLeast = at;
      isEqual = sign === 0;
      high = middle - 1;
    }
  }
  const found = isEqual ? atLeast : nearest === "none" ? -1 : nearest === "smaller" ? below : atLeast;
  return found < 0 || ascends ? found : last - found;
}

/**
 * Returns the index of an equal element, or else of the nearest one on the requested side, in unsorted data;
 * of several equal ones the first or the last. -1 if there is none.
 */
export function placeOfNearest(
  calculation: Calculation,
  vector: Vector,
  value: Scalar,
  nearest: "smaller" | "larger",
  direction: Direction,
): number {
  const equal = placeOfEqual(calculation, vector, value, direction);
  if (equal >= 0 || value === null) return equal;
  const { cells } = vector.array;
  const places = calculation.keep(vector.array, "ascending", () => {
    const made: number[] = [];
    for (let at = 0; at < cells.length; at++) if (scalarAt(cells, at) !== null) made.push(at);
    calculation.spend(cells.length + made.length * Math.ceil(Math.log2(made.length + 1)));
    return made.toSorted((a, b) => orderOfAll(cells[a] ?? null, scalarAt(cells, b)) ?? 0);
  });
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((orderOfAll(cells[places[middle] ?? -1] ?? null, value) ?? 0) < 0) low = middle + 1;
    else high = middle;
  }
  const place = places[nearest === "smaller" ? low - 1 : low];
  return place === undefined ? -1 : placeOfEqual(calculation, vector, scalarAt(cells, place), direction);
}

/** Returns the scalar at an index; null for a blank or an error. */
function scalarAt(cells: readonly Element[], at: number): Scalar {
  const element = cells[at] ?? null;
  return isError(element) ? null : element;
}
