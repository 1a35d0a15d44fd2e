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

interface Asked<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that answers single items by batches. `run` returns the results of a batch in its order;
 * if it throws, all items of the batch fail.
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { canShareBatch, queueOf, ...bounds }: Batching<Item>,
): (item: Item) => Promise<Result> {
  const enter = batcher<Asked<Item, Result>>(
    async (batch) => {
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    },
    {
      ...bounds,
      canShareBatch: (a, b) => canShareBatch(a.item, b.item),
      ...(queueOf === undefined ? {} : { queueOf: ({ item }) => queueOf(item) }),
    },
  );
  return (item) => new Promise((resolve, reject) => enter({ item, resolve, reject }));
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
  const lookUp = batched<{ readonly companyId: Company; readonly key: Key }, Row | null>(
    async (asked) => {
      const [first] = asked;
      if (first === undefined) return [];
      const keys = new Map(asked.map(({ key }) => [nameOf(key), key]));
      const rows = new Map(
        (await list(first.companyId, [...keys.values()])).map((row) => [nameOf(row), row]),
      );
      return asked.map(({ key }) => rows.get(nameOf(key)) ?? null);
    },
    {
      canShareBatch: (a, b) => a.companyId === b.companyId,
      maxItems: MAX_KEYS,
      maxRunning: Number.POSITIVE_INFINITY,
    },
  );
  return (companyId, key) => lookUp({ companyId, key });
}
