/** The one way in which the reader of a text file refuses what stands in it: by the line, in a sentence. */

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

/** Text of the file made short enough to stand in a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
