/**
 * The lock on a data folder. The embedded engine does not detect a second process that uses its files, and
 * two processes would lose data silently. The lock is an exclusive transaction on a small SQLite file. The
 * operating system releases the lock however the process ends, so no lock is ever left over. The file
 * `holder.json` names the process that has the lock, for the error message of another process.
 */
import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as Sqlite from "node:sqlite";
import { FileProblem } from "../machine/files.ts";

const SQLITE = sqlite();

/** Node.js 22 warns in each thread that loads its SQLite; version 24 has the same one. */
function sqlite(): typeof Sqlite {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The process that has a folder's lock. */
export interface Holder {
  readonly pid: number;
  /** The command that the process runs, such as `start`. */
  readonly command: string;
  /** The time when the process took the lock, in ISO 8601. */
  readonly since: string;
  /** The path of the process's control socket; null without a socket. */
  readonly socket: string | null;
}

/** Another process uses the folder. */
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
/** The reasons for SQLite's other error codes. */
const REASONS = new Map<unknown, string>([
  [8, "this user may not write in it"],
  [13, "the disk is full"],
  [14, "this user may not write in it"],
]);

/** Takes the lock, or throws `FolderLocked`. Returns a function that releases the lock. */
export function lockFolder(folder: string, holder: Holder): () => void {
  const path = join(folder, "holder.json");
  const database = openLock(folder);
  // Readers never see half of it. It is not flushed: a loss of power ends the process that it names.
  writeFileSync(`${path}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return () => {
    rmSync(path, { force: true });
    database.close();
  };
}

function openLock(folder: string): Sqlite.DatabaseSync {
  let database: Sqlite.DatabaseSync | null = null;
  try {
    const path = join(folder, "lock");
    database = new SQLITE.DatabaseSync(path);
    chmodSync(path, 0o600);
    database.exec("pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive");
    return database;
  } catch (error) {
    database?.close();
    if (!(error instanceof Error)) throw error;
    const code = "errcode" in error ? error.errcode : null;
    if (code === SQLITE_BUSY) throw new FolderLocked(folder, readHolder(folder));
    throw new FileProblem(
      `The data folder ${folder} can't be used: ${REASONS.get(code) ?? error.message}.`,
      false,
    );
  }
}

/**
 * Returns the process that a folder's `holder.json` names; null if there is no such file. After a crash the
 * file may name a process that has ended.
 */
export function readHolder(folder: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(folder, "holder.json"), "utf8")) as Holder;
  } catch {
    return null;
  }
}
