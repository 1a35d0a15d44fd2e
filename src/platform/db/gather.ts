/**
 * Combines simultaneous lookups into one statement, so that a busy server needs one round trip to the
 * database instead of many. Rows are not cached: a caller never gets a row from a statement that began before
 * the call.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { PublicId } from "@daybook/words/public-id";

type Company = PublicId<"company">;

/** The rules for combining items into batches. */
export interface Batching<Item> {
  /** True if two items may be in the same batch. */
  readonly canShareBatch: (a: Item, b: Item) => boolean;
  readonly maxItems: number;
  /**
   * The largest number of batches that run at once. Items that arrive meanwhile wait; they form the next
   * batches when a running batch is done.
   */
  readonly maxRunning: number;
  /**
   * Returns the queue of an item. Only one batch of each queue runs at a time. All items of a batch must have
   * the same queue. By default there are no queues.
   */
  readonly queueOf?: (item: Item) => unknown;
}

/**
 * Returns a function that takes single items and passes them to `run` in batches, in the order of arrival.
 * `run` must not throw.
 */
export function batcher<Item>(
  run: (items: readonly Item[]) => Promise<void>,
  { canShareBatch, maxItems, maxRunning, queueOf }: Batching<Item>,
): (item: Item) => void {
  let waiting: Item[] = [];
  const busyQueues = new Set<unknown>();
  let running = 0;
  let isSendScheduled = false;
  // A batch is for several requests, so it must not run in the async context of one of them.
  const withoutRequest = AsyncLocalStorage.snapshot();
  const send = (): void => {
    isSendScheduled = false;
    while (running < maxRunning) {
      const first = queueOf ? waiting.find((item) => !busyQueues.has(queueOf(item))) : waiting[0];
      if (first === undefined) return;
      const queue = queueOf?.(first);
      if (queueOf) busyQueues.add(queue);
      const batch = new Set(waiting.filter((item) => canShareBatch(first, item)).slice(0, maxItems));
      waiting = waiting.filter((item) => !batch.has(item));
      running += 1;
      void run([...batch]).finally(() => {
        running -= 1;
        busyQueues.delete(queue);
        send();
      });
    }
  };
  return (item) => {
    waiting.push(item);
    if (isSendScheduled || running >= maxRunning) return;
    isSendScheduled = true;
    // Sends only after all requests that have arrived by now had a chance to add their items.
    setImmediate(() => withoutRequest(send));
  };
}

interface Lookup<Key, Row> {
  readonly companyId: Company;
  readonly key: Key;
  readonly found: (row: Row | null) => void;
  readonly failed: (error: unknown) => void;
}

const MAX_KEYS = 100;

/**
 * Makes a function that looks up single rows and combines simultaneous calls. `list` returns the rows of
 * several keys of one company, in any order. `nameOf` returns a unique text for a key; it is also called with
 * a row, which contains its key.
 */
export function combinedLookup<Key, Row extends Key>(
  nameOf: (key: Key) => string,
  list: (companyId: Company, keys: readonly Key[]) => Promise<Row[]>,
): (companyId: Company, key: Key) => Promise<Row | null> {
  const lookUpAll = async (lookups: readonly Lookup<Key, Row>[]): Promise<void> => {
    const [first] = lookups;
    if (!first) return;
    try {
      const keys = new Map(lookups.map(({ key }) => [nameOf(key), key]));
      const rows = new Map(
        (await list(first.companyId, [...keys.values()])).map((row) => [nameOf(row), row]),
      );
      for (const { key, found } of lookups) found(rows.get(nameOf(key)) ?? null);
    } catch (error) {
      for (const { failed } of lookups) failed(error);
    }
  };
  const enter = batcher(lookUpAll, {
    canShareBatch: (a, b) => a.companyId === b.companyId,
    maxItems: MAX_KEYS,
    maxRunning: Number.POSITIVE_INFINITY,
  });
  return (companyId, key) => new Promise((found, failed) => enter({ companyId, key, found, failed }));
}
