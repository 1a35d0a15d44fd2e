/**
 * The program of the threads: reads and writes workbook files. If a file is refused, the answer contains the
 * message of the refusal.
 */
import { type Element, FormulaText, readBlock, writeBlock } from "@daybook/formula";
import { answerJobs } from "../threads/program.ts";
import { pack, type PackedSpreadsheet, unpack } from "./packed.ts";
import { WorkbookProblem } from "./problem.ts";
import { readWorkbook } from "./read/index.ts";
import { writeWorkbook } from "./write/index.ts";

export type WorkbookRequest =
  | { readonly read: Uint8Array; readonly wantsTables: boolean }
  /** `results` has the calculated cells of each worksheet, as text. */
  | { readonly write: PackedSpreadsheet; readonly results: readonly string[]; readonly keepsBooks: boolean };

export type WorkbookAnswer =
  | {
      readonly spreadsheet: PackedSpreadsheet;
      readonly notes: readonly string[];
      /** Of each worksheet, whether it is hidden, and its cached values as text; none unless wanted. */
      readonly tables: readonly { readonly isHidden: boolean; readonly results: string }[];
    }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly refusal: string };

answerJobs<WorkbookAnswer>(
  async (request) => answer(request),
  (answered) => ("bytes" in answered ? [answered.bytes.buffer] : []),
);

function answer(request: WorkbookRequest): WorkbookAnswer {
  if ("write" in request) {
    const results = request.results.map((block) => {
      const values = new Map<string, Element>();
      for (const { row, column, value } of readBlock(block))
        values.set(`${row},${column}`, value instanceof FormulaText ? null : value);
      return values;
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
    const { spreadsheet, notes, cached, hidden } = readWorkbook(request.read);
    const tables = cached.map((cells, at) => ({
      isHidden: hidden[at] === true,
      results: writeBlock(
        cells.flatMap(({ row, column, value }) => (value === null ? [] : [{ row, column, value }])),
      ),
    }));
    return { spreadsheet: pack(spreadsheet), notes, tables: request.wantsTables ? tables : [] };
  } catch (error) {
    if (error instanceof WorkbookProblem) return { refusal: error.message };
    throw error;
  }
}
