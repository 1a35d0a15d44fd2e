/**
 * Names of a journal that differ only in capitals or blanks: how they are compared, and the note that two of
 * them are one.
 */
import { quoted } from "../../../platform/text/line-problem.ts";

/** The form of a name in which spellings are compared: composed, in small letters, with single blanks. */
export function foldedName(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ");
}

/** Says that a name counts as another one, the first spelling of it. */
export function spellingNote(
  what: "account" | "department",
  name: string,
  first: string,
  line: number,
): string {
  return `Line ${line}: the ${what} ${quoted(name)} counts as ${quoted(first)}; the two differ only in capitals or blanks.`;
}
