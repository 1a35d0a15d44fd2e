/**
 * The processor time of a thread. If the runtime does not report it, the time outside of the event loop's
 * waits is used instead.
 */
import { performance } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";

interface CpuUsage {
  readonly user: number;
  readonly system: number;
}

const millisecondsOf = ({ user, system }: CpuUsage): number => (user + system) / 1_000;

// Since Node.js 23.9 and 24.6.
const own: Partial<Pick<NodeJS.Process, "threadCpuUsage">> = process;

/** Milliseconds that the calling thread has computed since it began. */
export function ownCpuMs(): number {
  return own.threadCpuUsage === undefined
    ? performance.eventLoopUtilization().active
    : millisecondsOf(own.threadCpuUsage());
}

/**
 * The same of another thread, also in the middle of its work; 0 for one that is not running yet or any more.
 */
export async function cpuMsOf(worker: Worker): Promise<number> {
  const asked: Partial<Pick<Worker, "cpuUsage">> = worker;
  if (asked.cpuUsage === undefined) return worker.performance.eventLoopUtilization().active;
  try {
    return millisecondsOf(await worker.cpuUsage());
  } catch {
    return 0;
  }
}
