/**
 * Finding and replacing within texts. The pattern of SEARCH is split at each "*" into pieces, and each piece
 * is found as early as possible: the first match of the first piece begins the whole match, so a search never
 * has to backtrack.
 */
import type { Calculation } from "../calculation.ts";
import { lowerCase } from "../cases.ts";
import { type FormulaFunction, asInteger, asText, define, optional } from "../define.ts";
import { TEXT_MAX } from "../limits.ts";
import { type Element, VALUE } from "../values.ts";

/** Finds a text in another, at `from` or after; returns its position from 0, or -1. */
export type Finder = (text: string, from: number) => number;

/** Counts the greatest possible work of searching one text in another, if it is large. */
function spendSearch(sought: string, text: string, calculation: Calculation): void {
  calculation.spend(Math.floor((sought.length * text.length) / 256));
}

/** Returns the finder of FIND, which is exact. */
export function exactFinder(sought: string, calculation: Calculation): Finder {
  return (text, from) => {
    spendSearch(sought, text, calculation);
    return text.indexOf(sought, from);
  };
}

/**
 * Returns the finder of SEARCH: regardless of letter case, with "?" for any character, "*" for any text, and
 * "~" before a literal one of these.
 */
export function wildcardFinder(pattern: string, calculation: Calculation): Finder {
  const pieces = piecesOf(lowerCase(pattern), calculation);
  return (written, from) => {
    spendSearch(pattern, written, calculation);
    const text = lowerCase(written);
    let first = -1;
    let at = from;
    for (const piece of pieces) {
      const found =
        typeof piece === "string" ? text.indexOf(piece, at) : looseIndex(text, piece, at, calculation);
      if (found < 0) return -1;
      if (first < 0) first = found;
      at = found + piece.length;
    }
    return Math.max(first, from);
  };
}

/** Stands for any unit. */
const ANY_ONE = "";

/** A part of a pattern between stars: a text, or a list of UTF-16 units if it contains `ANY_ONE`. */
type Piece = string | readonly string[];

function piecesOf(pattern: string, calculation: Calculation): Piece[] {
  if (!/[?~]/.test(pattern)) return pattern.split("*");
  calculation.spend(pattern.length >> 2);
  let piece: string[] = [];
  const pieces = [piece];
  for (let at = 0; at < pattern.length; at++) {
    const here = pattern.charAt(at);
    if (here === "*") {
      piece = [];
      pieces.push(piece);
    } else if (here === "?") piece.push(ANY_ONE);
    else if (here !== "~") piece.push(here);
    // A "~" at the end of the pattern is ignored.
    else if (++at < pattern.length) piece.push(pattern.charAt(at));
  }
  return pieces.map((units) => (units.includes(ANY_ONE) ? units : units.join("")));
}

function looseIndex(text: string, piece: readonly string[], from: number, calculation: Calculation): number {
  for (let start = from; start + piece.length <= text.length; start++) {
    let at = 0;
    while (at < piece.length && (piece[at] === ANY_ONE || piece[at] === text.charAt(start + at))) at++;
    if (at === piece.length) return start;
    if (at > 8) calculation.spend(at >> 3);
  }
  return -1;
}

/** Returns the position, from 1, that `find` finds from position `start` on; #VALUE! if it finds none. */
function placeOf(find: Finder, text: string, start: number): number {
  if (!(start >= 1 && start <= text.length + 1)) throw VALUE;
  const found = find(text, start - 1);
  if (found < 0) throw VALUE;
  return found + 1;
}

function substituted(
  calculation: Calculation,
  text: string,
  old: string,
  fresh: string,
  instance: number | null,
): Element {
  if (instance !== null && !(instance >= 1)) return VALUE;
  if (old === "") return text;
  spendSearch(old, text, calculation);
  let length = text.length;
  let seen = 0;
  const places: number[] = [];
  for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) {
    seen++;
    if (instance !== null && seen !== instance) continue;
    places.push(at);
    length += fresh.length - old.length;
    if (instance !== null) break;
  }
  if (length > TEXT_MAX) return VALUE;
  let result = "";
  let from = 0;
  for (const place of places) {
    result += text.slice(from, place) + fresh;
    from = place + old.length;
  }
  return result + text.slice(from);
}

/** Returns the text with the part between two positions, which count from 0, replaced. */
export function replaced(text: string, from: number, to: number, fresh: string): Element {
  const result = text.slice(0, from) + fresh + text.slice(to);
  return result.length > TEXT_MAX ? VALUE : result;
}

export const TEXT_SEARCH: readonly FormulaFunction[] = [
  define("FIND", [asText, asText, optional(asInteger, 1)], (calculation, sought, text, start) =>
    placeOf(exactFinder(sought, calculation), text, start),
  ),
  define("SEARCH", [asText, asText, optional(asInteger, 1)], (calculation, pattern, text, start) =>
    placeOf(wildcardFinder(pattern, calculation), text, start),
  ),
  define(
    "SUBSTITUTE",
    [asText, asText, asText, optional(asInteger, null)],
    (calculation, text, old, fresh, instance) => substituted(calculation, text, old, fresh, instance),
  ),
  define("REPLACE", [asText, asInteger, asInteger, asText], (_, text, start, length, fresh) => {
    if (!(start >= 1 && length >= 0)) return VALUE;
    return replaced(text, start - 1, start - 1 + length, fresh);
  }),
];
