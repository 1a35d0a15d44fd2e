/** The processors of this machine that the process may use. */
import { availableParallelism } from "node:os";

/** How many there are, at least one. */
export function countProcessors(): number {
  return availableParallelism();
}
