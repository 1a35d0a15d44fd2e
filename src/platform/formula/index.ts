/**
 * Calculates cells of spreadsheets in separate threads, with limits on time and memory. Invariants: every
 * calculation ends, either with values or as unavailable; the process answers other requests meanwhile;
 * formulas read the books only through a function that the caller passes in.
 */
import type { WorkbookSource } from "@daybook/formula/cells";
import { LIMITS } from "@daybook/words/limits";
import { openThreads, ThreadExceeded, ThreadFailed, ThreadsBusy } from "../threads/index.ts";
import { Overruns } from "./overruns.ts";
import type { ThreadQuestion, ThreadRequest } from "./program.ts";
import {
  type BookAnswer,
  type BookCall,
  budgetExceeded,
  type CalculationResult,
  type Rectangle,
} from "./messages.ts";

export type { BookAnswer, BookCall, CalculationResult } from "./messages.ts";

export interface CalculationRequest {
  /** The company. Companies take turns in using the threads. */
  readonly company: string;
  /**
   * Identifies the workbook's content: the same key means the same workbook. A thread that still has the
   * workbook of the key does not call `load`.
   */
  readonly key: string;
  readonly load: () => Promise<WorkbookSource>;
  readonly ranges: readonly Rectangle[];
  /** The largest number of characters of all texts among the values. */
  readonly characters: number;
  /** The current time as a serial number of the 1900 date system, in the company's time zone. */
  readonly now: number;
  /** Answers all calls, in their order, from one state of the books. */
  readonly books: (calls: readonly BookCall[]) => Promise<readonly BookAnswer[]>;
  /** Called and awaited when the calculation begins in its thread, so that a drill can hold or fail it. */
  readonly onBegin?: (() => Promise<void>) | undefined;
}

export interface Calculator {
  /** Calculates ranges. No workbook makes it reject; an error of `books`, `load` or `onBegin` does. */
  calculate(request: CalculationRequest): Promise<CalculationResult>;
  /** Ends all threads. Unfinished and later calculations are unavailable. */
  close(): Promise<void>;
}

export interface CalculatorOptions {
  /** The largest number of calculations at a time. */
  readonly threads?: number;
  /** The time after which an idle thread ends, with the workbooks in its memory. */
  readonly idleMs?: number;
  /** The memory limit of one thread. */
  readonly memoryMb?: number;
  /** The processor time that one calculation may take. */
  readonly budgetMs?: number;
  /** The longest time of one calculation from its beginning. */
  readonly wallMs?: number;
  /** The longest time that a calculation waits for its turn. */
  readonly waitMs?: number;
  /** The clock by which overruns (calculations beyond a limit) are forgotten. */
  readonly nowMs?: () => number;
  /** Called with the outcome of each calculation. */
  readonly onEnd?: (outcome: Outcome) => void;
}

/**
 * The outcome of a calculation: `values`, or the limit that it exceeded. `known`: the calculation was not
 * begun, because the same ranges exceeded a limit before.
 */
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
 * The processor time beyond its budget after which a thread is ended. The thread needs some for loading, and
 * for steps that it can't interrupt.
 */
const GRACE_MS = 3_000;
/** The largest number of failed cells in one result. */
const PROBLEMS_MAX = 1_000;
const STACK_MB = 8;

const NEVER_ABORTED = new AbortController().signal;

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
    onEnd = () => {},
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

  /** Returns why there are no values, as a message for users. */
  function messageOf(error: ThreadFailed): string {
    if (error instanceof ThreadsBusy) {
      return error.because === "caller"
        ? `The company has too many calculations at once: ${running} may run while ${waiting} wait. Read again when they are done.`
        : "Too many calculations of other companies came before this one. Read again later.";
    }
    if (!(error instanceof ThreadExceeded)) return "The calculation was interrupted. Read again.";
    switch (error.bound) {
      case "cpu":
        return budgetExceeded(budgetMs);
      case "wall":
        return `The calculation was not finished after ${wallMs / 1_000} seconds, because the machine is busy or a formula waits for the books. Read again later.`;
      case "memory":
        return `The calculation needs more than ${memoryMb} megabytes of memory.`;
    }
  }

  return {
    async calculate({ company, key, load, ranges, characters, now, books, onBegin }) {
      const overrunKey = `${key} ${characters}`;
      const findOverrun = (): CalculationResult | null => {
        const message = overruns.find(overrunKey, ranges);
        return message === null ? null : { isAvailable: false, message };
      };
      const overrun = findOverrun();
      if (overrun !== null) {
        onEnd("known");
        return overrun;
      }
      let readsBooks = false;
      /** `isOverrun`: the workbook is the cause, and would exceed the limit again. */
      const unavailable = (message: string, isOverrun: boolean): CalculationResult => {
        if (isOverrun) overruns.add(overrunKey, ranges, message, readsBooks);
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
            reportsBegin: onBegin !== undefined,
          },
          signal: NEVER_ABORTED,
          caller: company,
          affinity: key,
          cpuMs: budgetMs + GRACE_MS,
          wallMs,
          waitMs,
          earlyAnswer: findOverrun,
          ask: async (message) => {
            const question = message as ThreadQuestion;
            if ("begun" in question) return onBegin?.();
            if ("load" in question) return load();
            readsBooks = true;
            return books(question.books);
          },
        });
        onEnd(result.isAvailable ? "values" : "budget");
        return result.isAvailable ? result : unavailable(result.message, true);
      } catch (error) {
        if (!(error instanceof ThreadFailed)) throw error;
        onEnd(outcomeOf(error));
        return unavailable(messageOf(error), error instanceof ThreadExceeded && error.bound !== "wall");
      }
    },
    close: () => threads.close(),
  };
}
