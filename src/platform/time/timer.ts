/** Timers: waiting, running a function later, and waiting for work with a time limit. */

/** Resolves after `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Runs `act` in `ms` milliseconds. Returns a function that cancels the run. */
export function runAfter(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/**
 * Runs `act` after the events of this round of the event loop, and before timers run again. Called in an
 * event of input, it runs before more input is read; called in a timer, after the input that has arrived.
 * With `rounds`, runs `act` that many rounds later.
 */
export function runSoon(act: () => void, rounds = 1): void {
  setImmediate(() => (rounds > 1 ? runSoon(act, rounds - 1) : act()));
}

/**
 * Runs `act` every `ms` milliseconds. Returns a function that stops it. Does not keep the process running.
 */
export function runEvery(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms).unref();
  return () => clearInterval(timer);
}

/**
 * Waits at most `ms` milliseconds for `work`. Returns true if `work` ended in time. Throws what `work`
 * throws. Input that arrived while this process was busy is read first, so that a process that is late itself
 * does not take another one for late.
 */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => runSoon(() => resolve(false)), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
