/**
 * Sorts more items than memory should hold: sorted runs go to files without a name on the disk and are merged
 * as they are read. Invariant: items with equal keys come in the order in which they were added; memory holds
 * one run, or one chunk of each run.
 */
import { assert } from "@daybook/words/assert";
import { type Spooled, spool } from "./index.ts";

/** An item with the key by which it is sorted, in the order of UTF-16 code units. */
interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

const RUN_ITEMS = 50_000;
const LINES_PER_CHUNK = 1_000;

/** Collects items, which must survive JSON, and gives them back in the order of their keys. */
export class Sorter<Item> {
  readonly #signal: AbortSignal;
  readonly #runItems: number;
  readonly #runs: Spooled[] = [];
  #items: Keyed<Item>[] = [];

  constructor(signal: AbortSignal, runItems = RUN_ITEMS) {
    this.#signal = signal;
    this.#runItems = runItems;
  }

  async add(key: string, item: Item): Promise<void> {
    this.#items.push({ key, item });
    if (this.#items.length < this.#runItems) return;
    const run = sortedItems(this.#items);
    this.#items = [];
    this.#runs.push(await spool(linesOf(run), Number.MAX_SAFE_INTEGER, this.#signal));
  }

  /** The items in order, once. */
  async *sorted(): AsyncGenerator<Item, void, undefined> {
    const last = sortedItems(this.#items);
    if (this.#runs.length === 0) {
      for (const { item } of last) yield item;
      return;
    }
    const sources = [...this.#runs.map((run) => itemsOf<Item>(run)), inMemory(last)];
    const heads = await Promise.all(sources.map((source) => source.next()));
    for (;;) {
      let lowest = -1;
      for (const [index, head] of heads.entries()) {
        const best = heads[lowest];
        // Of equal keys the earlier run comes first.
        if (!head.done && (best === undefined || best.done || head.value.key < best.value.key))
          lowest = index;
      }
      const head = heads[lowest];
      const source = sources[lowest];
      if (head === undefined || head.done || source === undefined) return;
      yield head.value.item;
      heads[lowest] = await source.next();
    }
  }

  /** Gives the disk back. */
  async close(): Promise<void> {
    for (const run of this.#runs.splice(0)) await run.close();
  }
}

function sortedItems<Item>(items: Keyed<Item>[]): Keyed<Item>[] {
  return items.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

async function* linesOf<Item>(items: readonly Keyed<Item>[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (let from = 0; from < items.length; from += LINES_PER_CHUNK)
    yield Buffer.from(
      items
        .slice(from, from + LINES_PER_CHUNK)
        .map((item) => `${JSON.stringify(item)}\n`)
        .join(""),
    );
}

async function* itemsOf<Item>(run: Spooled): AsyncGenerator<Keyed<Item>, void, undefined> {
  const decoder = new TextDecoder();
  let begun = "";
  for await (const chunk of run.read()) {
    const lines = (begun + decoder.decode(chunk, { stream: true })).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as Keyed<Item>;
  }
  assert(begun === "", "a sorted run on the disk does not end with a line feed");
}

async function* inMemory<Item>(items: readonly Keyed<Item>[]): AsyncGenerator<Keyed<Item>, void, undefined> {
  yield* items;
}
