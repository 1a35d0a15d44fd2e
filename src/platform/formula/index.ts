/**
 * Cells calculated in threads of their own, bounded in time and memory. Invariants: a calculation always
 * ends, in values or as unavailable; the process goes on answering meanwhile; the books are read only through
 * what the caller hands in.
 */
import type { WorkbookSource } from "@daybook/formula/cells";
import { LIMITS } from "../../core/limits.ts";
import { openThreads, ThreadExceeded, ThreadFailed, ThreadsBusy } from "../threads/index.ts";
import { Overruns } from "./overruns.ts";
import type { ThreadQuestion, ThreadRequest } from "./program.ts";
import { type BookAnswer, type BookCall, type CalculationResult, type Rectangle, tooMuch } from "./words.ts";

export { errorOfProblem } from "./problems.ts";
export type { BookAnswer, BookCall, CalculationResult } from "./words.ts";

export interface CalculationRequest {
  /** The company, whose calculations take turns with those of others. */
  readonly company: string;
  /**
   * Identifies the authored content: the same key means the same workbook. A thread that has the workbook of
   * a key does not request it.
   */
  readonly key: string;
  readonly load: () => Promise<WorkbookSource>;
  readonly ranges: readonly Rectangle[];
  /** Most characters of all texts among the values. */
  readonly characters: number;
  /** The moment of the reading as a serial of the 1900 date system, in the company's time zone. */
  readonly now: number;
  /** Answers all calls, in their order, from one state of the books. */
  readonly books: (calls: readonly BookCall[]) => Promise<readonly BookAnswer[]>;
  /** Awaited once the calculation has its thread; for drills. */
  readonly begun?: (() => Promise<void>) | undefined;
}

export interface Calculator {
  /**
   * Never throws for what a workbook holds; rejects when `books`, `load` or `begun` do, with what they reject
   * with.
   */
  calculate(request: CalculationRequest): Promise<CalculationResult>;
  /** Ends every thread; what is unfinished or comes later is unavailable. */
  close(): Promise<void>;
}

export interface CalculatorOptions {
  /** Most calculations at a time. */
  readonly threads?: number;
  /** The time for which an idle thread stays, with the workbooks that it keeps. */
  readonly idleMs?: number;
  /** The most memory of one thread. */
  readonly memoryMb?: number;
  /** The processor time that one calculation may take. */
  readonly budgetMs?: number;
  /** The longest time of one calculation from its beginning. */
  readonly wallMs?: number;
  /** The longest time that a calculation waits for its turn. */
  readonly waitMs?: number;
  /** The time by which known overruns are forgotten. */
  readonly nowMs?: () => number;
  /** Told how each calculation ended: with `values`, or which bound it met. */
  readonly ended?: (outcome: Outcome) => void;
}

/** The outcome of a calculation. `known`: it was not begun, because it is known to take too long. */
export type Outcome = "values" | "known" | "budget" | "cpu" | "wall" | "memory" | "busy" | "interrupted";

const DEFAULTS = {
  threads: LIMITS.sheet_calculations.value,
  idleMs: 60_000,
  memoryMb: LIMITS.sheet_calculation_mb.value,
  budgetMs: LIMITS.sheet_calculation_cpu_ms.value,
  wallMs: LIMITS.sheet_calculation_ms.value,
  waitMs: LIMITS.sheet_calculation_wait_ms.value,
  nowMs: () => performance.now(),
} as const;
/**
 * The processor time that a thread may take beyond its budget before it is ended: for loading, and for what
 * it can't interrupt.
 */
const GRACE_MS = 3_000;
/** Most cells that failed of one answer. */
const PROBLEMS_MAX = 1_000;
const STACK_MB = 8;

const unending = new AbortController().signal;

function outcomeOf(error: ThreadFailed): Outcome {
  if (error instanceof ThreadsBusy) return "busy";
  return error instanceof ThreadExceeded ? error.bound : "interrupted";
}

export function openCalculator(options: CalculatorOptions = {}): Calculator {
  const {
    threads: most,
    idleMs,
    memoryMb,
    budgetMs,
    wallMs,
    waitMs,
    nowMs,
    ended = () => {},
  } = { ...DEFAULTS, ...options };
  const [running, waiting] = [
    LIMITS.sheet_company_calculations.value,
    LIMITS.sheet_company_calculations_waiting.value,
  ];
  const threads = openThreads<ThreadRequest, CalculationResult>({
    program: new URL("program.ts", import.meta.url),
    most,
    idleMs,
    memoryMb,
    stackMb: STACK_MB,
    perCaller: { running, waiting },
  });
  const overruns = new Overruns(nowMs);

  /** Why there are no values, for people. */
  function messageOf(error: ThreadFailed): string {
    if (error instanceof ThreadsBusy) {
      return error.because === "caller"
        ? `The company has too many calculations at once: ${running} may run while ${waiting} wait. Read again when they are done.`
        : "Too many calculations of other companies came before this one. Read again later.";
    }
    if (!(error instanceof ThreadExceeded)) return "The calculation was interrupted. Read again.";
    switch (error.bound) {
      case "cpu":
        return tooMuch(budgetMs);
      case "wall":
        return `The calculation was not finished after ${wallMs / 1_000} seconds, because the machine is busy or a formula waits for the books. Read again later.`;
      case "memory":
        return `The calculation needs more than ${memoryMb} megabytes of memory.`;
    }
  }

  return {
    async calculate({ company, key, load, ranges, characters, now, books, begun }) {
      const name = `${key} ${characters}`;
      const known = (): CalculationResult | null => {
        const message = overruns.find(name, ranges);
        return message === null ? null : { isAvailable: false, message };
      };
      const answer = known();
      if (answer !== null) {
        ended("known");
        return answer;
      }
      let readsBooks = false;
      const unfinished = (message: string, isItsOwn: boolean): CalculationResult => {
        if (isItsOwn) overruns.add(name, ranges, message, readsBooks);
        return { isAvailable: false, message };
      };
      try {
        const result = await threads.run({
          request: {
            key,
            ranges,
            now,
            budgetMs,
            characters,
            problems: PROBLEMS_MAX,
            tellsBegin: begun !== undefined,
          },
          signal: unending,
          caller: company,
          affinity: key,
          cpuMs: budgetMs + GRACE_MS,
          wallMs,
          waitMs,
          known,
          ask: async (given) => {
            const question = given as ThreadQuestion;
            if ("begun" in question) return begun?.();
            if ("load" in question) return load();
            readsBooks = true;
            return books(question.books);
          },
        });
        ended(result.isAvailable ? "values" : "budget");
        return result.isAvailable ? result : unfinished(result.message, true);
      } catch (error) {
        if (!(error instanceof ThreadFailed)) throw error;
        ended(outcomeOf(error));
        return unfinished(messageOf(error), error instanceof ThreadExceeded && error.bound !== "wall");
      }
    },
    close: () => threads.close(),
  };
}
