/**
 * A number as the fifteen decimal digits that Excel shows, so that rounding and scaling for display are
 * exact: 1.005 with two decimals is 1.01, although its binary value is a little less than 1.005.
 */

export interface Decimal {
  /** Significant digits without zeros at either end; "" for zero. */
  readonly digits: string;
  /** The exponent: the value is 0.digits times ten to this power. */
  readonly point: number;
}

const DIGITS_SHOWN = 15;
const ZERO: Decimal = { digits: "", point: 0 };

/** Returns the absolute value of a finite number with fifteen digits. */
export function decimalOf(value: number): Decimal {
  const size = Math.abs(value);
  if (size === 0) return ZERO;
  const [mantissa = "", exponent = "0"] = size.toExponential(DIGITS_SHOWN - 1).split("e");
  return trimmed(mantissa.replace(".", ""), Number(exponent) + 1);
}

function trimmed(digits: string, point: number): Decimal {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === "0") end--;
  return end === 0 ? ZERO : { digits: digits.slice(0, end), point };
}

/** Multiplies by a power of ten. */
export function shifted(decimal: Decimal, power: number): Decimal {
  return decimal.digits === "" ? decimal : { digits: decimal.digits, point: decimal.point + power };
}

/** Rounds to a number of decimals, which may be negative; halves are rounded away from zero. */
export function rounded(decimal: Decimal, decimals: number): Decimal {
  const kept = decimal.point + decimals;
  if (kept >= decimal.digits.length) return decimal;
  if (kept < 0) return ZERO;
  if (decimal.digits.charAt(kept) < "5") return trimmed(decimal.digits.slice(0, kept), decimal.point);
  const raised = String(BigInt(decimal.digits.slice(0, kept) || "0") + 1n);
  return trimmed(raised, decimal.point + raised.length - Math.max(kept, 0));
}

/** Returns the digits before the point; "" if there are none. */
export function wholeDigits({ digits, point }: Decimal): string {
  return point <= 0 ? "" : digits.slice(0, point).padEnd(point, "0");
}

/** Returns the digits after the point, without trailing zeros. */
export function fractionDigits({ digits, point }: Decimal): string {
  return digits === "" ? "" : point >= 0 ? digits.slice(point) : digits.padStart(digits.length - point, "0");
}

/** Returns digits with commas for thousands. */
function grouped(digits: string): string {
  let text = "";
  for (let at = 0; at < digits.length; at++)
    text += at > 0 && (digits.length - at) % 3 === 0 ? `,${digits.charAt(at)}` : digits.charAt(at);
  return text;
}

/**
 * Writes a number with exactly `decimals` decimals; a negative number of decimals rounds before the point.
 * `isGrouped` adds commas for thousands.
 */
export function fixedText(decimal: Decimal, decimals: number, isGrouped: boolean): string {
  const short = rounded(decimal, decimals);
  const whole = wholeDigits(short) || "0";
  return (
    (isGrouped ? grouped(whole) : whole) +
    (decimals > 0 ? `.${fractionDigits(short).padEnd(decimals, "0")}` : "")
  );
}
