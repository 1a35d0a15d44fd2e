/**
 * Turns: long work is cut into pieces. In each round of the event loop the process runs one piece of one long
 * work, and then everything else that waits.
 */

/**
 * The time of one piece, in milliseconds, unless the work defines its own pieces. The time is short because a
 * request needs several rounds.
 */
const PIECE_MS = 5;

let last: Promise<void> = Promise.resolve();

/**
 * Resolves when the caller may run a piece. All callers together get one turn per round of the event loop.
 */
export function turn(): Promise<void> {
  last = last.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
  return last;
}

let roundBegan = 0;

/**
 * Resolves at once, or in the next round of the event loop if this round has lasted `PIECE_MS`. For work
 * whose steps await only each other: without a pause, all steps run in one round, in which no request is
 * read.
 */
export async function pauseIfLong(): Promise<void> {
  const now = performance.now();
  if (roundBegan === 0) {
    roundBegan = now;
    setImmediate(() => (roundBegan = 0));
  } else if (now - roundBegan > PIECE_MS) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Yields the same items, but waits for a turn whenever making and using them has taken `PIECE_MS`. A piece
 * thus takes at most `PIECE_MS` and the time of one item.
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
