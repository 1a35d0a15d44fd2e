/**
 * Counts work for the current reading, where the work is done. Readings are never interleaved, so one counter
 * also serves functions and operators that have no access to the reading. Code that goes through the
 * characters of a text, or whose steps grow with the square of a size, must count here, so that the reading's
 * budget ends its loops. Counting too much only makes the budget be checked earlier.
 */

/** The number of characters (as a power of two) that are processed in the time of about one element. */
const CHARACTERS_SHIFT = 4;

let spend: (steps: number) => void = () => {};

/** Runs a function whose work is counted by `counter`, which may throw. */
export function counting<T>(counter: (steps: number) => void, run: () => T): T {
  const former = spend;
  spend = counter;
  try {
    return run();
  } finally {
    spend = former;
  }
}

/** Counts steps. Ends the reading when its budget is used up. */
export function count(steps: number): void {
  spend(steps);
}

/** Counts the work of processing or composing all characters of a text. */
export function countText(text: string): void {
  const steps = text.length >> CHARACTERS_SHIFT;
  if (steps > 0) spend(steps);
}
