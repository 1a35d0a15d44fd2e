/**
 * A store in the IndexedDB of a browser. Invariant: `write` and `swap` are one transaction each; nothing else
 * is awaited while one is open, because it would end.
 */
import { type ListName, LISTS, pick, type Row } from "./rows.ts";
import { type Expected, MirrorBusyError, type MirrorState, type MirrorStore } from "./store.ts";

/** The parts of the standard that this file uses; runtimes other than browsers have no types of it. */
interface DbRequest<Result> {
  readonly result: Result;
  readonly error: unknown;
  addEventListener(type: "error" | "success" | "upgradeneeded", listener: () => void): void;
}
interface ObjectStore {
  get(key: string | number): DbRequest<unknown>;
  getAll(range?: object, count?: number): DbRequest<unknown>;
  put(value: object, key?: number): void;
  delete(key: string): void;
  clear(): void;
}
interface Transaction {
  readonly error: unknown;
  abort(): void;
  objectStore(name: string): ObjectStore;
  addEventListener(type: "abort" | "complete", listener: () => void): void;
}
interface Database {
  createObjectStore(name: string, options?: { readonly keyPath: string }): void;
  transaction(
    names: string | readonly string[],
    mode?: "readwrite",
    options?: { readonly durability: "strict" },
  ): Transaction;
  close(): void;
}
interface Globals {
  readonly indexedDB: { open(name: string, version: number): DbRequest<Database> };
  readonly IDBKeyRange: { lowerBound(key: string, isOpen: boolean): object };
}

/** A store in IndexedDB, to be closed when it is no longer used. */
export interface IndexedDbStore extends MirrorStore {
  /** Returns the stored records of a list, or the transactions. */
  readAll(table: ListName | "transactions"): Promise<readonly Row[]>;
  close(): void;
}

const VERSION = 1;
const STATE = "state";

/** Opens or makes the database `name` of the page's origin. */
export async function indexedDbStore(name: string): Promise<IndexedDbStore> {
  const { indexedDB, IDBKeyRange } = globalThis as unknown as Globals;
  const opening = indexedDB.open(name, VERSION);
  opening.addEventListener("upgradeneeded", () => {
    for (const table of ["transactions", ...LISTS, ...LISTS.map(nextOf)])
      opening.result.createObjectStore(table, { keyPath: "id" });
    opening.result.createObjectStore(STATE);
  });
  const database = await resultOf(opening);
  /** Runs `work` in one transaction; resolves when it is on disk. */
  const change = async <Result>(
    tables: readonly string[],
    work: (store: (table: string) => ObjectStore) => Promise<Result>,
  ): Promise<Result> => {
    const transaction = database.transaction(tables, "readwrite", { durability: "strict" });
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
    ended.catch(() => {});
    try {
      const result = await work((table) => transaction.objectStore(table));
      await ended;
      return result;
    } catch (error) {
      if (transaction.error === null) transaction.abort();
      throw error;
    }
  };
  const read = (table: string): ObjectStore => database.transaction(table).objectStore(table);
  const advance = async (states: ObjectStore, { before, state }: Expected): Promise<void> => {
    const kept = (await resultOf(states.get(1))) as MirrorState | undefined;
    if ((kept?.step ?? null) !== before) throw new MirrorBusyError();
    states.put(state, 1);
  };
  return {
    open: async () => ((await resultOf(read(STATE).get(1))) as MirrorState | undefined) ?? null,
    async find(ids) {
      const store = read("transactions");
      const rows = await Promise.all(ids.map((id) => resultOf(store.get(id)) as Promise<Row | undefined>));
      return rows.filter((row) => row !== undefined);
    },
    write: ({ put, remove, clear, ...expected }) =>
      change([STATE, "transactions"], async (store) => {
        await advance(store(STATE), expected);
        const rows = store("transactions");
        if (clear) rows.clear();
        for (const row of put) rows.put(pick("transactions", row));
        for (const id of remove) rows.delete(id);
      }),
    stage: (list, rows, isFirst) =>
      change([nextOf(list)], async (store) => {
        const next = store(nextOf(list));
        if (isFirst) next.clear();
        for (const row of rows) next.put(pick(list, row));
      }),
    swap: (list, { rows: count, ...expected }) =>
      change([STATE, list, nextOf(list)], async (store) => {
        await advance(store(STATE), expected);
        const rows = (await resultOf(store(nextOf(list)).getAll())) as readonly Row[];
        if (rows.length !== count) throw new MirrorBusyError();
        store(list).clear();
        for (const row of rows) store(list).put(row);
        store(nextOf(list)).clear();
      }),
    list: (after, count) =>
      resultOf(read("transactions").getAll(IDBKeyRange.lowerBound(after, true), count)) as Promise<
        readonly Row[]
      >,
    readAll: (table) => resultOf(read(table).getAll()) as Promise<readonly Row[]>,
    close: () => database.close(),
  };
}

function nextOf(list: ListName): string {
  return `${list}_next`;
}

function resultOf<Result>(request: DbRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}
