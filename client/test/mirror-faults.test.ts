/**
 * What strangers do to a mirror: tables of others under its names, lists that were damaged or that move while
 * they are read, a service that was restored or that never ends, and stores that fail on the way.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ProtocolError, ResourceMissingError } from "@daybook/client";
import {
  memoryStore,
  mirror,
  MirrorBusyError,
  type MirrorClient,
  MirrorDifferenceError,
  type MirrorStore,
  TABLES,
} from "@daybook/client/mirror";
import { sqliteStore } from "@daybook/client/mirror/sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { sha256, WORDS } from "../src/mirror/sha256.ts";
import { FeedService } from "./feed-service.ts";

const folder = mkdtempSync(join(tmpdir(), "daybook-mirror-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));

function feedOf(rows: number): FeedService {
  const service = new FeedService();
  service.limit = 500;
  for (let row = 0; row < rows; row += 1) service.write(`txn_${row}`, { amount_cents: row });
  service.now += 10;
  return service;
}

/** A client whose accounts are pages of two, each with a tag of its content; `asked` are the requests. */
function withAccounts(service: FeedService, names: () => readonly string[]) {
  const asked: string[] = [];
  const client = service.client();
  const listAccounts = async (
    { starting_after: after }: { readonly starting_after?: string },
    { ifNoneMatch }: { readonly ifNoneMatch?: string },
  ) => {
    const all = names();
    if (after !== undefined && !all.includes(after)) {
      const body = { type: "a", code: "resource_missing", message: "It is gone.", param: "starting_after" };
      throw new ResourceMissingError(404, body, null);
    }
    const from = after === undefined ? 0 : all.indexOf(after) + 1;
    const some = all.slice(from, from + 2);
    const next_cursor = from + 2 < all.length ? (some.at(-1) ?? null) : null;
    const tag = JSON.stringify([some, next_cursor]);
    asked.push(tag === ifNoneMatch ? "304" : "200");
    const headers = new Headers({ etag: tag });
    if (tag === ifNoneMatch) return { status: 304, headers, body: null };
    return { status: 200, headers, body: { data: some.map(account), next_cursor } };
  };
  const raw = { ...client.raw, listAccounts } as unknown as MirrorClient["raw"];
  return { client: { ...client, raw }, asked };
}

const account = (id: string) => ({
  id,
  name: id,
  institution_name: null,
  type: "checking",
  last4: null,
  currency: "USD",
  category_id: "cat_1",
  balance_cents: 0,
  active: true,
  created: 1,
});

describe("a table of the same name that belongs to no mirror", () => {
  test.each(["transactions", "accounts", "journal_entries_next"])("is not touched: %s", async (table) => {
    const path = join(folder, `${table}.sqlite`);
    const database = new DatabaseSync(path);
    database.exec(
      `create table ${table} (id text primary key, mine text); insert into ${table} values ('a', 'b')`,
    );
    database.close();
    const store = sqliteStore(path);
    const copy = mirror(feedOf(3).client(), store);
    for (const act of [copy.sync(), copy.reread(), copy.verify()])
      await expect(act).rejects.toThrow(/belongs to no mirror/);
    expect(store.database.prepare(`select * from ${table}`).all()).toEqual([{ id: "a", mine: "b" }]);
    expect(
      store.database.prepare("select count(*) as tables from sqlite_master where type = 'table'").get(),
    ).toEqual({ tables: 1 });
    store.close();
  });

  test("a state that is none is said to be damaged", async () => {
    const store = sqliteStore(":memory:");
    await mirror(feedOf(3).client(), store).sync();
    for (const state of ["{}", "null", '{"version":1,"step":1}']) {
      store.database.prepare("update mirror_state set state = ?").run(state);
      await expect(mirror(feedOf(3).client(), store).sync()).rejects.toThrow(/damaged/);
    }
    store.close();
  });
});

describe("a list", () => {
  test("of several pages is asked for by its tags, and read again when any page has changed", async () => {
    let names = ["a", "b", "c", "d", "e"];
    const { client, asked } = withAccounts(feedOf(3), () => names);
    const store = memoryStore();
    const copy = mirror(client, store);
    const sync = async () => {
      asked.length = 0;
      await copy.sync();
      expect(store.lists.accounts.map(({ id }) => id)).toEqual(names);
      return asked.join(" ");
    };
    expect(await sync()).toBe("200 200 200");
    expect(await sync()).toBe("304 304 304");
    names = ["a", "b", "c", "d", "f"];
    expect(await sync()).toBe("304 304 200 200 200 200");
    // The record of a cursor is gone.
    names = ["a", "c", "d", "f"];
    expect(await sync()).toMatch(/200 200$/);
    expect(await sync()).toBe("304 304");
    names = [];
    expect(await sync()).toBe("200 200");
  });

  test("that others have damaged is mended by `verify` and `reread`, though its tag is the same", async () => {
    const { client } = withAccounts(feedOf(3), () => ["a", "b", "c"]);
    const store = sqliteStore(join(folder, "lists.sqlite"));
    const copy = mirror(client, store);
    const rows = () => store.database.prepare("select count(*) as rows from accounts").get()?.["rows"];
    await copy.sync();
    for (const mend of [() => copy.verify(), () => copy.reread()]) {
      store.database.exec("delete from accounts where id = 'b'");
      expect(await mend()).toMatchObject({ proved: true });
      expect(rows()).toBe(3);
    }
    store.close();
  });

  test("of which another process has staged a part meanwhile is not stored", async () => {
    const { client } = withAccounts(feedOf(3), () => ["a", "b", "c"]);
    const store = sqliteStore(":memory:");
    const disturbed: MirrorStore = {
      ...store,
      stage: async (list, rows, isFirst) => {
        await store.stage(list, rows, isFirst);
        if (list === "accounts" && !isFirst) await store.stage(list, rows, true);
      },
    };
    await expect(mirror(client, disturbed).sync()).rejects.toThrow(MirrorBusyError);
    expect(await mirror(client, store).sync()).toMatchObject({ proved: true });
    expect(store.database.prepare("select count(*) as rows from accounts").get()).toEqual({ rows: 3 });
    store.close();
  });

  test("whose pages never end, or that gives records twice, ends", async () => {
    let count = 0;
    const { client } = withAccounts(feedOf(3), () => ["a"]);
    const endless = (ids: () => string[]) => {
      const listAccounts = async () => ({
        status: 200,
        headers: new Headers({ etag: `"${(count += 1)}"` }),
        body: { data: ids().map(account), next_cursor: `cursor ${count}` },
      });
      return { ...client, raw: { ...client.raw, listAccounts } as unknown as MirrorClient["raw"] };
    };
    for (const ids of [() => [], () => ["a", "a"]])
      await expect(mirror(endless(ids), memoryStore()).sync()).rejects.toThrow(/pages of accounts/);
    const growing = mirror(
      endless(() => [`account ${count}`]),
      memoryStore(),
      { maxPages: 50 },
    );
    await expect(growing.sync()).rejects.toThrow(/list has more than 50 pages/);
  });

  test("of which a page has no ETag is read again each time", async () => {
    const names = new Map([
      ["a", '"1"'],
      ["b", null],
    ]);
    let changed = "before";
    const { client } = withAccounts(feedOf(1), () => []);
    const listAccounts = async ({ starting_after: after }: { starting_after?: string }) => {
      const id = after === undefined ? "a" : "b";
      const tag = names.get(id) ?? null;
      return {
        status: 200,
        headers: new Headers(tag === null ? {} : { etag: tag }),
        body: {
          data: [{ ...account(id), name: id === "b" ? changed : id }],
          next_cursor: after === undefined ? "a" : null,
        },
      };
    };
    const store = memoryStore();
    const raw = { ...client.raw, listAccounts } as unknown as MirrorClient["raw"];
    const copy = mirror({ ...client, raw }, store);
    await copy.sync();
    changed = "after";
    await copy.sync();
    expect(store.lists.accounts.map(({ name }) => name)).toEqual(["a", "after"]);
  });
});

describe("a service", () => {
  test("that gives new rows for ever is left after the most pages, and the rows that came are kept", async () => {
    const service = feedOf(1_000);
    service.limit = 10;
    const store = memoryStore();
    await expect(mirror(service.client(), store, { maxPages: 5 }).sync()).rejects.toThrow(
      /run has more than 5 pages/,
    );
    expect(store.transactions.size).toBe(50);
    expect(await mirror(service.client(), store).sync()).toMatchObject({ rows: 1_000, proved: true });
  });

  test("whose rows contradict themselves is refused", async () => {
    for (const change of [{ currency: "EUR" }, { pending: true }, { has_splits: true }]) {
      const service = feedOf(2);
      service.lie = (rows) => rows.map((row) => ({ ...row, ...change }));
      const store = memoryStore();
      await expect(mirror(service.client(), store).sync()).rejects.toThrow(/none of transactions/);
      expect(store.transactions.size).toBe(0);
    }
  });

  test("that gives the same rows for ever under new cursors is found out at the second page", async () => {
    const service = feedOf(6);
    service.limit = 3;
    const [first, ...others] = [service.page(0, undefined)];
    expect(others).toEqual([]);
    let count = 0;
    const listTransactions = async () => ({
      ...first,
      body: { ...first?.body, next_cursor: `cursor ${(count += 1)}` },
    });
    const client = service.client();
    const liar = { ...client, raw: { ...client.raw, listTransactions } as unknown as MirrorClient["raw"] };
    await expect(mirror(liar, memoryStore()).sync()).rejects.toThrow(/out of order/);
    expect(count).toBeLessThanOrEqual(3);
  });

  test("that was restored to an earlier time is told apart, and reading from zero mends it", async () => {
    const service = feedOf(4);
    const store = memoryStore();
    await mirror(service.client(), store).sync();
    const restored = new FeedService();
    restored.now = service.now - 100;
    restored.write("txn_0", {});
    const copy = mirror(restored.client(), store);
    await expect(copy.sync()).rejects.toThrow(/restored.*from zero/);
    expect(await copy.reread()).toMatchObject({ proved: true, rows: 1 });
  });

  test("that no longer knows an interrupted run begins a new one", async () => {
    const service = feedOf(2_000);
    let requests = 0;
    service.between = (when) => {
      if (when === "before" && (requests += 1) === 3) throw new Error("broken");
    };
    const store = sqliteStore(":memory:");
    await expect(mirror(service.client(), store).sync()).rejects.toThrow("broken");
    const state = await store.open();
    if (state === null || state.run === null) throw new Error("there is no interrupted run");
    service.between = () => {};
    // As after a restart that gives other watermarks.
    const run = { ...state.run, watermark: state.run.watermark - 1 };
    const changed = { ...state, step: state.step + 1, run };
    await store.write({ before: state.step, state: changed, put: [], remove: [], clear: false, isNew: true });
    expect(await mirror(service.client(), store).sync()).toMatchObject({ proved: true, rows: 2_000 });
    store.close();
  });

  test("whose company has no id is none", async () => {
    const service = feedOf(1);
    service.companyId = undefined as never;
    await expect(mirror(service.client(), memoryStore()).sync()).rejects.toBeInstanceOf(ProtocolError);
  });
});

describe("a store", () => {
  test("that fails while pages are read ahead ends the run, and keeps what it had", async () => {
    const service = feedOf(12_000);
    const store = memoryStore();
    let writes = 0;
    const failing: MirrorStore = {
      ...store,
      write: async (page) => {
        if ((writes += 1) === 2) throw new Error("the disk is full");
        await store.write(page);
      },
    };
    await expect(mirror(service.client(), failing).sync()).rejects.toThrow("the disk is full");
    expect([writes, store.transactions.size]).toEqual([2, 2_500]);
    expect(await mirror(service.client(), store).sync()).toMatchObject({ proved: true, rows: 12_000 });
  });

  test("in SQLite has its indexes from the end of the first run on, and again after one from zero", async () => {
    const service = feedOf(12_000);
    const path = join(folder, "first.sqlite");
    const state = () => {
      const database = new DatabaseSync(path);
      const rows = database.prepare("select count(*) as rows from transactions").get()?.["rows"];
      const indexes = database.prepare("select name from pragma_index_list('transactions') order by name");
      const names = indexes.all().map(({ name }) => name);
      database.close();
      return [rows, ...names];
    };
    const BOTH = ["transactions_by_date", "transactions_by_id"];
    const interrupted = async (run: (store: ReturnType<typeof sqliteStore>) => Promise<unknown>) => {
      const store = sqliteStore(path);
      await expect(run(store)).rejects.toThrow("broken");
      store.close();
    };
    let left = 12;
    service.between = (when) => {
      if (when === "before" && (left -= 1) === 0) throw new Error("broken");
    };
    await interrupted((store) => mirror(service.client(), store).sync());
    expect(state()).toEqual([5_500]);
    const store = sqliteStore(path);
    // It has been delivered already, and comes again at the end of the run.
    service.write("txn_3", { memo: "changed during the run" });
    left = 12;
    await expect(mirror(service.client(), store).sync()).rejects.toThrow("broken");
    expect(state()).toEqual([11_000]);
    expect(await mirror(service.client(), store).verify()).toMatchObject({ proved: true, rows: 12_000 });
    expect(state()).toEqual([12_000, ...BOTH]);
    left = 6;
    await interrupted((again) => mirror(service.client(), again).reread());
    expect(state()).toEqual([2_500]);
    expect(await mirror(service.client(), store).verify()).toMatchObject({ proved: true, rows: 12_000 });
    expect(state()).toEqual([12_000, ...BOTH]);
    store.close();
  });

  test.each([memoryStore, () => sqliteStore(":memory:")])(
    "that is given a row twice by a first run says so, and reading from zero mends it",
    async (open) => {
      const service = feedOf(6);
      service.limit = 3;
      const store: MirrorStore = open();
      const copy = mirror(service.client(), store);
      service.now += 10;
      service.write("txn_late", {});
      service.now += 10;
      service.lie = (rows) => rows.map((row) => (row.id === "txn_late" ? { ...row, id: "txn_1" } : row));
      await expect(copy.sync()).rejects.toThrow(/from zero/);
      service.lie = null;
      expect(await copy.reread()).toMatchObject({ proved: true, rows: 7 });
      expect(await copy.verify()).toMatchObject({ proved: true, rows: 7 });
      expect(await store.list("", 10)).toHaveLength(7);
    },
  );

  test("in SQLite that an earlier version has made goes on as it is", async () => {
    const service = feedOf(9);
    const path = join(folder, "earlier.sqlite");
    const columns = TABLES.transactions.map(
      ({ name, kind }) => `"${name}" ${kind === "text" ? "text" : "integer"}`,
    );
    const database = new DatabaseSync(path);
    database.exec(
      `create table mirror_state (id integer primary key, state text not null);
       create table transactions (${columns.join(", ").replace('"id" text', '"id" text primary key')})`,
    );
    database.close();
    const store = sqliteStore(path);
    const copy = mirror(service.client(), store);
    expect(await copy.sync()).toMatchObject({ proved: true, rows: 9 });
    service.write("txn_4", { memo: "new" });
    service.now += 10;
    expect(await copy.verify()).toMatchObject({ proved: true, rows: 9 });
    store.database.exec("delete from transactions where id = 'txn_7'");
    await expect(copy.verify()).rejects.toThrow(MirrorDifferenceError);
    expect(await copy.reread()).toMatchObject({ proved: true, rows: 9 });
    store.close();
  });

  test("in SQLite lets two mirrors of one program wait for each other; one of them is refused", async () => {
    const service = feedOf(3_000);
    const store = sqliteStore(join(folder, "two.sqlite"));
    const results = await Promise.allSettled([1, 2].map(() => mirror(service.client(), store).sync()));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results).toContainEqual({ status: "rejected", reason: expect.any(MirrorBusyError) });
    expect(await mirror(service.client(), store).verify()).toMatchObject({ proved: true, rows: 3_000 });
    store.database.exec("delete from transactions where id = 'txn_7'");
    await expect(mirror(service.client(), store).verify()).rejects.toThrow(MirrorDifferenceError);
    store.close();
  });
});

test("the hash of the package is that of the runtime, for texts of every length around a block", () => {
  const [own, native] = [new Uint32Array(WORDS * 2), new Uint32Array(WORDS * 2)];
  for (let length = 0; length < 300; length += 1) {
    const text = `é漢🧾"\\${"x".repeat(length)}`;
    sha256(text, own, WORDS, true);
    sha256(text, native, WORDS, false);
    const hex = Array.from(own.subarray(WORDS), (word) => word.toString(16).padStart(8, "0")).join("");
    expect([hex, own]).toEqual([createHash("sha256").update(text).digest("hex"), native]);
  }
});
