/**
 * Functions that change the shape of arrays: stacked, cut, wrapped, padded. For a reference, TAKE, DROP and
 * TRIMRANGE return a reference, as in Excel.
 */
import type { Calculation } from "../calculation.ts";
import { toNumber } from "../coerce.ts";
import {
  type FormulaFunction,
  type Parameter,
  asBoolean,
  asElement,
  asInteger,
  asIs,
  asWhole,
  define,
  defineMany,
  orEmpty,
} from "../define.ts";
import {
  ArrayValue,
  CALC,
  type Element,
  Lambda,
  LambdaArray,
  NOT_AVAILABLE,
  NUM,
  REF,
  Reference,
  VALUE,
  type Value,
  checkSize,
  isError,
  makeArray,
} from "../values.ts";
import { type Grid, asGrid, chosen } from "./arrays.ts";
import { partOf, sizeOf } from "./references.ts";

/** All elements of a value. An error or a function becomes an array with one element. */
const asPiece: Parameter<ArrayValue | LambdaArray> = {
  ...asWhole,
  read: (operand, calculation) => {
    if (operand instanceof LambdaArray) return operand;
    if (operand instanceof Lambda) return new LambdaArray(1, 1, [operand]);
    return isError(operand) ? new ArrayValue(1, 1, [operand]) : asWhole.read(operand, calculation);
  },
};

/** Puts arrays side by side or one below the other. Missing elements of shorter arrays are #N/A. */
function stacked(
  calculation: Calculation,
  pieces: readonly (ArrayValue | LambdaArray)[],
  isDown: boolean,
): Value {
  const along = (piece: ArrayValue | LambdaArray) => (isDown ? piece.rows : piece.columns);
  const length = pieces.reduce((sum, piece) => sum + along(piece), 0);
  const breadth = pieces.reduce((most, piece) => Math.max(most, isDown ? piece.columns : piece.rows), 1);
  checkSize(length, breadth);
  calculation.spend(length * breadth);
  const places: { readonly piece: ArrayValue | LambdaArray; readonly at: number }[] = [];
  for (const piece of pieces) for (let at = 0; at < along(piece); at++) places.push({ piece, at });
  const elementAt = (line: number, across: number): Element | Lambda => {
    const place = places[line];
    if (!place) return NOT_AVAILABLE;
    const { piece, at } = place;
    if (isDown) return across < piece.columns ? piece.at(at, across) : NOT_AVAILABLE;
    return across < piece.rows ? piece.at(across, at) : NOT_AVAILABLE;
  };
  const [rows, columns] = isDown ? [length, breadth] : [breadth, length];
  const cells: (Element | Lambda)[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      cells.push(isDown ? elementAt(row, column) : elementAt(column, row));
  return cells.every((each): each is Element => !(each instanceof Lambda))
    ? new ArrayValue(rows, columns, cells)
    : new LambdaArray(rows, columns, cells);
}

/**
 * Returns the start and size of `count` lines of `size`; a negative count is counted from the end, undefined
 * means all lines.
 */
function taken(count: number | undefined, size: number): readonly [start: number, size: number] {
  if (count === undefined) return [0, size];
  const some = Math.min(Math.abs(count), size);
  return [count < 0 ? size - some : 0, some];
}

/** Like `taken`, for the lines that remain without these. */
function left(count: number | undefined, size: number): readonly [start: number, size: number] {
  if (count === undefined) return [0, size];
  const some = Math.min(Math.abs(count), size);
  return [count < 0 ? 0 : some, size - some];
}

/**
 * Returns the elements in one list, row by row or column by column. `ignored` 1 omits blanks, 2 errors, 3
 * both.
 */
function inLine(calculation: Calculation, grid: Grid, ignored: number, isByColumn: boolean): Element[] {
  if (ignored < 0 || ignored > 3) throw VALUE;
  const skipsBlanks = ignored % 2 === 1;
  const rows = skipsBlanks ? grid.filledRows : grid.rows;
  const columns = skipsBlanks ? grid.filledColumns : grid.columns;
  checkSize(rows, columns);
  calculation.spend(rows * columns);
  const elements: Element[] = [];
  for (let at = 0; at < rows * columns; at++) {
    const element = isByColumn
      ? grid.at(at % rows, Math.floor(at / rows))
      : grid.at(Math.floor(at / columns), at % columns);
    if ((element === null && skipsBlanks) || (isError(element) && ignored >= 2)) continue;
    elements.push(element);
  }
  return elements;
}

/** Breaks a list of elements into lines of `count` elements. */
function wrapped(
  calculation: Calculation,
  line: ArrayValue,
  count: number,
  pad: Element,
  isByRow: boolean,
): Value {
  if (line.rows > 1 && line.columns > 1) return VALUE;
  if (count < 1) return NUM;
  const across = Math.min(count, line.cells.length);
  const lines = Math.ceil(line.cells.length / across);
  calculation.spend(lines * across);
  const at = (place: number): Element => (place < line.cells.length ? (line.cells[place] ?? null) : pad);
  return isByRow
    ? makeArray(lines, across, (row, column) => at(row * across + column))
    : makeArray(across, lines, (row, column) => at(column * across + row));
}

function expanded(
  calculation: Calculation,
  array: ArrayValue,
  rows: number | undefined,
  columns: number | undefined,
  pad: Element,
): Value {
  const height = rows ?? array.rows;
  const width = columns ?? array.columns;
  if (height < array.rows || width < array.columns) return VALUE;
  checkSize(height, width);
  calculation.spend(height * width);
  return makeArray(height, width, (row, column) =>
    row < array.rows && column < array.columns ? array.at(row, column) : pad,
  );
}

/**
 * Converts numbers, from 1 or backwards from -1, to indices among `size` lines. Throws #VALUE! for other
 * numbers.
 */
function placesAmong(lists: readonly ArrayValue[], size: number): number[] {
  const places: number[] = [];
  for (const list of lists) {
    for (const element of list.cells) {
      if (isError(element)) throw element;
      const number = Math.trunc(toNumber(element));
      if (number === 0 || Math.abs(number) > size) throw VALUE;
      places.push(number > 0 ? number - 1 : size + number);
    }
  }
  return places;
}

/**
 * Returns a value without blank rows and columns at its edges. `rows` and `columns` are 0 for none, 1 for
 * leading, 2 for trailing, 3 for both.
 */
function trimmed(calculation: Calculation, value: Value, rows: number, columns: number): Value {
  if (rows < 0 || rows > 3 || columns < 0 || columns > 3) return VALUE;
  const size = sizeOf(value);
  let top = Infinity;
  let start = Infinity;
  let bottom = -1;
  let end = -1;
  const visit = (row: number, column: number) => {
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
    start = Math.min(start, column);
    end = Math.max(end, column);
  };
  if (value instanceof Reference) {
    calculation.each(value, (_, row, column) => {
      visit(row - value.top, column - value.left);
      return undefined;
    });
  } else {
    const array = calculation.array(value);
    calculation.spend(array.cells.length);
    for (let at = 0; at < array.cells.length; at++)
      if (array.cells[at] !== null) visit(Math.floor(at / array.columns), at % array.columns);
  }
  if (bottom < 0) return REF;
  const first = rows % 2 === 1 ? top : 0;
  const last = rows >= 2 ? bottom : size.rows - 1;
  const from = columns % 2 === 1 ? start : 0;
  const to = columns >= 2 ? end : size.columns - 1;
  return partOf(calculation, value, first, from, last - first + 1, to - from + 1);
}

const asCount = orEmpty(asInteger, undefined);
const asPad = orEmpty(asElement, NOT_AVAILABLE);
const MAKES = { makesArrays: true } as const;

/**
 * Defines a function that returns the part of a value whose rows and columns `part` chooses from the given
 * counts.
 */
function cutting(name: string, part: typeof taken): FormulaFunction {
  return define(
    name,
    [asIs, asCount, asCount],
    (calculation, value, rows, columns) => {
      const size = sizeOf(value);
      const [top, height] = part(rows, size.rows);
      const [start, width] = part(columns, size.columns);
      return height === 0 || width === 0 ? CALC : partOf(calculation, value, top, start, height, width);
    },
    MAKES,
  );
}

export const ARRAY_SHAPES: readonly FormulaFunction[] = [
  defineMany("HSTACK", [], asPiece, (calculation, pieces) => stacked(calculation, pieces, false), MAKES),
  defineMany("VSTACK", [], asPiece, (calculation, pieces) => stacked(calculation, pieces, true), MAKES),
  cutting("TAKE", taken),
  cutting("DROP", left),
  define("TRIMRANGE", [asIs, orEmpty(asInteger, 3), orEmpty(asInteger, 3)], trimmed, MAKES),
  define("EXPAND", [asWhole, asCount, asCount, asPad], expanded, MAKES),
  define(
    "TOCOL",
    [asGrid, orEmpty(asInteger, 0), orEmpty(asBoolean, false)],
    (calculation, array, ignored, isByColumn) => {
      const elements = inLine(calculation, array, ignored, isByColumn);
      return makeArray(elements.length, 1, (row) => elements[row] ?? null);
    },
    MAKES,
  ),
  define(
    "TOROW",
    [asGrid, orEmpty(asInteger, 0), orEmpty(asBoolean, false)],
    (calculation, array, ignored, isByColumn) => {
      const elements = inLine(calculation, array, ignored, isByColumn);
      return makeArray(1, elements.length, (_, column) => elements[column] ?? null);
    },
    MAKES,
  ),
  define(
    "WRAPROWS",
    [asWhole, asInteger, asPad],
    (calculation, line, count, pad) => wrapped(calculation, line, count, pad, true),
    MAKES,
  ),
  define(
    "WRAPCOLS",
    [asWhole, asInteger, asPad],
    (calculation, line, count, pad) => wrapped(calculation, line, count, pad, false),
    MAKES,
  ),
  defineMany(
    "CHOOSEROWS",
    [asGrid],
    asWhole,
    (calculation, numbers, array) => chosen(calculation, array, placesAmong(numbers, array.rows), false),
    MAKES,
  ),
  defineMany(
    "CHOOSECOLS",
    [asGrid],
    asWhole,
    (calculation, numbers, array) => chosen(calculation, array, placesAmong(numbers, array.columns), true),
    MAKES,
  ),
];
