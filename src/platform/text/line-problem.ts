/** The error of all readers of text files: a line number and a sentence. */
import type { Way } from "../../core/advice.ts";

/**
 * Refuses a file. `line` counts from 1; `reason` is a sentence without the line; `message` contains both, and
 * the file's name if it is one that the given file includes.
 */
export class LineProblem extends Error {
  override readonly name = "LineProblem";
  readonly line: number;
  readonly reason: string;
  /** What the caller can do about it. */
  readonly ways: readonly Way[];
  /** The name of an included file; null for the file that was given. */
  readonly file: string | null;
  constructor(line: number, reason: string, ways: readonly Way[] = [], file: string | null = null) {
    super(`${file === null ? "Line" : `${file}, line`} ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
    this.ways = ways;
    this.file = file;
  }

  /** The same problem in an included file; one that names a file keeps it. Null is the file that was given. */
  within(file: string | null): LineProblem {
    return file === null || this.file !== null
      ? this
      : new LineProblem(this.line, this.reason, this.ways, file);
  }
}

/** Quotes a text of the file for a message, shortened. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
