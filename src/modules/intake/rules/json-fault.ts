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

/** What may come next in a JSON text. */
interface Expected {
  readonly value?: true;
  readonly name?: true;
  /** The end of the innermost object or array. */
  readonly close?: true;
}
const VALUE: Expected = { value: true };
const VALUE_OR_CLOSE: Expected = { value: true, close: true };
const NAME: Expected = { name: true };
const NAME_OR_CLOSE: Expected = { name: true, close: true };
const COLON: Expected = {};
const COMMA_OR_CLOSE: Expected = { close: true };
const END: Expected = {};

/** An object or an array: what closes it, and what is expected after its opening and after a comma. */
interface Bracket {
  readonly closer: string;
  readonly first: Expected;
  readonly next: Expected;
}
const BRACKETS: ReadonlyMap<string, Bracket> = new Map([
  ["{", { closer: "}", first: NAME_OR_CLOSE, next: NAME }],
  ["[", { closer: "]", first: VALUE_OR_CLOSE, next: VALUE }],
]);

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
  const open: Bracket[] = [];
  let expected = VALUE;
  let element = 0;
  for (let at = matchEnd(BLANKS, text, 0); at < text.length; at = matchEnd(BLANKS, text, at)) {
    const character = text.charAt(at);
    const next = afterSign(character, expected, open);
    if (next !== null) {
      if (character === "," && open.length === 1) element++;
      expected = next;
      at++;
      continue;
    }
    const isQuote = character === '"';
    if (!expected.value && !(expected.name && isQuote)) return { at, element };
    const end = isQuote ? stringEnd(text, at) : scalarEnd(text, at);
    if (end < 0) return { at: ~end, element };
    expected = expected.name ? COLON : afterValue(open);
    at = end;
  }
  return expected === END ? null : { at: text.length, element };
}

/**
 * What is expected after a bracket, a colon or a comma, or null if none of them may be there. Keeps the list
 * of open brackets.
 */
function afterSign(character: string, expected: Expected, open: Bracket[]): Expected | null {
  const opened = expected.value ? BRACKETS.get(character) : undefined;
  if (opened) {
    open.push(opened);
    return opened.first;
  }
  const inside = open.at(-1);
  if (expected.close && character === inside?.closer) {
    open.pop();
    return afterValue(open);
  }
  if (expected === COLON && character === ":") return VALUE;
  return expected === COMMA_OR_CLOSE && character === "," ? (inside?.next ?? null) : null;
}

function afterValue(open: readonly Bracket[]): Expected {
  return open.length === 0 ? END : COMMA_OR_CLOSE;
}
