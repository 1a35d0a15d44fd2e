/**
 * Elementary functions of one or two numbers: roots, powers, logarithms, remainders, divisors, random
 * numbers. They follow Excel's documentation; a comment marks behaviour of Excel that is not documented.
 */
import type { Calculation } from "../../calculation.ts";
import { finite, toNumber } from "../../coerce.ts";
import {
  EMPTY,
  type FormulaFunction,
  type Parameter,
  asArray,
  asIs,
  asNumber,
  define,
  defineMany,
  optional,
} from "../../define.ts";
import { eachElement } from "../../scan.ts";
import { DIVISION, NOT_AVAILABLE, NUM, Reference, VALUE, type Value, isError } from "../../values.ts";
import { power } from "../../operators.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { numeric, numericTool, tool } from "../numeric.ts";

/** Quotients from this on are too large for MOD. The limit is Excel's. */
const MOD_QUOTIENT_MAX = 1_125_900_000_000;

function logarithm(value: number, base: number): number {
  if (!(value > 0 && base > 0)) throw NUM;
  if (base === 1) throw DIVISION;
  return base === 10 ? Math.log10(value) : base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base);
}

function positive(value: number): number {
  if (!(value > 0)) throw NUM;
  return value;
}

/** Returns the remainder with the divisor's sign. */
function modulo(dividend: number, divisor: number): number {
  if (divisor === 0) throw DIVISION;
  if (Math.abs(dividend / divisor) >= MOD_QUOTIENT_MAX) throw NUM;
  const rest = dividend % divisor;
  return rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest;
}

function commonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** Beyond this, not all whole numbers are represented exactly. */
const WHOLE_MAX = 2 ** 53;

/**
 * Returns the operands as truncated whole numbers. Texts are converted everywhere, booleans are #VALUE!,
 * negative numbers #NUM!. Blank cells of a range are 0. Single blank cells are ignored, but if there is
 * nothing else, the result is #VALUE!, as in Excel.
 */
export function wholeNumbers(values: readonly Value[], calculation: Calculation): number[] {
  const numbers: number[] = [];
  let cells = 0;
  for (const value of values) {
    const before = numbers.length;
    eachElement([value], calculation, (element) => {
      if (isError(element)) throw element;
      if (typeof element === "boolean") throw VALUE;
      const number = toNumber(element);
      if (number < 0 || number >= WHOLE_MAX) throw NUM;
      numbers.push(Math.trunc(number));
    });
    if (!(value instanceof Reference)) continue;
    if (value.isCell) cells++;
    else if (numbers.length - before < value.rows * value.columns) numbers.push(0);
  }
  if (numbers.length === 0 && cells > 0) throw VALUE;
  return numbers;
}

/** An operand, unchanged; an empty one is #N/A. */
export const asGiven: Parameter<Value> = {
  ...asIs,
  read: (operand, calculation) => {
    if (operand === EMPTY) throw NOT_AVAILABLE;
    return asIs.read(operand, calculation);
  },
};

const leastCommonMultiple = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (a / commonDivisor(a, b)) * b;

/** The coefficients of a series; texts, booleans and blanks are #VALUE!. */
const asCoefficients: Parameter<readonly number[]> = {
  lifts: false,
  isOptional: false,
  read: (operand, calculation) =>
    asArray.read(operand, calculation).cells.flatMap((element) => {
      if (isError(element)) throw element;
      if (element === null) return [];
      if (typeof element !== "number") throw VALUE;
      return [element];
    }),
};

export const ARITHMETIC: readonly FormulaFunction[] = [
  numeric("ABS", [asNumber], Math.abs),
  numeric("SIGN", [asNumber], Math.sign),
  numeric("EXP", [asNumber], Math.exp),
  numeric("LN", [asNumber], (value) => Math.log(positive(value))),
  numeric("LOG10", [asNumber], (value) => Math.log10(positive(value))),
  numeric("LOG", [asNumber, optional(asNumber, 10)], logarithm),
  numeric("SQRT", [asNumber], (value) => {
    if (value < 0) throw NUM;
    return Math.sqrt(value);
  }),
  numericTool("SQRTPI", [asPlainNumber], (value) => {
    if (value < 0) throw NUM;
    return Math.sqrt(value * Math.PI);
  }),
  define("POWER", [asNumber, asNumber], (_calculation, base, exponent) => power(base, exponent)),
  numeric("PI", [], () => Math.PI),
  numeric("MOD", [asNumber, asNumber], modulo),
  numericTool("QUOTIENT", [asPlainNumber, asPlainNumber], (dividend, divisor) => {
    if (divisor === 0) throw DIVISION;
    return Math.trunc(dividend / divisor);
  }),
  defineMany("GCD", [], asGiven, (calculation, values) =>
    wholeNumbers(values, calculation).reduce(commonDivisor, 0),
  ),
  defineMany("LCM", [], asGiven, (calculation, values) => {
    const numbers = wholeNumbers(values, calculation);
    const multiple = numbers.length === 0 ? 0 : numbers.reduce(leastCommonMultiple, 1);
    return multiple >= WHOLE_MAX ? NUM : multiple;
  }),
  define("RAND", [], (calculation) => calculation.random()),
  tool("RANDBETWEEN", [asPlainNumber, asPlainNumber], (calculation, bottom, top) => {
    const least = Math.ceil(bottom);
    const most = Math.floor(top);
    if (least > most) throw NUM;
    return finite(least + Math.floor(calculation.random() * (most - least + 1)));
  }),
  tool(
    "SERIESSUM",
    [asPlainNumber, asPlainNumber, asPlainNumber, asCoefficients],
    (_calculation, x, first, step, coefficients) => {
      // Excel refuses 0, although a series without a constant term has a value there.
      if (x === 0) throw NUM;
      return finite(
        coefficients.reduce((sum, coefficient, at) => sum + coefficient * x ** (first + at * step), 0),
      );
    },
  ),
];
