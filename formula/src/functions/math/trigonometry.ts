/** Trigonometric and hyperbolic functions and their inverses, in radians. */
import { type FormulaFunction, asNumber } from "../../define.ts";
import { DIVISION, NUM } from "../../values.ts";
import { numeric } from "../numeric.ts";

/** From this angle on, Excel's periodic functions are #NUM!. */
const ANGLE_END = 2 ** 27;

const periodic = (name: string, run: (angle: number) => number): FormulaFunction =>
  numeric(name, [asNumber], (angle) => {
    if (!(Math.abs(angle) < ANGLE_END)) throw NUM;
    return run(angle);
  });

const unary = (name: string, run: (value: number) => number): FormulaFunction =>
  numeric(name, [asNumber], run);

function reciprocal(value: number): number {
  if (value === 0) throw DIVISION;
  return 1 / value;
}

export const TRIGONOMETRY: readonly FormulaFunction[] = [
  periodic("SIN", Math.sin),
  periodic("COS", Math.cos),
  periodic("TAN", Math.tan),
  periodic("SEC", (angle) => reciprocal(Math.cos(angle))),
  periodic("CSC", (angle) => reciprocal(Math.sin(angle))),
  periodic("COT", (angle) => reciprocal(Math.tan(angle))),
  unary("ASIN", Math.asin),
  unary("ACOS", Math.acos),
  unary("ATAN", Math.atan),
  unary("ACOT", (value) => Math.PI / 2 - Math.atan(value)),
  numeric("ATAN2", [asNumber, asNumber], (x, y) => {
    if (x === 0 && y === 0) throw DIVISION;
    return Math.atan2(y, x);
  }),
  unary("SINH", Math.sinh),
  unary("COSH", Math.cosh),
  unary("TANH", Math.tanh),
  unary("SECH", (value) => 1 / Math.cosh(value)),
  unary("CSCH", (value) => reciprocal(Math.sinh(value))),
  unary("COTH", (value) => reciprocal(Math.tanh(value))),
  unary("ASINH", Math.asinh),
  unary("ACOSH", Math.acosh),
  unary("ATANH", Math.atanh),
  unary("ACOTH", (value) => {
    if (!(Math.abs(value) > 1)) throw NUM;
    return Math.atanh(1 / value);
  }),
  unary("DEGREES", (angle) => angle * (180 / Math.PI)),
  unary("RADIANS", (angle) => angle * (Math.PI / 180)),
];
