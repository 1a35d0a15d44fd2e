/** Texts of banks as they are compared. */

/** A text as it is compared: banks change the blanks and the case of what they send twice. */
export function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
