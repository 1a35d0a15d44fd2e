/**
 * Assertions: conditions that are true whatever a caller sends. A failed assertion is a bug. It is logged,
 * the request or job is rolled back, and the response has the status 500.
 */

/** The error of a failed assertion. Its message is internal and never sent to a caller. */
export class AssertionFailed extends Error {
  override readonly name = "AssertionFailed";
}

/** Throws `AssertionFailed` with `message` unless `condition` is true. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message);
}

/** Returns `value`, or throws `AssertionFailed` with `message` if it is null or undefined. */
export function present<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new AssertionFailed(message);
  return value;
}
