/** The error of all readers of text files: a line and a sentence. */

/** A file that is refused: `line` counts from 1, `reason` is a sentence without it, `message` has both. */
export class LineProblem extends Error {
  override readonly name = "LineProblem";
  readonly line: number;
  readonly reason: string;
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}

/** Shortens a text of the file for a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
