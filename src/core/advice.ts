/**
 * What a caller can do about a refusal, as data. Each surface says it in its own words: names of inputs, of
 * commands, or of what stands on a page. Invariant: a sentence of a module names none of them.
 */

export type Way =
  /** Give an input, perhaps a certain value of it, perhaps only if something is so. */
  | { readonly give: string; readonly as?: string; readonly when?: string }
  /** Carry out another operation first. */
  | { readonly first: string; readonly with?: Readonly<Record<string, string>> }
  /** Look at what another operation lists. */
  | { readonly see: string }
  /** Run a command that only operators have. */
  | { readonly run: string };

/** The words of one surface for a way; null if the surface has no such way. */
export type Voice = (way: Way) => string | null;

/** A sentence on what to check, with what can be done about it. */
export type Note = string | { readonly message: string; readonly ways: readonly Way[] };

/** Returns the sentence of advice, `A, or B.`; "" if the surface has none of the ways. */
export function adviceIn(voice: Voice, ways: readonly Way[]): string {
  const said = ways
    .map((way) => {
      const words = voice(way);
      return words !== null && "give" in way && way.when !== undefined ? `if ${way.when}, ${words}` : words;
    })
    .filter((each) => each !== null)
    .join(", or ");
  return said === "" ? "" : `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
}

/** Returns a sentence with its advice in the words of a surface; without a voice, the sentence alone. */
export function noteIn(note: Note, voice: Voice = () => null): string {
  if (typeof note === "string") return note;
  return [note.message, adviceIn(voice, note.ways)].filter((text) => text !== "").join(" ");
}

/** The words for programs, which can call `operations` and no others. */
export function programVoice(operations: readonly { readonly operation: { readonly id: string } }[]): Voice {
  const has = (wanted: string): boolean => operations.some(({ operation: { id } }) => id === wanted);
  return (way) => {
    if ("give" in way)
      return way.as === undefined ? `give \`${way.give}\`` : `give \`${way.give}\` as \`${way.as}\``;
    if ("run" in way) return null;
    if ("first" in way) return has(way.first) ? `call \`${way.first}\` first` : null;
    return has(way.see) ? `look for it with \`${way.see}\`` : null;
  };
}
