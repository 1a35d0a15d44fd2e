/**
 * The processor time of a thread. If the runtime does not report the processor time, the time during which
 * the thread's event loop was active is used instead.
 */
import { performance } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";

interface CpuUsage {
  readonly user: number;
  readonly system: number;
}

const millisecondsOf = ({ user, system }: CpuUsage): number => (user + system) / 1_000;

// Since Node.js 23.9 and 24.6.
const runtime: Partial<Pick<NodeJS.Process, "threadCpuUsage">> = process;

/** Returns the processor time of the calling thread since its start, in milliseconds. */
export function ownCpuMs(): number {
  return runtime.threadCpuUsage === undefined
    ? performance.eventLoopUtilization().active
    : millisecondsOf(runtime.threadCpuUsage());
}

/**
 * Returns the processor time of another thread in milliseconds, also while that thread works. Returns 0 for a
 * thread that has not started or has ended.
 */
export async function cpuMsOf(worker: Worker): Promise<number> {
  const optional: Partial<Pick<Worker, "cpuUsage">> = worker;
  if (optional.cpuUsage === undefined) return worker.performance.eventLoopUtilization().active;
  try {
    return millisecondsOf(await worker.cpuUsage());
  } catch {
    return 0;
  }
}
