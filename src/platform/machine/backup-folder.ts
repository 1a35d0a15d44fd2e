/**
 * A folder of backups that a timer writes. Invariant: only older backups and the unfinished files of killed
 * backups are deleted, recognized by their names.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { makePrivateFolder } from "./files.ts";

/** The name of a backup. Names sort by time. */
const NAME = /^daybook-\d{8}T\d{6}Z\.backup$/;
/** The name of an unfinished backup: it is being written, or its process was killed. */
const PART = /^daybook-\d{8}T\d{6}Z\.backup\.\d+\.part$/;
/** The age at which an unfinished backup counts as killed: longer than any backup takes. */
const PART_S = 86_400;

function nameAt(now: number): string {
  const instant = new Date(now * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `daybook-${instant}.backup`;
}

/** Returns the path of a new backup in a folder. Creates a missing folder. */
export async function newBackupPath(folder: string, now: UnixSeconds): Promise<string> {
  await makePrivateFolder(folder);
  return join(folder, nameAt(now));
}

/**
 * Deletes all backups of a folder but the latest `keep`, and returns the names of the deleted files. The
 * backup at `written` counts as the latest even if other names are later, because the clock may have been
 * wrong.
 */
export async function deleteOldBackups(written: string, keep: number, now: UnixSeconds): Promise<string[]> {
  const folder = dirname(written);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const others = names.filter((name) => NAME.test(name) && name !== basename(written)).toSorted();
  const abandoned = names.filter((name) => PART.test(name) && name < nameAt(now - PART_S));
  const deleted = [...others.slice(0, Math.max(0, others.length - (keep - 1))), ...abandoned];
  for (const name of deleted) await rm(join(folder, name), { force: true });
  return deleted;
}

/** The file of the data folder that holds the time of the last backup. */
const LAST_BACKUP = "last-backup";

/**
 * Notes the time of a backup in the data folder, for the metrics of the service. Does nothing where there is
 * no such folder, or none that may be written: the backup itself is made.
 */
export async function noteBackup(home: string, at: UnixSeconds): Promise<void> {
  await writeFile(join(home, LAST_BACKUP), `${at}\n`, { mode: 0o600 }).catch(() => {});
}

/** Returns when the last backup was made that was noted in the data folder; null if none was. */
export async function readLastBackup(home: string): Promise<number | null> {
  const text = await readNote(join(home, LAST_BACKUP));
  return text !== null && /^\d{1,12}\n$/.test(text) ? Number(text) : null;
}

/** Returns the text of a note beside backups; null if there is none. */
export function readNote(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}
