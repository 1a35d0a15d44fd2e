/**
 * Amounts of dollars as people and banks write them. Invariant: a text is read exactly or
 * not at all; nothing is rounded, and a text that could mean two amounts is refused.
 */
import { type Cents, centsFromDecimal, negateCents } from "./cents.ts";

const SIGNED = /^([+-]?)\$? ?([+-]?)([\d.,]+)$/;
const IN_PARENTHESES = /^(?:\(\$? ?([\d.,]+)\)|\$ ?\(([\d.,]+)\))$/;
const TOO_FINE = /\.\d{2}\d*[1-9]\d*\)?$/;

/**
 * Reads `1234.5`, `$1,234.50`, `-$5`, `$-5` or `(5.00)`, which is minus five, with blanks around.
 * Null for anything else: exponents, two signs, other currencies, fractions of a cent.
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

/** Whether a text that is no amount has digits beyond cents, so that a refusal can say so. */
export function isFinerThanCents(text: string): boolean {
  return TOO_FINE.test(text);
}
