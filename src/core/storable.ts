/** Texts that the database can store unchanged. */

/** True if a text contains neither NUL nor half of a surrogate pair, which PostgreSQL can't store. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
