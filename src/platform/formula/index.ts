/**
 * Cells calculated in threads of their own, bounded in time and memory. Invariants: a calculation always ends, in values or as
 * unavailable; the process goes on answering meanwhile; the books are read only through what the caller hands in.
 */
import type { Scalar, WorkbookSource } from "@daybook/formula";
import { openThreads, ThreadFailed } from "../threads/index.ts";
import type { ThreadQuestion, ThreadRequest } from "./program.ts";

export { errorOfProblem } from "./problems.ts";

/** A rectangle of cells by its corners, which belong to it; `sheet` is the worksheet's place. */
export interface Rectangle {
  readonly sheet: number;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A question to the books that a formula asks: a function's name, and its arguments as scalars. */
export interface BookCall {
  readonly name: string;
  readonly args: readonly Scalar[];
}

/** Its answer: rows of scalars, one element for a single value, or an error value's code such as "#N/A" with what is wrong. */
export type BookAnswer = { readonly rows: readonly (readonly Scalar[])[]; readonly uncategorized?: number } | { readonly error: string; readonly message?: string };

export interface CalculationRequest {
  /** Names what was authored, exactly: whoever gives the same key gives the same workbook. A thread that has it asks for nothing. */
  readonly key: string;
  load(): Promise<WorkbookSource>;
  readonly ranges: readonly Rectangle[];
  /** The moment of the reading as a serial of the 1900 date system, in the company's time zone. */
  readonly now: number;
  /** Answers all calls, in their order, from one state of the books. */
  books(calls: readonly BookCall[]): Promise<readonly BookAnswer[]>;
}

export interface CellProblem {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** Such as `division_by_zero`, `circular_reference`, `syntax_error`. */
  readonly code: string;
  readonly message: string;
  readonly formula: string | null;
}

export interface CalculationWarning {
  readonly code: string;
  readonly message: string;
  readonly formula?: string;
  readonly count?: number;
}

export type CalculationResult =
  | {
      readonly isAvailable: true;
      /** For each range its rows of values; what is blank or failed is null. */
      readonly values: readonly (readonly (readonly Scalar[])[])[];
      /** The cells of the ranges that failed, each once, and at most so many as are told. */
      readonly problems: readonly CellProblem[];
      readonly warnings: readonly CalculationWarning[];
    }
  | { readonly isAvailable: false; readonly message: string };

export interface Calculator {
  /** Never throws for what a workbook holds; rejects when `books` or `load` do, with what they reject with. */
  calculate(request: CalculationRequest): Promise<CalculationResult>;
  /** Ends every thread; what is unfinished or comes later is unavailable. */
  close(): Promise<void>;
}

export interface CalculatorOptions {
  /** Most calculations at a time. */
  readonly threads?: number;
  /** How long a thread without work stays, with the workbooks that it keeps. */
  readonly idleMs?: number;
  /** The most memory of one thread. */
  readonly memoryMb?: number;
  /** How long one calculation may compute. */
  readonly budgetMs?: number;
}

const DEFAULTS = { threads: 2, idleMs: 60_000, memoryMb: 512, budgetMs: 10_000 } as const;
/** What a thread may take beyond its budget before it is ended: for what it can't interrupt, and for loading. */
const GRACE_MS = 5_000;
/** How long a calculation may take in all, with its time in the queue and the books' answers. */
const PATIENCE_MS = 30_000;
/** Cells that failed, told at most. */
const PROBLEMS_MAX = 1_000;
const STACK_MB = 8;

export function openCalculator(options: CalculatorOptions = {}): Calculator {
  const { threads: most, idleMs, memoryMb, budgetMs } = { ...DEFAULTS, ...options };
  const threads = openThreads<ThreadRequest, CalculationResult>({ program: new URL("program.ts", import.meta.url), most, idleMs, memoryMb, stackMb: STACK_MB });
  return {
    async calculate({ key, load, ranges, now, books }) {
      const signal = AbortSignal.timeout(Math.max(PATIENCE_MS, budgetMs + GRACE_MS));
      try {
        return await threads.run({
          request: { key, ranges, now, budgetMs, problems: PROBLEMS_MAX },
          signal,
          affinity: key,
          ask: async (question) => {
            const asked = question as ThreadQuestion;
            return "load" in asked ? load() : books(asked.books);
          },
        });
      } catch (error) {
        if (error instanceof ThreadFailed) return { isAvailable: false, message: "The calculation needed more memory than it may have, or was interrupted." };
        if (signal.aborted && error === signal.reason) return { isAvailable: false, message: "The calculation took too long." };
        throw error;
      }
    },
    close: () => threads.close(),
  };
}
