/** The lines of a bank file that is plain text: QIF, MT940, BAI2. */
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { type TextLine, textLines } from "../../../../platform/text/text-lines.ts";
import { type Content, encodingOf, utf8 } from "./encoding.ts";

/** More characters than a line of these formats has. */
const LINE_MOST = 10_000;

/**
 * Yields the lines of a file in batches, without their ends. Throws `LineProblem` for a line that is too long
 * and for bytes that are not text.
 */
export async function* fileLines(
  content: Content,
  paced: Paced,
): AsyncGenerator<readonly TextLine[], void, undefined> {
  const encoding = await encodingOf(content, null, paced);
  for await (const lines of textLines(paced(utf8(content, encoding)))) {
    const long = lines.find(({ text }) => text.length > LINE_MOST);
    if (long !== undefined)
      throw new LineProblem(
        long.line,
        `The line is longer than ${LINE_MOST} characters; perhaps the file has lost its line breaks. Download it again.`,
      );
    yield lines;
  }
}
