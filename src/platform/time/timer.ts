/** Timers: waiting a while, doing something later, and not waiting longer than a bound. */

/** Resolves after `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Does `act` in `ms` milliseconds, unless the function that it gives is called before. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/**
 * Does `act` after everything that has arrived by now was handled, and before anything more is read; or so
 * many `rounds` of that later.
 */
export function soon(act: () => void, rounds = 1): void {
  setImmediate(() => (rounds > 1 ? soon(act, rounds - 1) : act()));
}

/**
 * Does `act` every `ms` milliseconds until the function that it gives is called. Does not keep the process
 * running.
 */
export function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms).unref();
  return () => clearInterval(timer);
}

/**
 * Waits for `work`, at most `ms` milliseconds; says whether it ended in time. What `work` throws is thrown.
 */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
