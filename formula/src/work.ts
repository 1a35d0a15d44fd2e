/**
 * Counts work where it is done, for the reading at hand. Readings are never interleaved, so one counter
 * serves functions and operators that know of no reading: whatever goes through the characters of a text, or
 * takes steps by the square of a size, counts here, and its loops end with the reading's budget. To count too
 * much costs an earlier look at the clock and nothing else.
 */

/** Characters that are looked through in the time of about one element. */
const CHARACTERS_SHIFT = 4;

let spend: (steps: number) => void = () => {};

/** Runs something whose work is counted by `counter`, which may throw. */
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

/** Counts that all characters of a text are gone through or put together. */
export function countText(text: string): void {
  const steps = text.length >> CHARACTERS_SHIFT;
  if (steps > 0) spend(steps);
}
