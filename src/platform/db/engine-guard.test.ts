/** Neither an engine that panics nor one that gets stuck leaves a process that runs without end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { unixSeconds } from "@daybook/words/civil-date";
import { EngineStopped } from "./unavailable.ts";
import type { Db } from "./db.ts";
import { openEmbedded } from "./embedded.ts";
import { statement } from "./statement.ts";

const count = statement<{ rows: number }>("test.countKept", "select count(*)::int8 as rows from kept");

function homeFolder(): string {
  const home = mkdtempSync(join(tmpdir(), "daybook-guard-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

function open(home: string, reserveBytes = 0): Promise<Db> {
  return openEmbedded({
    home,
    holder: { pid: process.pid, command: "test", since: "", socket: null },
    now: () => unixSeconds(0),
    reserveBytes,
  });
}

const script = (db: Db, sql: string) => db.transaction((tx) => tx.script(sql));
const INSERT_MANY = "insert into kept select repeat(md5(i::text), 10) from generate_series(1, 20000) i";
const segments = (home: string) =>
  readdirSync(join(home, "data", "pg_wal")).filter((name) => name.length === 24);

test("an engine that panics is not called again, and committed data is kept", async () => {
  const home = homeFolder();
  const db = await open(home);
  await script(db, "create table kept (line text); insert into kept values ('before')");
  // The next segment of the log can't be made, as on a full disk.
  const last = Number.parseInt(segments(home).toSorted().at(-1)?.slice(-8) ?? "", 16);
  const obstacle = join(
    home,
    "data",
    "pg_wal",
    `0000000100000000${(last + 1).toString(16).padStart(8, "0").toUpperCase()}`,
  );
  mkdirSync(obstacle);
  const inserts = Array.from({ length: 10 }, () => script(db, INSERT_MANY));
  const first = await Promise.allSettled(inserts);
  expect(first.at(-1)).toMatchObject({ status: "rejected", reason: expect.any(EngineStopped) });
  expect(await db.stopped).toBeInstanceOf(EngineStopped);
  await expect(db.get(count)).rejects.toBeInstanceOf(EngineStopped);
  await db.close();
  rmdirSync(obstacle);

  const again = await open(home);
  expect((await again.get(count)).rows).toBe(
    1 + 20_000 * first.filter(({ status }) => status === "fulfilled").length,
  );
  await again.close();
});

test("checkpoints run while the database is open, even during a long transaction", async () => {
  const home = homeFolder();
  const db = await open(home);
  await script(db, "create table kept (line text)");
  await db.transaction(async (tx) => {
    for (let round = 0; round < 25; round += 1) {
      await tx.script(INSERT_MANY);
      // Longer than the shortest time between two measurements of the log.
      await new Promise((resolve) => setTimeout(resolve, 110));
    }
  });
  const numbers = segments(home).map((name) => Number.parseInt(name.slice(-8), 16));
  expect(Math.max(...numbers)).toBeGreaterThan(10);
  expect(numbers.length).toBeLessThan(10);
  await db.close();
});

test("with less free space than the reserve, writing is refused and reading works", async () => {
  const home = homeFolder();
  const ample = await open(home);
  await script(ample, "create table kept (line text); insert into kept values ('before')");
  await ample.close();
  const short = await open(home, Number.MAX_SAFE_INTEGER);
  for (let round = 0; round < 3; round += 1) {
    await expect(script(short, INSERT_MANY)).rejects.toMatchObject({ name: "DiskFull", code: "53100" });
    await expect(short.transaction((tx) => tx.copyIn("kept (line)", ["x\n"]))).rejects.toMatchObject({
      code: "53100",
    });
    expect(await short.get(count)).toEqual({ rows: 1 });
    expect(await short.transaction((tx) => tx.get(count), { mode: "snapshot" })).toEqual({ rows: 1 });
  }
  await short.close();
});

/** Starts a process with a watchdog, in which a statement never ends. */
function startStuckProcess(stuckS: number) {
  const modules = Object.fromEntries(
    ["watchdog", "engine-guard"].map((name) => [name, new URL(`${name}.ts`, import.meta.url).href]),
  );
  const program = `
    import { writeSync } from "node:fs";
    import { PGlite } from ${JSON.stringify(import.meta.resolve("@electric-sql/pglite"))};
    import { LONG_CALL, openWatchdog } from ${JSON.stringify(modules["watchdog"])};
    import { EngineGuard } from ${JSON.stringify(modules["engine-guard"])};
    process.on("SIGTERM", () => {});
    process.prependListener(LONG_CALL, () => writeSync(1, "long\\n"));
    const engine = await PGlite.create("memory://");
    new EngineGuard(engine, { sentence: String, ...(await openWatchdog("It does not come back.", ${stuckS})) });
    await engine.query("select 1");
    await engine.exec("do $$ begin loop end loop; end $$");
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return { child, standardError: () => errors };
}

test("a statement that never ends ends the process, with a sentence and exit code 1", async () => {
  const { child, standardError } = startStuckProcess(2);
  expect(await once(child, "close")).toEqual([1, null]);
  expect(standardError()).toContain("It does not come back.\n");
});

test("while a statement takes long, a signal to stop ends the process at once", async () => {
  const { child } = startStuckProcess(3_600);
  await once(createInterface({ input: child.stdout }), "line");
  const closed = once(child, "close");
  // The process removes its signal handlers right after it has written that line.
  const repeat = setInterval(() => child.kill("SIGTERM"), 500);
  const [code, signal] = await closed;
  clearInterval(repeat);
  expect([code, signal]).toEqual([null, "SIGTERM"]);
});
