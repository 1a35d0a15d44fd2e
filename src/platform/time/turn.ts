/**
 * Turns: long work in pieces, of which the process does one at a time and everything else that waits before
 * the next.
 */

/**
 * How long a piece may take, in milliseconds, where whoever works does not cut the pieces. A request needs
 * several rounds.
 */
const PIECE_MS = 5;

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

/**
 * The same items. What is done with them, and making them, is cut into pieces: from each to the next no
 * longer than `PIECE_MS` and one item take.
 */
export async function* paced<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  await turn();
  let begun = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - begun < PIECE_MS) continue;
    await turn();
    begun = performance.now();
  }
}
