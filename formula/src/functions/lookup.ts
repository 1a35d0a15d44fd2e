/**
 * Functions that look up a value in a row or column. If a table is a reference, only the searched row or
 * column and the resulting cell are read, so the cost of a lookup in a long table is that of reading the
 * column once.
 */
import type { Calculation } from "../calculation.ts";
import { toText } from "../coerce.ts";
import {
  type FormulaFunction,
  type Parameter,
  asBoolean,
  asElement,
  asInteger,
  asIs,
  asNumber,
  asScalar,
  define,
  optional,
  orEmpty,
} from "../define.ts";
import { Matcher } from "../patterns/match.ts";
import { parsePattern } from "../patterns/parse.ts";
import { programOf } from "../patterns/program.ts";
import {
  ArrayValue,
  type Element,
  NOT_AVAILABLE,
  REF,
  Reference,
  type Scalar,
  Union,
  VALUE,
  type Value,
  isError,
} from "../values.ts";
import {
  type Nearest,
  type Vector,
  placeByHalving,
  placeInAscent,
  placeInDescent,
  placeOfEqual,
  placeOfNearest,
  placeOfPattern,
  placeOfText,
  vectorOf,
} from "./searching.ts";

/** The most characters of a text that the old lookups search for; a longer text is #VALUE!. */
const SOUGHT_MAX = 255;

/** A value that the old lookups search for; a blank is 0. */
const asSought: Parameter<Exclude<Scalar, null>> = {
  ...asScalar,
  read: (operand, calculation) => {
    const value = asScalar.read(operand, calculation) ?? 0;
    if (typeof value === "string" && value.length > SOUGHT_MAX) throw VALUE;
    return value;
  },
};

/** A table whose rows and columns can be read singly. */
interface Table {
  readonly rows: number;
  readonly columns: number;
  /** Returns the first column, or the first row. */
  firstColumn(): Vector;
  firstRow(): Vector;
  at(row: number, column: number): Element;
}

function tableOf(calculation: Calculation, value: Value): Table {
  if (value instanceof Reference) {
    const { sheet, top, left, bottom, right } = value;
    const vector = (reference: Reference): Vector => ({
      array: calculation.array(reference),
      length: reference.rows * reference.columns,
      isColumn: reference.columns === 1,
    });
    return {
      rows: value.rows,
      columns: value.columns,
      firstColumn: () => vector(new Reference(sheet, top, left, bottom, left)),
      firstRow: () => vector(new Reference(sheet, top, left, top, right)),
      at: (row, column) => calculation.cell(sheet, top + row, left + column),
    };
  }
  const array = calculation.array(value);
  const { rows, columns } = array;
  const part = (purpose: string, make: () => ArrayValue, isColumn: boolean): Vector => {
    const kept = calculation.keep(array, purpose, make);
    return { array: kept, length: kept.cells.length, isColumn };
  };
  return {
    rows,
    columns,
    firstColumn: () =>
      part(
        "first column",
        () =>
          new ArrayValue(
            rows,
            1,
            array.cells.filter((_, at) => at % columns === 0),
          ),
        true,
      ),
    firstRow: () => part("first row", () => new ArrayValue(1, columns, array.cells.slice(0, columns)), false),
    at: (row, column) => array.at(row, column),
  };
}

function lookDown(
  calculation: Calculation,
  sought: Scalar,
  table: Value,
  number: number,
  isSorted: boolean,
  isUpright: boolean,
): Element {
  if (number < 1 || typeof table === "string") return VALUE;
  const read = tableOf(calculation, table);
  if (number > (isUpright ? read.columns : read.rows)) return REF;
  const vector = isUpright ? read.firstColumn() : read.firstRow();
  const place = isSorted
    ? placeInAscent(calculation, vector, sought)
    : placeOfPattern(calculation, vector, sought);
  if (place < 0) return NOT_AVAILABLE;
  return isUpright ? read.at(place, number - 1) : read.at(number - 1, place);
}

/**
 * Returns the index that MATCH finds, or -1. `kind` is 0 for an equal element, above 0 for ascending data,
 * and below 0 for descending data.
 */
function matchPlace(
  calculation: Calculation,
  sought: Exclude<Scalar, null>,
  vector: Vector,
  kind: number,
): number {
  return kind === 0
    ? placeOfPattern(calculation, vector, sought)
    : (kind > 0 ? placeInAscent : placeInDescent)(calculation, vector, sought);
}

/**
 * Returns the result of LOOKUP: the result at the index of the last element that is at most the searched
 * value. In a table, the longer side is searched.
 */
function lookUp(
  calculation: Calculation,
  sought: Scalar,
  searched: Value,
  results: Value | undefined,
): Element {
  const table = tableOf(calculation, searched);
  const isWide = table.columns > table.rows;
  const place = placeInAscent(calculation, isWide ? table.firstRow() : table.firstColumn(), sought);
  if (results === undefined) {
    if (place < 0) return NOT_AVAILABLE;
    return isWide ? table.at(table.rows - 1, place) : table.at(place, table.columns - 1);
  }
  const found = tableOf(calculation, results);
  if (place < 0 || (found.rows > 1 && found.columns > 1)) return NOT_AVAILABLE;
  // If the results are a range that is shorter than the searched one, the range continues beyond its end, as
  // in Excel.
  const isAcross = found.rows === 1 && (found.columns > 1 || isWide);
  if (!(results instanceof Reference) && place >= found.rows * found.columns) return NOT_AVAILABLE;
  return isAcross ? found.at(0, place) : found.at(place, 0);
}

const NEARESTS: ReadonlyMap<number, Nearest> = new Map([
  [-1, "smaller"],
  [0, "none"],
  [1, "larger"],
]);

/**
 * Returns the index that XMATCH finds, or -1. Throws #VALUE! for invalid modes and modes that exclude each
 * other.
 */
function extendedPlace(
  calculation: Calculation,
  sought: Scalar,
  vector: Vector,
  matchMode: number,
  searchMode: number,
): number {
  if (![1, -1, 2, -2].includes(searchMode)) throw VALUE;
  const isHalving = Math.abs(searchMode) === 2;
  const direction = searchMode > 0 ? "forward" : "backward";
  if (matchMode === 2) {
    if (isHalving) throw VALUE;
    return placeOfPattern(calculation, vector, sought, direction);
  }
  if (matchMode === 3) {
    if (isHalving) throw VALUE;
    const pattern = programOf(parsePattern(toText(sought), false));
    return placeOfText(
      calculation,
      vector,
      (text) => new Matcher(pattern, text, (steps) => calculation.spend(steps)).all(1).length > 0,
      direction,
    );
  }
  const nearest = NEARESTS.get(matchMode);
  if (nearest === undefined) throw VALUE;
  if (isHalving) return placeByHalving(calculation, vector, sought, nearest, searchMode > 0);
  return nearest === "none"
    ? placeOfEqual(calculation, vector, sought, direction)
    : placeOfNearest(calculation, vector, sought, nearest, direction);
}

/**
 * Returns the row or column of the results at an index of the searched vector; for a reference, a reference.
 * Throws #VALUE! if their sizes differ.
 */
function across(calculation: Calculation, results: Value, vector: Vector, place: number): Value {
  const size = results instanceof Reference ? results : calculation.array(results);
  const isByRow = vector.length === 1 ? size.rows === 1 : vector.isColumn;
  if ((isByRow ? size.rows : size.columns) !== vector.length) throw VALUE;
  if (place < 0) return NOT_AVAILABLE;
  if (results instanceof Reference) {
    const { sheet, top, left, bottom, right } = results;
    return isByRow
      ? new Reference(sheet, top + place, left, top + place, right)
      : new Reference(sheet, top, left + place, bottom, left + place);
  }
  const array = calculation.array(results);
  if (isByRow)
    return array.columns === 1
      ? array.at(place, 0)
      : new ArrayValue(
          1,
          array.columns,
          array.cells.slice(place * array.columns, (place + 1) * array.columns),
        );
  return array.rows === 1
    ? array.at(0, place)
    : new ArrayValue(
        array.rows,
        1,
        array.cells.filter((_, at) => at % array.columns === place),
      );
}

/** A value to search in, which must not have several areas. */
const asSearched: Parameter<Value> = {
  ...asIs,
  read: (operand, calculation) => {
    const value = asIs.read(operand, calculation);
    if (value instanceof Union) throw VALUE;
    if (isError(value)) throw value;
    return value;
  },
};

export const LOOKUPS: readonly FormulaFunction[] = [
  define(
    "VLOOKUP",
    [asSought, asSearched, asInteger, optional(asBoolean, true)],
    (calculation, sought, table, column, isSorted) =>
      lookDown(calculation, sought, table, column, isSorted, true),
  ),
  define(
    "HLOOKUP",
    [asSought, asSearched, asInteger, optional(asBoolean, true)],
    (calculation, sought, table, row, isSorted) => lookDown(calculation, sought, table, row, isSorted, false),
  ),
  define("LOOKUP", [asSought, asSearched, optional(asSearched, undefined)], lookUp),
  define("MATCH", [asSought, asSearched, optional(asNumber, 1)], (calculation, sought, searched, kind) => {
    const vector = vectorOf(calculation, searched);
    const place = vector === null ? -1 : matchPlace(calculation, sought, vector, kind);
    return place < 0 ? NOT_AVAILABLE : place + 1;
  }),
  define(
    "XMATCH",
    [asScalar, asSearched, orEmpty(asInteger, 0), orEmpty(asInteger, 1)],
    (calculation, sought, searched, matchMode, searchMode) => {
      const vector = vectorOf(calculation, searched);
      if (vector === null) return VALUE;
      const place = extendedPlace(calculation, sought, vector, matchMode, searchMode);
      return place < 0 ? NOT_AVAILABLE : place + 1;
    },
  ),
  define(
    "XLOOKUP",
    [
      asElement,
      asSearched,
      asSearched,
      orEmpty(asIs, undefined),
      orEmpty(asInteger, 0),
      orEmpty(asInteger, 1),
    ],
    (calculation, sought, searched, results, otherwise, matchMode, searchMode) => {
      if (isError(sought)) return sought;
      const vector = vectorOf(calculation, searched);
      if (vector === null) return VALUE;
      const place = extendedPlace(calculation, sought, vector, matchMode, searchMode);
      const found = across(calculation, results, vector, place);
      return place < 0 ? (otherwise ?? NOT_AVAILABLE) : found;
    },
    { makesArrays: true },
  ),
];
