/**
 * The lock on a data folder. The embedded engine does not notice a second process on its files, and two would
 * lose data silently. The lock is an exclusive transaction on a small SQLite file: the operating system
 * releases it however its process ends, so no lock is ever left over. The file `holder.json` names the
 * holder, for the error message that the next process shows.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FileProblem } from "../machine/files.ts";

/** The process that holds a folder. */
export interface Holder {
  readonly pid: number;
  /** The command it runs, such as `start`. */
  readonly command: string;
  /** When it took the folder, ISO 8601. */
  readonly since: string;
  /** Path of its control socket, when it has one. */
  readonly socket: string | null;
}

/** The folder is in use by another process. */
export class FolderLocked extends Error {
  override readonly name = "FolderLocked";
  readonly holder: Holder | null;
  constructor(folder: string, holder: Holder | null) {
    const who = holder
      ? `process ${holder.pid} (daybook ${holder.command}, since ${holder.since})`
      : "another process";
    super(
      `The data folder ${folder} is held by ${who}. The embedded database serves one process at a time: stop that one first, or run on PostgreSQL with DATABASE_URL.`,
    );
    this.holder = holder;
  }
}

const SQLITE_BUSY = 5;
/** The meaning of SQLite's other error codes. */
const UNUSABLE = new Map<unknown, string>([
  [8, "this user may not write in it"],
  [13, "the disk is full"],
  [14, "this user may not write in it"],
]);

/** Takes the lock or throws `FolderLocked`; the returned function gives it back. */
export function lockFolder(folder: string, holder: Holder): () => void {
  const path = join(folder, "holder.json");
  const database = openLock(folder);
  writeFileSync(path, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return () => {
    rmSync(path, { force: true });
    database.close();
  };
}

function openLock(folder: string): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    const path = join(folder, "lock");
    database = new DatabaseSync(path);
    chmodSync(path, 0o600);
    database.exec("pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive");
    return database;
  } catch (error) {
    database?.close();
    if (!(error instanceof Error)) throw error;
    const code = "errcode" in error ? error.errcode : null;
    if (code === SQLITE_BUSY) throw new FolderLocked(folder, readHolder(folder));
    throw new FileProblem(
      `The data folder ${folder} can't be used: ${UNUSABLE.get(code) ?? error.message}.`,
      false,
    );
  }
}

/**
 * Reads the holder that a folder's `holder.json` names; null if there is none. It may be out of date after a
 * crash.
 */
export function readHolder(folder: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(folder, "holder.json"), "utf8")) as Holder;
  } catch {
    return null;
  }
}
