/**
 * A pool of threads for work that would block the process. Invariants: there are at most `most` threads, each
 * with one job at a time and a memory limit; a job ends with an answer or an error, also when its thread dies
 * or its caller gives up; callers take turns; idle threads end by themselves and keep no process alive. The
 * program of a thread uses `answerJobs` of `program.ts`.
 */
import { Worker } from "node:worker_threads";
import { assert } from "@daybook/words/assert";
import { cpuMsOf } from "./cpu.ts";
import type { FromThread, ToThread } from "./program.ts";
import { Turns } from "./turns.ts";

export interface ThreadsOptions {
  /** The program of each thread. */
  readonly program: URL;
  /** The greatest number of threads at a time. */
  readonly most: number;
  /** The time for which an idle thread stays, because starting one takes a while. */
  readonly idleMs: number;
  /** The memory limit of one thread. A thread that exceeds it dies, and its job fails. */
  readonly memoryMb: number;
  readonly stackMb?: number;
  /** The most jobs of one caller that run at a time, and that wait; unlimited by default. */
  readonly perCaller?: { readonly running: number; readonly waiting: number };
}

export interface Job<Request, Answer> {
  readonly request: Request;
  readonly signal: AbortSignal;
  /**
   * Prefers an idle thread whose last job had the same affinity, because that thread may have cached data of
   * the job.
   */
  readonly affinity?: string;
  /** The caller, such as a company. Callers take turns, regardless of the number of their waiting jobs. */
  readonly caller?: string;
  /**
   * The largest processor time of the job. A job that exceeds it fails with `ThreadExceeded`, and its thread
   * is ended.
   */
  readonly cpuMs?: number;
  /**
   * The longest time from the job's start, including all waits. A job that exceeds it fails in the same way.
   */
  readonly wallMs?: number;
  /** The longest time that the job waits for a thread before it fails with `ThreadsBusy`. */
  readonly waitMs?: number;
  /**
   * Called when the job's turn comes. Returns the answer if the caller got it in another way while the job
   * waited, else null; with an answer, the job does not run.
   */
  readonly earlyAnswer?: () => Answer | null;
  /** Answers questions of the thread while the job runs. A rejection fails the job and ends the thread. */
  readonly ask?: (question: unknown) => Promise<unknown>;
}

export interface Threads<Request, Answer> {
  /**
   * Runs a job and returns the thread's answer. If the job's signal is aborted, ends the thread and throws
   * the signal's reason. Throws what `ask` throws, and `ThreadFailed` for any other failure.
   */
  run(job: Job<Request, Answer>): Promise<Answer>;
  /** Ends every thread. Unfinished and later jobs fail with `ThreadFailed`. */
  close(): Promise<void>;
}

/** A job could not be done. The message is internal. */
export class ThreadFailed extends Error {
  override readonly name = "ThreadFailed";
}

/** A job exceeded a limit: processor time, wall-clock time, or memory. */
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

/** A job got no turn, because its caller has too many jobs or all callers together have too many. */
export class ThreadsBusy extends ThreadFailed {
  readonly because: "caller" | "everybody";
  constructor(because: "caller" | "everybody", message: string) {
    super(message);
    this.because = because;
  }
}

const YOUNG_MB = 32;
/** The most jobs that may wait; further jobs are refused. */
const MOST_WAITING = 1_000;
/** The shortest time between two checks of a thread's processor time. */
const CPU_CHECK_MS = 50;

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

  /** Ends the thread if its job exceeds its time limits. Returns a function that stops the watching. */
  function watch(thread: Thread<Request, Answer>, { cpuMs, wallMs }: Waiting<Request, Answer>): () => void {
    const timers = new Set<NodeJS.Timeout>();
    let isWatched = true;
    const runAfter = (delayMs: number, run: () => void): void => {
      if (!isWatched) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timer.unref();
      timers.add(timer);
    };
    if (wallMs !== undefined) runAfter(wallMs, () => void discard(thread, new ThreadExceeded("wall")));
    if (cpuMs !== undefined) {
      const atStart = cpuMsOf(thread.worker);
      const checkCpu = async (): Promise<void> => {
        const left = cpuMs - ((await cpuMsOf(thread.worker)) - (await atStart));
        if (left > 0) runAfter(Math.max(CPU_CHECK_MS, left), () => void checkCpu());
        else if (isWatched) await discard(thread, new ThreadExceeded("cpu"));
      };
      runAfter(cpuMs, () => void checkCpu());
    }
    return () => {
      isWatched = false;
      for (const timer of timers) clearTimeout(timer);
    };
  }

  /** Takes the job from its thread and returns the job; null if the thread has none. */
  function detachJob(thread: Thread<Request, Answer>): Waiting<Request, Answer> | null {
    const { job } = thread;
    thread.unwatch();
    thread.unwatch = unwatched;
    thread.job = null;
    if (job) turns.end(callerOf(job));
    return job;
  }

  /** Ends a thread. Its job, if any, fails with `error`; a waiting job may get a new thread. */
  async function discard(thread: Thread<Request, Answer>, error: unknown): Promise<void> {
    const wasInUse = threads.delete(thread);
    if (thread.idle) clearTimeout(thread.idle);
    const job = detachJob(thread);
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
      // The thread needs neither the process's options nor its environment, which contains secrets.
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
      const job = detachJob(thread);
      if (job) finish(job, "answer" in message ? message : { error: new ThreadFailed(message.problem) });
      startIdling(thread);
      dispatchSoon();
    });
    const discardDead = (reason: string, cause?: unknown): void =>
      void discard(thread, new ThreadFailed(`the thread died: ${reason}`, { cause }));
    worker.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? void discard(thread, new ThreadExceeded("memory", { cause: error }))
        : discardDead(error.message, error),
    );
    worker.on("exit", (code) => discardDead(`it ended with ${code}`));
    threads.add(thread);
    return thread;
  }

  /** Keeps a thread for `idleMs` without work, then ends it. */
  function startIdling(thread: Thread<Request, Answer>): void {
    thread.worker.unref();
    thread.idle = setTimeout(() => void discard(thread, null), idleMs);
    thread.idle.unref();
  }

  const idleThreads = (): Thread<Request, Answer>[] => [...threads].filter(({ job }) => job === null);

  /** Returns an idle thread, preferably one with the same affinity, or a new thread. */
  function threadFor(affinity: string | undefined): Thread<Request, Answer> {
    const idle = idleThreads();
    return idle.find((each) => affinity !== undefined && each.affinity === affinity) ?? idle[0] ?? start();
  }

  /** Starts waiting jobs, after the caller of the ended job has received its result. */
  function dispatchSoon(): void {
    setImmediate(dispatch);
  }

  function dispatch(): void {
    while (!isClosed && (threads.size < most || idleThreads().length > 0)) {
      const job = turns.take();
      if (job === null) return;
      const earlyAnswer = job.earlyAnswer?.() ?? null;
      if (earlyAnswer !== null) {
        turns.end(callerOf(job));
        finish(job, { answer: earlyAnswer });
        continue;
      }
      const thread = threadFor(job.affinity);
      if (thread.idle) clearTimeout(thread.idle);
      thread.idle = null;
      thread.job = job;
      try {
        thread.worker.postMessage({ request: job.request } satisfies ToThread<Request>, []);
      } catch (error) {
        detachJob(thread);
        finish(job, { error: new ThreadFailed("the request is no plain data", { cause: error }) });
        startIdling(thread);
        continue;
      }
      job.settle?.begin();
      thread.affinity = job.affinity;
      thread.unwatch = watch(thread, job);
      thread.worker.ref();
    }
  }

  /** Ends a job for its caller: removes a waiting job from the queue, or ends the thread of a running one. */
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
      if (turns.countOf(callerOf(job)) >= perCaller.running + perCaller.waiting)
        throw new ThreadsBusy("caller", `${perCaller.waiting} jobs of the caller are waiting`);
      if (turns.size >= MOST_WAITING) throw new ThreadsBusy("everybody", `${MOST_WAITING} jobs are waiting`);
      return new Promise<Answer>((resolve, reject) => {
        const waitingJob: Waiting<Request, Answer> = { ...job, settle: null };
        const onAbort = (): void => abandon(waitingJob, job.signal.reason);
        const waitTimeout =
          job.waitMs === undefined
            ? undefined
            : setTimeout(
                () =>
                  abandon(
                    waitingJob,
                    new ThreadsBusy("everybody", "the job waited for a thread longer than it may"),
                  ),
                job.waitMs,
              );
        job.signal.addEventListener("abort", onAbort, { once: true });
        const begin = (): void => clearTimeout(waitTimeout);
        const release = (): void => {
          begin();
          job.signal.removeEventListener("abort", onAbort);
        };
        waitingJob.settle = { resolve, reject, begin, release };
        turns.add(callerOf(job), waitingJob);
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
