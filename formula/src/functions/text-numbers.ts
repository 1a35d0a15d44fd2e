/** Numbers written as texts, and texts read as numbers. */
import { fixedText, decimalOf, rounded } from "../number-format/decimal.ts";
import { formatted } from "../number-format/format.ts";
import { fold, yearNow } from "../read-date.ts";
import { readAmount, readNumber } from "../read-number.ts";
import {
  type FormulaFunction,
  alias,
  asBoolean,
  asInteger,
  asNumber,
  asScalar,
  asText,
  define,
  orEmpty,
  within,
} from "../define.ts";
import { TEXT_MAX } from "../limits.ts";
import { VALUE } from "../values.ts";

/** The most decimals that FIXED and DOLLAR write. */
const DECIMALS_MAX = 127;
const asDecimals = within(orEmpty(asInteger, 2), Number.NEGATIVE_INFINITY, DECIMALS_MAX, VALUE);

/** Returns a number with `decimals` decimals, and whether it is shown as negative. */
function fixed(
  value: number,
  decimals: number,
  isGrouped: boolean,
): { readonly text: string; readonly isNegative: boolean } {
  const decimal = decimalOf(value);
  return {
    text: fixedText(decimal, decimals, isGrouped),
    isNegative: value < 0 && rounded(decimal, decimals).digits !== "",
  };
}

/**
 * NUMBERVALUE: blanks are ignored everywhere, each percent sign divides by a hundred, dates and times are
 * read as VALUE does, and an empty text is 0.
 */
function valueWith(
  written: string,
  decimalMark: string,
  givenGroupMark: string | undefined,
  year: number | null,
): number {
  // If the decimal mark is the default group mark, there is no group mark unless one is given.
  const groupMark = givenGroupMark ?? (decimalMark.startsWith(",") ? "." : ",");
  if (decimalMark === "" || groupMark === "") throw VALUE;
  const point = decimalMark.charAt(0);
  const group = groupMark.charAt(0);
  if (point === group || written.length > TEXT_MAX) throw VALUE;
  const text = written.replaceAll(/[\s\u3000]/gu, "");
  if (text === "") return 0;
  const pointAt = text.indexOf(point);
  const [whole, fraction] = pointAt < 0 ? [text, ""] : [text.slice(0, pointAt), text.slice(pointAt + 1)];
  if (fraction.includes(point) || fraction.includes(group)) throw VALUE;
  let plain = fold(whole.replaceAll(group, "") + (pointAt < 0 ? "" : `.${fraction}`));
  let percents = 0;
  while (plain.endsWith("%")) {
    percents++;
    plain = plain.slice(0, -1);
  }
  const value =
    plain.includes(",") || plain.includes("%")
      ? null
      : (readAmount(plain) ?? (percents === 0 ? readNumber(plain, year) : null));
  if (value === null) throw VALUE;
  return percents === 0 ? value : Number(`${value}e${-2 * percents}`) || value / 100 ** percents;
}

const dollar = define("DOLLAR", [asNumber, asDecimals], (_, value, decimals) => {
  const { text, isNegative } = fixed(value, decimals, true);
  return isNegative ? `($${text})` : `$${text}`;
});

export const TEXT_NUMBERS: readonly FormulaFunction[] = [
  define("TEXT", [asScalar, asText], (calculation, value, format) => {
    const read = typeof value === "string" ? readNumber(value, yearNow(calculation.now)) : null;
    return formatted(read ?? value, format) ?? VALUE;
  }),
  define("VALUE", [asScalar], (calculation, value) => {
    if (typeof value === "boolean") return VALUE;
    if (typeof value !== "string") return value ?? 0;
    return readNumber(value, yearNow(calculation.now)) ?? VALUE;
  }),
  define(
    "NUMBERVALUE",
    [asText, orEmpty(asText, "."), orEmpty(asText, undefined)],
    (calculation, text, decimalMark, groupMark) =>
      valueWith(text, decimalMark, groupMark, yearNow(calculation.now)),
  ),
  define("FIXED", [asNumber, asDecimals, orEmpty(asBoolean, false)], (_, value, decimals, hasNoCommas) => {
    const { text, isNegative } = fixed(value, decimals, !hasNoCommas);
    return isNegative ? `-${text}` : text;
  }),
  dollar,
  alias("USDOLLAR", dollar),
];
