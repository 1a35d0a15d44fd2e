/**
 * Threads for work that would keep the process from answering. Invariants: at most so many threads as are
 * allowed, each with one job at a time and a bound of memory; a job ends in an answer or in an error, also
 * when its thread dies or its caller gives up; callers take turns; threads without work end by themselves and
 * keep no process alive. A thread's program speaks by `answerJobs` of `program.ts`.
 */
import { Worker } from "node:worker_threads";
import { assert } from "../../core/assert.ts";
import { cpuMsOf } from "./cpu.ts";
import type { FromThread, ToThread } from "./program.ts";
import { Turns } from "./turns.ts";

export interface ThreadsOptions {
  /** The program of each thread. */
  readonly program: URL;
  /** Most threads at a time. */
  readonly most: number;
  /** The time for which an idle thread stays, because starting one takes a while. */
  readonly idleMs: number;
  /** The most memory of one thread, beyond which it dies and its job fails. */
  readonly memoryMb: number;
  readonly stackMb?: number;
  /**
   * Most jobs of one caller that are at work, and that wait for their turn; without it a caller has as many
   * as there are.
   */
  readonly perCaller?: { readonly running: number; readonly waiting: number };
}

export interface Job<Request, Answer> {
  readonly request: Request;
  readonly signal: AbortSignal;
  /**
   * A thread that had a job of the same name before is taken first, if it is free: it may have kept
   * something.
   */
  readonly affinity?: string;
  /** The caller, such as a company. Callers take turns, regardless of the number of their waiting jobs. */
  readonly caller?: string;
  /**
   * The largest processor time of the job; beyond it the thread is ended, and the job fails with
   * `ThreadExceeded`.
   */
  readonly cpuMs?: number;
  /**
   * The longest time of the job from its beginning, with all waits; beyond it the job ends in the same way.
   */
  readonly wallMs?: number;
  /** The longest time that the job waits for a thread before it fails with `ThreadsBusy`. */
  readonly waitMs?: number;
  /** Returns the answer if it became known while the job waited; called when the job's turn comes. */
  readonly known?: () => Answer | null;
  /** Answers what the thread asks on the way. What it rejects with ends the job, and the thread. */
  readonly ask?: (question: unknown) => Promise<unknown>;
}

export interface Threads<Request, Answer> {
  /**
   * The answer of a thread. Throws the reason of the signal when it is aborted, which also ends the thread at
   * work, what `ask` throws, and `ThreadFailed` for everything else.
   */
  run(job: Job<Request, Answer>): Promise<Answer>;
  /** Ends every thread; what is unfinished or comes later is refused with `ThreadFailed`. */
  close(): Promise<void>;
}

/** A job that could not be done. Its message is internal. */
export class ThreadFailed extends Error {
  override readonly name = "ThreadFailed";
}

/** A job that took more than it may: processor time, time, or memory of its thread. */
export class ThreadExceeded extends ThreadFailed {
  readonly bound: "cpu" | "wall" | "memory";
  constructor(bound: "cpu" | "wall" | "memory", options?: ErrorOptions) {
    super(
      `the job took more ${{ cpu: "processor time", wall: "time", memory: "memory" }[bound]} than it may`,
      options,
    );
    this.bound = bound;
  }
}

/** A job that did not get its turn: its caller has too many jobs, or all callers together do. */
export class ThreadsBusy extends ThreadFailed {
  readonly because: "caller" | "everybody";
  constructor(because: "caller" | "everybody", message: string) {
    super(message);
    this.because = because;
  }
}

const YOUNG_MB = 32;
/** Beyond these, jobs are refused instead of being let wait. */
const MOST_WAITING = 1_000;
/** The least time between two looks at how long a thread has computed. */
const LOOK_MS = 50;

interface Waiting<Request, Answer> extends Job<Request, Answer> {
  /** Set while a caller waits for the job; removed when it ends. */
  settle: {
    readonly resolve: (answer: Answer) => void;
    readonly reject: (error: unknown) => void;
    readonly begin: () => void;
    readonly release: () => void;
  } | null;
}

interface Thread<Request, Answer> {
  readonly worker: Worker;
  affinity: string | undefined;
  job: Waiting<Request, Answer> | null;
  idle: NodeJS.Timeout | null;
  /** Stops watching how long the job takes. */
  unwatch: () => void;
}

const unwatched = (): void => {};
const callerOf = ({ caller = "" }: Pick<Job<unknown, unknown>, "caller">): string => caller;

export function openThreads<Request, Answer>({
  program,
  most,
  idleMs,
  memoryMb,
  stackMb,
  perCaller = { running: Infinity, waiting: Infinity },
}: ThreadsOptions): Threads<Request, Answer> {
  assert(most >= 1 && idleMs >= 0 && memoryMb > YOUNG_MB, "there is a thread, and memory");
  const threads = new Set<Thread<Request, Answer>>();
  const turns = new Turns<Waiting<Request, Answer>>(perCaller.running);
  let isClosed = false;

  function finish(
    job: Waiting<Request, Answer>,
    end: { readonly answer: Answer } | { readonly error: unknown },
  ): void {
    const { settle } = job;
    if (settle === null) return;
    job.settle = null;
    settle.release();
    if ("answer" in end) settle.resolve(end.answer);
    else settle.reject(end.error);
  }

  /** Ends the thread when its job has computed or lasted longer than it may. */
  function watch(thread: Thread<Request, Answer>, { cpuMs, wallMs }: Waiting<Request, Answer>): () => void {
    const timers = new Set<NodeJS.Timeout>();
    let isWatched = true;
    const after = (delayMs: number, run: () => void): void => {
      if (!isWatched) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timer.unref();
      timers.add(timer);
    };
    if (wallMs !== undefined) after(wallMs, () => void discard(thread, new ThreadExceeded("wall")));
    if (cpuMs !== undefined) {
      const before = cpuMsOf(thread.worker);
      const look = async (): Promise<void> => {
        const left = cpuMs - ((await cpuMsOf(thread.worker)) - (await before));
        if (left > 0) after(Math.max(LOOK_MS, left), () => void look());
        else if (isWatched) await discard(thread, new ThreadExceeded("cpu"));
      };
      after(cpuMs, () => void look());
    }
    return () => {
      isWatched = false;
      for (const timer of timers) clearTimeout(timer);
    };
  }

  /** Takes the job from its thread; null where it has none. */
  function leave(thread: Thread<Request, Answer>): Waiting<Request, Answer> | null {
    const { job } = thread;
    thread.unwatch();
    thread.unwatch = unwatched;
    thread.job = null;
    if (job) turns.end(callerOf(job));
    return job;
  }

  /**
   * Takes a thread out of use; its job, if it has one, ends with `error`, and the next one gets a new thread.
   */
  async function discard(thread: Thread<Request, Answer>, error: unknown): Promise<void> {
    const wasInUse = threads.delete(thread);
    if (thread.idle) clearTimeout(thread.idle);
    const job = leave(thread);
    if (job) finish(job, { error });
    if (wasInUse) dispatchSoon();
    await thread.worker.terminate();
  }

  /** Passes a question of the thread to the job's caller, and the answer back. */
  async function relay(
    thread: Thread<Request, Answer>,
    job: Waiting<Request, Answer>,
    question: unknown,
  ): Promise<void> {
    try {
      if (!job.ask) throw new ThreadFailed("the thread asks something that nobody answers");
      const reply = await job.ask(question);
      if (thread.job !== job) return;
      thread.worker.postMessage({ reply } satisfies ToThread<Request>, []);
    } catch (error) {
      if (thread.job === job) await discard(thread, error);
    }
  }

  function start(): Thread<Request, Answer> {
    const worker = new Worker(program, {
      // Nothing of the process's own set-up, nor of its secrets, is of use to it.
      execArgv: [],
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb - YOUNG_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
        ...(stackMb === undefined ? {} : { stackSizeMb: stackMb }),
      },
    });
    const thread: Thread<Request, Answer> = {
      worker,
      affinity: undefined,
      job: null,
      idle: null,
      unwatch: unwatched,
    };
    worker.on("message", (message: FromThread<Answer>) => {
      if ("question" in message) {
        if (thread.job) void relay(thread, thread.job, message.question);
        return;
      }
      const job = leave(thread);
      if (job) finish(job, "answer" in message ? message : { error: new ThreadFailed(message.problem) });
      rest(thread);
      dispatchSoon();
    });
    const died = (why: string, cause?: unknown): void =>
      void discard(thread, new ThreadFailed(`the thread died: ${why}`, { cause }));
    worker.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? void discard(thread, new ThreadExceeded("memory", { cause: error }))
        : died(error.message, error),
    );
    worker.on("exit", (code) => died(`it ended with ${code}`));
    threads.add(thread);
    return thread;
  }

  /** Leaves a thread without work for a while. */
  function rest(thread: Thread<Request, Answer>): void {
    thread.worker.unref();
    thread.idle = setTimeout(() => void discard(thread, null), idleMs);
    thread.idle.unref();
  }

  const idleThreads = (): Thread<Request, Answer>[] => [...threads].filter(({ job }) => job === null);

  /** The idle thread that fits best, or a new one. */
  function threadFor(affinity: string | undefined): Thread<Request, Answer> {
    const idle = idleThreads();
    return idle.find((each) => affinity !== undefined && each.affinity === affinity) ?? idle[0] ?? start();
  }

  /** Begins waiting jobs after the caller of the ended job has seen its result. */
  function dispatchSoon(): void {
    setImmediate(dispatch);
  }

  function dispatch(): void {
    while (!isClosed && (threads.size < most || idleThreads().length > 0)) {
      const job = turns.take();
      if (job === null) return;
      const known = job.known?.() ?? null;
      if (known !== null) {
        turns.end(callerOf(job));
        finish(job, { answer: known });
        continue;
      }
      const thread = threadFor(job.affinity);
      if (thread.idle) clearTimeout(thread.idle);
      thread.idle = null;
      thread.job = job;
      try {
        thread.worker.postMessage({ request: job.request } satisfies ToThread<Request>, []);
      } catch (error) {
        leave(thread);
        finish(job, { error: new ThreadFailed("the request is no plain data", { cause: error }) });
        rest(thread);
        continue;
      }
      job.settle?.begin();
      thread.affinity = job.affinity;
      thread.unwatch = watch(thread, job);
      thread.worker.ref();
    }
  }

  /** Ends a job for its caller: it leaves the queue, or its thread is stopped in the middle. */
  function abandon(job: Waiting<Request, Answer>, error: unknown): void {
    turns.remove(callerOf(job), job);
    const thread = [...threads].find((candidate) => candidate.job === job);
    finish(job, { error });
    if (thread) void discard(thread, error);
  }

  return {
    async run(job) {
      job.signal.throwIfAborted();
      if (isClosed) throw new ThreadFailed("the threads are closed");
      // The newest job is refused. Refusing a waiting one would let a frequent caller push out accepted jobs.
      if (turns.of(callerOf(job)) >= perCaller.running + perCaller.waiting)
        throw new ThreadsBusy("caller", `${perCaller.waiting} jobs of the caller are waiting`);
      if (turns.size >= MOST_WAITING) throw new ThreadsBusy("everybody", `${MOST_WAITING} jobs are waiting`);
      return new Promise<Answer>((resolve, reject) => {
        const made: Waiting<Request, Answer> = { ...job, settle: null };
        const onAbort = (): void => abandon(made, job.signal.reason);
        const tooLong =
          job.waitMs === undefined
            ? undefined
            : setTimeout(
                () =>
                  abandon(
                    made,
                    new ThreadsBusy("everybody", "the job waited for a thread longer than it may"),
                  ),
                job.waitMs,
              );
        job.signal.addEventListener("abort", onAbort, { once: true });
        const begin = (): void => clearTimeout(tooLong);
        const release = (): void => {
          begin();
          job.signal.removeEventListener("abort", onAbort);
        };
        made.settle = { resolve, reject, begin, release };
        turns.add(callerOf(job), made);
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      for (const job of turns.clear()) finish(job, { error: new ThreadFailed("the threads are closed") });
      await Promise.all(
        [...threads].map((thread) => discard(thread, new ThreadFailed("the threads were closed"))),
      );
    },
  };
}
