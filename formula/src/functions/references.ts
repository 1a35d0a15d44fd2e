/**
 * Functions about references: positions, sizes, and references made from others or from texts. A returned
 * reference is unread, so that it can be the end of a range and costs only what is read of it.
 */
import type { Calculation } from "../calculation.ts";
import {
  type FormulaFunction,
  type Parameter,
  asBoolean,
  asInteger,
  asIs,
  asNumber,
  asText,
  define,
  optional,
  orEmpty,
  within,
} from "../define.ts";
import { COLUMNS_MAX, ROWS_MAX } from "../limits.ts";
import { columnName, quotedSheet } from "../places.ts";
import {
  ArrayValue,
  type Element,
  Lambda,
  NOT_AVAILABLE,
  REF,
  Reference,
  Union,
  VALUE,
  type Value,
  checkSize,
  isError,
  makeArray,
} from "../values.ts";

/**
 * A reference, or undefined for the formula's own cell. Several areas are #REF!; any other value is #VALUE!.
 */
const asPlace: Parameter<Reference | undefined> = {
  lifts: false,
  isOptional: true,
  read: (operand) => {
    if (operand === undefined || operand instanceof Reference) return operand;
    throw isError(operand) ? operand : operand instanceof Union ? REF : VALUE;
  },
};

/** Returns the numbers from `first` to `last` as a list, or a single number. */
function numbered(first: number, last: number, isColumn: boolean): Value {
  if (first === last) return first;
  const count = last - first + 1;
  return isColumn
    ? makeArray(count, 1, (row) => first + row)
    : makeArray(1, count, (_, column) => first + column);
}

/** Returns the numbers of rows and columns of a value. Throws an error value. */
export function sizeOf(value: Value): { readonly rows: number; readonly columns: number } {
  if (value instanceof Reference || value instanceof ArrayValue) return value;
  if (isError(value)) throw value;
  if (value instanceof Union) throw REF;
  if (value instanceof Lambda) throw VALUE;
  return { rows: 1, columns: 1 };
}

/** Returns a rectangle. Throws #REF! if it is outside the grid. */
function placed(sheet: number, top: number, left: number, rows: number, columns: number): Reference {
  const bottom = top + rows - 1;
  const right = left + columns - 1;
  if (!(top >= 0 && left >= 0 && bottom < ROWS_MAX && right < COLUMNS_MAX)) throw REF;
  return new Reference(sheet, top, left, bottom, right);
}

/**
 * Returns a part of a value: of a reference a reference, of an array an array, or a single element. The part
 * must be within the value.
 */
export function partOf(
  calculation: Calculation,
  value: Value,
  top: number,
  left: number,
  rows: number,
  columns: number,
): Value {
  if (value instanceof Reference)
    return placed(value.sheet, value.top + top, value.left + left, rows, columns);
  const array = calculation.array(value);
  if (rows === 1 && columns === 1) return array.at(top, left);
  calculation.spend(rows * columns);
  return makeArray(rows, columns, (row, column) => array.at(top + row, left + column));
}

/**
 * A row or column number of INDEX. Only exactly 0 means all rows or columns: a number that becomes 0 without
 * its fraction is #VALUE!, like a negative number.
 */
const asIndex: Parameter<number> = {
  ...asNumber,
  read: (operand, calculation) => {
    const index = asNumber.read(operand, calculation);
    if (index < 1 && index !== 0) throw VALUE;
    return Math.trunc(index);
  },
};

/**
 * INDEX: returns the element at a row and a column, counted from 1; 0 means all rows or all columns. With
 * only one number, it is the column if there is a single row. Outside is #REF!, negative is #VALUE!.
 */
function indexed(
  calculation: Calculation,
  value: Value,
  row: number,
  column: number | undefined,
  area: number,
): Value {
  const areas = value instanceof Union ? value.areas : [value];
  const of = areas[area - 1];
  if (area < 1) return VALUE;
  if (of === undefined) return REF;
  const { rows, columns } = sizeOf(of);
  // In a range of several rows and columns, one number is not a cell; in an array it is a row.
  if (column === undefined && rows > 1 && columns > 1 && of instanceof Reference) return REF;
  const isAcross = column === undefined && rows === 1 && columns > 1;
  const down = isAcross ? 1 : row;
  const over = isAcross ? row : (column ?? (columns === 1 ? 1 : 0));
  if (down > rows || over > columns) return REF;
  return partOf(
    calculation,
    of,
    Math.max(0, down - 1),
    Math.max(0, over - 1),
    down === 0 ? rows : 1,
    over === 0 ? columns : 1,
  );
}

/** Returns a height or width for OFFSET: without its fraction, but at least one cell unless it is 0. */
function extent(size: number): number {
  return size === 0 ? 0 : Math.sign(size) * Math.max(1, Math.trunc(Math.abs(size)));
}

function offset(
  base: Value,
  down: number,
  over: number,
  height: number | undefined,
  width: number | undefined,
): Value {
  if (!(base instanceof Reference)) return isError(base) ? base : VALUE;
  const rows = height === undefined ? base.rows : extent(height);
  const columns = width === undefined ? base.columns : extent(width);
  if (rows === 0 || columns === 0) return REF;
  const top = base.top + down + (rows < 0 ? rows + 1 : 0);
  const left = base.left + over + (columns < 0 ? columns + 1 : 0);
  return placed(base.sheet, top, left, Math.abs(rows), Math.abs(columns));
}

/**
 * Returns the address of a cell. `kind` 1 is $A$1, 2 is A$1, 3 is $A1, 4 is A1; the same in R1C1, where
 * relative coordinates are in brackets.
 */
function address(
  row: number,
  column: number,
  kind: number,
  isA1: boolean,
  sheet: string | undefined,
): string {
  const isRowFixed = kind <= 2;
  const isColumnFixed = kind % 2 === 1;
  const cell = isA1
    ? `${isColumnFixed ? "$" : ""}${columnName(column - 1)}${isRowFixed ? "$" : ""}${row}`
    : `R${isRowFixed ? row : `[${row}]`}C${isColumnFixed ? column : `[${column}]`}`;
  return sheet === undefined ? cell : `${sheet === "" ? "" : quotedSheet(sheet)}!${cell}`;
}

function formulaTexts(calculation: Calculation, place: Reference): Value {
  const { sheet, top, left } = place;
  const at = (row: number, column: number): Element => {
    const text = calculation.formula(sheet, top + row, left + column);
    if (text === null) return NOT_AVAILABLE;
    calculation.spend(text.length);
    return text;
  };
  if (place.isCell) return at(0, 0);
  checkSize(place.rows, place.columns);
  calculation.spend(place.rows * place.columns);
  return makeArray(place.rows, place.columns, at);
}

export const REFERENCES: readonly FormulaFunction[] = [
  define(
    "ADDRESS",
    [
      within(asInteger, 1, ROWS_MAX, VALUE),
      within(asInteger, 1, COLUMNS_MAX, VALUE),
      orEmpty(within(asInteger, 1, 4, VALUE), 1),
      orEmpty(asBoolean, true),
      optional(asText, undefined),
    ],
    (_, row, column, kind, isA1, sheet) => address(row, column, kind, isA1, sheet),
  ),
  define("AREAS", [asIs], (_, value) =>
    value instanceof Union
      ? value.areas.length
      : value instanceof Reference
        ? 1
        : isError(value)
          ? value
          : VALUE,
  ),
  define(
    "ROW",
    [asPlace],
    (calculation, place) => (place ? numbered(place.top + 1, place.bottom + 1, true) : calculation.row + 1),
    { makesArrays: true },
  ),
  define(
    "COLUMN",
    [asPlace],
    (calculation, place) =>
      place ? numbered(place.left + 1, place.right + 1, false) : calculation.column + 1,
    { makesArrays: true },
  ),
  define("ROWS", [asIs], (_, value) => sizeOf(value).rows),
  define("COLUMNS", [asIs], (_, value) => sizeOf(value).columns),
  define("INDEX", [asIs, asIndex, optional(asIndex, undefined), orEmpty(asInteger, 1)], indexed, {
    makesArrays: true,
  }),
  define(
    "OFFSET",
    [asIs, asInteger, asInteger, orEmpty(asNumber, undefined), orEmpty(asNumber, undefined)],
    (_, base, down, over, height, width) => offset(base, down, over, height, width),
    { makesArrays: true },
  ),
  define(
    "INDIRECT",
    [asText, optional(asBoolean, true)],
    (calculation, text, isA1) => calculation.refer(text, isA1 ? "A1" : "R1C1"),
    { makesArrays: true },
  ),
  define(
    "FORMULATEXT",
    [asPlace],
    (calculation, place) => (place ? formulaTexts(calculation, place) : VALUE),
    { makesArrays: true },
  ),
];
