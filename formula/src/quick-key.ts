/**
 * A key for a formula's form from one look at its characters, which takes a tenth of what splitting it into
 * words takes. Invariant: formulas with equal quick keys have equal keys by `readTokens`, but for the order
 * of corners, which references sort for themselves; where one look doesn't tell what a word is, there is no
 * quick key.
 */
import { COLUMNS_MAX, FORMULA_MAX, ROWS_MAX } from "./limits.ts";

/** The kind of a character by its code. Text with any other character has no quick key. */
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

/** A text that formulas of one form share wherever they stand, or null. */
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
      // It may be the name of a function or of a worksheet, or lie beyond the grid.
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

/** True if the word that ends there is the name of a function that is called, or of a worksheet. */
function isNameBefore(text: string, end: number): boolean {
  return text[end] === "(" || text[end] === "!";
}

/** True if a word that names no cell is no part of a reference either, such as a row of `2:4`. */
function isApart(text: string, from: number, end: number): boolean {
  if (text[from - 1] === ":" || text[end] === ":") return false;
  const word = text.slice(from, end);
  return NAME.test(word) || NUMBER.test(word) || isNameBefore(text, end);
}

const [DOLLAR, ZERO] = [36, 48];

/**
 * The position of the cell that a word names, relative coordinates as distances; "none" if it names no cell.
 */
function placeText(text: string, from: number, end: number, row: number, column: number): string {
  let at = from;
  const isColumnFixed = text.charCodeAt(at) === DOLLAR;
  if (isColumnFixed) at++;
  let x = 0;
  const letters = at;
  // The lower five bits of a letter, capital or small, count from 1.
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
