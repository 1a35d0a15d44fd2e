/** The error of all readers of text files: a line number and a sentence. */
import type { Way } from "../../core/advice.ts";

/** Refuses a file. `line` counts from 1; `reason` is a sentence without the line; `message` contains both. */
export class LineProblem extends Error {
  override readonly name = "LineProblem";
  readonly line: number;
  readonly reason: string;
  /** What the caller can do about it. */
  readonly ways: readonly Way[];
  constructor(line: number, reason: string, ways: readonly Way[] = []) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
    this.reason = reason;
    this.ways = ways;
  }
}

/** Quotes a text of the file for a message, shortened. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
