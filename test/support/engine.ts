/**
 * The database engine of the tests: the embedded engine, the PostgreSQL server of DATABASE_URL, or the
 * servers of the coordinator of Citus of DAYBOOK_TEST_CITUS. On a server, each worker has its own database,
 * whose name begins with `daybook_test_`. When a run ends, its databases are dropped and its folder of files
 * is deleted, even if a worker crashed.
 */
import { randomBytes } from "node:crypto";
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyDistributed, listServers } from "./citus.ts";
import { ADMIN_URL, administer, CITUS_URL, urlOf } from "./servers.ts";

export { ADMIN_URL, CITUS_URL } from "./servers.ts";

const PREFIX = "daybook_test_";

/** Returns a new common prefix for the names of a run's databases. The main process calls it once per run. */
export function newRunName(): string {
  return `${PREFIX}${randomBytes(4).toString("hex")}_`;
}

/** Far more than the files of a run need. */
const AMPLE_BYTES = 4_000_000_000;

/**
 * Returns the path of the folder for a run's files; the folder is not made yet. It is in memory if there is
 * enough, because each data folder has more than a thousand files. The run's workers use it for temporary
 * files.
 */
export function newRunFolder(runName: string): string {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, process.availableMemory()) > AMPLE_BYTES) return join(memory, runName);
  } catch {
    // This system has no such folder.
  }
  return join(tmpdir(), runName);
}

/**
 * Makes a database for `part` of the run and returns its connection string. It is empty, or a copy of the
 * database of the connection string `template`, to which nothing may be connected. Where the tests run
 * distributed, it is migrated and distributed already.
 */
export async function createDatabase(part: string, template?: string): Promise<string> {
  const name = `${process.env["DAYBOOK_TEST_RUN"] ?? newRunName()}${part}_${randomBytes(3).toString("hex")}`;
  const copied = template === undefined ? null : new URL(template).pathname.slice(1);
  if (CITUS_URL === null) {
    await administer(`create database ${name}${copied ? ` template ${copied}` : ""}`);
    // Tests kill processes and sessions, not the server of all tests, so no commit has to wait for the disk.
    await administer(`alter database ${name} set synchronous_commit = off`);
  } else await copyDistributed(name, copied ?? process.env["DAYBOOK_TEST_TEMPLATE"] ?? "");
  return urlOf(name);
}

/**
 * Makes a migrated database for `part` of the run, a copy of the one that the run migrated: migrating takes
 * ten times as long. Outside of a run it is empty.
 */
export function createMigrated(part: string): Promise<string> {
  const name = process.env["DAYBOOK_TEST_TEMPLATE"];
  return createDatabase(part, name === undefined ? undefined : urlOf(name));
}

/** Drops every database of a run. */
export async function dropDatabases(runName: string): Promise<void> {
  for (const server of CITUS_URL === null ? [ADMIN_URL ?? ""] : await listServers()) {
    const { rows } = await administer(
      `select datname from pg_database where datname like '${runName.replaceAll("_", "\\_")}%'`,
      server,
    );
    for (const { datname } of rows)
      await administer(`drop database if exists ${datname} with (force)`, server);
  }
}
