/**
 * The style in which a file writes its amounts: `1,234.56` or `1.234,56`. The style is decided for a whole
 * file. Invariant: an amount is read exactly or not at all; a text that could mean two amounts is not read.
 */
import type { Cents } from "./cents.ts";
import { centsFromMoney } from "./money-text.ts";

/**
 * `point`: 1,234.56. `comma`: 1.234,56. `open`: no amount of the file shows its style; amounts are read with
 * a decimal point where they can mean nothing else.
 */
export type AmountStyle = "point" | "comma" | "open";

/** `1.234` is a thousand in one style and a little more than one in the other. */
const THOUSAND_OR_FRACTION = /^\D*\d{1,3}\.\d{3}\D*$/;

const WITH_DECIMAL_COMMA = /^([^\d]*)(\d{1,3}(?:[. ]\d{3})+|\d+)(?:,(\d{1,2})0*)?([^\d]*)$/;

/**
 * An amount in common characters: blanks of all kinds as one, the true minus sign as a hyphen, no code of the
 * currency beside it, and a minus sign at the end moved to the front.
 */
function plainAmount(text: string): string {
  const usual = text
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replaceAll("\u2212", "-")
    .trim();
  const bare = usual
    .replace(/^(?:USD ?|US ?(?=\$))/, "")
    .replace(/ ?USD$/, "")
    .replace(/^([-+]) (?=\$)/, "$1");
  return /^[^-+()]*\d ?-$/.test(bare) ? `-${bare.slice(0, -1).trim()}` : bare;
}

/** Collects the amounts of a file until their style is known. */
export class AmountSurvey {
  #hasPoints = false;
  #hasCommas = false;

  add(text: string): void {
    if (this.#hasPoints) return;
    const plain = plainAmount(text);
    this.#hasPoints = /\.\d{1,2}\)?$/.test(plain);
    this.#hasCommas ||= /,\d{1,2}\)?$/.test(plain);
  }

  /** A decimal point if some amount has one, or else a decimal comma if some amount has that. */
  get style(): AmountStyle {
    return this.#hasPoints ? "point" : this.#hasCommas ? "comma" : "open";
  }
}

/** True if an amount could be a thousand times as large in the other style. */
export function isAmbiguousAmount(text: string, style: AmountStyle): boolean {
  return style === "open" && THOUSAND_OR_FRACTION.test(plainAmount(text));
}

/** The cents of an amount in this style; null for a text that is no amount, or an ambiguous one. */
export function centsInStyle(text: string, style: AmountStyle): Cents | null {
  const plain = plainAmount(text);
  if (isAmbiguousAmount(plain, style)) return null;
  return centsFromMoney(style === "comma" ? withDecimalPoint(plain) : plain);
}

/** Replaces a decimal comma by a point; an empty text for what is no amount with a decimal comma. */
function withDecimalPoint(text: string): string {
  const [, before = "", whole, fraction, after = ""] = WITH_DECIMAL_COMMA.exec(text) ?? [];
  if (whole === undefined) return "";
  return `${before}${whole.replaceAll(/[. ]/g, "")}${fraction === undefined ? "" : `.${fraction}`}${after}`;
}
