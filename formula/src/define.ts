/**
 * The definition of a function: its name, its parameters, and one pure function over arguments that have been
 * read already. A parameter says how an operand becomes an argument; those that want one element are
 * *lifted*: given an array or a range of several, the function is called for each element and its results
 * make an array, as in Excel's dynamic arrays. Errors in arguments come before any other, left to right,
 * unless a parameter takes them as they are.
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
   * The argument, or an error thrown. `undefined` is an absent operand, which only optional parameters get.
   */
  read(operand: Operand, calculation: Calculation): T;
}

/** The operand; null if it is empty or absent. */
export function given<T extends Value>(operand: T | typeof EMPTY | undefined): T | null {
  return operand === EMPTY || operand === undefined ? null : operand;
}

/**
 * An operand as an element, or an array: cells are read. Several areas and lambdas are neither, and #VALUE!.
 * Throws what a range as a whole comes to.
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

/** A number: a blank is 0, a boolean 1 or 0, a text is read as one or is #VALUE!. */
export const asNumber: Parameter<number> = lifted(toNumber);
/** A number without what follows its point, toward zero. */
export const asInteger: Parameter<number> = lifted((value) => Math.trunc(toNumber(value)));
/** A text: a blank is "", a number is written in its shortest form, a boolean as TRUE or FALSE. */
export const asText: Parameter<string> = lifted(toText);
/** A boolean: a number is true unless 0, the texts TRUE and FALSE are read, others are #VALUE!. */
export const asBoolean: Parameter<boolean> = lifted(toBoolean);
/** One scalar as it is; a blank is null. */
export const asScalar: Parameter<Scalar> = lifted((value) => value);
/** One element as it is, errors too. */
export const asElement: Parameter<Element> = { lifts: true, isOptional: false, read: element };

/** Whatever it is, not looked into: reference, array, error, lambda, scalar. An empty operand is null. */
export const asIs: Parameter<Value> = { lifts: false, isOptional: false, read: given };

/**
 * All elements of a value as an array; of a reference only the used part of the worksheet. Elements may be
 * errors.
 */
export const asArray: Parameter<ArrayValue> = {
  lifts: false,
  isOptional: false,
  read: (operand, calculation) => calculation.array(given(operand)),
};

/** All elements of a value as an array of the value's whole size. */
export const asWhole: Parameter<ArrayValue> = {
  lifts: false,
  isOptional: false,
  read: (operand, calculation) => calculation.whole(given(operand)),
};

/** One rectangle of cells; anything else is #VALUE!. */
export const asReference: Parameter<Reference> = {
  lifts: false,
  isOptional: false,
  read: (operand) => {
    if (operand instanceof Reference) return operand;
    throw isError(operand) ? operand : VALUE;
  },
};

/** A lambda; anything else is #VALUE!. */
export const asLambda: Parameter<Lambda> = {
  lifts: false,
  isOptional: false,
  read: (operand) => {
    if (operand instanceof Lambda) return operand;
    throw isError(operand) ? operand : VALUE;
  },
};

/** May be absent, and is `fallback` then; an empty operand is a blank. */
export function optional<T, F>(parameter: Parameter<T>, fallback: F): Parameter<T | F> {
  return {
    lifts: parameter.lifts,
    isOptional: true,
    read: (operand, calculation) => (operand === undefined ? fallback : parameter.read(operand, calculation)),
  };
}

/** May be absent or empty, and is `fallback` then. */
export function orEmpty<T, F>(parameter: Parameter<T>, fallback: F): Parameter<T | F> {
  return {
    lifts: parameter.lifts,
    isOptional: true,
    read: (operand, calculation) =>
      operand === undefined || operand === EMPTY ? fallback : parameter.read(operand, calculation),
  };
}

/** Read when it is called for: an error in it comes after those of the operands that follow. */
export function readLater<T>(parameter: Parameter<T>): Parameter<() => T> {
  return { ...parameter, read: (operand, calculation) => () => parameter.read(operand, calculation) };
}

/**
 * A number within bounds that belong to it; what lies outside is `outside`, which is #NUM! or #VALUE! for
 * most functions.
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
  /** In capitals. */
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

/** The types of the arguments that the parameters read. */
export type Arguments<P extends readonly Parameter<unknown>[]> = {
  -readonly [I in keyof P]: P[I] extends Parameter<infer T> ? T : never;
};

export interface Options {
  /** Gives an array, or a reference to several cells, though no operand is one. */
  readonly makesArrays?: boolean;
}

/** The most operands of a call, as in Excel. */
const OPERANDS_MAX = 255;

/** A function with a fixed number of parameters, of which the last ones may be optional. */
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
 * A function whose last parameter may be given any number of times, at least `least` times; `run` gets these
 * first, as one list.
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
  // Whatever a function does to its texts is counted here, for each element that it is called for.
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

/** An error that was thrown is the value; anything else that is thrown goes on. */
export function caught<T>(compute: () => T): T | FormulaError {
  try {
    return compute();
  } catch (thrown) {
    if (isError(thrown)) return thrown;
    throw thrown;
  }
}

/**
 * Calls a function once, or once for each element of the arrays among its lifted operands, which are
 * stretched to one size.
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
 * The element that stands at a place once an array of one row or one column is repeated; beyond an array of
 * several it is #N/A.
 */
export function stretched(array: ArrayValue, row: number, column: number): Element {
  const y = array.rows === 1 ? 0 : row;
  const x = array.columns === 1 ? 0 : column;
  return y < array.rows && x < array.columns ? array.at(y, x) : NOT_AVAILABLE;
}

/** The element that represents a value within an array: the first one of an array or a reference. */
function first(value: Value, calculation: Calculation): Element {
  if (value instanceof Lambda || value instanceof Union) return VALUE;
  if (value instanceof ArrayValue) return value.at(0, 0);
  if (value instanceof Reference) return calculation.cell(value.sheet, value.top, value.left);
  return value;
}

/** All functions of a family by their names. Throws when two have one name. */
export function family(functions: readonly FormulaFunction[]): ReadonlyMap<string, FormulaFunction> {
  const byName = new Map<string, FormulaFunction>();
  for (const each of functions) {
    if (byName.has(each.name)) throw new Error(`two functions are named ${each.name}`);
    byName.set(each.name, each);
  }
  return byName;
}

/** The same function by another name, as an old one that is still understood. */
export function alias(name: string, of: FormulaFunction): FormulaFunction {
  return { ...of, name };
}
