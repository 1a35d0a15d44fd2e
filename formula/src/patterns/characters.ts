/**
 * The classes of characters in regular expressions. The short forms for letters, digits and blanks are those
 * of ASCII.
 */
import type { CharacterTest } from "./tree.ts";

const between = (code: number, first: number, last: number): boolean => code >= first && code <= last;

const isDigit: CharacterTest = (code) => between(code, 48, 57);
const isUpper: CharacterTest = (code) => between(code, 65, 90);
const isLower: CharacterTest = (code) => between(code, 97, 122);
const isLetter: CharacterTest = (code) => isUpper(code) || isLower(code);
const isSpace: CharacterTest = (code) => code === 32 || between(code, 9, 13);
const isHorizontal: CharacterTest = (code) => code === 9 || code === 32 || code === 0xa0;
const isVertical: CharacterTest = (code) =>
  between(code, 10, 13) || code === 0x85 || code === 0x20_28 || code === 0x20_29;
const isPrinted: CharacterTest = (code) => between(code, 33, 126);

export const isWord: CharacterTest = (code) => isLetter(code) || isDigit(code) || code === 95;

export function not(test: CharacterTest): CharacterTest {
  return (code) => !test(code);
}

const SHORT: ReadonlyMap<string, CharacterTest> = new Map([
  ["d", isDigit],
  ["D", not(isDigit)],
  ["w", isWord],
  ["W", not(isWord)],
  ["s", isSpace],
  ["S", not(isSpace)],
  ["h", isHorizontal],
  ["H", not(isHorizontal)],
  ["v", isVertical],
  ["V", not(isVertical)],
  ["N", (code) => code !== 10],
]);

/** Returns the class for a short form such as "\d", by its letter. */
export function shortClass(letter: string): CharacterTest | undefined {
  return SHORT.get(letter);
}

const NAMED: ReadonlyMap<string, CharacterTest> = new Map([
  ["alpha", isLetter],
  ["digit", isDigit],
  ["alnum", (code) => isLetter(code) || isDigit(code)],
  ["upper", isUpper],
  ["lower", isLower],
  ["space", isSpace],
  ["blank", (code) => code === 9 || code === 32],
  ["punct", (code) => isPrinted(code) && !isLetter(code) && !isDigit(code)],
  ["cntrl", (code) => code < 32 || code === 127],
  ["graph", isPrinted],
  ["print", (code) => code === 32 || isPrinted(code)],
  ["word", isWord],
  ["xdigit", (code) => isDigit(code) || between(code, 65, 70) || between(code, 97, 102)],
  ["ascii", (code) => code < 128],
]);

/** Returns the class for a name such as "[:alpha:]". */
export function namedClass(name: string): CharacterTest | undefined {
  return NAMED.get(name);
}

const PROPERTY = /^(?:\p{Lu}|\w){1,40}$/u;

/** Returns the class for a Unicode property such as "L", "Lu" or "Greek"; undefined if there is none. */
export function propertyClass(name: string): CharacterTest | undefined {
  if (!PROPERTY.test(name)) return undefined;
  for (const written of [name, `Script=${name}`]) {
    try {
      const pattern = new RegExp(`^\\p{${written}}$`, "u");
      return (code) => pattern.test(String.fromCodePoint(code));
    } catch {
      // There is no property with this name; it may be a script.
    }
  }
  return undefined;
}

/** Returns the test regardless of letter case. */
export function caseless(test: CharacterTest): CharacterTest {
  return (code) => test(code) || test(changed(code, "toLowerCase")) || test(changed(code, "toUpperCase"));
}

function changed(code: number, way: "toLowerCase" | "toUpperCase"): number {
  const text = String.fromCodePoint(code);
  const other = text[way]();
  return other.length === text.length ? (other.codePointAt(0) ?? code) : code;
}
