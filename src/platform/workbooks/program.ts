/**
 * What runs in a thread: workbook files to spreadsheets, and back. What a file is refused with is an answer
 * like any other.
 */
import { type Element, FormulaText, readBlock } from "@daybook/formula";
import { answerJobs } from "../threads/program.ts";
import { pack, type PackedSpreadsheet, unpack } from "./packed.ts";
import { WorkbookProblem } from "./problem.ts";
import { readWorkbook } from "./read/index.ts";
import { writeWorkbook } from "./write/index.ts";

export type WorkbookRequest =
  | { readonly read: Uint8Array }
  /** `results` as texts of cells that came to something, one for each worksheet. */
  | { readonly write: PackedSpreadsheet; readonly results: readonly string[]; readonly keepsBooks: boolean };

export type WorkbookAnswer =
  | { readonly spreadsheet: PackedSpreadsheet; readonly notes: readonly string[] }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly refusal: string };

answerJobs<WorkbookAnswer>(
  async (request) => answer(request),
  (answered) => ("bytes" in answered ? [answered.bytes.buffer] : []),
);

function answer(request: WorkbookRequest): WorkbookAnswer {
  if ("write" in request) {
    const results = request.results.map((block) => {
      const known = new Map<string, Element>();
      for (const { row, column, value } of readBlock(block))
        known.set(`${row},${column}`, value instanceof FormulaText ? null : value);
      return known;
    });
    const resultsOf = (sheet: number) => (row: number, column: number) =>
      results[sheet]?.get(`${row},${column}`);
    return {
      bytes: Uint8Array.from(
        writeWorkbook(unpack(request.write), { results: resultsOf, keepsBooks: request.keepsBooks }),
      ),
    };
  }
  try {
    const { spreadsheet, notes } = readWorkbook(request.read);
    return { spreadsheet: pack(spreadsheet), notes };
  } catch (error) {
    if (error instanceof WorkbookProblem) return { refusal: error.message };
    throw error;
  }
}
