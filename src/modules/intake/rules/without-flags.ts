/**
 * Sentences of an import for those who have no command line. Invariant: no flag and no command is left. A
 * sentence that names one says what to do in the command's words, and the field beside it says it here.
 */

/** Ends of sentences; a dot within a number, a name of a file or an abbreviation ends none. */
const SENTENCES = /(?<=[.!?])\s+(?=[A-Z"])/u;
const NAMES_COMMAND = /(?:^|[\s(`'"])--[a-z]|\bdaybook [a-z]+|^Kinds: /u;

/** Returns a text without the sentences that name a flag or a command. */
export function withoutFlags(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .split(SENTENCES)
        .filter((sentence) => !NAMES_COMMAND.test(sentence))
        .join(" "),
    )
    .join("\n");
}
