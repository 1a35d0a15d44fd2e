/**
 * What the embedded database acknowledges is on the disk: commits that wait together share a flush, reads and
 * counts take none, and after a flush that failed nothing is acknowledged any more.
 */
import fs, { existsSync, mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unixSeconds } from "@daybook/words/civil-date";
import type { Db } from "./db.ts";
import { openEmbedded } from "./embedded.ts";
import { countingOnly, statement } from "./statement.ts";
import { CommitUnknown, EngineStopped, unavailableReason } from "./unavailable.ts";

const insert = statement<never>("test.insertFlushed", "insert into kept values ('line')");
const note = countingOnly<never>("test.countFlushed", "insert into kept values ('count')");
const count = statement<{ rows: number }>("test.countKeptRows", "select count(*)::int8 as rows from kept");

/** Replaces functions of `node:fs`, in all modules, until the test ends. */
function replaceInFs(changed: Partial<typeof fs>): void {
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, Reflect.get(fs, name)]));
  Object.assign(fs, changed);
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, before);
    syncBuiltinESMExports();
  });
}

/** Counts the flushes from now on. */
function countFlushes(): { readonly inBackground: () => number; readonly all: () => number } {
  const { fsync, fsyncSync } = fs;
  let [inBackground, atOnce] = [0, 0];
  replaceInFs({
    fsync: Object.assign(
      (...given: Parameters<typeof fsync>) => {
        inBackground += 1;
        fsync(...given);
      },
      { __promisify__: fsync.__promisify__ },
    ),
    fsyncSync: (descriptor) => {
      atOnce += 1;
      fsyncSync(descriptor);
    },
  });
  return { inBackground: () => inBackground, all: () => inBackground + atOnce };
}

function homeFolder(): string {
  const home = mkdtempSync(join(tmpdir(), "daybook-flush-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

async function open(home: string, skipsFlush = false): Promise<Db> {
  return openEmbedded({
    home,
    holder: { pid: process.pid, command: "test", since: "", socket: null },
    now: () => unixSeconds(0),
    skipsFlush,
  });
}

/** Opens a database with a table in which the next row needs no new file. */
async function opened(home = homeFolder()): Promise<Db> {
  const db = await open(home);
  await db.transaction((tx) => tx.script("create table kept (line text); insert into kept values ('first')"));
  return db;
}

const write = (db: Db) => db.transaction((tx) => tx.run(insert));
const failed = (code: string) => Object.assign(new Error(`${code}: fsync`), { code });

test("a commit waits for one flush of the disk, and those that wait together share it (EMB-001)", async () => {
  const db = await opened();
  for (let each = 0; each < 20; each += 1) await write(db);
  const flushes = countFlushes();
  for (let each = 0; each < 5; each += 1) await write(db);
  expect(flushes.all()).toBe(5);
  await Promise.all(Array.from({ length: 50 }, () => write(db)));
  expect(flushes.all()).toBeLessThan(30);
  expect(flushes.all()).toBeGreaterThan(5);
  await db.close();
});

test("a commit is acknowledged only after a flush that began after it has ended", async () => {
  const db = await opened();
  const { fsync } = fs;
  const waiting: (() => void)[] = [];
  replaceInFs({
    fsync: Object.assign((...given: Parameters<typeof fsync>) => void waiting.push(() => fsync(...given)), {
      __promisify__: fsync.__promisify__,
    }),
  });
  const done: string[] = [];
  const first = write(db).then(() => done.push("first"));
  await expect.poll(() => waiting.length).toBe(1);
  const others = ["second", "third"].map((name) => write(db).then(() => done.push(name)));
  // A reader sees all three, so it waits for them as well.
  const read = db.get(count).then(({ rows }) => done.push(`read ${rows}`));
  await expect.poll(() => db.connections().waiting + db.connections().busy).toBe(0);
  expect(done).toEqual([]);
  waiting.shift()?.();
  await first;
  expect(done).toEqual(["first"]);
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  await Promise.all([...others, read]);
  expect(waiting).toHaveLength(0);
  expect(done).toContain("read 4");
  await db.close();
});

test("reads and counts take no flush", async () => {
  const db = await opened();
  const flushes = countFlushes();
  for (let each = 0; each < 5; each += 1) {
    await db.run(note);
    await db.get(count);
    await db.transaction((tx) => tx.get(count), { mode: "snapshot" });
  }
  expect(flushes.all()).toBe(0);
  await db.run(insert);
  expect(flushes.all()).toBe(1);
  await db.close();
});

test("after a flush that failed nothing is acknowledged, and the engine has stopped (EMB-002)", async () => {
  const home = homeFolder();
  const db = await opened(home);
  const { fsync } = fs;
  replaceInFs({
    fsync: Object.assign(
      (_descriptor: number, done: (error: NodeJS.ErrnoException | null) => void) =>
        queueMicrotask(() => done(failed("ENOSPC"))),
      { __promisify__: fsync.__promisify__ },
    ),
  });
  const commits = await Promise.allSettled([write(db), write(db), write(db)]);
  for (const commit of commits) expect(commit.status).toBe("rejected");
  const [first] = commits;
  const reason: unknown = first?.status === "rejected" ? first.reason : null;
  // What failed may be there later, so that callers are not told that it is not.
  expect(reason).toBeInstanceOf(CommitUnknown);
  expect(unavailableReason(reason)).toBe("its disk does not confirm what is written");
  const stopped = await db.stopped;
  expect(stopped).toBeInstanceOf(EngineStopped);
  expect(stopped.message).toMatch(/the disk did not confirm that .*pg_wal.* is written \(ENOSPC\)/);
  await expect(db.get(count)).rejects.toBeInstanceOf(Error);
  await expect(write(db)).rejects.toBeInstanceOf(Error);
  await db.close();
});

test("a flush that fails while another transaction copies rows stops that, too", async () => {
  const db = await opened();
  const { fsync } = fs;
  let fail: (() => void) | null = null;
  const flushed = Promise.withResolvers<void>();
  replaceInFs({
    fsync: Object.assign(
      (_descriptor: number, done: (error: NodeJS.ErrnoException | null) => void) => {
        fail = () => done(failed("EIO"));
        flushed.resolve();
      },
      { __promisify__: fsync.__promisify__ },
    ),
  });
  const commit = write(db);
  await flushed.promise;
  const copying = db.transaction((tx) =>
    tx.copyIn(
      "kept",
      (async function* rows() {
        // More than a blob, so that it is sent to the engine before the flush fails, and once more after.
        yield `${"x".repeat(5_000_000)}\n`;
        fail?.();
        await db.stopped;
        yield `${"y".repeat(5_000_000)}\n`;
      })(),
    ),
  );
  const [committed, copied] = await Promise.allSettled([commit, copying]);
  expect(committed).toMatchObject({ status: "rejected", reason: expect.any(CommitUnknown) });
  expect(copied.status).toBe("rejected");
  await db.close();
});

test("a flush that fails within the engine stops it", async () => {
  const db = await opened();
  // The new file must wait until the count is on the disk.
  await db.run(note);
  replaceInFs({
    fsyncSync: () => {
      throw failed("EIO");
    },
  });
  await expect(db.transaction((tx) => tx.script("create table other (line text)"))).rejects.toBeInstanceOf(
    Error,
  );
  expect((await db.stopped).message).toContain("(EIO)");
  await expect(db.get(count)).rejects.toBeInstanceOf(EngineStopped);
  await db.close();
});

test("a file system that can't flush folders is used without that", async () => {
  const { fsyncSync, fstatSync } = fs;
  replaceInFs({
    fsyncSync: (descriptor) => {
      if (fstatSync(descriptor).isDirectory()) throw failed("EINVAL");
      fsyncSync(descriptor);
    },
  });
  const db = await opened();
  await write(db);
  expect((await db.get(count)).rows).toBe(2);
  await db.close();
});

test("a folder that was not flushed, or not closed, is flushed as a whole before it is used", async () => {
  const home = homeFolder();
  const marker = join(home, "flushed");
  await (await open(home, true)).close();
  expect(existsSync(marker)).toBe(false);
  await (await open(home)).close();
  expect(existsSync(marker)).toBe(true);
  await (await open(home, true)).close();
  expect(existsSync(marker)).toBe(false);
});
