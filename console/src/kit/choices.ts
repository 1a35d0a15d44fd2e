/** Names of which one is chosen, and what a few letters find among them. */

export interface Choice {
  /** Null for the choice of none. */
  readonly id: string | null;
  readonly name: string;
  /** What it is below, such as the name of its parent. */
  readonly note?: string | undefined;
}

const MOST_SHOWN = 30;

/** What has none of the letters in a row is this far away. */
export const NOT_FOUND = 9;

/**
 * How far letters are from a name, both in small letters. The better, the smaller: at the beginning, at the
 * beginning of a word, first letters of words, inside.
 */
export function distance(name: string, words: string): number {
  const at = name.indexOf(words);
  if (at === 0) return 0;
  if (at > 0 && /[^\p{L}\p{N}]/u.test(name[at - 1] ?? "")) return 1;
  const initials = name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? "")
    .join("");
  if (initials.startsWith(words)) return 2;
  return at > 0 ? 3 : NOT_FOUND;
}

/** The choices that letters find, the nearest first. */
export function foundChoices(choices: readonly Choice[], text: string): Choice[] {
  const words = text.trim().toLowerCase();
  if (words === "") return choices.slice(0, MOST_SHOWN);
  return choices
    .map((choice) => ({ choice, far: distance(choice.name.toLowerCase(), words) }))
    .filter(({ far }) => far < NOT_FOUND)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MOST_SHOWN)
    .map(({ choice }) => choice);
}
