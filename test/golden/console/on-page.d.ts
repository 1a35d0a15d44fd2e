/** The types of on-page.js, which is JavaScript because it uses globals of a browser. */
export function marksOf(without: string | null): {
  readonly marks: readonly string[];
  readonly kinds: readonly string[];
  /** The element with the focus; null for none. */
  readonly focus: string | null;
};
