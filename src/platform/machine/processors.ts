/** The processors of this machine that the process may use. */
import { availableParallelism } from "node:os";

/** The number of processors, at least one. */
export function countProcessors(): number {
  return availableParallelism();
}
