/** What a timer's folder loses: older backups and what killed ones left, and nothing else. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unixSeconds } from "../../core/civil-date.ts";
import { deleteOlder, nextBackup } from "./backup-folder.ts";

/** 2026-03-31T02:00:00Z. */
const NOW = unixSeconds(1_774_922_400);
const NEW = "daybook-20260331T020000Z.backup";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-kept-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function has(...names: readonly string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), "");
}

/** A backup is made and older ones are deleted; gives the names of those that went. */
async function kept(keep: number): Promise<string[]> {
  const written = await nextBackup(folder, NOW);
  await writeFile(written, "");
  return deleteOlder(written, keep, NOW);
}

test("the backup that was just made stays, even where names of a wrong clock are later", async () => {
  await has("daybook-20990101T000000Z.backup", "daybook-20980101T000000Z.backup");
  expect(await kept(1)).toHaveLength(2);
  expect(await readdir(folder)).toEqual([NEW]);
  await has("daybook-20990101T000000Z.backup", "daybook-20250101T000000Z.backup");
  expect(await kept(2)).toEqual(["daybook-20250101T000000Z.backup"]);
});

test("a folder of such a name stays and does not count", async () => {
  await mkdir(join(folder, "daybook-20200101T000000Z.backup"));
  await has("daybook-20260330T020000Z.backup");
  expect(await kept(2)).toEqual([]);
  expect(await readdir(folder)).toHaveLength(3);
});

test("what a killed backup left goes after a day", async () => {
  const [old, recent] = ["daybook-20260330T015959Z.backup.7.part", "daybook-20260330T020000Z.backup.7.part"];
  await has(old, recent, "daybook-20200101T000000Z.backup.old", "mine.part");
  expect(await kept(1)).toEqual([old]);
});
