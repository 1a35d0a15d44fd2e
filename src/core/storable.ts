/** Texts that the database can store unchanged. */

/** True if a text holds neither NUL nor half of a surrogate pair, which have no place in it. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
