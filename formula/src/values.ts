/**
 * The values of formulas. A scalar is a number, a text, a boolean or null for a blank cell; an error is a
 * value like any other, of which there is one object for each code, so that errors are compared by identity
 * and may be thrown as well as returned. Arrays are row-major and never empty; rows and columns count from
 * zero.
 */
import { ARRAY_MAX } from "./limits.ts";
import { count } from "./work.ts";

export type Scalar = number | string | boolean | null;
/** The value of a cell, or an element of an array. */
export type Element = Scalar | FormulaError;
/** The result of an expression. */
export type Value = Element | ArrayValue | Reference | Union | Lambda;

/** An error value. Not an `Error`: it carries no stack, so that making and throwing one costs nothing. */
export class FormulaError {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

/** Two references that do not meet. */
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
 * A formula that depends on itself. Excel has no such value; it shows 0 and a dialog, which would be an
 * untrue number.
 */
export const CIRCULAR = new FormulaError("#CIRC!");
/**
 * Stands for what is not computed yet; whatever came of it is thrown away and computed again. No result ever
 * holds it.
 */
export const BUSY = new FormulaError("#BUSY!");

const ERRORS: ReadonlyMap<string, FormulaError> = new Map(
  [NULL, DIVISION, VALUE, REF, NAME, NUM, NOT_AVAILABLE, SPILL, CALC, CIRCULAR].map((error) => [
    error.code,
    error,
  ]),
);

/** The error that `code` ("#DIV/0!") writes, or undefined when there is none. */
export function errorOf(code: string): FormulaError | undefined {
  return ERRORS.get(code.toUpperCase());
}

export function isError(value: unknown): value is FormulaError {
  return value instanceof FormulaError;
}

/** A rectangle of elements, row after row. */
export class ArrayValue {
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly Element[];

  /** `cells` has `rows * columns` elements, and at least one. */
  constructor(rows: number, columns: number, cells: readonly Element[]) {
    this.rows = rows;
    this.columns = columns;
    this.cells = cells;
  }

  /** The element there; what lies outside is blank. */
  at(row: number, column: number): Element {
    return this.cells[row * this.columns + column] ?? null;
  }
}

/**
 * Throws #NUM! where an array of that size is too large, and #CALC! where it would have no element. To be
 * asked before anything of it is made.
 */
export function checkSize(rows: number, columns: number): void {
  if (!(rows >= 1 && columns >= 1)) throw CALC;
  if (!(rows * columns <= ARRAY_MAX)) throw NUM;
}

/**
 * An array of that size with what `make` gives for each place. Throws #NUM! or #CALC! where there can be
 * none.
 */
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

/** A column of those elements. Throws #CALC! when there is none. */
export function columnOf(cells: readonly Element[]): ArrayValue {
  checkSize(cells.length, 1);
  return new ArrayValue(cells.length, 1, cells);
}

/**
 * A rectangle of cells of one worksheet, by its corners, which belong to it. `sheet` is its place among the
 * worksheets.
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
   * Implicit intersection: the one cell that a formula at that place means by it, in its own row of one
   * column or in its own column of one row. Null where there is none.
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

/** An operand that a formula leaves empty, as the second one of `F(1,,2)`. */
export const EMPTY = Symbol("empty");
/** An operand of a call; one that is not there is undefined. */
export type Operand = Value | typeof EMPTY | undefined;

/** A function as a value: one that a formula made, or one of the functions by its name. */
export class Lambda {
  /** The smallest and the largest number of arguments. */
  readonly least: number;
  readonly most: number;
  /** The function's name; null for one that a formula made. */
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
   * Its value for those arguments; another number of them than it takes is #VALUE!. Throws or returns an
   * error value.
   */
  call(args: readonly Operand[]): Value {
    return args.length < this.least || args.length > this.most ? VALUE : this.#run(args);
  }
}

/**
 * Functions and texts beside or below each other, as HSTACK(SUM,AVERAGE) gives them to GROUPBY. It can't be
 * called, and is no array to any other function.
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
