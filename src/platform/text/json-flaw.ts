/**
 * Finds flaws of a JSON text that JSON.parse accepts: a duplicate member, where the last value would win; a
 * number that a double can't represent, where digits would be lost; and nesting that is too deep. The text
 * must be one that JSON.parse accepts.
 */
import { LIMITS } from "@daybook/words/limits";
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  ZERO,
} from "./json-bytes.ts";

export interface JsonFlaw {
  /** `member`: a duplicate member; `number`: a number that loses digits; `depth`: nesting too deep. */
  readonly kind: "member" | "number" | "depth";
  /** The member's name, or the number as it was written. */
  readonly text: string;
  /** The index of the flaw's first character. */
  readonly at: number;
  /** The member of the outermost object that has or contains the flaw; null if there is none. */
  readonly member: string | null;
  /** The number of complete elements or members of the outermost value before the flaw. */
  readonly element: number;
}

const NUMBER = /-?[\d.eE+-]+/y;
const BLANKS = /[ \t\n\r]*/y;

/** Returns the first flaw of `text`, or null. Makes one pass and skips strings with native searches. */
export function firstFlaw(text: string): JsonFlaw | null {
  /** The names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let element = 0;
  let member: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (names && text.charCodeAt(endOf(BLANKS, text, end)) === COLON) {
        const name = nameOf(text.slice(at, end));
        if (open.length === 1) member = name;
        if (names.has(name)) return { kind: "member", text: name, at, member, element };
        names.add(name);
      }
      at = end - 1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (open.length >= LIMITS.json_depth.value) return { kind: "depth", text: "", at, member, element };
      open.push(code === OPEN_BRACE ? new Set() : null);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open.pop();
    else if (code === COMMA) element += open.length === 1 ? 1 : 0;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOf(NUMBER, text, at);
      if (!isExact(text, at, end)) return { kind: "number", text: text.slice(at, end), at, member, element };
      at = end - 1;
    }
  }
  return null;
}

/** A decimal with at most this many digits stays the same when it is read as a double and written again. */
const DIGITS_EXACT = 15;

function hasExponent(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((text.charCodeAt(at) | 0x20) === 0x65) return true;
  return false;
}

/** True if reading the number between `from` and `to` as a double keeps its digits. */
function isExact(text: string, from: number, to: number): boolean {
  if (to - from <= DIGITS_EXACT && !hasExponent(text, from, to)) return true;
  const number = text.slice(from, to);
  const read = Number(number);
  if (read === 0) return /^[-0.]+(?:[eE]|$)/.test(number);
  return Number.isFinite(read) && canonical(number) === canonical(String(read));
}

/**
 * Returns a canonical form of a number other than 0, equal for all ways to write it: the digits without
 * leading and trailing zeros, and the power of ten.
 */
function canonical(number: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  let length = digits.length;
  while (digits.charCodeAt(length - 1) === ZERO) length -= 1;
  return `${digits.slice(0, length)}e${Number(exponent) - fraction.length + digits.length - length}`;
}

function nameOf(quoted: string): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Returns the index after the string that begins at `at`. */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Describes the flaw as the end of a sentence about the body, the line or the record. */
export function flawSentence({ kind, text }: JsonFlaw, shown = 40): string {
  const excerpt = text.length > shown ? `${text.slice(0, shown)}...` : text;
  if (kind === "member")
    return `holds the member \`${excerpt.toWellFormed().replaceAll("\0", "")}\` twice in one object`;
  if (kind === "number") return `holds the number ${excerpt}, whose digits can't all be kept`;
  return `is nested more than ${LIMITS.json_depth.value} levels deep`;
}
