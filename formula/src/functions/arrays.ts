/**
 * Functions that make arrays, or choose and rearrange their elements: SEQUENCE, RANDARRAY, FILTER, UNIQUE,
 * TRANSPOSE, and so on. The size of a result is checked before any part of it is made.
 */
import type { Calculation } from "../calculation.ts";
import { caseless } from "../cases.ts";
import { toBoolean } from "../coerce.ts";
import {
  type FormulaFunction,
  type Parameter,
  asBoolean,
  asInteger,
  asIs,
  asNumber,
  asWhole,
  define,
  orEmpty,
} from "../define.ts";
import {
  type ArrayValue,
  CALC,
  type Element,
  NUM,
  Reference,
  VALUE,
  type Value,
  checkSize,
  isError,
  makeArray,
} from "../values.ts";

/**
 * The elements of a value of any size. Only the used part is read, because complete columns may have more
 * elements than an array.
 */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  /** The size of the part with content. All cells beyond these rows and columns are blank. */
  readonly filledRows: number;
  readonly filledColumns: number;
  at(row: number, column: number): Element;
}

/** All elements of a value. Throws an error that is the whole value. */
export const asGrid: Parameter<Grid> = {
  ...asIs,
  read: (operand, calculation) => {
    const value = asIs.read(operand, calculation);
    const array = calculation.array(value);
    const { rows, columns } = value instanceof Reference ? value : array;
    const at = (row: number, column: number) =>
      row < array.rows && column < array.columns ? array.at(row, column) : null;
    return { rows, columns, filledRows: array.rows, filledColumns: array.columns, at };
  },
};

/** Returns an array of some rows, or some columns, of another. Throws #CALC! if there are none. */
export function chosen(
  calculation: Calculation,
  array: Pick<Grid, "rows" | "columns" | "at">,
  places: readonly number[],
  isByColumn: boolean,
): ArrayValue {
  if (isByColumn) checkSize(array.rows, places.length);
  else checkSize(places.length, array.columns);
  calculation.spend(places.length * (isByColumn ? array.rows : array.columns));
  if (isByColumn)
    return makeArray(array.rows, places.length, (row, column) => array.at(row, places[column] ?? 0));
  return makeArray(places.length, array.columns, (row, column) => array.at(places[row] ?? 0, column));
}

/** Returns the array with rows and columns exchanged. */
function transposed(calculation: Calculation, array: ArrayValue): ArrayValue {
  calculation.spend(array.cells.length);
  return makeArray(array.columns, array.rows, (row, column) => array.at(column, row));
}

function filtered(
  calculation: Calculation,
  array: Grid,
  include: ArrayValue,
  otherwise: Value | undefined,
): Value {
  const isByRow = include.columns === 1 && include.rows === array.rows;
  if (!isByRow && !(include.rows === 1 && include.columns === array.columns)) return VALUE;
  const places: number[] = [];
  for (let at = 0; at < include.cells.length; at++) {
    const element = include.cells[at] ?? null;
    if (isError(element)) return element;
    if (toBoolean(element)) places.push(at);
  }
  if (places.length === 0) return otherwise ?? CALC;
  return chosen(calculation, array, places, !isByRow);
}

/**
 * Returns a text that is equal for two elements exactly if UNIQUE and GROUPBY treat them as equal: texts are
 * equal regardless of letter case.
 */
export function identity(element: Element): string {
  if (typeof element === "string") return `s${element.length}:${caseless(element)}`;
  if (isError(element)) return `e${element.code}`;
  return `${(typeof element).charAt(0)}${String(element)}`;
}

/** Returns the rows, or columns, that differ from all earlier ones; or those that occur only once. */
function unique(calculation: Calculation, array: Grid, isByColumn: boolean, isOnce: boolean): Value {
  const lines = isByColumn ? array.columns : array.rows;
  const filled = isByColumn ? array.filledColumns : array.filledRows;
  const width = isByColumn ? array.filledRows : array.filledColumns;
  calculation.spend(filled * width);
  const counts = new Map<string, { readonly place: number; count: number }>();
  // All lines beyond the part with content are equal.
  for (let line = 0; line < Math.min(lines, filled + 1); line++) {
    let key = "";
    for (let at = 0; at < width; at++)
      key += `${identity(isByColumn ? array.at(at, line) : array.at(line, at))}|`;
    const count = line < filled ? 1 : lines - filled;
    const known = counts.get(key);
    if (known) known.count += count;
    else counts.set(key, { place: line, count });
  }
  const places = [...counts.values()].filter(({ count }) => !isOnce || count === 1).map(({ place }) => place);
  return chosen(calculation, array, places, isByColumn);
}

/** Throws #VALUE! for a negative size. A size that is 0 or too large is refused when the array is made. */
function checkSign(rows: number, columns: number): void {
  if (rows < 0 || columns < 0) throw VALUE;
}

function randoms(
  calculation: Calculation,
  rows: number,
  columns: number,
  least: number,
  most: number,
  isWhole: boolean,
): Value {
  checkSign(rows, columns);
  if (least > most || (isWhole && !(Number.isInteger(least) && Number.isInteger(most)))) return VALUE;
  if (!Number.isFinite(most - least)) return NUM;
  const one = () =>
    isWhole
      ? least + Math.floor(calculation.random() * (most - least + 1))
      : least + calculation.random() * (most - least);
  return made(calculation, rows, columns, one);
}

function made(
  calculation: Calculation,
  rows: number,
  columns: number,
  make: (row: number, column: number) => Element,
): Value {
  const array = makeArray(rows, columns, make);
  calculation.spend(array.cells.length);
  return array;
}

const MAKES = { makesArrays: true } as const;

export const ARRAYS: readonly FormulaFunction[] = [
  define("TRANSPOSE", [asWhole], transposed, MAKES),
  define("FILTER", [asGrid, asWhole, orEmpty(asIs, undefined)], filtered, MAKES),
  define("UNIQUE", [asGrid, orEmpty(asBoolean, false), orEmpty(asBoolean, false)], unique, MAKES),
  define(
    "SEQUENCE",
    [orEmpty(asInteger, 1), orEmpty(asInteger, 1), orEmpty(asNumber, 1), orEmpty(asNumber, 1)],
    (calculation, rows, columns, start, step) => {
      checkSign(rows, columns);
      return made(calculation, rows, columns, (row, column) => {
        const value = start + (row * columns + column) * step;
        return Number.isFinite(value) ? value : NUM;
      });
    },
    MAKES,
  ),
  define(
    "RANDARRAY",
    [
      orEmpty(asInteger, 1),
      orEmpty(asInteger, 1),
      orEmpty(asNumber, 0),
      orEmpty(asNumber, 1),
      orEmpty(asBoolean, false),
    ],
    randoms,
    MAKES,
  ),
];
