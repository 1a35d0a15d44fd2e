/**
 * The folder of the embedded database: closed to others, and never made anew over what is left of an
 * old one; and a COPY that is not read to its end, on either engine.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { unixSeconds } from "../../core/civil-date.ts";
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

test("the data folder is its owner's alone, also within a home that is open to others", async () => {
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

test("a copy that is not read to its end does not hold up its transaction", async () => {
  const rows = await http.app.db.transaction(async (tx) => {
    const copied = tx.copyOut("select repeat('x', 1000) from generate_series(1, 20000)");
    const chunks = copied[Symbol.asyncIterator]();
    const first = await chunks.next();
    await chunks.return?.();
    return first.done ? 0 : first.value.length;
  });
  expect(rows).toBeGreaterThan(0);
});

test("much that was copied is counted for the plans, since the engine does not do it by itself", async () => {
  const db = await open(homeFolder());
  const known = async (): Promise<number> =>
    (
      await db.get(
        statement<{ known: number }>(
          "test.knownRows",
          "select greatest(reltuples, 0)::int8 as known from pg_class where relname = 'copied'",
        ),
      )
    ).known;
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
    expect(await known()).toBe(0);
    await copy(5_000);
    expect(await known()).toBe(5_100);
  } finally {
    await db.close();
  }
});
