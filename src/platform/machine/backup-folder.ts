/**
 * A folder of backups that a timer writes. Invariant: nothing is deleted but other backups of such names, and
 * what killed ones left of theirs.
 */
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { makePrivateFolder } from "./files.ts";

/** The names sort by time. */
const NAME = /^daybook-\d{8}T\d{6}Z\.backup$/;
/** A backup that is being made, or whose process was killed. */
const PART = /^daybook-\d{8}T\d{6}Z\.backup\.\d+\.part$/;
/** Longer than a backup takes. */
const PART_S = 86_400;

function nameAt(now: number): string {
  const instant = new Date(now * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return `daybook-${instant}.backup`;
}

/** The path of a new backup in a folder, which is made if it is missing. */
export async function nextBackup(folder: string, now: UnixSeconds): Promise<string> {
  await makePrivateFolder(folder);
  return join(folder, nameAt(now));
}

/**
 * Deletes all backups of a folder but the latest; gives the names of those that went. The one just written
 * counts as the latest, whatever the names of the others say: the clock may have been wrong.
 */
export async function deleteOlder(written: string, keep: number, now: UnixSeconds): Promise<string[]> {
  const folder = dirname(written);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const others = names.filter((name) => NAME.test(name) && name !== basename(written)).toSorted();
  const left = names.filter((name) => PART.test(name) && name < nameAt(now - PART_S));
  const older = [...others.slice(0, Math.max(0, others.length - (keep - 1))), ...left];
  for (const name of older) await rm(join(folder, name), { force: true });
  return older;
}
