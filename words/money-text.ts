/**
 * Amounts of dollars as text, as people, banks, programs and accountants write them. Invariants: parsing
 * never rounds, and it rejects a text that could mean two amounts; formatting writes every cent.
 */
import { type Cents, centsFromDecimal, negateCents } from "./cents.ts";

const SIGNED = /^([+-]?)\$? ?([+-]?)([\d.,]+)$/;
const IN_PARENTHESES = /^(?:\(\$? ?([\d.,]+)\)|\$ ?\(([\d.,]+)\))$/;
/**
 * The digits after the cents. `isFinerThanCents` checks for zeros separately: with a single expression, the
 * time would grow with the square of the text's length.
 */
const BEYOND_CENTS = /\.\d{2}(\d+)\)?$/;

/**
 * Parses an amount such as `1234.5`, `$1,234.50`, `-$5`, `$-5` or `(5.00)`, which is minus five; blanks
 * around it are ignored. Returns null for any other text, such as one with an exponent, two signs, another
 * currency or a fraction of a cent.
 */
export function centsFromMoney(text: string): Cents | null {
  const trimmed = text.trim();
  const signed = SIGNED.exec(trimmed);
  if (signed) {
    const [, before = "", after = "", digits = ""] = signed;
    if (before !== "" && after !== "") return null;
    return centsFromDecimal(`${before}${after}${digits}`);
  }
  const enclosed = IN_PARENTHESES.exec(trimmed);
  const amount = enclosed ? centsFromDecimal(enclosed[1] ?? enclosed[2] ?? "") : null;
  return amount === null ? null : negateCents(amount);
}

/** True if an invalid amount has nonzero digits after the cents. Errors mention this. */
export function isFinerThanCents(text: string): boolean {
  return /[1-9]/.test(BEYOND_CENTS.exec(text)?.[1] ?? "");
}

/** Splits an amount into the digits of its dollars and two digits of its cents, without a sign. */
function digitsOf(amount: Cents): readonly [dollars: string, cents: string] {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return [digits.slice(0, -2), digits.slice(-2)];
}

/** Formats an amount for programs: `-1234.50`, `0.00`. */
export function decimalText(amount: Cents): string {
  const [dollars, fraction] = digitsOf(amount);
  return `${amount < 0 ? "-" : ""}${dollars}.${fraction}`;
}

/** The text for zero in a statement. */
export const NO_AMOUNT = "\u2013";

/** Formats an amount for a statement: `1,234.50`, `(1,234.50)` if negative, a dash for zero. */
export function accountingText(amount: Cents): string {
  if (amount === 0) return NO_AMOUNT;
  const [dollars, fraction] = digitsOf(amount);
  const figure = `${dollars.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${fraction}`;
  return amount < 0 ? `(${figure})` : figure;
}

/** What printed amounts are rounded to: cents are exact. */
export const ROUNDINGS = ["cents", "dollars", "thousands"] as const;
export type Rounding = (typeof ROUNDINGS)[number];
const CENTS_IN: Readonly<Record<Rounding, bigint>> = { cents: 1n, dollars: 100n, thousands: 100_000n };

/** Says what amounts are rounded to: `thousands of United States dollars`. */
export const ROUNDING_TEXTS: Readonly<Record<Rounding, string>> = {
  cents: "United States dollars",
  dollars: "whole United States dollars",
  thousands: "thousands of United States dollars",
};
/** What a document with rounded amounts says of them. */
export const ROUNDED_NOTE = "Amounts are rounded and may not add up.";

/**
 * Formats an amount in whole units, half a unit away from zero: `1,235` for 1,234,567.00 in thousands. What
 * is not zero and rounds to it is `0` or `(0)`, and zero itself a dash.
 */
export function roundedText(amount: Cents, rounding: Rounding): string {
  if (rounding === "cents" || amount === 0) return accountingText(amount);
  const unit = CENTS_IN[rounding];
  const digits = String((BigInt(Math.abs(amount)) * 2n + unit) / (2n * unit));
  const figure = digits.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return amount < 0 ? `(${figure})` : figure;
}

/**
 * Formats an amount for people who read it in a sentence: `$1,234.50`, `-$1,234.50`, `$0.00`. Without regular
 * expressions, because an assistant's page has hundreds of amounts.
 */
export function dollarText(amount: Cents): string {
  const [dollars, fraction] = digitsOf(amount);
  let end = dollars.length;
  let groups = "";
  for (; end > 3; end -= 3) groups = `,${dollars.slice(end - 3, end)}${groups}`;
  return `${amount < 0 ? "-" : ""}$${dollars.slice(0, end)}${groups}.${fraction}`;
}

/** Formats tenths of a percent for a statement: `12.5%`, `(12.5%)` if negative, a dash for zero. */
export function accountingPercentText(tenths: number): string {
  if (tenths === 0) return NO_AMOUNT;
  const digits = String(Math.abs(tenths)).padStart(2, "0");
  const figure = `${digits.slice(0, -1).replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${digits.slice(-1)}%`;
  return tenths < 0 ? `(${figure})` : figure;
}

/** Formats tenths of a percent for programs: `-12.5`, `0.0`. */
export function decimalPercentText(tenths: number): string {
  const digits = String(Math.abs(tenths)).padStart(2, "0");
  return `${tenths < 0 ? "-" : ""}${digits.slice(0, -1)}.${digits.slice(-1)}`;
}

/** True for a word that names the dollar of the United States. */
export function isDollarWord(text: string): boolean {
  return /^(?:USD|US ?\$|\$|(?:US|U\.S\.|United States) dollars?)$/i.test(text);
}
