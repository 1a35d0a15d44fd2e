/**
 * The batches in which lines are stored, each in its own database transaction. The embedded database writes
 * them without a break, so that others wait as long as it takes.
 */
export const BATCH = 1_000;

export function* batchesOf<Line>(lines: readonly Line[]): Generator<readonly Line[], void, undefined> {
  for (let from = 0; from < lines.length; from += BATCH) yield lines.slice(from, from + BATCH);
}
