/**
 * Lookups that are asked for at once become one statement: a busy server then pays for one journey to the
 * database instead of many. Nothing is remembered from one statement to the next, a lookup is never answered
 * by a statement that began before it was asked for, and a statement is about one company.
 */
import type { PublicId } from "../../core/public-id.ts";

type Company = PublicId<"company">;

interface Waiting<Key, Row> {
  readonly key: Key;
  readonly found: (row: Row | null) => void;
  readonly failed: (error: unknown) => void;
}

const MOST_TOGETHER = 100;

/**
 * Makes a lookup out of `list`, which gives the rows of some different keys of a company in any order. `nameOf` tells keys
 * apart, and says which key a row has. The company is null where the key is what tells it.
 */
export function gathered<Key, Row extends Key, Scope extends Company | null>(
  nameOf: (key: Key) => string,
  list: (companyId: Scope, keys: readonly Key[]) => Promise<Row[]>,
): (companyId: Scope, key: Key) => Promise<Row | null> {
  const waiting = new Map<Scope, Waiting<Key, Row>[]>();
  const send = async (companyId: Scope): Promise<void> => {
    const sent = waiting.get(companyId) ?? [];
    waiting.delete(companyId);
    if (sent.length === 0) return;
    try {
      const keys = new Map(sent.map(({ key }) => [nameOf(key), key]));
      const rows = new Map((await list(companyId, [...keys.values()])).map((row) => [nameOf(row), row]));
      for (const { key, found } of sent) found(rows.get(nameOf(key)) ?? null);
    } catch (error) {
      for (const { failed } of sent) failed(error);
    }
  };
  return (companyId, key) =>
    new Promise((found, failed) => {
      const together = waiting.get(companyId) ?? [];
      waiting.set(companyId, together);
      together.push({ key, found, failed });
      // Behind everything that has arrived by now, and before anything else is waited for.
      if (together.length === 1) setImmediate(() => void send(companyId));
      else if (together.length === MOST_TOGETHER) void send(companyId);
    });
}

/** How items become batches. */
export interface Batching<Item> {
  /** Whether two items may be of one batch. */
  readonly fit: (a: Item, b: Item) => boolean;
  readonly most: number;
  /** Batches that are under way at once; what arrives meanwhile waits, and goes together when one of them is done. */
  readonly underWay: number;
}

/** Hands items over in batches, in the order in which they came. `run` throws nothing. */
export function batched<Item>(run: (items: readonly Item[]) => Promise<void>, { fit, most, underWay }: Batching<Item>): (item: Item) => void {
  let waiting: Item[] = [];
  let running = 0;
  let called = false;
  const send = (): void => {
    called = false;
    while (running < underWay) {
      const [first] = waiting;
      if (first === undefined) return;
      const batch = new Set(waiting.filter((item) => fit(first, item)).slice(0, most));
      waiting = waiting.filter((item) => !batch.has(item));
      running += 1;
      void run([...batch]).finally(() => {
        running -= 1;
        send();
      });
    }
  };
  return (item) => {
    waiting.push(item);
    if (called || running >= underWay) return;
    called = true;
    // Behind everything that has arrived by now, and before anything else is waited for.
    setImmediate(send);
  };
}
