/**
 * Cells calculated in threads of their own, bounded in time and memory. Invariants: a calculation always ends, in values or as
 * unavailable; the process goes on answering meanwhile; the books are read only through what the caller hands in.
 */
import type { WorkbookSource } from "@daybook/formula/cells";
import { openThreads, ThreadFailed, ThreadOverdue } from "../threads/index.ts";
import type { ThreadQuestion, ThreadRequest } from "./program.ts";
import type { BookAnswer, BookCall, CalculationResult, Rectangle } from "./words.ts";

export { errorOfProblem } from "./problems.ts";
export type { BookAnswer, BookCall, CalculationResult } from "./words.ts";

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
const GRACE_MS = 3_000;
/** How long a calculation may take in all, with its time in the queue and the books' answers. */
const PATIENCE_MS = 30_000;
/** Cells that failed, told at most. */
const PROBLEMS_MAX = 1_000;
const STACK_MB = 8;
const TOO_LONG = "The calculation took too long.";

export function openCalculator(options: CalculatorOptions = {}): Calculator {
  const { threads: most, idleMs, memoryMb, budgetMs } = { ...DEFAULTS, ...options };
  const threads = openThreads<ThreadRequest, CalculationResult>({ program: new URL("program.ts", import.meta.url), most, idleMs, memoryMb, stackMb: STACK_MB });
  return {
    async calculate(asked) {
      const { key, ranges, now } = asked;
      const signal = AbortSignal.timeout(Math.max(PATIENCE_MS, budgetMs + GRACE_MS));
      try {
        return await threads.run({
          request: { key, ranges, now, budgetMs, problems: PROBLEMS_MAX },
          signal,
          affinity: key,
          limitMs: budgetMs + GRACE_MS,
          ask: async (given) => {
            const question = given as ThreadQuestion;
            return "load" in question ? asked.load() : asked.books(question.books);
          },
        });
      } catch (error) {
        if (error instanceof ThreadOverdue) return { isAvailable: false, message: TOO_LONG };
        if (error instanceof ThreadFailed) return { isAvailable: false, message: "The calculation needed more memory than it may have, or was interrupted." };
        if (signal.aborted && error === signal.reason) return { isAvailable: false, message: TOO_LONG };
        throw error;
      }
    },
    close: () => threads.close(),
  };
}
