/**
 * Upper and lower case that never change the length of a text, as in Excel: "ß" has no capital letter, and
 * positions in the text stay the same.
 */
import { countText } from "./work.ts";

/** Returns a text for comparisons regardless of letter case. Its length may differ. */
export function caseless(text: string): string {
  countText(text);
  return text.toLowerCase();
}

export function upperCase(text: string): string {
  const upper = text.toUpperCase();
  return upper.length === text.length ? upper : kept(text, (character) => character.toUpperCase());
}

export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : kept(text, (character) => character.toLowerCase());
}

function kept(text: string, change: (character: string) => string): string {
  let result = "";
  for (const character of text) {
    const changed = change(character);
    result += changed.length === character.length ? changed : character;
  }
  return result;
}
