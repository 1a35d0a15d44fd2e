/** Names that people give: on one line, with something in them that shows, and nothing that hides. */
import { LIMITS } from "./limits.ts";

/**
 * Characters that end a line, control a terminal, turn the direction of a text or do not show, halves of
 * pairs, and NUL.
 */
export const UNSEEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}";
/**
 * Those that change the letters around them and are used in names of some scripts: joiners and variation
 * selectors.
 */
const SHAPING = "\\u200c\\u200d\\p{Variation_Selector}";
/** A pattern of Braille without dots is a blank that Unicode does not count as one. */
const BLANK = `\\s\\u2800${UNSEEN}`;

const HIDDEN = new RegExp(`[${UNSEEN}]`, "gu");

/** A text in which everything shows: what would not is written as in JSON. */
export function shown(text: string): string {
  return text.replaceAll(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The form of a name, as JSON Schema wants it. */
export const NAME_PATTERN = `^(?=.*[^${BLANK}])(?:[^${UNSEEN}]|[${SHAPING}]){1,${LIMITS.text_field_characters.value}}$`;

const NAME = new RegExp(NAME_PATTERN, "u");
const SHOWING = new RegExp(`[^${BLANK}]`, "u");

/** True if a text can be a name. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** True if nothing of a text shows. */
export function isBlank(text: string): boolean {
  return !SHOWING.test(text);
}
