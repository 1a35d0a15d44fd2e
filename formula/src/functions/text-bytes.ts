/**
 * The functions that count bytes, as in versions of Excel whose default is a double-byte character set: Latin
 * characters and half-width katakana have one byte, all others two. If such a character is cut in half, a
 * space replaces the half.
 */
import { type FormulaFunction, asInteger, asText, define, optional } from "../define.ts";
import { VALUE } from "../values.ts";
import { type Finder, exactFinder, replaced, wildcardFinder } from "./text-search.ts";

const LATIN_LAST = 0xff;

function bytesOf(unit: number): 1 | 2 {
  const isHalfKatakana = unit >= 0xff_61 && unit <= 0xff_9f;
  const isHalfOfPair = unit >= 0xd8_00 && unit <= 0xdf_ff;
  return unit <= LATIN_LAST || isHalfKatakana || isHalfOfPair ? 1 : 2;
}

function lengthOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += bytesOf(text.charCodeAt(at));
  return bytes;
}

/** Returns the text between two byte positions, which count from 0. */
function cut(text: string, from: number, to: number): string {
  let result = "";
  let place = 0;
  for (let at = 0; at < text.length && place < to; at++) {
    const bytes = bytesOf(text.charCodeAt(at));
    const within = Math.min(place + bytes, to) - Math.max(place, from);
    if (within === bytes) result += text.charAt(at);
    else if (within > 0) result += " ";
    place += bytes;
  }
  return result;
}

/** Returns the first position of a text, in UTF-16 units, that is not before a byte position. */
function unitAt(text: string, byte: number): number {
  let at = 0;
  for (let place = 0; at < text.length && place < byte; at++) place += bytesOf(text.charCodeAt(at));
  return at;
}

function bytePlace(find: Finder, text: string, start: number): number {
  if (!(start >= 1 && start <= lengthOf(text) + 1)) throw VALUE;
  const found = find(text, unitAt(text, start - 1));
  if (found < 0) throw VALUE;
  return lengthOf(text.slice(0, found)) + 1;
}

function counted(bytes: number): number {
  if (!(bytes >= 0)) throw VALUE;
  return bytes;
}

export const TEXT_BYTES: readonly FormulaFunction[] = [
  define("LENB", [asText], (_, text) => lengthOf(text)),
  define("LEFTB", [asText, optional(asInteger, 1)], (_, text, bytes) => cut(text, 0, counted(bytes))),
  define("RIGHTB", [asText, optional(asInteger, 1)], (_, text, bytes) => {
    const length = lengthOf(text);
    return cut(text, Math.max(0, length - counted(bytes)), length);
  }),
  define("MIDB", [asText, asInteger, asInteger], (_, text, start, bytes) => {
    if (!(start >= 1)) return VALUE;
    return cut(text, start - 1, start - 1 + counted(bytes));
  }),
  define("FINDB", [asText, asText, optional(asInteger, 1)], (calculation, sought, text, start) =>
    bytePlace(exactFinder(sought, calculation), text, start),
  ),
  define("SEARCHB", [asText, asText, optional(asInteger, 1)], (calculation, pattern, text, start) =>
    bytePlace(wildcardFinder(pattern, calculation), text, start),
  ),
  define("REPLACEB", [asText, asInteger, asInteger, asText], (_, text, start, bytes, fresh) => {
    if (!(start >= 1)) return VALUE;
    return replaced(text, unitAt(text, start - 1), unitAt(text, start - 1 + counted(bytes)), fresh);
  }),
];
