/** Turns: long work in pieces, of which the process does one at a time and everything else that waits before the next. */

let last: Promise<void> = Promise.resolve();

/** Resolves when a piece may be worked on: one in each round of the process, whoever asks. */
export function turn(): Promise<void> {
  last = last.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
  return last;
}
