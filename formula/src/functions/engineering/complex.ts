/**
 * Functions of complex numbers. Powers and roots are computed from absolute value and angle, as in Excel,
 * whose results show it: the square root of -4 has a real part of 1.2E-16.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import { type FormulaFunction, type Parameter, asScalar, asText, defineMany, orEmpty } from "../../define.ts";
import { eachElement } from "../../scan.ts";
import { asPlainNumber } from "../../toolpak.ts";
import { DIVISION, NUM, Reference, VALUE, type Value, isError } from "../../values.ts";
import { asGiven } from "../math/arithmetic.ts";
import { tool } from "../numeric.ts";
import { type Complex, commonSuffix, complexOf, complexText } from "./complex-text.ts";

/** A complex number without its suffix. */
type Pair = readonly [re: number, im: number];

const asComplex: Parameter<Complex> = {
  ...asScalar,
  read: (operand, calculation) => complexOf(asScalar.read(operand, calculation)),
};

const polar = (size: number, angle: number): Pair => [size * Math.cos(angle), size * Math.sin(angle)];
const product = ([a, b]: Pair, [c, d]: Pair): Pair => [a * c - b * d, a * d + b * c];

function quotient([a, b]: Pair, [c, d]: Pair): Pair {
  const square = c * c + d * d;
  if (square === 0) throw NUM;
  return [(a * c + b * d) / square, (b * c - a * d) / square];
}

const sine = ([a, b]: Pair): Pair => [Math.sin(a) * Math.cosh(b), Math.cos(a) * Math.sinh(b)];
const cosine = ([a, b]: Pair): Pair => [Math.cos(a) * Math.cosh(b), -Math.sin(a) * Math.sinh(b)];
const hyperbolicSine = ([a, b]: Pair): Pair => [Math.sinh(a) * Math.cos(b), Math.cosh(a) * Math.sin(b)];
const hyperbolicCosine = ([a, b]: Pair): Pair => [Math.cosh(a) * Math.cos(b), Math.sinh(a) * Math.sin(b)];

/** Computes the tangent by double angles, which stay exact where sine and cosine would overflow. */
function tangent([a, b]: Pair): Pair {
  if (Math.abs(b) > 300) return [0, Math.sign(b)];
  const divisor = Math.cos(2 * a) + Math.cosh(2 * b);
  if (divisor === 0) throw NUM;
  return [Math.sin(2 * a) / divisor, Math.sinh(2 * b) / divisor];
}

// The following functions divide by the squares of absolute values, as Excel seems to do: its results agree
// to the last digit.
const sineSquare = ([a, b]: Pair): number => Math.sin(a) ** 2 + Math.sinh(b) ** 2;
const cosineSquare = ([a, b]: Pair): number => Math.cos(a) ** 2 + Math.sinh(b) ** 2;

function over([a, b]: Pair, divisor: number): Pair {
  if (divisor === 0) throw NUM;
  return [a / divisor, b / divisor];
}

function cosecant([a, b]: Pair): Pair {
  const [x, y] = over([Math.cosh(b), -Math.sinh(b)], sineSquare([a, b]));
  return [x * Math.sin(a), y * Math.cos(a)];
}

const cotangent = ([a, b]: Pair): Pair =>
  over([Math.sin(a) * Math.cos(a), -Math.sinh(b) * Math.cosh(b)], sineSquare([a, b]));
const secant = ([a, b]: Pair): Pair =>
  over([Math.cos(a) * Math.cosh(b), Math.sin(a) * Math.sinh(b)], cosineSquare([a, b]));
const hyperbolicSecant = ([a, b]: Pair): Pair =>
  over([Math.cosh(a) * Math.cos(b), -Math.sinh(a) * Math.sin(b)], cosineSquare([b, a]));
const hyperbolicCosecant = ([a, b]: Pair): Pair =>
  over([Math.sinh(a) * Math.cos(b), -Math.cosh(a) * Math.sin(b)], sineSquare([b, a]));

const angleOf = ([a, b]: Pair): number => Math.atan2(b, a);
const sizeOf = ([a, b]: Pair): number => Math.hypot(a, b);

function logarithm(value: Pair, base: number): Pair {
  const size = sizeOf(value);
  if (size === 0) throw NUM;
  return [Math.log(size) / base, angleOf(value) / base];
}

function power(value: Pair, exponent: number): Pair {
  const size = sizeOf(value);
  if (size === 0) {
    if (exponent > 0) return [0, 0];
    throw NUM;
  }
  return polar(size ** exponent, angleOf(value) * exponent);
}

/** Defines a function of one complex number whose result is a complex number. */
const mapping = (name: string, of: (value: Pair) => Pair): FormulaFunction =>
  tool(name, [asComplex], (_calculation, { re, im, suffix }) => {
    const [a, b] = of([re, im]);
    return complexText({ re: a, im: b, suffix });
  });

/** Defines a function of one complex number whose result is a real number. */
const measuring = (name: string, of: (value: Pair) => number): FormulaFunction =>
  tool(name, [asComplex], (_calculation, { re, im }) => finite(of([re, im])));

const joining = (name: string, of: (a: Pair, b: Pair) => Pair): FormulaFunction =>
  tool(name, [asComplex, asComplex], (_calculation, a, b) => {
    const [re, im] = of([a.re, a.im], [b.re, b.im]);
    return complexText({ re, im, suffix: commonSuffix([a, b]) });
  });

function complexNumbers(values: readonly Value[], calculation: Calculation): Complex[] {
  const numbers: Complex[] = [];
  for (const value of values) {
    const before = numbers.length;
    eachElement([value], calculation, (element) => {
      if (isError(element)) throw element;
      numbers.push(complexOf(element));
    });
    // A single blank cell is 0, but blanks in a range are ignored.
    if (numbers.length === before && value instanceof Reference && value.isCell)
      numbers.push(complexOf(null));
  }
  return numbers;
}

const folding = (name: string, start: Pair, of: (a: Pair, b: Pair) => Pair): FormulaFunction =>
  defineMany(name, [], asGiven, (calculation, values) => {
    const numbers = complexNumbers(values, calculation);
    const [re, im] =
      numbers.length === 0
        ? [0, 0]
        : numbers.reduce<Pair>((total, each) => of(total, [each.re, each.im]), start);
    return complexText({ re, im, suffix: commonSuffix(numbers) });
  });

export const COMPLEX_NUMBERS: readonly FormulaFunction[] = [
  tool("COMPLEX", [asPlainNumber, asPlainNumber, orEmpty(asText, "i")], (_calculation, re, im, suffix) => {
    if (suffix !== "i" && suffix !== "j" && suffix !== "") throw VALUE;
    return complexText({ re, im, suffix: suffix === "j" ? "j" : "i" });
  }),
  measuring("IMREAL", ([re]) => re),
  measuring("IMAGINARY", ([, im]) => im),
  measuring("IMABS", sizeOf),
  measuring("IMARGUMENT", (value) => {
    if (value[0] === 0 && value[1] === 0) throw DIVISION;
    return angleOf(value);
  }),
  mapping("IMCONJUGATE", ([re, im]) => [re, -im]),
  folding("IMSUM", [0, 0], ([a, b], [c, d]) => [a + c, b + d]),
  folding("IMPRODUCT", [1, 0], product),
  joining("IMSUB", ([a, b], [c, d]) => [a - c, b - d]),
  joining("IMDIV", quotient),
  tool("IMPOWER", [asComplex, asPlainNumber], (_calculation, value, exponent) => {
    const [re, im] = power([value.re, value.im], exponent);
    return complexText({ re, im, suffix: value.suffix });
  }),
  mapping("IMSQRT", (value) => (value[0] === 0 && value[1] === 0 ? [0, 0] : power(value, 0.5))),
  mapping("IMEXP", ([re, im]) => polar(Math.exp(re), im)),
  mapping("IMLN", (value) => logarithm(value, 1)),
  mapping("IMLOG10", (value) => logarithm(value, Math.LN10)),
  mapping("IMLOG2", (value) => logarithm(value, Math.LN2)),
  mapping("IMSIN", sine),
  mapping("IMCOS", cosine),
  mapping("IMTAN", tangent),
  mapping("IMSEC", secant),
  mapping("IMCSC", cosecant),
  mapping("IMCOT", cotangent),
  mapping("IMSINH", hyperbolicSine),
  mapping("IMCOSH", hyperbolicCosine),
  mapping("IMSECH", hyperbolicSecant),
  mapping("IMCSCH", hyperbolicCosecant),
];
