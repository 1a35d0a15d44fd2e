/**
 * Assertions: statements that must hold whatever a caller sends. A failed one rolls back the
 * request or the job, answers 500 and is logged; it never continues.
 */

/** An invariant of ours that did not hold. Its message is internal and never reaches a caller. */
export class AssertionFailed extends Error {
  override readonly name = "AssertionFailed";
}

/** Throws `AssertionFailed` with `message` unless `condition` holds. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message);
}

/** Gives `value` back, or throws `AssertionFailed` with `message` when it is null or undefined. */
export function present<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new AssertionFailed(message);
  return value;
}
