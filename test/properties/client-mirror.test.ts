/**
 * Mirrors of the package `@daybook/client` against the service, while the feed is written: in memory, in
 * SQLite, in PostgreSQL, and in the IndexedDB of a browser. Each ends as the list of the service, proved.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createClient } from "@daybook/client";
import {
  memoryStore,
  mirror,
  MirrorDifferenceError,
  type MirrorStore,
  type Row,
  TABLES,
} from "@daybook/client/mirror";
import { postgresStore } from "@daybook/client/mirror/postgres";
import { sqliteStore } from "@daybook/client/mirror/sqlite";
import pg from "pg";
import { rolldown } from "rolldown";
import { afterAll, describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import type { FeedLine } from "../../src/modules/feed/transactions/index.ts";
import { Prng } from "../../src/sample/prng.ts";
import { CHROMIUM, openChromium } from "../acceptance/chromium.ts";
import { describeWith, outsideProgram } from "../acceptance/outside.ts";
import { testApp, type TestCompany } from "../support/app.ts";
import { createDatabase } from "../support/engine.ts";
import { FEED } from "../support/feed.ts";
import { onServer } from "../support/on-server.ts";
import { day } from "./dates.ts";

const http = await testApp();
const CLIENT = fileURLToPath(new URL("../../client", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "daybook-client-mirror-"));
afterAll(() => rmSync(folder, { recursive: true }));

const EVERY_LIST = ["categories", "departments", "accounts", "journal_entries"] as const;

/** Asks for pages of five rows, and writes between them. */
function fetchBetween(write: () => Promise<unknown>): typeof fetch {
  return async (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    const address = href.replace("limit=500", "limit=5");
    if (address.includes("/transactions?")) await write();
    return fetch(address, init);
  };
}

function line(dice: Prng, external_id: string): FeedLine {
  return {
    account_id: dice.pick(["acct_checking", "acct_savings"]),
    external_id,
    card_id: null,
    date: day("2026-05-04"),
    amount_cents: cents(-dice.integer(1, 90_000)),
    description: `Line "${external_id}" \\ é 漢 🧾`,
    merchant_name: null,
    status: "approved",
    source_vendor: "plaid",
    source_type: "bank",
  };
}

/** Writes that any caller could do, one at a time. */
function writerOf(company: TestCompany, seed: number): () => Promise<unknown> {
  const dice = new Prng(seed, "writer");
  const made: string[] = FEED.transactions.map(({ id }) => id);
  const send = (method: string, path: string, body?: object) =>
    http.send(path, { key: company.key, method, ...(body === undefined ? {} : { body }) });
  let number = 0;
  return async () => {
    if (dice.chance(0.5)) http.clock.set(http.clock.now() + dice.integer(0, 2));
    const now = http.clock.now();
    const id = dice.pick(made as [string, ...string[]]);
    const kind = dice.integer(0, 5);
    if (kind === 0) {
      const lines = Array.from({ length: dice.integer(1, 9) }, () => line(dice, `line ${(number += 1)}`));
      const outcomes = await http.app.transactions.addLines(company.id, lines, now);
      for (const outcome of outcomes) if (outcome.became === "created") made.push(outcome.id);
    } else if (kind === 1) await http.app.transactions.removeLines(company.id, [id], now);
    else if (kind === 2)
      await http.app.transactions.changeLines(company.id, [line(dice, `line ${dice.integer(1, 9)}`)], now);
    else await send("PATCH", `/transactions/${id}`, { memo: `memo ${dice.integer(0, 9)}` });
  };
}

async function listed(company: TestCompany): Promise<Row[]> {
  const client = createClient({ baseUrl: http.address, key: company.key });
  const rows = (await client.listTransactions({}).all()) as unknown as Row[];
  return inOrder(rows.map((row) => columnsOf("transactions", row)));
}

function columnsOf(table: keyof typeof TABLES, row: Row): Row {
  return Object.fromEntries(TABLES[table].map(({ name }) => [name, row[name] ?? null]));
}

function inOrder(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => (String(a["id"]) < String(b["id"]) ? -1 : 1));
}

/** Follows a company into a store while it is written, and compares the two. */
async function follow(store: MirrorStore, seed: number): Promise<TestCompany> {
  const company = await http.company(FEED);
  const write = writerOf(company, seed);
  const dice = new Prng(seed, "mirror");
  const client = createClient({
    baseUrl: http.address,
    key: company.key,
    fetch: fetchBetween(async () => {
      if (dice.chance(0.4)) await write();
      if (dice.chance(0.1)) throw new Error("the connection broke");
    }),
    firstPauseMs: 1,
    retries: 0,
  });
  let proofs = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    await write();
    await mirror(client, store)
      .sync()
      .then(
        ({ proved }) => (proofs += Number(proved)),
        (error: unknown) => expect(String(error)).toMatch(/connection/),
      );
  }
  expect(proofs).toBeGreaterThan(0);
  // From here on a run delivers no row again, so nothing mends itself.
  http.clock.set(http.clock.now() + 60);
  const quiet = mirror(createClient({ baseUrl: http.address, key: company.key }), store, {
    lists: EVERY_LIST,
  });
  expect(await quiet.verify()).toMatchObject({ proved: true });
  expect(inOrder(await store.list("", 10_000))).toEqual(await listed(company));
  return company;
}

describe("a mirror", () => {
  test("in memory is the feed, with its lists", async () => {
    const store = memoryStore();
    const company = await follow(store, Date.now());
    const client = createClient({ baseUrl: http.address, key: company.key });
    const expected = {
      categories: await client.listCategories().all(),
      departments: await client.listDepartments().all(),
      accounts: await client.listAccounts({}).all(),
      journal_entries: await client.listJournalEntries({}).all(),
    };
    for (const list of EVERY_LIST)
      expect(inOrder(store.lists[list]), list).toEqual(
        inOrder((expected[list] as unknown as Row[]).map((row) => columnsOf(list, row))),
      );
    expect(store.lists.journal_entries.length).toBeGreaterThan(20);
    // None is sent again while it stays the same.
    const statuses: number[] = [];
    const watching: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response;
    };
    const again = createClient({ baseUrl: http.address, key: company.key, fetch: watching });
    await mirror(again, store, { lists: EVERY_LIST }).sync();
    expect(statuses).toEqual([200, 200, 304, 304, 304, 304]);
  });

  test("in SQLite is the feed, and a row that others changed is found", async () => {
    const store = sqliteStore(join(folder, "mirror.sqlite"));
    const company = await follow(store, Date.now());
    const copy = mirror(createClient({ baseUrl: http.address, key: company.key }), store);
    // Any row, because a history may have deleted a named one.
    store.database.exec(
      "update transactions set memo = 'changed by others' where id = (select min(id) from transactions)",
    );
    await expect(copy.verify()).rejects.toThrow(MirrorDifferenceError);
    expect(await copy.reread()).toMatchObject({ proved: true });
    expect(await copy.verify()).toMatchObject({ proved: true });
    store.close();
  });

  onServer("in PostgreSQL touches no table of the same name that belongs to no mirror", async () => {
    const pool = new pg.Pool({ connectionString: await createDatabase("foreign"), max: 1 });
    await pool.query('create schema "my books"; create table "my books".accounts as select 1 as mine');
    const company = await http.company(FEED);
    const store = postgresStore((text, values) => pool.query(text, [...values]), { schema: "my books" });
    const copy = mirror(createClient({ baseUrl: http.address, key: company.key }), store);
    for (const act of [copy.sync(), copy.reread()]) await expect(act).rejects.toThrow(/belongs to no mirror/);
    expect((await pool.query('select * from "my books".accounts')).rows).toEqual([{ mine: 1 }]);
    await pool.end();
  });

  onServer(
    "by `daybook-mirror` into PostgreSQL survives being killed at any point",
    async () => {
      const company = await http.company(FEED);
      const lines = Array.from({ length: 30_000 }, (_, number) =>
        line(new Prng(number, "kill"), `k ${number}`),
      );
      for (let at = 0; at < lines.length; at += 5_000)
        await http.app.transactions.addLines(company.id, lines.slice(at, at + 5_000), http.clock.now());
      http.clock.set(http.clock.now() + 60);
      const built = join(folder, "node_modules/@daybook/client");
      execFileSync(process.execPath, [join(CLIENT, "build.ts"), built]);
      symlinkSync(
        dirname(createRequire(import.meta.url).resolve("pg/package.json")),
        join(folder, "node_modules/pg"),
      );
      const DATABASE_URL = await createDatabase("killed");
      const run = (killAfterMs: number | null, ...options: string[]) =>
        new Promise<number | null>((resolve) => {
          const child = spawn(process.execPath, [join(built, "mirror/command.js"), "postgres", ...options], {
            env: { DATABASE_URL, DAYBOOK_URL: http.address, DAYBOOK_KEY: company.key },
            stdio: "ignore",
          });
          if (killAfterMs !== null) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
          child.on("exit", (code) => resolve(code));
        });
      const dice = new Prng(Date.now(), "kills");
      let kills = 0;
      for (let turn = 0; turn < 12; turn += 1) {
        if ((await run(dice.integer(100, 800))) === null) kills += 1;
        await http.send("/transactions/txn_plain", {
          key: company.key,
          method: "PATCH",
          body: { memo: `${turn}` },
        });
      }
      expect(kills).toBeGreaterThan(0);
      http.clock.set(http.clock.now() + 60);
      expect(await run(null, "--verify", "--journal")).toBe(0);
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
      const store = postgresStore((text, values) => pool.query(text, [...values]));
      expect(inOrder(await store.list("", 100_000))).toEqual(await listed(company));
      // What changed last may be delivered once more, and be there again.
      await pool.query(
        "delete from daybook.transactions where id = (select min(id) from daybook.transactions where id <> 'txn_plain')",
      );
      expect(await run(null, "--verify")).toBe(3);
      await pool.end();
    },
    300_000,
  );

  onServer("in PostgreSQL is the feed, by any connection of a pool", async () => {
    const pool = new pg.Pool({ connectionString: await createDatabase("mirror"), max: 3 });
    const store = postgresStore((text, values) => pool.query(text, [...values]), { schema: "my books" });
    const company = await follow(store, Date.now());
    const copy = mirror(createClient({ baseUrl: http.address, key: company.key }), store);
    await pool.query(
      'delete from "my books".transactions where id = (select min(id) from "my books".transactions)',
    );
    await expect(copy.verify()).rejects.toThrow(MirrorDifferenceError);
    expect(await copy.reread()).toMatchObject({ proved: true });
    const two = [copy, mirror(createClient({ baseUrl: http.address, key: company.key }), store)];
    const results = await Promise.allSettled(two.map((each) => each.sync()));
    expect(results.map(({ status }) => status)).toContain("fulfilled");
    expect(await copy.verify()).toMatchObject({ proved: true });
    await pool.end();
  });
});

/** What a stranger writes by the guide: it follows the feed, and compares the digest that the guide's code gives. */
const STRANGER = `
import os, re, urllib.request

def pages(since):
    cursor = ""
    while True:
        address = f"{os.environ['DAYBOOK_URL']}/api/v1/transactions?updated_after={since}&limit=20{cursor}"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {os.environ['DAYBOOK_KEY']}"})
        with urllib.request.urlopen(request) as response:
            page = json.load(response)
            yield page, response.headers.get("Feed-Digest")
        if not page["has_more"]:
            return
        cursor = f"&starting_after={page['next_cursor']}"

rows, since = {}, 0
for line in iter(input, ""):
    for page, header in pages(since):
        for row in page["data"]:
            if row["deleted"]:
                rows.pop(row["id"], None)
            else:
                rows[row["id"]] = row
        watermark = page["watermark"]
    since = watermark
    count, total = digest(rows.values())
    told = re.fullmatch(r'v=1, watermark=(\\d+), rows=(\\d+), sum="([0-9a-f]{64})"', header)
    print((int(told[1]), int(told[2]), told[3]) == (since, count, total), count, flush=True)
`;

describeWith(outsideProgram("python3"), "a program in Python, written by the guide", () => {
  test("has the service's digest from zero, after changes and after a deletion", async () => {
    const company = await http.company(FEED);
    const guide = readFileSync(new URL("../../docs/guides/mirror.md", import.meta.url), "utf8");
    const [, code = ""] = /^```python\n(.*?)^```/ms.exec(guide) ?? [];
    const path = join(folder, "stranger.py");
    writeFileSync(path, `${code}${STRANGER}`);
    const child = spawn("python3", [path], {
      env: { PATH: process.env["PATH"], DAYBOOK_URL: http.address, DAYBOOK_KEY: company.key },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const sync = async () => {
      http.clock.set(http.clock.now() + 60);
      child.stdin.write("sync\n");
      const { value } = await lines.next();
      return [value, (await listed(company)).length];
    };
    const whole = (count: number) => [`True ${count}`, count];
    const [, before] = await sync();
    expect(await sync()).toEqual(whole(Number(before)));
    const dice = new Prng(1, "stranger");
    await http.app.transactions.addLines(
      company.id,
      [line(dice, "one"), line(dice, "two")],
      http.clock.now(),
    );
    const memo = 'tab\t "quoted" \\ é 漢 🧾 \u0001 \u2028';
    await http.send("/transactions/txn_plain", { key: company.key, method: "PATCH", body: { memo } });
    expect(await sync()).toEqual(whole(Number(before) + 2));
    await http.app.transactions.removeLines(company.id, ["txn_plain"], http.clock.now());
    expect(await sync()).toEqual(whole(Number(before) + 1));
    child.stdin.end("\n");
  });
});

describeWith(CHROMIUM, "a mirror in the IndexedDB of Chromium", () => {
  test("is the feed, also after it was closed", async () => {
    const company = await http.company(FEED);
    const script = await bundled();
    const browser = await openChromium();
    try {
      const context = await browser.newContext({ bypassCSP: true });
      const run = async (program: string): Promise<unknown> => {
        const page = await context.newPage();
        await page.goto(`${http.address}/livez`);
        await page.addScriptTag({ content: script });
        const result = await page.evaluate(`(async () => {
          const { createClient, mirror, indexedDbStore } = daybookMirror;
          const client = createClient({ baseUrl: location.origin, key: ${JSON.stringify(company.key)} });
          const store = await indexedDbStore("books");
          const copy = mirror(client, store);
          ${program}
        })()`);
        await page.close();
        return result;
      };
      expect(await run("return (await copy.sync()).proved")).toBe(true);
      await http.send("/transactions/txn_plain", {
        key: company.key,
        method: "PATCH",
        body: { memo: "changed meanwhile" },
      });
      http.clock.set(http.clock.now() + 60);
      expect(await run("return (await copy.verify()).proved")).toBe(true);
      const rows = (await run('return store.readAll("transactions")')) as Row[];
      expect(inOrder(rows)).toEqual(await listed(company));
      expect(await run('return (await store.readAll("categories")).length')).toBeGreaterThan(5);
      expect(
        await run(`
          const { step, ...state } = await store.open();
          await store.write({ before: step, state: { ...state, step: step + 1 }, put: [], remove: ["txn_plain"], clear: false });
          return copy.verify().catch((error) => error.name + (error.kept.rows - error.expected.rows));
        `),
      ).toBe("MirrorDifferenceError-1");
      expect(await run("return (await copy.reread()).proved")).toBe(true);
      expect(await run("return (await copy.verify()).proved")).toBe(true);
    } finally {
      await browser.close();
    }
  });
});

/** The client, the mirror and its store as one script of a page. */
async function bundled(): Promise<string> {
  const door = (name: string): string => createRequire(import.meta.url).resolve(name);
  const entry = "page-of-a-mirror";
  const text = `export { createClient } from ${JSON.stringify(door("@daybook/client"))};
    export { mirror } from ${JSON.stringify(door("@daybook/client/mirror"))};
    export { indexedDbStore } from ${JSON.stringify(door("@daybook/client/mirror/indexeddb"))};`;
  const bundle = await rolldown({
    input: entry,
    platform: "browser",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? text : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "iife", name: "daybookMirror" });
  return output[0].code;
}
