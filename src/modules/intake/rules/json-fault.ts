/**
 * Finds the fault of a JSON text. JSON.parse does not always report its place; this slower parser runs only
 * before a refusal. Invariant: it finds a fault exactly when JSON.parse throws.
 */

/** The first character that can't stand where it stands. */
export interface JsonFault {
  /** Index of the character; the length of the text when only the end is missing. */
  readonly at: number;
  /** The number of complete elements of the outermost array before it. */
  readonly element: number;
}

type Expected =
  | "value"
  | "value_or_close"
  | "name"
  | "name_or_close"
  | "colon"
  | "comma_or_close"
  | "nothing";

const BLANKS = /[ \t\n\r]*/y;
const WORD = /[A-Za-z0-9+\-.]+/y;
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LONGEST_ESCAPE = 6;

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The index after the string that opens at `at`, or the complement (`~`) of the index of its fault. */
function stringEnd(text: string, at: number): number {
  let index = at + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code === 0x5c) {
      const end = matchEnd(ESCAPE, text, index);
      if (end === index)
        return ~(index + LONGEST_ESCAPE > text.length && /^\\(?:u[0-9a-fA-F]*)?$/.test(text.slice(index))
          ? text.length
          : index);
      index = end;
    } else if (code < 0x20) return ~index;
    else index++;
  }
  return ~text.length;
}

/** The index after the number or word at `at`, or the complement (`~`) of the index of its fault. */
function scalarEnd(text: string, at: number): number {
  const end = matchEnd(WORD, text, at);
  if (end > at && SCALAR.test(text.slice(at, end))) return end;
  // A word that runs into the end may only be cut off.
  return ~(end > at && end === text.length ? end : at);
}

/**
 * A quick test that few files pass: a member whose number has a fraction or an exponent, or text that looks
 * like one.
 */
const MAYBE_FRACTION = /[^\\]"\s*:\s*-?\d+[.eE]/;
const SIGN = /["[\]{},]|-?\d[\d.eE+-]*/g;
const FRACTION = /^-?\d+[.eE]/;

/**
 * The first number of `text`, which is JSON, that JSON.parse gives as an integer though it is not written as
 * one: `5.0` as well as `5.00000000000000000001`, which it rounds. Null if no member of an object has one.
 */
export function firstFalseInteger(text: string): (JsonFault & { readonly number: string }) | null {
  if (!MAYBE_FRACTION.test(text)) return null;
  let depth = 0;
  let element = 0;
  SIGN.lastIndex = 0;
  for (let match = SIGN.exec(text); match; match = SIGN.exec(text)) {
    const sign = match[0];
    if (sign === '"') SIGN.lastIndex = stringEnd(text, match.index);
    else if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") depth--;
    else if (sign === ",") element += depth === 1 ? 1 : 0;
    else if (FRACTION.test(sign) && Number.isInteger(Number(sign)))
      return { at: match.index, element, number: sign };
  }
  return null;
}

/** The first fault of `text` as one JSON value, or null if it is valid. */
export function firstFault(text: string): JsonFault | null {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let element = 0;
  let at = 0;
  for (;;) {
    at = matchEnd(BLANKS, text, at);
    const character = text.charAt(at);
    if (character === "") return expected === "nothing" ? null : { at, element };
    const inside = open.at(-1);
    const wantsValue: boolean = expected === "value" || expected === "value_or_close";
    const wantsName: boolean = expected === "name" || expected === "name_or_close";
    const mayClose =
      expected === "comma_or_close" ||
      (inside === "[" ? expected === "value_or_close" : expected === "name_or_close");
    if (wantsValue && (character === "{" || character === "[")) {
      open.push(character);
      expected = character === "{" ? "name_or_close" : "value_or_close";
      at++;
    } else if (mayClose && character === (inside === "[" ? "]" : "}")) {
      open.pop();
      expected = open.length === 0 ? "nothing" : "comma_or_close";
      at++;
    } else if (expected === "comma_or_close" && character === ",") {
      if (open.length === 1) element++;
      expected = inside === "[" ? "value" : "name";
      at++;
    } else if (expected === "colon" && character === ":") {
      expected = "value";
      at++;
    } else if (wantsValue || (wantsName && character === '"')) {
      const end: number = character === '"' ? stringEnd(text, at) : scalarEnd(text, at);
      if (end < 0) return { at: ~end, element };
      expected = wantsName ? "colon" : open.length === 0 ? "nothing" : "comma_or_close";
      at = end;
    } else return { at, element };
  }
}
