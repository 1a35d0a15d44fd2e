/**
 * Parts and forms of single texts: characters by code, letter case, blanks, repetition. Positions and lengths
 * count UTF-16 units, as in Excel, except in functions about code points.
 */
import { upperCase, lowerCase } from "../cases.ts";
import { toText } from "../coerce.ts";
import { type FormulaFunction, asElement, asInteger, asIs, asText, define, optional } from "../define.ts";
import { TEXT_MAX } from "../limits.ts";
import { ArrayValue, type Element, NOT_AVAILABLE, Reference, VALUE, isError } from "../values.ts";

/**
 * The characters for codes 128 to 159 in Windows' Western code page; 0 where the code page has none, so that
 * the code is used itself.
 */
const WESTERN = [
  0x20_ac, 0, 0x20_1a, 0x01_92, 0x20_1e, 0x20_26, 0x20_20, 0x20_21, 0x02_c6, 0x20_30, 0x01_60, 0x20_39,
  0x01_52, 0, 0x01_7d, 0, 0, 0x20_18, 0x20_19, 0x20_1c, 0x20_1d, 0x20_22, 0x20_13, 0x20_14, 0x02_dc, 0x21_22,
  0x01_61, 0x20_3a, 0x01_53, 0, 0x01_7e, 0x01_78,
];
const UNKNOWN_CODE = 63;

function characterOf(code: number): string {
  if (!(code >= 1 && code <= 255)) throw VALUE;
  return String.fromCharCode(WESTERN[code - 128] || code);
}

function codeOf(text: string): number {
  if (text === "") throw VALUE;
  const unit = text.charCodeAt(0);
  const special = WESTERN.indexOf(unit);
  if (special >= 0 && unit !== 0) return special + 128;
  return unit <= 255 ? unit : UNKNOWN_CODE;
}

function fromCodePoint(code: number): Element {
  if (!(code >= 1 && code <= 0x10_ff_ff)) return VALUE;
  // Lone surrogates and noncharacters.
  if ((code >= 0xd8_00 && code <= 0xdf_ff) || code % 0x1_00_00 >= 0xff_fe) return NOT_AVAILABLE;
  return String.fromCodePoint(code);
}

function toCodePoint(text: string): Element {
  const code = text.codePointAt(0);
  if (code === undefined) return VALUE;
  return code >= 0xd8_00 && code <= 0xdf_ff ? NOT_AVAILABLE : code;
}

/** Returns a count of characters: at least 0, or #VALUE!. */
function count(value: number): number {
  if (!(value >= 0)) throw VALUE;
  return value;
}

function middle(text: string, start: number, length: number): string {
  if (!(start >= 1)) throw VALUE;
  return text.slice(start - 1, start - 1 + count(length));
}

function repeated(text: string, times: number): Element {
  if (text === "" || count(times) < 1) return "";
  return text.length * times > TEXT_MAX ? VALUE : text.repeat(times);
}

function spaced(text: string): string {
  return text
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");
}

function proper(text: string): string {
  return lowerCase(text).replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => upperCase(letter));
}

/** Returns a text without the 32 control characters of ASCII. */
function cleaned(text: string): string {
  let result = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= 32) continue;
    result += text.slice(from, at);
    from = at + 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

const textOnly = (value: Element): Element =>
  isError(value) ? value : typeof value === "string" ? value : "";

const HALF_KATAKANA =
  "。｡「｢」｣、､・･ヲｦァｧィｨゥｩェｪォｫャｬュｭョｮッｯーｰアｱイｲウｳエｴオｵカｶキｷクｸケｹコｺサｻシｼスｽセｾソｿタﾀチﾁツﾂテﾃトﾄナﾅニﾆヌﾇネﾈノﾉハﾊヒﾋフﾌヘﾍホﾎマﾏミﾐムﾑメﾒモﾓヤﾔユﾕヨﾖラﾗリﾘルﾙレﾚロﾛワﾜンﾝ゛ﾞ゜ﾟ";
/** The half-width characters by their full-width forms. */
export const HALF_OF: ReadonlyMap<string, string> = new Map(
  Array.from({ length: HALF_KATAKANA.length / 2 }, (_, at) => [
    HALF_KATAKANA.charAt(at * 2),
    HALF_KATAKANA.charAt(at * 2 + 1),
  ]),
);
const MARKS: ReadonlyMap<string, string> = new Map([
  ["\u3099", "ﾞ"],
  ["\u309a", "ﾟ"],
]);

/**
 * Converts full-width letters, digits and katakana to half-width ones; a voiced sound becomes two characters.
 */
function halfWidth(text: string): string {
  let result = "";
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code >= 0xff_01 && code <= 0xff_5e) result += String.fromCharCode(code - 0xfe_e0);
    else if (code === 0x30_00) result += " ";
    else if (code >= 0x30_01 && code <= 0x30_ff) {
      const [base = "", mark = ""] = code >= 0x30_a1 ? character.normalize("NFD") : character;
      const half = HALF_OF.get(base);
      result += half === undefined ? character : half + (mark === "" ? "" : (MARKS.get(mark) ?? mark));
    } else result += character;
  }
  return result;
}

/**
 * Encodes a text as a part of a URL: all characters except letters, digits, "-", "_", "." and "~" become
 * their UTF-8 bytes.
 */
function encoded(text: string): Element {
  if (!text.isWellFormed()) return VALUE;
  const result = encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return result.length > TEXT_MAX ? VALUE : result;
}

export const TEXT_FUNCTIONS: readonly FormulaFunction[] = [
  define("CHAR", [asInteger], (_, code) => characterOf(code)),
  define("CODE", [asText], (_, text) => codeOf(text)),
  define("UNICHAR", [asInteger], (_, code) => fromCodePoint(code)),
  define("UNICODE", [asText], (_, text) => toCodePoint(text)),
  define("LEN", [asText], (_, text) => text.length),
  define("LEFT", [asText, optional(asInteger, 1)], (_, text, length) => text.slice(0, count(length))),
  define("RIGHT", [asText, optional(asInteger, 1)], (_, text, length) =>
    text.slice(Math.max(0, text.length - count(length))),
  ),
  define("MID", [asText, asInteger, asInteger], (_, text, start, length) => middle(text, start, length)),
  define("REPT", [asText, asInteger], (_, text, times) => repeated(text, times)),
  define("UPPER", [asText], (_, text) => upperCase(text)),
  define("LOWER", [asText], (_, text) => lowerCase(text)),
  define("PROPER", [asText], (_, text) => proper(text)),
  define("TRIM", [asText], (_, text) => spaced(text)),
  define("CLEAN", [asText], (_, text) => cleaned(text)),
  define("EXACT", [asText, asText], (_, one, other) => one === other),
  define("ASC", [asText], (_, text) => {
    const result = halfWidth(text);
    return result.length > TEXT_MAX ? VALUE : result;
  }),
  define("ENCODEURL", [asText], (_, text) => encoded(text)),
  // For a range of any size, the first cell counts.
  define("T", [asIs], (calculation, value) => {
    if (value instanceof Reference) return textOnly(calculation.cell(value.sheet, value.top, value.left));
    if (value instanceof ArrayValue)
      return new ArrayValue(value.rows, value.columns, value.cells.map(textOnly));
    return textOnly(calculation.single(value));
  }),
  // A link has its name as the value. Following the link is up to the program that shows the cell.
  define("HYPERLINK", [asText, optional(asElement, undefined)], (_, link, name) =>
    name === undefined ? toText(link) : (name ?? 0),
  ),
];
