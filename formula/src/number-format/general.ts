/**
 * The General format: shows as many digits as fit into eleven characters, and uses an exponent if plain
 * digits would show less.
 */
import { type Decimal, decimalOf, fixedText, fractionDigits, rounded, wholeDigits } from "./decimal.ts";

/** The width of a number in Excel's General format, in characters without the sign. */
const PLACES = 11;
/** The decimals of the mantissa if an exponent is shown. */
const MANTISSA_DECIMALS = 5;

/** Writes a finite number in the General format: 1234.5, 0.333333333, 1.23457E+11. */
export function generalText(value: number): string {
  const text = sizeText(decimalOf(value));
  return value < 0 && text !== "0" ? `-${text}` : text;
}

function sizeText(decimal: Decimal): string {
  if (decimal.digits === "") return "0";
  const whole = Math.max(decimal.point, 1);
  const exact = fixedText(decimal, fractionDigits(decimal).length, false);
  if (exact.length <= PLACES) return exact;
  if (whole <= PLACES && decimal.point > -4) {
    const short = rounded(decimal, Math.max(0, PLACES - 1 - whole));
    if (wholeDigits(short).length <= PLACES) return fixedText(short, fractionDigits(short).length, false);
  }
  const scientific = rounded(
    { digits: decimal.digits, point: 1 },
    MANTISSA_DECIMALS - (Math.abs(decimal.point - 1) >= 100 ? 1 : 0),
  );
  const power = decimal.point + scientific.point - 2;
  const mantissa = { digits: scientific.digits, point: 1 };
  return `${fixedText(mantissa, fractionDigits(mantissa).length, false)}E${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
