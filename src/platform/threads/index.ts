/**
 * Threads for work that would keep the process from answering. Invariants: at most so many threads as are allowed, each with one
 * job at a time and a bound of memory; a job ends in an answer or in an error, also when its thread dies or its caller gives up;
 * threads without work end by themselves and keep no process alive. A thread's program speaks by `answerJobs` of `program.ts`.
 */
import { Worker } from "node:worker_threads";
import { assert } from "../../core/assert.ts";
import type { FromThread, ToThread } from "./program.ts";

export interface ThreadsOptions {
  /** The program of each thread. */
  readonly program: URL;
  /** Most threads at a time. */
  readonly most: number;
  /** How long a thread without work stays, because starting one takes a while. */
  readonly idleMs: number;
  /** The most memory of one thread, beyond which it dies and its job fails. */
  readonly memoryMb: number;
  readonly stackMb?: number;
}

export interface Job<Request> {
  readonly request: Request;
  readonly signal: AbortSignal;
  /** A thread that had a job of the same name before is taken first, if it is free: it may have kept something. */
  readonly affinity?: string;
  /** How long the thread may work, what it waits for its caller's answers left out; then it is ended, and the job fails with `ThreadOverdue`. */
  readonly limitMs?: number;
  /** Answers what the thread asks on the way. What it rejects with ends the job, and the thread. */
  readonly ask?: (question: unknown) => Promise<unknown>;
}

export interface Threads<Request, Answer> {
  /** The answer of a thread. Throws the reason of the signal when it is aborted, which also ends the thread at work, what `ask` throws, and `ThreadFailed` for everything else. */
  run(job: Job<Request>): Promise<Answer>;
  /** Ends every thread; what is unfinished or comes later is refused with `ThreadFailed`. */
  close(): Promise<void>;
}

/** A job that could not be done. Its message is internal. */
export class ThreadFailed extends Error {
  override readonly name = "ThreadFailed";
}

/** A job whose thread worked longer than it may. */
export class ThreadOverdue extends ThreadFailed {}

const YOUNG_MB = 32;
/** Beyond these, whoever asks is sent away instead of being let wait. */
const MOST_WAITING = 1_000;

interface Waiting<Request, Answer> extends Job<Request> {
  /** Set while somebody waits for it; taken away with its end. */
  settle: { readonly resolve: (answer: Answer) => void; readonly reject: (error: unknown) => void; readonly release: () => void } | null;
}

interface Thread<Request, Answer> {
  readonly worker: Worker;
  affinity: string | undefined;
  job: Waiting<Request, Answer> | null;
  idle: NodeJS.Timeout | null;
  /** What is left of the job's time, in milliseconds, and since when it runs; the timer is null while the thread waits. */
  left: number;
  since: number;
  overdue: NodeJS.Timeout | null;
}

export function openThreads<Request, Answer>({ program, most, idleMs, memoryMb, stackMb }: ThreadsOptions): Threads<Request, Answer> {
  assert(most >= 1 && idleMs >= 0 && memoryMb > YOUNG_MB, "there is a thread, and memory");
  const threads = new Set<Thread<Request, Answer>>();
  const waiting: Waiting<Request, Answer>[] = [];
  let isClosed = false;

  function finish(job: Waiting<Request, Answer>, end: { readonly answer: Answer } | { readonly error: unknown }): void {
    const { settle } = job;
    if (settle === null) return;
    job.settle = null;
    settle.release();
    if ("answer" in end) settle.resolve(end.answer);
    else settle.reject(end.error);
  }

  /** Has the time of a thread's job run, where it has any. */
  function work(thread: Thread<Request, Answer>): void {
    if (!Number.isFinite(thread.left)) return;
    thread.since = performance.now();
    thread.overdue = setTimeout(() => void discard(thread, new ThreadOverdue("the thread worked longer than it may")), Math.max(0, thread.left));
    thread.overdue.unref();
  }

  /** Stops the time of a thread's job. */
  function pause(thread: Thread<Request, Answer>): void {
    if (thread.overdue === null) return;
    clearTimeout(thread.overdue);
    thread.overdue = null;
    thread.left -= performance.now() - thread.since;
  }

  /** Takes a thread out of use; its job, if it has one, ends with `error`, and the next one gets a new thread. */
  async function discard(thread: Thread<Request, Answer>, error: unknown): Promise<void> {
    const wasInUse = threads.delete(thread);
    pause(thread);
    if (thread.idle) clearTimeout(thread.idle);
    if (thread.job) finish(thread.job, { error });
    thread.job = null;
    if (wasInUse) dispatch();
    await thread.worker.terminate();
  }

  /** Has the job's caller answer what its thread asks. */
  async function relay(thread: Thread<Request, Answer>, job: Waiting<Request, Answer>, question: unknown): Promise<void> {
    try {
      if (!job.ask) throw new ThreadFailed("the thread asks something that nobody answers");
      const reply = await job.ask(question);
      if (thread.job !== job) return;
      thread.worker.postMessage({ reply } satisfies ToThread<Request>, []);
      work(thread);
    } catch (error) {
      if (thread.job === job) await discard(thread, error);
    }
  }

  function start(): Thread<Request, Answer> {
    const worker = new Worker(program, {
      // Nothing of the process's own set-up, nor of its secrets, is of use to it.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb - YOUNG_MB, maxYoungGenerationSizeMb: YOUNG_MB, ...(stackMb === undefined ? {} : { stackSizeMb: stackMb }) },
    });
    const thread: Thread<Request, Answer> = { worker, affinity: undefined, job: null, idle: null, left: Infinity, since: 0, overdue: null };
    worker.on("message", (message: FromThread<Answer>) => {
      const { job } = thread;
      pause(thread);
      if ("question" in message) {
        if (job) void relay(thread, job, message.question);
        return;
      }
      thread.job = null;
      if (job) finish(job, "answer" in message ? message : { error: new ThreadFailed(message.problem) });
      rest(thread);
      dispatch();
    });
    const died = (why: string, cause?: unknown): void => void discard(thread, new ThreadFailed(`the thread died: ${why}`, { cause }));
    worker.on("error", (error: Error) => died(error.message, error));
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

  function free(affinity: string | undefined): Thread<Request, Answer> | null {
    const idle = [...threads].filter(({ job }) => job === null);
    return idle.find((each) => affinity !== undefined && each.affinity === affinity) ?? idle[0] ?? (threads.size < most ? start() : null);
  }

  function dispatch(): void {
    while (waiting.length > 0 && !isClosed) {
      const thread = free(waiting[0]?.affinity);
      const job = thread && waiting.shift();
      if (!thread || !job) return;
      if (thread.idle) clearTimeout(thread.idle);
      thread.idle = null;
      try {
        thread.worker.postMessage({ request: job.request } satisfies ToThread<Request>, []);
      } catch (error) {
        finish(job, { error: new ThreadFailed("the request is no plain data", { cause: error }) });
        rest(thread);
        continue;
      }
      thread.job = job;
      thread.affinity = job.affinity;
      thread.left = job.limitMs ?? Infinity;
      work(thread);
      thread.worker.ref();
    }
  }

  /** What an aborted signal does to a job: it leaves the queue, or its thread is stopped in the middle. */
  function abort(job: Waiting<Request, Answer>): void {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    const thread = [...threads].find((candidate) => candidate.job === job);
    finish(job, { error: job.signal.reason });
    if (thread) void discard(thread, job.signal.reason);
  }

  return {
    async run(job) {
      job.signal.throwIfAborted();
      if (isClosed) throw new ThreadFailed("the threads are closed");
      if (waiting.length >= MOST_WAITING) throw new ThreadFailed(`${MOST_WAITING} jobs are waiting`);
      return new Promise<Answer>((resolve, reject) => {
        const made: Waiting<Request, Answer> = { ...job, settle: null };
        const onAbort = (): void => abort(made);
        job.signal.addEventListener("abort", onAbort, { once: true });
        made.settle = { resolve, reject, release: () => job.signal.removeEventListener("abort", onAbort) };
        waiting.push(made);
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) finish(job, { error: new ThreadFailed("the threads are closed") });
      await Promise.all([...threads].map((thread) => discard(thread, new ThreadFailed("the threads were closed"))));
    },
  };
}
