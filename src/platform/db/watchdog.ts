/**
 * A thread that ends this process when a call of the embedded engine does not return. The engine runs on the
 * main thread, so no code on the main thread could detect this. The thread connects to the main thread as a
 * debugger does, because a debugger can interrupt both JavaScript and WebAssembly. The thread counts seconds
 * by its own timer, so time in which the machine sleeps does not count.
 */
import { Worker } from "node:worker_threads";
import { LIMITS } from "@daybook/words/limits";
import { SIGNALS } from "../machine/signals.ts";

/** The data that the thread receives. */
export interface WatchdogData {
  /** The number of the current call of the engine; 0 between calls. */
  readonly call: Int32Array<SharedArrayBuffer>;
  /** The number of seconds after which a call counts as stuck. */
  readonly stuckS: number;
  /** The sentence that is printed before the process ends. */
  readonly sentence: string;
}

/** The event that the thread emits on `process` when a call takes long. */
export const LONG_CALL = "daybook:long-call";

export interface Watchdog {
  /** Must be called before each call of the engine. */
  readonly enter: () => void;
  /** Must be called after each call of the engine. */
  readonly leave: () => void;
  readonly close: () => Promise<void>;
}

/** Starts the thread. Resolves when the thread has begun to watch. */
export async function openWatchdog(
  sentence: string,
  stuckS = LIMITS.engine_stuck_s.value,
): Promise<Watchdog> {
  const call = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("watchdog-program.ts", import.meta.url), {
    workerData: { call, stuckS, sentence } satisfies WatchdogData,
    execArgv: [],
    env: {},
  });
  await new Promise<unknown>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  worker.unref();
  let calls = 0;
  let restoreHandlers: (() => void) | null = null;
  // Signal handlers can't run before the engine returns. Without handlers a signal ends the process at once.
  const removeHandlers = (): void => {
    const handlers = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
    for (const [signal] of handlers) process.removeAllListeners(signal);
    restoreHandlers = () => {
      for (const [signal, listeners] of handlers)
        for (const listener of listeners) process.on(signal, listener);
    };
  };
  const events: NodeJS.EventEmitter = process;
  events.on(LONG_CALL, removeHandlers);
  return {
    enter() {
      calls = (calls % 2_000_000_000) + 1;
      Atomics.store(call, 0, calls);
    },
    leave() {
      Atomics.store(call, 0, 0);
      restoreHandlers?.();
      restoreHandlers = null;
    },
    async close() {
      events.off(LONG_CALL, removeHandlers);
      await worker.terminate();
    },
  };
}
