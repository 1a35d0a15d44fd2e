/**
 * The context of log lines: the id of the request, and of its caller's trace. Log lines of code within
 * `withTrace`, also after an `await`, contain these ids, and jobs that the code sends keep the request's id.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Trace {
  readonly request_id: string;
  /** The id of the caller's trace (W3C Trace Context), if the caller sent one. */
  readonly trace_id?: string;
}

const current = new AsyncLocalStorage<Trace>();

/** Runs `work` with the ids of a request. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  return current.run(trace, work);
}

/** Returns the ids of the request that the code runs for; null outside of `withTrace`. */
export function currentTrace(): Trace | null {
  return current.getStore() ?? null;
}
