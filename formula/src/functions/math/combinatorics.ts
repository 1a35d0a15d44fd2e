/**
 * Factorials and numbers of choices. Whole results are exact as far as a double can represent them; loops end
 * when the result has overflowed.
 */
import { finite } from "../../coerce.ts";
import { type FormulaFunction, asInteger, defineMany } from "../../define.ts";
import { NUM } from "../../values.ts";
import { asPlainInteger, numeric, numericTool } from "../numeric.ts";
import { asGiven, wholeNumbers } from "./arithmetic.ts";

/** From this on, a factorial exceeds the doubles. */
const FACTORIAL_END = 171;
const DOUBLE_FACTORIAL_END = 301;
/** The product of more factors than this, which are at least 2 on average, exceeds the doubles. */
const FACTORS_MAX = 1_100;

/** Returns the product of `count` factors, from `value` downward by `step`. */
function descending(value: number, step: number): number {
  let product = 1;
  for (let factor = value; factor > 1; factor -= step) product *= factor;
  return product;
}

/** Returns n! for a whole number; #NUM! below 0 and from 171 on. */
function factorial(value: number): number {
  if (value < 0 || value >= FACTORIAL_END) throw NUM;
  return descending(value, 1);
}

/**
 * Returns the number of ways to choose `chosen` of `count`, regardless of order. Throws #NUM! unless 0 <=
 * chosen <= count.
 */
function combinations(count: number, chosen: number): number {
  if (!(chosen >= 0 && count >= chosen)) throw NUM;
  const least = Math.min(chosen, count - chosen);
  if (least > FACTORS_MAX) throw NUM;
  let product = 1;
  for (let at = 1; at <= least; at++) {
    const factor = count - least + at;
    const next = product * factor;
    // The product of `at` consecutive numbers is divisible by `at`. Beyond 2^53, the order of operations only
    // prevents an overflow.
    product = Number.isSafeInteger(next) ? next / at : (product / at) * factor;
  }
  return product < Number.MAX_SAFE_INTEGER ? Math.round(product) : product;
}

function permutations(count: number, chosen: number): number {
  if (!(count > 0 && chosen >= 0 && count >= chosen)) throw NUM;
  let product = 1;
  for (let at = 0; at < chosen && product < Infinity; at++) product *= count - at;
  return product;
}

export const COMBINATORICS: readonly FormulaFunction[] = [
  numeric("FACT", [asInteger], factorial),
  numericTool("FACTDOUBLE", [asPlainInteger], (value) => {
    if (value < -1 || value >= DOUBLE_FACTORIAL_END) throw NUM;
    return descending(value, 2);
  }),
  numeric("COMBIN", [asInteger, asInteger], combinations),
  numeric("COMBINA", [asInteger, asInteger], (count, chosen) => {
    if (count < 0 || chosen < 0) throw NUM;
    return chosen === 0 ? 1 : combinations(count + chosen - 1, chosen);
  }),
  numeric("PERMUT", [asInteger, asInteger], permutations),
  numeric("PERMUTATIONA", [asInteger, asInteger], (count, chosen) => {
    if (count < 0 || chosen < 0) throw NUM;
    return count ** chosen;
  }),
  defineMany("MULTINOMIAL", [], asGiven, (calculation, values) => {
    let total = 0;
    let product = 1;
    for (const number of wholeNumbers(values, calculation)) {
      total += number;
      product *= combinations(total, number);
    }
    return finite(product);
  }),
];
