/**
 * The values of formulas. A scalar is a number, a text, a boolean, or null for a blank cell. An error is an
 * ordinary value; there is one object for each error code, so that errors are compared by identity and can be
 * thrown as well as returned. Arrays are row-major and never empty; rows and columns count from zero.
 */
import { ARRAY_MAX } from "./limits.ts";
import { count } from "./work.ts";

export type Scalar = number | string | boolean | null;
/** The value of a cell, or an element of an array. */
export type Element = Scalar | FormulaError;
/** The result of an expression. */
export type Value = Element | ArrayValue | Reference | Union | Lambda;

/** An error value. It is not an `Error`: without a stack, making and throwing it is cheap. */
export class FormulaError {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

/** Two references without an intersection. */
export const NULL = new FormulaError("#NULL!");
export const DIVISION = new FormulaError("#DIV/0!");
export const VALUE = new FormulaError("#VALUE!");
export const REF = new FormulaError("#REF!");
export const NAME = new FormulaError("#NAME?");
export const NUM = new FormulaError("#NUM!");
export const NOT_AVAILABLE = new FormulaError("#N/A");
/** An array that has no room to spill. */
export const SPILL = new FormulaError("#SPILL!");
/** The error for values that can't be calculated: an array without elements, a lambda that is not called. */
export const CALC = new FormulaError("#CALC!");
/**
 * A formula that depends on itself. Excel has no such value: it shows 0 and a dialog, but 0 would be a wrong
 * number.
 */
export const CIRCULAR = new FormulaError("#CIRC!");
/**
 * A value that is not computed yet. Results made from it are discarded and computed again. No final result
 * contains it.
 */
export const BUSY = new FormulaError("#BUSY!");

const ERRORS: ReadonlyMap<string, FormulaError> = new Map(
  [NULL, DIVISION, VALUE, REF, NAME, NUM, NOT_AVAILABLE, SPILL, CALC, CIRCULAR].map((error) => [
    error.code,
    error,
  ]),
);

/** Returns the error with a code such as "#DIV/0!", or undefined if there is none. */
export function errorOf(code: string): FormulaError | undefined {
  return ERRORS.get(code.toUpperCase());
}

export function isError(value: unknown): value is FormulaError {
  return value instanceof FormulaError;
}

/** A rectangle of elements, row by row. */
export class ArrayValue {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly Element[];

  /** `cells` must have `rows * columns` elements, and at least one. */
  constructor(rows: number, columns: number, cells: readonly Element[]) {
    this.rows = rows;
    this.columns = columns;
    this.cells = cells;
  }

  /** Returns the element at a position; outside the array it is blank. */
  at(row: number, column: number): Element {
    return this.cells[row * this.columns + column] ?? null;
  }
}

/**
 * Throws #NUM! if an array of this size is too large, and #CALC! if it would have no element. Call this
 * before making any part of the array.
 */
export function checkSize(rows: number, columns: number): void {
  if (!(rows >= 1 && columns >= 1)) throw CALC;
  if (!(rows * columns <= ARRAY_MAX)) throw NUM;
}

/** Returns an array of the results of `make` for each position. Throws #NUM! or #CALC! like `checkSize`. */
export function makeArray(
  rows: number,
  columns: number,
  make: (row: number, column: number) => Element,
): ArrayValue {
  checkSize(rows, columns);
  const cells: Element[] = [];
  for (let row = 0; row < rows; row++) {
    count(columns);
    for (let column = 0; column < columns; column++) cells.push(make(row, column));
  }
  return new ArrayValue(rows, columns, cells);
}

/** Returns a column of elements. Throws #CALC! if there are none. */
export function columnOf(cells: readonly Element[]): ArrayValue {
  checkSize(cells.length, 1);
  return new ArrayValue(cells.length, 1, cells);
}

/**
 * A rectangle of cells of one worksheet, given by its corners, which are included. `sheet` is the index of
 * the worksheet.
 */
export class Reference {
  readonly sheet: number;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;

  constructor(sheet: number, top: number, left: number, bottom: number, right: number) {
    this.sheet = sheet;
    this.top = top;
    this.left = left;
    this.bottom = bottom;
    this.right = right;
  }

  get rows(): number {
    return this.bottom - this.top + 1;
  }

  get columns(): number {
    return this.right - this.left + 1;
  }

  get isCell(): boolean {
    return this.top === this.bottom && this.left === this.right;
  }

  /**
   * Implicit intersection: returns the one cell that a formula in a cell means by this reference, in its own
   * row of a single column, or in its own column of a single row. Null if there is none.
   */
  intersected(row: number, column: number): Reference | null {
    const { sheet, top, left, bottom, right } = this;
    if (this.isCell) return this;
    if (left === right && row >= top && row <= bottom) return new Reference(sheet, row, left, row, left);
    if (top === bottom && column >= left && column <= right)
      return new Reference(sheet, top, column, top, column);
    return null;
  }
}

/** Several rectangles, as in `(A1:A3,C1)`. */
export class Union {
  readonly areas: readonly Reference[];
  constructor(areas: readonly Reference[]) {
    this.areas = areas;
  }
}

/** An empty operand, such as the second one of `F(1,,2)`. */
export const EMPTY = Symbol("empty");
/** An operand of a call; undefined if it is absent. */
export type Operand = Value | typeof EMPTY | undefined;

/** A function as a value: made by LAMBDA, or a built-in function given by its name. */
export class Lambda {
  /** The smallest and the largest number of arguments. */
  readonly least: number;
  readonly most: number;
  /** The name of a built-in function; null for a function made by LAMBDA. */
  readonly name: string | null;
  readonly #run: (args: readonly Operand[]) => Value;

  constructor(
    least: number,
    most: number,
    run: (args: readonly Operand[]) => Value,
    name: string | null = null,
  ) {
    this.least = least;
    this.most = most;
    this.name = name;
    this.#run = run;
  }

  /**
   * Returns the value for some arguments; a wrong number of arguments is #VALUE!. Throws or returns an error
   * value.
   */
  call(args: readonly Operand[]): Value {
    return args.length < this.least || args.length > this.most ? VALUE : this.#run(args);
  }
}

/**
 * An array with functions as elements, as HSTACK(SUM,AVERAGE) returns for GROUPBY. It can't be called, and
 * other functions don't accept it as an array.
 */
export class LambdaArray extends Lambda {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly (Element | Lambda)[];

  constructor(rows: number, columns: number, cells: readonly (Element | Lambda)[]) {
    super(Infinity, 0, () => VALUE);
    this.rows = rows;
    this.columns = columns;
    this.cells = cells;
  }

  at(row: number, column: number): Element | Lambda {
    return column < this.columns ? (this.cells[row * this.columns + column] ?? null) : null;
  }
}
