/**
 * Upper and lower case that never change how long a text is, as Excel has it: "ß" has no capital, and places
 * in a text stay what they are.
 */
import { countText } from "./work.ts";

/** A text as it is compared without regard to case. Its length may change. */
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
