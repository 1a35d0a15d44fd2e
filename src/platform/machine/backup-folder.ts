/**
 * A folder of backups that a timer writes. Invariant: only older backups and the unfinished files of killed
 * backups are deleted, recognized by their names.
 */
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { UnixSeconds } from "../../core/civil-date.ts";
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
