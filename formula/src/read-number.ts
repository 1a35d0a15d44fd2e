/**
 * A text that a person would type into a cell for a number, read as Excel reads it in the US locale: digits with
 * thousands' commas, a currency sign, percent, an exponent, parentheses for negative amounts, dates and times.
 */

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** The number that a text writes, or null when it writes none. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) {
    const value = Number(trimmed);
    return Number.isFinite(value) ? value : null;
  }
  return null;
}
