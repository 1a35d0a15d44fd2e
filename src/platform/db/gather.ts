/**
 * Lookups that are asked for at once become one statement: a busy server then pays for one journey to the
 * database instead of many. Nothing is remembered from one statement to the next, and a lookup is never
 * answered by a statement that began before it was asked for.
 */

const MOST_TOGETHER = 100;

interface Waiting<Row> {
  readonly key: Buffer;
  readonly found: (row: Row | null) => void;
  readonly failed: (error: unknown) => void;
}

/** Makes a lookup by a unique key out of `list`, which gives the rows of several keys in any order. */
export function gathered<Row>(list: (keys: readonly Buffer[]) => Promise<Row[]>, keyOf: (row: Row) => Buffer): (key: Buffer) => Promise<Row | null> {
  let waiting: Waiting<Row>[] = [];
  const send = async (): Promise<void> => {
    const sent = waiting;
    waiting = [];
    if (sent.length === 0) return;
    try {
      const keys = new Map(sent.map(({ key }) => [nameOf(key), key]));
      const rows = new Map((await list([...keys.values()])).map((row) => [nameOf(keyOf(row)), row]));
      for (const { key, found } of sent) found(rows.get(nameOf(key)) ?? null);
    } catch (error) {
      for (const { failed } of sent) failed(error);
    }
  };
  return (key) =>
    new Promise((found, failed) => {
      waiting.push({ key, found, failed });
      // Behind everything that has arrived by now, and before anything else is waited for.
      if (waiting.length === 1) setImmediate(() => void send());
      else if (waiting.length === MOST_TOGETHER) void send();
    });
}

function nameOf(key: Buffer): string {
  return key.toString("latin1");
}
