/**
 * Statements as files, made in threads of their own so that the process goes on answering. Invariants: at most so many
 * threads as are allowed, each with one job at a time and a bound of memory; a job ends in bytes or in an error, also when
 * its thread dies or its caller gives up; threads without work end by themselves and keep no process alive.
 */
import { Worker } from "node:worker_threads";
import { assert } from "../../core/assert.ts";
import type { StatementTable } from "../../core/statement-table.ts";
import type { RenderAnswer, RenderFormat, RenderRequest } from "./worker.ts";

export type { RenderFormat };

export interface Renderer {
  /** The bytes of a file of `table`. Throws the reason of `signal` when it is aborted, which also ends the thread at work, and `RenderFailed` for everything else. */
  render(format: RenderFormat, table: StatementTable, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends every thread; what is unfinished or comes later is refused with `RenderFailed`. */
  close(): Promise<void>;
}

export interface RendererOptions {
  /** Most threads at a time. */
  readonly threads?: number;
  /** How long a thread without work stays, because starting one takes a while. */
  readonly idleMs?: number;
  /** The most memory of one thread, beyond which it dies and its job fails. */
  readonly memoryMb?: number;
}

/** A file that could not be made. Its message is internal. */
export class RenderFailed extends Error {
  override readonly name = "RenderFailed";
}

const DEFAULTS = { threads: 2, idleMs: 10_000, memoryMb: 320 } as const;
const YOUNG_MB = 32;
/** Beyond these, whoever asks is sent away instead of being let wait. */
const MOST_WAITING = 1_000;

interface Job {
  readonly request: RenderRequest;
  readonly signal: AbortSignal;
  /** Set while somebody waits for it; taken away with its end. */
  settle: { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: unknown) => void; readonly release: () => void } | null;
}

interface Thread {
  readonly worker: Worker;
  job: Job | null;
  idle: NodeJS.Timeout | null;
}

export function openRenderer(options: RendererOptions = {}): Renderer {
  const { threads: most, idleMs, memoryMb } = { ...DEFAULTS, ...options };
  assert(most >= 1 && idleMs >= 0 && memoryMb > YOUNG_MB, "a renderer has a thread, and memory");
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let isClosed = false;

  function finish(job: Job, end: { readonly bytes: Uint8Array } | { readonly error: unknown }): void {
    const { settle } = job;
    if (settle === null) return;
    job.settle = null;
    settle.release();
    if ("bytes" in end) settle.resolve(end.bytes);
    else settle.reject(end.error);
  }

  /** Takes a thread out of use; its job, if it has one, ends with `error`, and the next one gets a new thread. */
  async function discard(thread: Thread, error: unknown): Promise<void> {
    const wasInUse = threads.delete(thread);
    if (thread.idle) clearTimeout(thread.idle);
    if (thread.job) finish(thread.job, { error });
    thread.job = null;
    if (wasInUse) dispatch();
    await thread.worker.terminate();
  }

  function start(): Thread {
    const worker = new Worker(new URL("worker.ts", import.meta.url), {
      // Nothing of the process's own set-up, nor of its secrets, is of use to it.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb - YOUNG_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Thread = { worker, job: null, idle: null };
    worker.on("message", (answer: RenderAnswer) => {
      const { job } = thread;
      thread.job = null;
      if (job) finish(job, "bytes" in answer ? answer : { error: new RenderFailed(answer.problem) });
      rest(thread);
      dispatch();
    });
    const died = (why: string, cause?: unknown): void => {
      void discard(thread, new RenderFailed(`the thread that made the ${thread.job?.request.format ?? "file"} died: ${why}`, { cause }));
    };
    worker.on("error", (error: Error) => died(error.message, error));
    worker.on("exit", (code) => died(`it ended with ${code}`));
    threads.add(thread);
    return thread;
  }

  /** Leaves a thread without work for a while. */
  function rest(thread: Thread): void {
    thread.worker.unref();
    thread.idle = setTimeout(() => void discard(thread, null), idleMs);
    thread.idle.unref();
  }

  function dispatch(): void {
    while (waiting.length > 0 && !isClosed) {
      const thread = [...threads].find(({ job }) => job === null) ?? (threads.size < most ? start() : null);
      const job = thread && waiting.shift();
      if (!thread || !job) return;
      if (thread.idle) clearTimeout(thread.idle);
      thread.idle = null;
      try {
        thread.worker.postMessage(job.request, []);
      } catch (error) {
        finish(job, { error: new RenderFailed("the table is no plain data", { cause: error }) });
        rest(thread);
        continue;
      }
      thread.job = job;
      thread.worker.ref();
    }
  }

  /** What an aborted signal does to a job: it leaves the queue, or its thread is stopped in the middle. */
  function abort(job: Job): void {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    const thread = [...threads].find((candidate) => candidate.job === job);
    finish(job, { error: job.signal.reason });
    if (thread) void discard(thread, job.signal.reason);
  }

  return {
    async render(format, table, signal) {
      signal.throwIfAborted();
      if (isClosed) throw new RenderFailed("the renderer is closed");
      if (waiting.length >= MOST_WAITING) throw new RenderFailed(`${MOST_WAITING} files are waiting to be made`);
      return new Promise<Uint8Array>((resolve, reject) => {
        const job: Job = { request: { format, table }, signal, settle: null };
        const onAbort = (): void => abort(job);
        signal.addEventListener("abort", onAbort, { once: true });
        job.settle = { resolve, reject, release: () => signal.removeEventListener("abort", onAbort) };
        waiting.push(job);
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) finish(job, { error: new RenderFailed("the renderer is closed") });
      await Promise.all([...threads].map((thread) => discard(thread, new RenderFailed("the renderer was closed"))));
    },
  };
}
