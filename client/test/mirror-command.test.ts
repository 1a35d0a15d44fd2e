/**
 * The command `daybook-mirror` of the built package against a service in memory: into SQLite and CSV, killed
 * on the way, and what it says of a mirror that is not whole. The key is in the environment only.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FeedService } from "./feed-service.ts";
import { json, page, serve } from "./server.ts";

const CLIENT = fileURLToPath(new URL("..", import.meta.url));
const KEY = "svc_secret";
const folder = mkdtempSync(join(tmpdir(), "daybook-mirror-command-"));
const COMMAND = join(folder, "build/mirror/command.js");
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  execFileSync(process.execPath, [join(CLIENT, "build.ts"), join(folder, "build")]);
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(origin: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      cwd: folder,
      env: { DAYBOOK_URL: origin, DAYBOOK_KEY: KEY, NODE_NO_WARNINGS: "1", ...env },
    };
    execFile(process.execPath, [COMMAND, ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

async function served(rows: number) {
  const feed = new FeedService();
  feed.limit = 500;
  for (let row = 0; row < rows; row += 1)
    feed.write(`txn_${row}`, { amount_cents: row, memo: row === 0 ? 'a "quoted", memo' : null });
  feed.now += 10;
  const category = {
    id: "cat_1",
    object: "category",
    name: "Software",
    account_type: "expense",
    point_in_time: false,
    tier: 1,
    position: 1,
    parent_id: null,
    created: 1,
  };
  const server = await serve(({ url, headers }, response) => {
    expect(headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(headers["accept-encoding"]).toBe("identity");
    const name = url.pathname.split("/").at(-1);
    if (name === "company") json(response, 200, { object: "company", id: feed.companyId });
    else if (name === "transactions") {
      const after = url.searchParams.get("starting_after") ?? undefined;
      const answer = feed.page(Number(url.searchParams.get("updated_after")), after);
      json(response, 200, answer.body, Object.fromEntries(answer.headers));
    } else if (name === "categories" && headers["if-none-match"] === '"c1"') response.writeHead(304).end();
    else if (name === "categories")
      json(response, 200, { object: "list", data: [category] }, { etag: '"c1"' });
    else json(response, 200, page([], null));
  });
  return { feed, server };
}

function count(path: string, table: string): unknown {
  const database = new DatabaseSync(path);
  const row = database.prepare(`select count(*) as rows from ${table}`).get();
  database.close();
  return row?.["rows"];
}

test("mirrors into SQLite, follows changes, and proves it", async () => {
  const { feed, server } = await served(1_200);
  await using _ = server;
  const first = await run(server.origin, ["books.sqlite"]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(
    /^1200 transactions, 1200 delivered, up to .*: whole, by the service's digest\.\n$/,
  );
  feed.write("txn_7", { deleted: true });
  const second = await run(server.origin, ["books.sqlite"]);
  expect(second.stdout).toMatch(/^1199 transactions, 1 delivered/);
  expect([
    count(join(folder, "books.sqlite"), "transactions"),
    count(join(folder, "books.sqlite"), "categories"),
  ]).toEqual([1199, 1]);
  expect(server.arrived.filter(({ headers }) => headers["if-none-match"] === '"c1"')).toHaveLength(1);
});

test("ends with 3 when a row is missing, and reads from zero when it is asked to", async () => {
  const { server } = await served(20);
  await using _ = server;
  await run(server.origin, ["damaged.sqlite", "--quiet"]);
  const database = new DatabaseSync(join(folder, "damaged.sqlite"));
  database.exec("delete from transactions where id = 'txn_3'");
  database.close();
  const damaged = await run(server.origin, ["damaged.sqlite", "--verify"]);
  expect(damaged).toMatchObject({ code: 3, stdout: "" });
  expect(damaged.stderr).toMatch(/--from-zero/);
  expect(await run(server.origin, ["damaged.sqlite", "--from-zero"])).toMatchObject({ code: 0, stderr: "" });
  expect(await run(server.origin, ["damaged.sqlite", "--verify"])).toMatchObject({ code: 0 });
});

test("writes CSV files, whole ones only", async () => {
  const { server } = await served(3);
  await using _ = server;
  expect(await run(server.origin, ["csv/"])).toMatchObject({ code: 0, stderr: "" });
  const lines = readFileSync(join(folder, "csv/transactions.csv"), "utf8").split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^id,created,updated,date,/);
  expect(lines[1]).toContain('"a ""quoted"", memo"');
  expect(readFileSync(join(folder, "csv/categories.csv"), "utf8")).toContain(
    "cat_1,Software,expense,0,1,1,,1\r\n",
  );
});

test("leaves whole CSV files of one state when it is killed while it writes them", async () => {
  const { feed, server } = await served(4_000);
  await using _ = server;
  expect(await run(server.origin, ["whole/"])).toMatchObject({ code: 0 });
  const files = readdirSync(join(folder, "whole")).filter((name) => name.endsWith(".csv"));
  const before = files.map((name) => readFileSync(join(folder, "whole", name), "utf8"));
  for (let row = 0; row < 4_000; row += 1) feed.write(`txn_${row}`, { memo: "changed" });
  // A part that an earlier process left is longer than what is written now.
  writeFileSync(join(folder, "whole/accounts.csv.part"), "left by a killed process\n".repeat(99));
  // It stops when the first part is there: nothing is replaced yet.
  const stop = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    fs.renameSync = () => process.kill(process.pid, "SIGKILL"); syncBuiltinESMExports();`;
  writeFileSync(join(folder, "stop.mjs"), stop);
  await run(server.origin, ["whole/"], { NODE_OPTIONS: `--import=${join(folder, "stop.mjs")}` });
  expect(files.map((name) => readFileSync(join(folder, "whole", name), "utf8"))).toEqual(before);
  expect(await run(server.origin, ["whole/"])).toMatchObject({ code: 0 });
  const after = readFileSync(join(folder, "whole/transactions.csv"), "utf8");
  expect(after.match(/,changed,/g)).toHaveLength(4_000);
  expect(readFileSync(join(folder, "whole/accounts.csv"), "utf8")).not.toContain("killed");
});

test("ends with 4 when it is not proved: others write all the time, or it is stopped before", async () => {
  const { feed, server } = await served(600);
  await using _ = server;
  feed.between = (when) => {
    if (when === "before") for (let row = 0; row < 600; row += 1) feed.write(`txn_${row}`, {});
  };
  const unproved = await run(server.origin, ["unproved.sqlite"]);
  expect(unproved).toMatchObject({ code: 4, stderr: "", stdout: expect.stringContaining("not proved") });
  const child = spawn(process.execPath, [COMMAND, "stopped.sqlite"], {
    cwd: folder,
    env: { DAYBOOK_URL: server.origin, DAYBOOK_KEY: KEY, NODE_NO_WARNINGS: "1" },
  });
  // A second signal would stop it at once.
  feed.between = () => {
    feed.between = () => {};
    child.kill("SIGTERM");
  };
  expect(await new Promise((resolve) => child.on("exit", (code) => resolve(code)))).toBe(4);
});

test("survives being killed, however often (CLNT-007)", async () => {
  const { feed, server } = await served(30_000);
  await using _ = server;
  for (let kill = 0; kill < 6; kill += 1) {
    const stopAt = 3 + kill * 9;
    await new Promise<void>((resolve) => {
      const child = spawn(process.execPath, [COMMAND, "killed.sqlite"], {
        cwd: folder,
        env: { DAYBOOK_URL: server.origin, DAYBOOK_KEY: KEY, NODE_NO_WARNINGS: "1" },
      });
      feed.requests = 0;
      feed.between = () => {
        if (feed.requests >= stopAt) child.kill("SIGKILL");
      };
      child.on("exit", () => resolve());
    });
    feed.between = () => {};
    feed.write(`txn_${kill}`, { memo: "changed meanwhile" });
  }
  const { code, stdout, stderr } = await run(server.origin, ["killed.sqlite", "--verify"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^30000 transactions, \d+ delivered/);
});

test("goes on until it is stopped", async () => {
  const { feed, server } = await served(5);
  await using _ = server;
  const child = spawn(process.execPath, [COMMAND, "followed.sqlite", "--follow", "1"], {
    cwd: folder,
    env: { DAYBOOK_URL: server.origin, DAYBOOK_KEY: KEY, NODE_NO_WARNINGS: "1" },
  });
  let lines = 0;
  const code = await new Promise<number | null>((resolve) => {
    child.stdout.on("data", () => {
      feed.write("txn_new", { memo: String(lines) });
      lines += 1;
      if (lines === 2) child.kill("SIGTERM");
    });
    child.on("exit", (ended) => resolve(ended));
  });
  expect([code, lines]).toEqual([0, 2]);
  expect(count(join(folder, "followed.sqlite"), "transactions")).toBe(6);
});

test("says how it is used, and never the key", async () => {
  const { server } = await served(1);
  await using _ = server;
  expect((await run(server.origin, ["--help"])).stdout).toMatch(/^daybook-mirror <target>/);
  for (const [args, env, message] of [
    [[], {}, /Name one target/],
    [["a", "b"], {}, /Name one target/],
    [["x.sqlite", "--folow"], {}, /folow/],
    [["x.sqlite", "--follow", "0"], {}, /seconds/],
    [["x.sqlite"], { DAYBOOK_KEY: "" }, /DAYBOOK_KEY is not set/],
    [["x.sqlite"], { DAYBOOK_URL: "" }, /DAYBOOK_URL is not set/],
    [["postgres"], {}, /DATABASE_URL is not set/],
    [["books.csv"], {}, /Name a folder/],
  ] as const) {
    const { code, stderr } = await run(server.origin, args, env);
    expect([args, code]).toEqual([args, 2]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(KEY);
  }
  writeFileSync(join(folder, "text.sqlite"), "This is no database, but a text of several words.".repeat(9));
  const text = await run(server.origin, ["text.sqlite"]);
  expect([text.code, text.stderr]).toEqual([1, expect.stringMatching(/^text\.sqlite can't be opened.*\n$/)]);
  const { code, stderr } = await run("http://127.0.0.1:1", ["x.sqlite"], {});
  expect(code).toBe(1);
  expect(stderr).not.toContain(KEY);
}, 120_000);
