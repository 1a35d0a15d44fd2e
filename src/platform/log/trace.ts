/**
 * The context of log lines: a request, and the trace of its caller. All code within `traced`, also after an
 * `await`, logs with it, and jobs that are sent within it keep the request's id.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface Trace {
  readonly request_id: string;
  /** The id of the caller's trace (W3C Trace Context), when it sent one. */
  readonly trace_id?: string;
}

const current = new AsyncLocalStorage<Trace>();

/** Runs `act` as part of a request. */
export function traced<T>(trace: Trace, act: () => T): T {
  return current.run(trace, act);
}

/** The request that this runs for; null outside of any. */
export function currentTrace(): Trace | null {
  return current.getStore() ?? null;
}
