/**
 * Computes a key for a formula's form in one pass over its characters, in a tenth of the time of tokenizing
 * it. Two formulas have the same form if they differ only in their cell, as formulas that were filled down
 * do. Invariant: formulas with equal quick keys have equal keys by `readTokens`, except for the order of a
 * range's corners, which references sort themselves. If one pass can't decide what a word is, there is no
 * quick key.
 */
import { COLUMNS_MAX, FORMULA_MAX, ROWS_MAX } from "./limits.ts";

/** The kind of each character by its code. A text with any other character has no quick key. */
const KINDS = new Uint8Array(128);
const [WORD, PLAIN, QUOTE] = [1, 2, 3];
for (const [kind, characters] of [
  [WORD, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$"],
  [PLAIN, "-+*/^&=<>(),; %:!#@{}"],
  [QUOTE, "\"'"],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}
const NUMBER = /^[\d.]+$/;
const NAME = /^[A-Za-z_.]+$/;

/** Returns a text that formulas of the same form share in any cell, or null. */
export function quickKey(text: string, row: number, column: number): string | null {
  if (text.length > FORMULA_MAX) return null;
  let key = "";
  let kept = 0;
  for (let at = 0; at < text.length;) {
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === PLAIN) {
      if (text[at] === ":" && isBesideBlank(text, at)) return null;
      at++;
      continue;
    }
    if (kind === QUOTE) {
      const end = text.indexOf(text[at] ?? "", at + 1);
      if (end < 0) return null;
      at = end + 1;
      continue;
    }
    if (kind !== WORD) return null;
    let end = at + 1;
    while (KINDS[text.charCodeAt(end)] === WORD) end++;
    const place = placeText(text, at, end, row, column);
    if (place === "none") {
      if (!isApart(text, at, end)) return null;
    } else {
      // The word may be the name of a function or worksheet, or a cell outside the grid.
      if (place === "beyond" || isNameBefore(text, end)) return null;
      key += text.slice(kept, at) + place;
      kept = end;
    }
    at = end;
  }
  return key + text.slice(kept);
}

function isBesideBlank(text: string, at: number): boolean {
  return text[at - 1] === " " || text[at + 1] === " ";
}

/** True if the word that ends at `end` is the name of a called function or of a worksheet. */
function isNameBefore(text: string, end: number): boolean {
  return text[end] === "(" || text[end] === "!";
}

/** True if a word that is not a cell is not part of a reference either, such as a row of `2:4`. */
function isApart(text: string, from: number, end: number): boolean {
  if (text[from - 1] === ":" || text[end] === ":") return false;
  const word = text.slice(from, end);
  return NAME.test(word) || NUMBER.test(word) || isNameBefore(text, end);
}

const [DOLLAR, ZERO] = [36, 48];

/**
 * Returns the position of the cell that a word names, with relative coordinates as distances; "none" if the
 * word does not name a cell, "beyond" if the cell is outside the grid.
 */
function placeText(text: string, from: number, end: number, row: number, column: number): string {
  let at = from;
  const isColumnFixed = text.charCodeAt(at) === DOLLAR;
  if (isColumnFixed) at++;
  let x = 0;
  const letters = at;
  // The lower five bits of a letter, in upper or lower case, are its number from 1.
  for (; at < end && isLetter(text.charCodeAt(at)); at++) x = x * 26 + (text.charCodeAt(at) & 31);
  if (at === letters || at > letters + 3) return "none";
  const isRowFixed = text.charCodeAt(at) === DOLLAR;
  if (isRowFixed) at++;
  let y = 0;
  const digits = at;
  for (; at < end && isDigit(text.charCodeAt(at)); at++) y = y * 10 + text.charCodeAt(at) - ZERO;
  if (at < end || at === digits || at > digits + 7 || text.charCodeAt(digits) === ZERO) return "none";
  if (x > COLUMNS_MAX || y > ROWS_MAX) return "beyond";
  return `\u0001${isRowFixed ? "$" : ""}${isRowFixed ? y : y - row},${isColumnFixed ? "$" : ""}${isColumnFixed ? x : x - column}\u0001`;
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
