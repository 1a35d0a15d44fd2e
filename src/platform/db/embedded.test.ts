/**
 * The folder of the embedded database is closed to other users, and a damaged folder is never overwritten. A
 * COPY that is not read to its end does not block either engine. Large copies are analyzed.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { openEmbedded } from "./embedded.ts";
import { statement } from "./statement.ts";

const http = await testApp();

function open(home: string) {
  return openEmbedded({
    home,
    holder: { pid: process.pid, command: "test", since: "", socket: null },
    now: () => unixSeconds(0),
  });
}

function homeFolder(): string {
  const home = mkdtempSync(join(tmpdir(), "daybook-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

test("the data folder is closed to other users, even in a home folder that is open to them", async () => {
  const home = join(homeFolder(), "open");
  mkdirSync(home, { mode: 0o755 });
  await (await open(home)).close();
  expect(statSync(join(home, "data")).mode & 0o777).toBe(0o700);
});

test("a damaged folder is refused, and nothing is written into it", async () => {
  const home = homeFolder();
  await (await open(home)).close();
  rmSync(join(home, "data", "PG_VERSION"));
  const before = readdirSync(join(home, "data"), { recursive: true }).length;
  await expect(open(home)).rejects.toMatchObject({
    name: "FileProblem",
    message: expect.stringContaining("PG_VERSION is missing"),
  });
  expect(readdirSync(join(home, "data"), { recursive: true })).toHaveLength(before);
  expect(existsSync(join(home, "holder.json"))).toBe(false);
});

test("a COPY that is not read to its end does not block its transaction", async () => {
  const rows = await http.app.db.transaction(async (tx) => {
    const copied = tx.copyOut("select repeat('x', 1000) from generate_series(1, 20000)");
    const chunks = copied[Symbol.asyncIterator]();
    const first = await chunks.next();
    await chunks.return?.();
    return first.done ? 0 : first.value.length;
  });
  expect(rows).toBeGreaterThan(0);
});

test("after a large COPY the table is analyzed, because the engine does not do so by itself", async () => {
  const db = await open(homeFolder());
  const estimatedRows = async (): Promise<number> =>
    (
      await db.get(
        statement<{ rows: number }>(
          "test.estimatedRows",
          "select greatest(reltuples, 0)::int8 as rows from pg_class where relname = 'copied'",
        ),
      )
    ).rows;
  const copy = (rows: number) =>
    db.transaction(
      (tx) =>
        tx.copyIn(
          "copied (line)",
          Array.from({ length: rows }, () => `${"x".repeat(999)}\n`),
        ),
      { long: true },
    );
  try {
    await db.transaction((tx) => tx.script("create table copied (line text)"));
    await copy(100);
    expect(await estimatedRows()).toBe(0);
    await copy(5_000);
    expect(await estimatedRows()).toBe(5_100);
  } finally {
    await db.close();
  }
});
