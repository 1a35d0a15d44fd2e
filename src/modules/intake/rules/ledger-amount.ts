/**
 * Amounts of the plain-text ledger format. Only dollars are read, as `$` or `USD`; the refusal names any
 * other part of a posting's amount. Invariant: an amount is read exactly or refused.
 */
import { type Cents, centsFromDecimal, ZERO_CENTS } from "../../../core/cents.ts";
import { isFinerThanCents } from "../../../core/money-text.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";

const SYMBOL_FIRST = /^([+-]?)(?:\$|USD) ?([+-]?)([\d.,]+)$/;
const SYMBOL_LAST = /^([+-]?)([\d.,]+) ?USD$/;
const ZERO = /^[+-]?0+(?:\.0*)?$/;
const BARE = /^[+-]?[\d.,]+$/;

/** Signs that mean something else than an amount, in the order in which they are looked for. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/[{}]/, "Lots and their costs (`{...}`) are not supported."],
  [/@/, "Prices and conversions (`@`) are not supported."],
  [/=/, "Balance assertions and assignments (`=`) are not supported."],
  [/\*|\//, "Computed amounts and multipliers are not supported."],
  [/[()]/, "Computed amounts (`(...)`) are not supported."],
];

/**
 * Reads `$1,234.50`, `-$5`, `$-5`, `USD 5` or `5 USD`; a bare 0 is zero. Throws `LineProblem` at `line` for
 * anything else.
 */
export function centsFromLedgerAmount(text: string, line: number): Cents {
  for (const [sign, sentence] of UNSUPPORTED) if (sign.test(text)) throw new LineProblem(line, sentence);
  if (ZERO.test(text)) return ZERO_CENTS;
  if (BARE.test(text))
    throw new LineProblem(
      line,
      `The amount ${quoted(text)} names no currency; only $ and USD are supported.`,
    );
  const first = SYMBOL_FIRST.exec(text);
  const last = first ? null : SYMBOL_LAST.exec(text);
  const [before, after, digits] = first ? [first[1], first[2], first[3]] : last ? [last[1], "", last[2]] : [];
  if (digits === undefined)
    throw new LineProblem(
      line,
      `${quoted(text)} is not an amount in $ or USD; other commodities are not supported.`,
    );
  if (before && after) throw new LineProblem(line, `The amount ${quoted(text)} has two signs.`);
  const cents = centsFromDecimal(`${before || after || ""}${digits}`);
  if (cents !== null) return cents;
  const why = isFinerThanCents(digits)
    ? "is finer than a cent"
    : isTooLarge(digits)
      ? "is larger than can be added exactly"
      : "is not a decimal amount, such as $1,234.50";
  throw new LineProblem(line, `The amount ${quoted(text)} ${why}.`);
}

/** True for a decimal amount beyond the largest exact cents. */
function isTooLarge(digits: string): boolean {
  return /^(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2}0*)?$/.test(digits);
}

/**
 * True if a directive shows dollars with a decimal comma. `$1.000` would then mean a thousand dollars, but is
 * read here as one.
 */
export function hasDecimalComma(text: string): boolean {
  return /\$|USD/.test(text) && /\d,\d{1,2}(?!\d)|\d,(?!\d)|\d\.\d{3}[.,]/.test(text);
}
