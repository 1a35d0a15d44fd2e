/** Reads an XLSX workbook that a request brings, while it arrives. */
import { refuse } from "../../../core/errors.ts";
import { WorkbookProblem, type Workbooks } from "../../../platform/workbooks/index.ts";

/**
 * Returns the content of a workbook, and sentences about what was left out. Throws the refusal `invalid_file`
 * with a message for a file that can't be read.
 */
export type WorkbookReader = (content: AsyncIterable<Uint8Array>) => ReturnType<Workbooks["read"]>;

export function workbookReader(workbooks: Pick<Workbooks, "read">): WorkbookReader {
  return async (content) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    try {
      // Reading ends by itself after a while, so nothing needs to end it.
      return await workbooks.read(Buffer.concat(pieces), new AbortController().signal);
    } catch (error) {
      if (error instanceof WorkbookProblem) throw refuse("invalid_file", { message: error.message });
      throw error;
    }
  };
}
