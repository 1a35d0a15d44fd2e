/**
 * Reads and writes workbook files (XLSX) in separate threads, because a file may be malicious. Invariants:
 * reading returns a spreadsheet or throws `WorkbookProblem`, within limits of time and memory; the process
 * goes on answering meanwhile.
 */
import { type AuthoredCell, readBlock, writeBlock } from "@daybook/formula/cells";
import { LIMITS } from "@daybook/words/limits";
import type { Spreadsheet, Worksheet } from "../../core/spreadsheet.ts";
import { openThreads, ThreadFailed } from "../threads/index.ts";
import { pack, unpack } from "./packed.ts";
import { WorkbookProblem } from "./problem.ts";
import type { WorkbookAnswer, WorkbookRequest } from "./program.ts";

export { rowsOfWorksheet } from "./rows.ts";
export { compoundDocument, foreignDocument } from "./foreign.ts";
export { WorkbookProblem };
export { openZip, type ZippedFile } from "./zip.ts";

/** A worksheet as a table of values. */
export interface WorkbookTable {
  readonly worksheet: Worksheet;
  readonly isHidden: boolean;
  /** What the file states as the results of formulas; they may be out of date. */
  readonly results: readonly AuthoredCell[];
}

export interface Workbooks {
  /**
   * Reads an XLSX file. Returns its spreadsheet, and sentences about what was left out. Throws
   * `WorkbookProblem` if the file can't be read, and the reason of an aborted `signal`.
   */
  read(
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ readonly spreadsheet: Spreadsheet; readonly notes: readonly string[] }>;
  /** Reads the worksheets of an XLSX file with the results of their formulas; throws as `read` does. */
  readTables(bytes: Uint8Array, signal: AbortSignal): Promise<readonly WorkbookTable[]>;
  /**
   * Returns the bytes of an XLSX file. `results` are the calculated values of each worksheet, row by row: of
   * cells with formulas and of cells that formulas spill into. Without `keepsBooks`, a formula that reads the
   * books is replaced by its value. Throws `WorkbookProblem` if writing exceeds a limit, and the reason of an
   * aborted `signal`.
   */
  write(
    spreadsheet: Spreadsheet,
    results: readonly (readonly AuthoredCell[])[],
    keepsBooks: boolean,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface WorkbooksOptions {
  readonly timeoutMs?: number;
  readonly memoryMb?: number;
}

const IDLE_MS = 5_000;

export function openWorkbooks(options: WorkbooksOptions = {}): Workbooks {
  const { timeoutMs = LIMITS.workbook_read_ms.value, memoryMb = LIMITS.workbook_memory_mb.value } = options;
  const threads = openThreads<WorkbookRequest, WorkbookAnswer>({
    program: new URL("program.ts", import.meta.url),
    most: 1,
    idleMs: IDLE_MS,
    memoryMb,
  });

  async function run(request: WorkbookRequest, signal: AbortSignal): Promise<WorkbookAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await threads.run({ request, signal: AbortSignal.any([signal, timeout]) });
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted)
        throw new WorkbookProblem(
          `The workbook takes longer than ${timeoutMs / 1_000} seconds. Make it smaller.`,
          { cause: error },
        );
      if (error instanceof ThreadFailed)
        throw new WorkbookProblem("The workbook is damaged, or needs too much memory.", {
          cause: error,
        });
      throw error;
    }
  }

  async function read(bytes: Uint8Array, wantsTables: boolean, signal: AbortSignal) {
    const most = LIMITS.workbook_bytes.value;
    if (bytes.length > most) throw new WorkbookProblem(`The file is larger than ${most} bytes.`);
    const answer = await run({ read: bytes, wantsTables }, signal);
    if ("refusal" in answer) throw new WorkbookProblem(answer.refusal);
    if ("bytes" in answer) throw new ThreadFailed("the thread answered another question");
    return { ...answer, spreadsheet: unpack(answer.spreadsheet) };
  }

  return {
    async read(bytes, signal) {
      const { spreadsheet, notes } = await read(bytes, false, signal);
      return { spreadsheet, notes };
    },
    async readTables(bytes, signal) {
      const { spreadsheet, tables } = await read(bytes, true, signal);
      return spreadsheet.worksheets.map((worksheet, at) => ({
        worksheet,
        isHidden: tables[at]?.isHidden === true,
        results: readBlock(tables[at]?.results ?? ""),
      }));
    },
    async write(spreadsheet, results, keepsBooks, signal) {
      const answer = await run(
        { write: pack(spreadsheet), results: results.map(writeBlock), keepsBooks },
        signal,
      );
      if (!("bytes" in answer)) throw new ThreadFailed("the thread answered another question");
      return answer.bytes;
    },
    close: () => threads.close(),
  };
}
