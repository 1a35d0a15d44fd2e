/**
 * Rounding to digits and to multiples. A double that stands for a decimal fraction lies beside it, so what is
 * scaled by powers of ten, and what is divided by a multiple, is taken with 15 significant digits before it
 * is rounded, as in Excel; the result is the double next to the decimal that was meant.
 */
import { type FormulaFunction, asInteger, asNumber, optional, orEmpty } from "../../define.ts";
import { DIVISION, NUM } from "../../values.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { numeric, numericTool } from "../numeric.ts";

/** The number with 15 significant digits. */
const exact = (value: number): number => Number(value.toPrecision(15));

/** From here on every double is whole. */
const FRACTIONS_END = 2 ** 52;
const DIGITS_MAX = 320;

/**
 * Rounds the size of a number at `digits` places after its point (before it, when negative) by `round`, which
 * gets a number that is not negative.
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

/** `size * 10 ** digits`, with the one rounding that reading a decimal takes. */
function shifted(size: number, digits: number): string {
  const [mantissa = "0", exponent = "0"] = size.toExponential().split("e");
  return `${mantissa}e${Number(exponent) + digits}`;
}

/** Half away from zero at so many digits. */
function roundTo(value: number, digits: number): number {
  return atDigits(value, digits, (size) => Math.floor(exact(size) + 0.5));
}

/** Toward zero at so many digits. */
function truncateTo(value: number, digits: number): number {
  return atDigits(value, digits, Math.floor);
}

/** The number of times that `step` goes into a number. */
const times = (value: number, step: number): number => exact(value / step);

/** The next multiple of `step`, which is above 0, upward or downward. */
const above = (value: number, step: number): number =>
  step === 0 ? 0 : Math.ceil(times(value, step)) * step;
const below = (value: number, step: number): number =>
  step === 0 ? 0 : Math.floor(times(value, step)) * step;

/** Away from zero to the next whole number of that remainder by 2. */
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
    // By the plain quotient, unlike CEILING and FLOOR: 6.05 is rounded down to a multiple of 0.1, as the
    // reference has it.
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
