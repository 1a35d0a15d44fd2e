/**
 * SORT and SORTBY. In ascending order, numbers come before texts, texts before booleans, and booleans before
 * errors; descending order is the reverse. Blanks are last in both orders. Equal elements keep their order.
 */
import type { Calculation } from "../calculation.ts";
import { compareTexts, toNumber } from "../coerce.ts";
import { type FormulaFunction, asBoolean, asIs, asWhole, define, defineMany, orEmpty } from "../define.ts";
import { type ArrayValue, type Element, VALUE, type Value, isError } from "../values.ts";
import { chosen } from "./arrays.ts";

/** A sort key of lines. */
interface SortKey {
  /** Returns the element of a line. */
  readonly elementOf: (line: number) => Element;
  readonly descends: boolean;
}

const RANKS: Readonly<Record<string, number>> = { number: 0, string: 1, boolean: 2, object: 3 };

/** Compares two elements of a sorted column; neither is blank. */
function compareElements(a: Element, b: Element): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  return (RANKS[typeof a] ?? 0) - (RANKS[typeof b] ?? 0);
}

/** Compares two elements of a sorted column; blanks are last in both orders. */
export function ordered(a: Element, b: Element, descends: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = compareElements(a, b);
  return descends ? -order : order;
}

/** Returns the indices of `count` lines in the order of the keys; the first key counts most. */
function sortedLines(calculation: Calculation, count: number, keys: readonly SortKey[]): number[] {
  calculation.spend(keys.length * count * Math.ceil(Math.log2(count + 1)));
  return Array.from({ length: count }, (_, line) => line).toSorted((x, y) => {
    for (const { elementOf, descends } of keys) {
      const order = ordered(elementOf(x), elementOf(y), descends);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Returns the numbers of an argument that may have one or several. Throws errors among them. */
export function numbersIn(array: ArrayValue): number[] {
  return array.cells.map((element) => {
    if (isError(element)) throw element;
    return Math.trunc(toNumber(element));
  });
}

/** True if an order, 1 or -1, is descending. Throws #VALUE! for other numbers. */
function isDescending(order: number): boolean {
  if (order !== 1 && order !== -1) throw VALUE;
  return order === -1;
}

function sorted(
  calculation: Calculation,
  array: ArrayValue,
  indexes: ArrayValue | undefined,
  orders: ArrayValue | undefined,
  isByColumn: boolean,
): Value {
  const width = isByColumn ? array.rows : array.columns;
  const places = indexes ? numbersIn(indexes) : [1];
  const given = orders ? numbersIn(orders) : [1];
  if (given.length !== 1 && given.length !== places.length) return VALUE;
  const keys = places.map((place, at): SortKey => {
    if (place < 1 || place > width) throw VALUE;
    return {
      elementOf: isByColumn ? (line) => array.at(place - 1, line) : (line) => array.at(line, place - 1),
      descends: isDescending(given[at] ?? given[0] ?? 1),
    };
  });
  return chosen(
    calculation,
    array,
    sortedLines(calculation, isByColumn ? array.columns : array.rows, keys),
    isByColumn,
  );
}

/** `operands` are the arrays to sort by, each followed by its order. */
function sortedBy(calculation: Calculation, operands: readonly Value[], array: ArrayValue): Value {
  const keys: SortKey[] = [];
  let isByRow: boolean | undefined;
  for (let at = 0; at < operands.length; at += 2) {
    const by = calculation.whole(operands[at] ?? null);
    const order = calculation.single(operands[at + 1] ?? null);
    if (isError(order)) return order;
    const fitsRows = by.columns === 1 && by.rows === array.rows;
    const fitsColumns = by.rows === 1 && by.columns === array.columns;
    if (isByRow === undefined) isByRow = fitsRows;
    if (isByRow ? !fitsRows : !fitsColumns) return VALUE;
    keys.push({
      elementOf: (line) => by.cells[line] ?? null,
      descends: order !== null && isDescending(Math.trunc(toNumber(order))),
    });
  }
  const isByColumn = isByRow === false;
  return chosen(
    calculation,
    array,
    sortedLines(calculation, isByColumn ? array.columns : array.rows, keys),
    isByColumn,
  );
}

const MAKES = { makesArrays: true } as const;

export const SORTS: readonly FormulaFunction[] = [
  define(
    "SORT",
    [asWhole, orEmpty(asWhole, undefined), orEmpty(asWhole, undefined), orEmpty(asBoolean, false)],
    sorted,
    MAKES,
  ),
  defineMany("SORTBY", [asWhole], asIs, sortedBy, MAKES),
];
