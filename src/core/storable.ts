/** What the database can keep and give back as it came. */

/** True if a text holds neither NUL nor half of a surrogate pair, which have no place in it. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
