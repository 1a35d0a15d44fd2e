/** Names that people choose: one line with at least one visible character and without hidden characters. */
import { LIMITS } from "./limits.ts";

/**
 * Characters that no name may contain: line ends, terminal controls, changes of the text's direction,
 * invisible characters, halves of surrogate pairs, and NUL. Written as part of a character class.
 */
export const HIDDEN_CHARACTERS = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}";
/** The exceptions: joiners and variation selectors, which shape the letters of names in some scripts. */
const SHAPING = "\\u200c\\u200d\\p{Variation_Selector}";
/**
 * U+2800 is the Braille pattern without dots. It looks like a blank, but Unicode does not class it as one.
 */
const BLANK = `\\s\\u2800${HIDDEN_CHARACTERS}`;

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, "gu");

/** Replaces hidden characters with their escapes in JSON, such as `\u200b`. */
export function escapeHidden(text: string): string {
  return text.replaceAll(HIDDEN, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}

/** The pattern of a valid name of at most so many characters, for JSON Schema. */
export function namePattern(most: number): string {
  return `^(?=.*[^${BLANK}])(?:[^${HIDDEN_CHARACTERS}]|[${SHAPING}]){1,${most}}$`;
}

/** The phrase for text that is no such name. */
export function nameSentence(most: number): string {
  return `must be a name of 1 to ${most} characters on one line, in which something shows and nothing hides`;
}

export const NAME_PATTERN = namePattern(LIMITS.text_field_characters.value);

const NAME = new RegExp(NAME_PATTERN, "u");
const VISIBLE = new RegExp(`[^${BLANK}]`, "u");

/** True if a text is a valid name of at most so many characters. */
export function isName(text: string, most: number = LIMITS.text_field_characters.value): boolean {
  return NAME.test(text) && Array.from(text).length <= most;
}

/** True if a text has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
