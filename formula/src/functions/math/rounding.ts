/**
 * Rounding to digits and to multiples. A double only approximates a decimal fraction. Therefore, as in Excel,
 * a number that is scaled by a power of ten or divided by a multiple is first reduced to 15 significant
 * digits and then rounded. The result is the double nearest to the intended decimal.
 */
import { type FormulaFunction, asInteger, asNumber, optional, orEmpty } from "../../define.ts";
import { DIVISION, NUM } from "../../values.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { numeric, numericTool } from "../numeric.ts";

/** Returns the number with 15 significant digits. */
const exact = (value: number): number => Number(value.toPrecision(15));

/** From this on, every double is whole. */
const FRACTIONS_END = 2 ** 52;
const DIGITS_MAX = 320;

/**
 * Rounds the absolute value of a number to `digits` decimals (before the point if negative) with `round`,
 * which gets a number that is not negative.
 */
function atDigits(value: number, digits: number, round: (size: number) => number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const size = Math.abs(value);
  if (digits > DIGITS_MAX || (digits >= 0 && size >= FRACTIONS_END)) return value;
  const scaled = digits < -DIGITS_MAX ? 0 : digits === 0 ? size : Number(shifted(size, digits));
  if (scaled >= FRACTIONS_END) return value;
  const whole = digits < -DIGITS_MAX ? round(Number.MIN_VALUE) : round(digits === 0 ? scaled : exact(scaled));
  return Math.sign(value) * Number(`${whole}e${-digits}`);
}

/** Returns `size * 10 ** digits` as a decimal text, which is rounded only once, when it is read. */
function shifted(size: number, digits: number): string {
  const [mantissa = "0", exponent = "0"] = size.toExponential().split("e");
  return `${mantissa}e${Number(exponent) + digits}`;
}

/** Rounds to a number of decimals; halves are rounded away from zero. */
function roundTo(value: number, digits: number): number {
  return atDigits(value, digits, (size) => Math.floor(exact(size) + 0.5));
}

/** Truncates to a number of decimals. */
function truncateTo(value: number, digits: number): number {
  return atDigits(value, digits, Math.floor);
}

/** Returns a number divided by `step`. */
const times = (value: number, step: number): number => exact(value / step);

/** Returns the next multiple of `step`, which must be above 0, upward or downward. */
const above = (value: number, step: number): number =>
  step === 0 ? 0 : Math.ceil(times(value, step)) * step;
const below = (value: number, step: number): number =>
  step === 0 ? 0 : Math.floor(times(value, step)) * step;

/** Rounds away from zero to the next whole number with the given remainder by 2. */
function toParity(value: number, parity: 0 | 1): number {
  const size = Math.ceil(Math.abs(value));
  const whole = size % 2 === parity ? size : size + 1;
  return value < 0 ? -whole : whole;
}

export const ROUNDING: readonly FormulaFunction[] = [
  numeric("ROUND", [asNumber, asInteger], roundTo),
  numeric("ROUNDUP", [asNumber, asInteger], (value, digits) => atDigits(value, digits, Math.ceil)),
  numeric("ROUNDDOWN", [asNumber, asInteger], truncateTo),
  numeric("TRUNC", [asNumber, optional(asInteger, 0)], truncateTo),
  numeric("INT", [asNumber], Math.floor),
  numeric("EVEN", [asNumber], (value) => toParity(value, 0)),
  numeric("ODD", [asNumber], (value) => toParity(value, 1)),
  numericTool("MROUND", [asPlainNumber, asPlainNumber], (value, multiple) => {
    if (multiple === 0) return 0;
    if (value * multiple < 0) throw NUM;
    // Uses the plain quotient, unlike CEILING and FLOOR: 6.05 is rounded down to a multiple of 0.1, as in the
    // reference.
    return Math.floor(value / multiple + 0.5) * multiple;
  }),
  numeric("CEILING", [asNumber, asNumber], (value, significance) => {
    if (significance === 0) return 0;
    if (value > 0 && significance < 0) throw NUM;
    return Math.ceil(times(value, significance)) * significance;
  }),
  numeric("FLOOR", [asNumber, asNumber], (value, significance) => {
    if (value === 0) return 0;
    if (significance === 0) throw DIVISION;
    if (value > 0 && significance < 0) throw NUM;
    return Math.floor(times(value, significance)) * significance;
  }),
  numeric(
    "CEILING.MATH",
    [asNumber, orEmpty(asNumber, 1), optional(asNumber, 0)],
    (value, significance, mode) =>
      value < 0 && mode !== 0 ? below(value, Math.abs(significance)) : above(value, Math.abs(significance)),
  ),
  numeric(
    "FLOOR.MATH",
    [asNumber, orEmpty(asNumber, 1), optional(asNumber, 0)],
    (value, significance, mode) =>
      value < 0 && mode !== 0 ? above(value, Math.abs(significance)) : below(value, Math.abs(significance)),
  ),
  numeric("CEILING.PRECISE", [asNumber, orEmpty(asNumber, 1)], (value, significance) =>
    above(value, Math.abs(significance)),
  ),
  numeric("ECMA.CEILING", [asNumber, orEmpty(asNumber, 1)], (value, significance) =>
    above(value, Math.abs(significance)),
  ),
  numeric("ISO.CEILING", [asNumber, orEmpty(asNumber, 1)], (value, significance) =>
    above(value, Math.abs(significance)),
  ),
  numeric("FLOOR.PRECISE", [asNumber, orEmpty(asNumber, 1)], (value, significance) =>
    below(value, Math.abs(significance)),
  ),
];
