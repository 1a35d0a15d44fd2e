/**
 * Reads the lines of a text file, numbered from 1. Invariant: a line contains neither its line feed nor a
 * carriage return before that, and has at most `json_body_bytes` characters.
 */
import { LIMITS } from "@daybook/words/limits";
import { type ByteChunks, utf8Pieces } from "./chunks.ts";
import { LineProblem } from "./line-problem.ts";

export interface TextLine {
  readonly text: string;
  readonly line: number;
}

/**
 * Yields the lines of a UTF-8 file in batches: the lines that one piece of the file completed.
 * @throws LineProblem for bytes that are not UTF-8, and for a line of more than a megabyte.
 */
export async function* textLines(chunks: ByteChunks): AsyncGenerator<readonly TextLine[], void, undefined> {
  const most = LIMITS.json_body_bytes.value;
  let unfinished = "";
  let line = 0;
  const numbered = (text: string): TextLine => {
    line++;
    if (text.length > most) throw new LineProblem(line, `The line is longer than ${most} characters.`);
    return { text: text.endsWith("\r") ? text.slice(0, -1) : text, line };
  };
  for await (const piece of utf8Pieces(chunks)) {
    const texts = piece.toString("utf8").split("\n");
    texts[0] = unfinished + (texts[0] ?? "");
    unfinished = texts.pop() ?? "";
    if (unfinished.length > most)
      throw new LineProblem(line + texts.length + 1, `The line is longer than ${most} characters.`);
    if (texts.length > 0) yield texts.map(numbered);
  }
  if (unfinished !== "") yield [numbered(unfinished)];
}
