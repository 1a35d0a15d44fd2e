/** The schema of the database: upgraded when its owner asks for it, and never on the way to something else. */
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { type Db, migrate, MigrationsPending, UpgradeFailed, writeBackup } from "../platform/db/index.ts";
import { deleteOldBackups, newBackupPath, readNote } from "../platform/machine/backup-folder.ts";
import { removeFlushed, replaceFile } from "../platform/machine/durable.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { AppOptions, Migrated } from "./app.ts";

/** So many backups from before upgrades are kept. */
const KEPT = 3;

/**
 * Runs the migrations that the database lacks, if it is new or `options` ask for them. An embedded database
 * is backed up first, into `before-upgrades` of its folder: the version before restores that file. Stored
 * files are not in it, because no migration touches them. An upgrade that failed half-way is continued by the
 * next one, with the backup from before its beginning. Throws `MigrationsPending` or `UpgradeFailed`.
 */
export async function migrateAsked(
  config: Config,
  db: Db,
  clock: Clock,
  options: AppOptions,
): Promise<Migrated> {
  const folder = join(config.home, "before-upgrades");
  /** Holds the path of the backup while an upgrade has not reached its end. */
  const begun = join(folder, "begun");
  let backup: string | null = null;
  const save = async (): Promise<string> => {
    const earlier = await readNote(begun);
    if (earlier !== null) return earlier;
    const path = await newBackupPath(folder, clock.now());
    await writeBackup(db, path, clock.now(), () => {}, null);
    await replaceFile(begun, path);
    return path;
  };
  try {
    const ran = await migrate(db, async (pending) => {
      if (options.migrates !== true) throw new MigrationsPending(pending);
      if (db.engine === "embedded" && options.inMemory !== true) backup = await save();
    });
    // Also where an earlier upgrade had failed at a migration that this version does not have: a later
    // upgrade needs a backup of its own.
    const isOwner = options.migrates === true && options.inMemory !== true;
    if (isOwner && (await readNote(begun)) !== null) await removeFlushed(begun);
    if (backup !== null) await deleteOldBackups(backup, KEPT, clock.now());
    return { ran, backup };
  } catch (error) {
    if (backup === null) throw error;
    const cause = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    throw new UpgradeFailed(
      `The upgrade did not reach its end: ${cause}. The books as they were before are in ${String(backup)}: restore that file into an empty folder with the version before, or try again.`,
      { cause: error },
    );
  }
}
