/** From a timer's folder, only older backups and unfinished files of killed backups are deleted. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unixSeconds } from "@daybook/words/civil-date";
import { deleteOldBackups, newBackupPath } from "./backup-folder.ts";

/** 2026-03-31T02:00:00Z. */
const NOW = unixSeconds(1_774_922_400);
const NEW = "daybook-20260331T020000Z.backup";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "daybook-kept-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function createFiles(...names: readonly string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), "");
}

/** Writes a new backup, deletes old ones and returns the names of the deleted files. */
async function backUp(keep: number): Promise<string[]> {
  const written = await newBackupPath(folder, NOW);
  await writeFile(written, "");
  return deleteOldBackups(written, keep, NOW);
}

test("the new backup stays, even if a wrong clock gave others later names", async () => {
  await createFiles("daybook-20990101T000000Z.backup", "daybook-20980101T000000Z.backup");
  expect(await backUp(1)).toHaveLength(2);
  expect(await readdir(folder)).toEqual([NEW]);
  await createFiles("daybook-20990101T000000Z.backup", "daybook-20250101T000000Z.backup");
  expect(await backUp(2)).toEqual(["daybook-20250101T000000Z.backup"]);
});

test("a folder with the name of a backup stays and does not count", async () => {
  await mkdir(join(folder, "daybook-20200101T000000Z.backup"));
  await createFiles("daybook-20260330T020000Z.backup");
  expect(await backUp(2)).toEqual([]);
  expect(await readdir(folder)).toHaveLength(3);
});

test("an unfinished file of a killed backup is deleted after a day", async () => {
  const [old, recent] = ["daybook-20260330T015959Z.backup.7.part", "daybook-20260330T020000Z.backup.7.part"];
  await createFiles(old, recent, "daybook-20200101T000000Z.backup.old", "mine.part");
  expect(await backUp(1)).toEqual([old]);
});
