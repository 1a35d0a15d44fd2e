/**
 * Functions that convert half-width characters to full-width ones: DBCS, which Japanese versions of Excel
 * call JIS; and PHONETIC, although spreadsheets store no phonetic readings.
 */
import { type FormulaFunction, alias, asIs, asText, define } from "../define.ts";
import { toText } from "../coerce.ts";
import { TEXT_MAX } from "../limits.ts";
import { ArrayValue, Reference, VALUE, isError } from "../values.ts";
import { HALF_OF } from "./text.ts";

const FULL_OF: ReadonlyMap<string, string> = new Map([...HALF_OF].map(([full, half]) => [half, full]));
/** The voicing marks of Japanese sounds, as combining characters. */
const COMBINED: ReadonlyMap<string, string> = new Map([
  ["ﾞ", "\u3099"],
  ["ﾟ", "\u309a"],
]);

/**
 * Converts letters, digits, signs and katakana; a sound and its mark become one character if there is one.
 */
function fullWidth(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const code = text.charCodeAt(at);
    const full = FULL_OF.get(character);
    if (character === " ") result += "\u3000";
    else if (code >= 0x21 && code <= 0x7e) result += String.fromCharCode(code + 0xfe_e0);
    else if (full === undefined) result += character;
    else {
      const joined = (full + (COMBINED.get(text.charAt(at + 1)) ?? "")).normalize("NFC");
      const isJoined = joined !== full && joined.length === 1;
      result += isJoined ? joined : full;
      if (isJoined) at++;
    }
  }
  return result;
}

const dbcs = define("DBCS", [asText], (_, text) => {
  const result = fullWidth(text);
  return result.length > TEXT_MAX ? VALUE : result;
});

export const TEXT_WIDTHS: readonly FormulaFunction[] = [
  dbcs,
  alias("JIS", dbcs),
  // Without a phonetic reading, Excel returns the text itself; for a range, that of the first cell.
  define("PHONETIC", [asIs], (calculation, value) => {
    const element =
      value instanceof Reference
        ? calculation.cell(value.sheet, value.top, value.left)
        : value instanceof ArrayValue
          ? value.at(0, 0)
          : calculation.single(value);
    if (isError(element)) return element;
    return typeof element === "string" ? element : value instanceof Reference ? "" : toText(element);
  }),
];
