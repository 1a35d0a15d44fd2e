/** Makes files of statements in separate threads, so that the process goes on answering requests. */
import type { StatementTable } from "../../core/statement-table.ts";
import { openThreads, ThreadFailed } from "../threads/index.ts";
import type { PackageFormat, RenderFormat, RenderRequest } from "./worker.ts";

export type { PackageFormat, RenderFormat };

export interface Renderer {
  /**
   * Returns the bytes of a file of `table`. Companies take turns. If `signal` is aborted, ends the job's
   * thread and throws the signal's reason. Any other failure throws `RenderFailed`.
   */
  render(
    format: RenderFormat,
    table: StatementTable,
    signal: AbortSignal,
    company?: string,
  ): Promise<Uint8Array>;
  /** Returns the bytes of one file of several tables, as `render` does for one. */
  renderPackage(
    format: PackageFormat,
    tables: readonly StatementTable[],
    signal: AbortSignal,
    company?: string,
  ): Promise<Uint8Array>;
  /** Ends every thread. Unfinished and later jobs are refused with `RenderFailed`. */
  close(): Promise<void>;
}

export interface RendererOptions {
  /** The greatest number of threads at a time. */
  readonly threads?: number;
  /** The time for which an idle thread stays, because starting one takes a while. */
  readonly idleMs?: number;
  /** The memory limit of one thread. A thread that exceeds it ends, and its job fails. */
  readonly memoryMb?: number;
}

/** A file could not be made. The message is internal. */
export class RenderFailed extends Error {
  override readonly name = "RenderFailed";
}

const DEFAULTS = { threads: 2, idleMs: 10_000, memoryMb: 320 } as const;

export function openRenderer(options: RendererOptions = {}): Renderer {
  const { threads: most, idleMs, memoryMb } = { ...DEFAULTS, ...options };
  const threads = openThreads<RenderRequest, Uint8Array>({
    program: new URL("worker.ts", import.meta.url),
    most,
    idleMs,
    memoryMb,
  });
  const made = async (request: RenderRequest, signal: AbortSignal, caller: string): Promise<Uint8Array> => {
    try {
      return await threads.run({ request, signal, caller });
    } catch (error) {
      throw error instanceof ThreadFailed
        ? new RenderFailed(`the ${request.format} could not be made: ${error.message}`, { cause: error })
        : error;
    }
  };
  return {
    render: (format, table, signal, company = "") => made({ format, table }, signal, company),
    renderPackage: (format, tables, signal, company = "") => made({ format, tables }, signal, company),
    close: () => threads.close(),
  };
}
