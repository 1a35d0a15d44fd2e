/** The processors of this machine that the process may use. */
import { availableParallelism } from "node:os";

/** Returns the number of processors, which is at least one. */
export function countProcessors(): number {
  return availableParallelism();
}
