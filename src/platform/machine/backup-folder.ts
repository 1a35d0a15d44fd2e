/** A folder of backups that a timer writes. Invariant: nothing is deleted but older files of such names. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { makePrivateFolder } from "./files.ts";

/** The names sort by time. */
const NAME = /^daybook-\d{8}T\d{6}Z\.backup$/;

/** The path of a new backup in a folder, which is made if it is missing. */
export async function nextBackup(folder: string, now: UnixSeconds): Promise<string> {
  await makePrivateFolder(folder);
  const instant = new Date(now * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return join(folder, `daybook-${instant}.backup`);
}

/** Deletes all backups of a folder but the latest; gives the names of those that went. */
export async function deleteOlder(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
  const older = names.slice(0, Math.max(0, names.length - keep));
  for (const name of older) await rm(join(folder, name));
  return older;
}
