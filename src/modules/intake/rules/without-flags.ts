/**
 * Sentences of an import for those who have no command line. Invariant: no flag and no command is left, and
 * only they go: a clause that names one says what to do in the command's words, and the field beside it says
 * it here.
 */

/** Ends of sentences; a dot within a number, a name of a file or an abbreviation ends none. */
const SENTENCES = /(?<=[.!?])\s+(?=[A-Z"]|--[a-z])/u;
/** Ends of clauses; those before the one with a flag stay, unless they only lead to it, as "Say which" does. */
const CLAUSES = /(?<=[:;])\s+/u;
const FEWEST_WORDS = 3;
const NAMES_COMMAND = /(?:^|[\s(`'"])--[a-z]|\bdaybook [a-z]+/u;
/** Lists what a flag takes. */
const OF_FLAG = /^Kinds: /u;

/** Returns what of a sentence stands before the first clause that names a flag or a command. */
function withoutClause(sentence: string): string {
  if (OF_FLAG.test(sentence)) return "";
  const clauses = sentence.split(CLAUSES);
  const named = clauses.findIndex((clause) => NAMES_COMMAND.test(clause));
  if (named < 0) return sentence;
  const kept = clauses.slice(0, named);
  while (kept.length > 0 && (kept.at(-1)?.split(/\s+/u).length ?? 0) < FEWEST_WORDS) kept.pop();
  return kept.join(" ").replace(/[:;]$/u, ".");
}

/** Returns a text without the clauses that name a flag or a command. */
export function withoutFlags(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .split(SENTENCES)
        .map(withoutClause)
        .filter((sentence) => sentence !== "")
        .join(" "),
    )
    .join("\n");
}
