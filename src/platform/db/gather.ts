/**
 * Combines simultaneous lookups into one statement: a busy server then needs one round trip to the database
 * instead of many. No row is cached from one statement to the next, and a caller never gets a row from a
 * statement that began before its call.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { PublicId } from "../../core/public-id.ts";

type Company = PublicId<"company">;

/** The rules for combining items into batches. */
export interface Batching<Item> {
  /** True if two items may be in one batch. */
  readonly fit: (a: Item, b: Item) => boolean;
  readonly most: number;
  /**
   * Batches that are under way at once; what arrives meanwhile waits, and goes together when one of them is
   * done.
   */
  readonly underWay: number;
  /**
   * Of items with the same one, which must be the same in a batch, no two batches are under way at once. By
   * default none is.
   */
  readonly queueOf?: (item: Item) => unknown;
}

/** Hands items over in batches, in the order in which they came. `run` throws nothing. */
export function batched<Item>(
  run: (items: readonly Item[]) => Promise<void>,
  { fit, most, underWay, queueOf }: Batching<Item>,
): (item: Item) => void {
  let waiting: Item[] = [];
  const queues = new Set<unknown>();
  let running = 0;
  let called = false;
  // A batch belongs to no one request, so it runs where this was made.
  const outside = AsyncLocalStorage.snapshot();
  const send = (): void => {
    called = false;
    while (running < underWay) {
      const first = queueOf ? waiting.find((item) => !queues.has(queueOf(item))) : waiting[0];
      if (first === undefined) return;
      const queue = queueOf?.(first);
      if (queueOf) queues.add(queue);
      const batch = new Set(waiting.filter((item) => fit(first, item)).slice(0, most));
      waiting = waiting.filter((item) => !batch.has(item));
      running += 1;
      void run([...batch]).finally(() => {
        running -= 1;
        queues.delete(queue);
        send();
      });
    }
  };
  return (item) => {
    waiting.push(item);
    if (called || running >= underWay) return;
    called = true;
    // Behind everything that has arrived by now, and before anything else is waited for.
    setImmediate(() => outside(send));
  };
}

interface Lookup<Key, Row> {
  readonly companyId: Company;
  readonly key: Key;
  readonly found: (row: Row | null) => void;
  readonly failed: (error: unknown) => void;
}

const MOST_TOGETHER = 100;

/**
 * Makes a lookup from `list`, which returns the rows of several keys of one company in any order. `nameOf`
 * returns a unique name of a key, and the name of the key of a row.
 */
export function gathered<Key, Row extends Key>(
  nameOf: (key: Key) => string,
  list: (companyId: Company, keys: readonly Key[]) => Promise<Row[]>,
): (companyId: Company, key: Key) => Promise<Row | null> {
  const lookUp = async (together: readonly Lookup<Key, Row>[]): Promise<void> => {
    const [first] = together;
    if (!first) return;
    try {
      const keys = new Map(together.map(({ key }) => [nameOf(key), key]));
      const rows = new Map(
        (await list(first.companyId, [...keys.values()])).map((row) => [nameOf(row), row]),
      );
      for (const { key, found } of together) found(rows.get(nameOf(key)) ?? null);
    } catch (error) {
      for (const { failed } of together) failed(error);
    }
  };
  const ask = batched(lookUp, {
    fit: (a, b) => a.companyId === b.companyId,
    most: MOST_TOGETHER,
    underWay: Number.POSITIVE_INFINITY,
  });
  return (companyId, key) => new Promise((found, failed) => ask({ companyId, key, found, failed }));
}
