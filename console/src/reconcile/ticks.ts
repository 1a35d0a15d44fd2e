/** Ticks of lines that wait to be sent, because others are under way. */
import { LIMITS } from "../api/generated/limits.ts";

/** Lines that are marked together, or whose marks go together. */
export interface Batch {
  readonly cleared: boolean;
  readonly ids: readonly string[];
}

/** Takes the next lines to send out of those that wait: all that change the same way as the first one. */
export function takeBatch(waiting: Map<string, boolean>, most: number = LIMITS.reconciliation_lines): Batch {
  const cleared = waiting.values().next().value ?? true;
  const ids = [...waiting].flatMap(([id, mark]) => (mark === cleared ? [id] : [])).slice(0, most);
  for (const id of ids) waiting.delete(id);
  return { cleared, ids };
}
