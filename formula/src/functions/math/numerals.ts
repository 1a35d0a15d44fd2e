/** Numbers written in other numerals: Roman ones, and digits of any base. */
import { type FormulaFunction, asInteger, asScalar, asText, define, orEmpty } from "../../define.ts";
import { NUM, VALUE } from "../../values.ts";
import { toNumber } from "../../coerce.ts";
import { numeric } from "../numeric.ts";

const ROMAN_MAX = 3_999;
/** The most characters of a text that is read as a number. */
const NUMERAL_MAX = 255;
const WHOLE_MAX = 2 ** 53;

const LETTERS = [
  ["M", 1000],
  ["D", 500],
  ["C", 100],
  ["L", 50],
  ["X", 10],
  ["V", 5],
  ["I", 1],
] as const;
const WORTH: ReadonlyMap<string, number> = new Map(LETTERS);
const letterAt = (at: number): readonly [string, number] => LETTERS[at] ?? ["", 0];

/**
 * Returns Roman numerals, which are more concise for a larger `form` (0 to 4). A 4 or 9 is written with a
 * letter before a larger one. Each further step allows that letter to be one step smaller, as long as the
 * pair is not more than the rest of the number.
 */
function roman(value: number, form: number): string {
  let text = "";
  let rest = value;
  for (let unit = 0; unit < LETTERS.length; unit += 2) {
    const [letter, worth] = letterAt(unit);
    const digit = Math.floor(rest / worth);
    if (digit % 5 !== 4) {
      if (digit > 4) text += letterAt(unit - 1)[0];
      text += letter.repeat(digit % 5);
      rest %= worth;
      continue;
    }
    const [larger, largerWorth] = letterAt(digit === 4 ? unit - 1 : unit - 2);
    let before = unit;
    while (
      before - unit < form &&
      before + 1 < LETTERS.length &&
      largerWorth - letterAt(before + 1)[1] <= rest
    )
      before++;
    const [smaller, smallerWorth] = letterAt(before);
    text += smaller + larger;
    rest -= largerWorth - smallerWorth;
  }
  return text;
}

function arabic(text: string): number {
  const trimmed = text.trim().toUpperCase();
  if (trimmed.length > NUMERAL_MAX) throw VALUE;
  const isNegative = trimmed.startsWith("-");
  let sum = 0;
  let largest = 0;
  for (const letter of (isNegative ? trimmed.slice(1) : trimmed).split("").toReversed()) {
    const worth = WORTH.get(letter);
    if (worth === undefined) throw VALUE;
    sum += worth < largest ? -worth : worth;
    largest = Math.max(largest, worth);
  }
  if (isNegative && trimmed.length === 1) throw VALUE;
  return isNegative ? -sum : sum;
}

function checkRadix(radix: number): void {
  if (!(radix >= 2 && radix <= 36)) throw NUM;
}

export const NUMERALS: readonly FormulaFunction[] = [
  define("ROMAN", [asInteger, orEmpty(asScalar, 0)], (_calculation, value, style) => {
    const form = typeof style === "boolean" ? (style ? 0 : 4) : Math.trunc(toNumber(style));
    if (!(value >= 0 && value <= ROMAN_MAX && form >= 0 && form <= 4)) throw VALUE;
    return roman(value, form);
  }),
  numeric("ARABIC", [asText], arabic),
  define("BASE", [asInteger, asInteger, orEmpty(asInteger, 0)], (_calculation, value, radix, length) => {
    checkRadix(radix);
    if (!(value >= 0 && value < WHOLE_MAX && length >= 0 && length <= NUMERAL_MAX)) throw NUM;
    return value.toString(radix).toUpperCase().padStart(length, "0");
  }),
  numeric("DECIMAL", [asText, asInteger], (text, radix) => {
    checkRadix(radix);
    if (text.length > NUMERAL_MAX) throw VALUE;
    let value = 0;
    for (const character of text.trim()) {
      const digit = /^[0-9a-z]$/iu.test(character) ? Number.parseInt(character, 36) : radix;
      if (digit >= radix) throw NUM;
      value = value * radix + digit;
    }
    return value;
  }),
];
