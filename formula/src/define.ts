/**
 * Definitions of functions. A definition has a name, parameters, and one pure function of arguments. A
 * parameter converts an operand to an argument. A parameter that takes one element is *lifted*: if its
 * operand is an array or a range of several cells, the function is called for each element, and the results
 * form an array, as with Excel's dynamic arrays. Errors in arguments come before any other error, from left
 * to right, unless a parameter accepts errors.
 */
import type { Calculation } from "./calculation.ts";
import { toBoolean, toNumber, toText } from "./coerce.ts";
import {
  ArrayValue,
  EMPTY,
  type Element,
  type FormulaError,
  Lambda,
  NOT_AVAILABLE,
  type Operand,
  Reference,
  type Scalar,
  Union,
  VALUE,
  type Value,
  checkSize,
  isError,
} from "./values.ts";
import { countText } from "./work.ts";

export { EMPTY, type Operand };

export interface Parameter<T> {
  /** True if the function is called for each element of an array. */
  readonly lifts: boolean;
  /** True if the operand may be absent. */
  readonly isOptional: boolean;
  /**
   * Returns the argument, or throws an error value. `undefined` is an absent operand, which only optional
   * parameters get.
   */
  read(operand: Operand, calculation: Calculation): T;
}

/** Returns the operand; null if it is empty or absent. */
export function given<T extends Value>(operand: T | typeof EMPTY | undefined): T | null {
  return operand === EMPTY || operand === undefined ? null : operand;
}

/**
 * Returns an operand as an element or an array; cells are read. Several areas and lambdas are #VALUE!. Throws
 * an error that a whole range comes to.
 */
export function elementsOf(operand: Operand, calculation: Calculation): Element | ArrayValue {
  if (operand instanceof Reference)
    return operand.isCell
      ? calculation.cell(operand.sheet, operand.top, operand.left)
      : calculation.whole(operand);
  return operand instanceof Union || operand instanceof Lambda ? VALUE : given(operand);
}

const element = (operand: Operand): Element =>
  operand === undefined ||
  operand === EMPTY ||
  (typeof operand === "object" && operand !== null && !isError(operand))
    ? null
    : operand;

function lifted<T>(read: (value: Scalar) => T): Parameter<T> {
  return {
    lifts: true,
    isOptional: false,
    read: (operand) => {
      const value = element(operand);
      if (isError(value)) throw value;
      return read(value);
    },
  };
}

/**
 * A number. A blank is 0, a boolean is 1 or 0, and a text is converted; a text that is not a number is
 * #VALUE!.
 */
export const asNumber: Parameter<number> = lifted(toNumber);
/** A number truncated to an integer. */
export const asInteger: Parameter<number> = lifted((value) => Math.trunc(toNumber(value)));
/** A text. A blank is "", a number is written in its shortest form, a boolean is TRUE or FALSE. */
export const asText: Parameter<string> = lifted(toText);
/**
 * A boolean. A number is true unless it is 0, and the texts TRUE and FALSE are converted; other texts are
 * #VALUE!.
 */
export const asBoolean: Parameter<boolean> = lifted(toBoolean);
/** One scalar, unchanged; a blank is null. */
export const asScalar: Parameter<Scalar> = lifted((value) => value);
/** One element, unchanged, including errors. */
export const asElement: Parameter<Element> = { lifts: true, isOptional: false, read: element };

/** Any value, unread: a reference, array, error, lambda or scalar. An empty operand is null. */
export const asIs: Parameter<Value> = { lifts: false, isOptional: false, read: given };

/**
 * All elements of a value as an array; for a reference, only those in the used part of the worksheet.
 * Elements may be errors.
 */
export const asArray: Parameter<ArrayValue> = {
  lifts: false,
  isOptional: false,
  read: (operand, calculation) => calculation.array(given(operand)),
};

/** All elements of a value as an array of the value's full size. */
export const asWhole: Parameter<ArrayValue> = {
  lifts: false,
  isOptional: false,
  read: (operand, calculation) => calculation.whole(given(operand)),
};

/** One rectangle of cells; any other value is #VALUE!. */
export const asReference: Parameter<Reference> = {
  lifts: false,
  isOptional: false,
  read: (operand) => {
    if (operand instanceof Reference) return operand;
    throw isError(operand) ? operand : VALUE;
  },
};

/** A lambda; any other value is #VALUE!. */
export const asLambda: Parameter<Lambda> = {
  lifts: false,
  isOptional: false,
  read: (operand) => {
    if (operand instanceof Lambda) return operand;
    throw isError(operand) ? operand : VALUE;
  },
};

/**
 * Makes a parameter optional: if the operand is absent, the argument is `fallback`. An empty operand is a
 * blank.
 */
export function optional<T, F>(parameter: Parameter<T>, fallback: F): Parameter<T | F> {
  return {
    lifts: parameter.lifts,
    isOptional: true,
    read: (operand, calculation) => (operand === undefined ? fallback : parameter.read(operand, calculation)),
  };
}

/** Makes a parameter optional: if the operand is absent or empty, the argument is `fallback`. */
export function orEmpty<T, F>(parameter: Parameter<T>, fallback: F): Parameter<T | F> {
  return {
    lifts: parameter.lifts,
    isOptional: true,
    read: (operand, calculation) =>
      operand === undefined || operand === EMPTY ? fallback : parameter.read(operand, calculation),
  };
}

/**
 * The argument is a function that reads the operand when it is called, so that an error in the operand comes
 * after errors of later operands.
 */
export function readLater<T>(parameter: Parameter<T>): Parameter<() => T> {
  return { ...parameter, read: (operand, calculation) => () => parameter.read(operand, calculation) };
}

/**
 * A number from a least to a greatest value, both included. A number outside is the error `outside`, for most
 * functions #NUM! or #VALUE!.
 */
export function within(
  parameter: Parameter<number>,
  least: number,
  most: number,
  outside: Element & object,
): Parameter<number> {
  return {
    ...parameter,
    read: (operand, calculation) => {
      const value = parameter.read(operand, calculation);
      if (!(value >= least && value <= most)) throw outside;
      return value;
    },
  };
}

export interface FormulaFunction {
  /** The name in capitals. */
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** True if it may return an array, or a reference to several cells, even if no operand is one. */
  readonly isArrayMaker: boolean;
  /** True if arrays in its lifted parameters make its result an array. */
  readonly lifts: boolean;
  /** True if the parameter at a position is lifted. */
  liftsAt(at: number): boolean;
  call(operands: readonly Operand[], calculation: Calculation): Value;
}

/** The types of the arguments that the parameters return. */
export type Arguments<P extends readonly Parameter<unknown>[]> = {
  -readonly [I in keyof P]: P[I] extends Parameter<infer T> ? T : never;
};

export interface Options {
  /** True if the result may be an array, or a reference to several cells, although no operand is one. */
  readonly makesArrays?: boolean;
}

/** The most operands of a call, as in Excel. */
const OPERANDS_MAX = 255;

/** Defines a function with a fixed number of parameters; the last ones may be optional. */
export function define<const P extends readonly Parameter<unknown>[]>(
  name: string,
  parameters: P,
  run: (calculation: Calculation, ...args: Arguments<P>) => Value,
  options: Options = {},
): FormulaFunction {
  const read = (operands: readonly Operand[], calculation: Calculation) =>
    parameters.map((parameter, at) => parameter.read(operands[at], calculation)) as Arguments<P>;
  return stated(name, parameters, undefined, parameters.length, options, (operands, calculation) =>
    run(calculation, ...read(operands, calculation)),
  );
}

/**
 * Defines a function whose last parameter may be repeated, at least `least` times. `run` gets the repeated
 * arguments first, as a list.
 */
export function defineMany<const P extends readonly Parameter<unknown>[], R>(
  name: string,
  parameters: P,
  rest: Parameter<R>,
  run: (calculation: Calculation, rest: readonly R[], ...args: Arguments<P>) => Value,
  options: Options & { readonly least?: number } = {},
): FormulaFunction {
  const { least = 1 } = options;
  const call = (operands: readonly Operand[], calculation: Calculation) => {
    const args = parameters.map((parameter, at) => parameter.read(operands[at], calculation)) as Arguments<P>;
    return run(
      calculation,
      operands.slice(parameters.length).map((operand) => rest.read(operand, calculation)),
      ...args,
    );
  };
  return {
    ...stated(name, parameters, rest, OPERANDS_MAX, options, call),
    least: parameters.filter((each) => !each.isOptional).length + least,
  };
}

function stated(
  name: string,
  parameters: readonly Parameter<unknown>[],
  rest: Parameter<unknown> | undefined,
  most: number,
  options: Options,
  call: (operands: readonly Operand[], calculation: Calculation) => Value,
): FormulaFunction {
  const lifts = parameters.some((each) => each.lifts) || (rest?.lifts ?? false);
  // The work of a function on its texts is counted here, for each element for which the function is called.
  const counted = (operands: readonly Operand[], calculation: Calculation): Value => {
    for (const operand of operands) if (typeof operand === "string") countText(operand);
    const value = call(operands, calculation);
    if (typeof value === "string") countText(value);
    return value;
  };
  const liftsAt = (at: number): boolean => (parameters[at] ?? rest)?.lifts ?? false;
  return {
    name,
    least: parameters.filter((each) => !each.isOptional).length,
    most,
    isArrayMaker: options.makesArrays ?? false,
    lifts,
    liftsAt,
    call: lifts
      ? (operands, calculation) => lift(operands, liftsAt, calculation, counted)
      : (operands, calculation) => caught(() => counted(operands, calculation)),
  };
}

/** Returns the result, or a thrown error value. Any other exception is thrown again. */
export function caught<T>(compute: () => T): T | FormulaError {
  try {
    return compute();
  } catch (thrown) {
    if (isError(thrown)) return thrown;
    throw thrown;
  }
}

/**
 * Calls a function once, or once for each element if lifted operands are arrays, which are stretched to one
 * size.
 */
function lift(
  operands: readonly Operand[],
  lifts: (at: number) => boolean,
  calculation: Calculation,
  call: (operands: readonly Operand[], calculation: Calculation) => Value,
): Value {
  let rows = 1;
  let columns = 1;
  let isArray = false;
  const read: Operand[] = [];
  for (let at = 0; at < operands.length; at++) {
    const operand = operands[at];
    if (typeof operand !== "object" || operand === null || isError(operand) || !lifts(at)) {
      read.push(operand);
      continue;
    }
    if (operand instanceof Lambda) return VALUE;
    if (operand instanceof Reference && operand.isCell) {
      read.push(calculation.cell(operand.sheet, operand.top, operand.left));
      continue;
    }
    const array =
      operand instanceof Union
        ? VALUE
        : operand instanceof ArrayValue
          ? operand
          : caught(() => calculation.whole(operand));
    if (!(array instanceof ArrayValue)) return array;
    if (array.rows === 1 && array.columns === 1) {
      isArray = true;
      read.push(array.at(0, 0));
      continue;
    }
    rows = Math.max(rows, array.rows);
    columns = Math.max(columns, array.columns);
    isArray = true;
    read.push(array);
  }
  if (!isArray || (rows === 1 && columns === 1)) return caught(() => call(read, calculation));
  return caught(() => {
    checkSize(rows, columns);
    const cells: Element[] = [];
    const here: Operand[] = [...read];
    for (let row = 0; row < rows; row++) {
      calculation.spend(columns);
      for (let column = 0; column < columns; column++) {
        for (let at = 0; at < read.length; at++) {
          const each = read[at];
          if (each instanceof ArrayValue && lifts(at)) here[at] = stretched(each, row, column);
        }
        cells.push(
          first(
            caught(() => call(here, calculation)),
            calculation,
          ),
        );
      }
    }
    return new ArrayValue(rows, columns, cells);
  });
}

/**
 * Returns the element at a position of an array that is stretched: one row or one column is repeated; outside
 * a larger array there is #N/A.
 */
export function stretched(array: ArrayValue, row: number, column: number): Element {
  const y = array.rows === 1 ? 0 : row;
  const x = array.columns === 1 ? 0 : column;
  return y < array.rows && x < array.columns ? array.at(y, x) : NOT_AVAILABLE;
}

/** Returns the element that represents a value within an array: the first one of an array or reference. */
function first(value: Value, calculation: Calculation): Element {
  if (value instanceof Lambda || value instanceof Union) return VALUE;
  if (value instanceof ArrayValue) return value.at(0, 0);
  if (value instanceof Reference) return calculation.cell(value.sheet, value.top, value.left);
  return value;
}

/** Returns the functions of a family by name. Throws if two have the same name. */
export function family(functions: readonly FormulaFunction[]): ReadonlyMap<string, FormulaFunction> {
  const byName = new Map<string, FormulaFunction>();
  for (const each of functions) {
    if (byName.has(each.name)) throw new Error(`two functions are named ${each.name}`);
    byName.set(each.name, each);
  }
  return byName;
}

/** Returns the same function with another name, such as an old name that is still valid. */
export function alias(name: string, of: FormulaFunction): FormulaFunction {
  return { ...of, name };
}
