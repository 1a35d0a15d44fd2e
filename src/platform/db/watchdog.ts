/**
 * A thread that ends this process when a call of the embedded engine does not come back. The engine runs on
 * the main thread, so nothing there can notice. The thread reaches the main thread as a debugger does, which
 * interrupts JavaScript and WebAssembly alike. It counts its own seconds, so time in which the machine sleeps
 * does not count.
 */
import { Worker } from "node:worker_threads";
import { LIMITS } from "../../core/limits.ts";
import { SIGNALS } from "../machine/signals.ts";

/** The data that the thread receives. */
export interface Watched {
  /** The number of the engine's call under way; 0 between calls. */
  readonly call: Int32Array<SharedArrayBuffer>;
  readonly stuckS: number;
  readonly sentence: string;
}

/** The event of the process by which the thread says that a call is taking long. */
export const LONG_CALL = "daybook:long-call";

export interface Watchdog {
  /** To be called before and after each call of the engine. */
  readonly enter: () => void;
  readonly leave: () => void;
  readonly close: () => Promise<void>;
}

/** Starts the thread; resolves when it watches. */
export async function openWatchdog(
  sentence: string,
  stuckS = LIMITS.engine_stuck_s.value,
): Promise<Watchdog> {
  const call = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("watchdog-program.ts", import.meta.url), {
    workerData: { call, stuckS, sentence } satisfies Watched,
    execArgv: [],
    env: {},
  });
  await new Promise<unknown>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  worker.unref();
  let calls = 0;
  let restore: (() => void) | null = null;
  // Handlers run when the engine gives the main thread back. Without them a signal ends the process as it
  // ends others.
  const giveUpSignals = (): void => {
    const handlers = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
    for (const [signal] of handlers) process.removeAllListeners(signal);
    restore = () => {
      for (const [signal, listeners] of handlers)
        for (const listener of listeners) process.on(signal, listener);
    };
  };
  const events: NodeJS.EventEmitter = process;
  events.on(LONG_CALL, giveUpSignals);
  return {
    enter() {
      calls = (calls % 2_000_000_000) + 1;
      Atomics.store(call, 0, calls);
    },
    leave() {
      Atomics.store(call, 0, 0);
      restore?.();
      restore = null;
    },
    async close() {
      events.off(LONG_CALL, giveUpSignals);
      await worker.terminate();
    },
  };
}
