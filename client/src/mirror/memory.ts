/** A store in memory, for tests and for short-lived programs. */
import { type ListName, LISTS, pick, type Row } from "./rows.ts";
import { type Expected, MirrorBusyError, type MirrorState, type MirrorStore } from "./store.ts";

/** A store whose rows can be read. */
export interface MemoryStore extends MirrorStore {
  /** The transactions, by id. */
  readonly transactions: ReadonlyMap<string, Row>;
  /** The records of each list. */
  readonly lists: Readonly<Record<ListName, readonly Row[]>>;
}

export function memoryStore(): MemoryStore {
  const transactions = new Map<string, Row>();
  const empty = (): Record<ListName, readonly Row[]> =>
    Object.fromEntries(LISTS.map((name) => [name, []])) as unknown as Record<ListName, readonly Row[]>;
  const [lists, staged] = [empty(), empty()];
  let kept: MirrorState | null = null;
  const advance = ({ before, state }: Expected): void => {
    if ((kept?.step ?? null) !== before) throw new MirrorBusyError();
    kept = state;
  };
  return {
    transactions,
    lists,
    open: async () => kept,
    find: async (ids) => ids.map((id) => transactions.get(id)).filter((row) => row !== undefined),
    async write({ put, remove, clear, ...expected }) {
      advance(expected);
      if (clear) transactions.clear();
      for (const row of put) transactions.set(String(row["id"]), pick("transactions", row));
      for (const id of remove) transactions.delete(id);
    },
    async stage(list, rows, isFirst) {
      const next = rows.map((row) => pick(list, row));
      staged[list] = isFirst ? next : [...staged[list], ...next];
    },
    async swap(list, { rows, ...expected }) {
      if (staged[list].length !== rows) throw new MirrorBusyError();
      advance(expected);
      lists[list] = staged[list];
      staged[list] = [];
    },
    list: async (after, count) =>
      [...transactions.values()]
        .filter(({ id }) => String(id) > after)
        .toSorted((a, b) => (String(a["id"]) < String(b["id"]) ? -1 : 1))
        .slice(0, count),
  };
}
