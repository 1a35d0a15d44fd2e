/**
 * Which database the tests run on: the embedded engine, or the PostgreSQL server of DATABASE_URL, on
 * which each worker has a database of its own whose name begins with `daybook_test_`. The databases of
 * a run are dropped when it ends, whatever became of its workers, and so is the folder of its files.
 */
import { randomBytes } from "node:crypto";
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

const PREFIX = "daybook_test_";

/** The server that the tests may make databases on; null on the embedded engine. */
export const ADMIN_URL = process.env["DATABASE_URL"]?.trim() || null;

async function administer(text: string): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client({ connectionString: ADMIN_URL ?? "" });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** The name that all databases of a run have in common; made once by the main process. */
export function newRunName(): string {
  return `${PREFIX}${randomBytes(4).toString("hex")}_`;
}

/** Far more than the files of a run. */
const AMPLE_BYTES = 4_000_000_000;

/**
 * The folder for the files of a run, not made yet: in memory if there is ample, since each data folder is
 * more than a thousand files. In the workers of the run it is the folder of temporary files.
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

/** Makes an empty database for `part` of the run; gives its connection string. */
export async function createDatabase(part: string): Promise<string> {
  const name = `${process.env["DAYBOOK_TEST_RUN"] ?? newRunName()}${part}_${randomBytes(3).toString("hex")}`;
  await administer(`create database ${name}`);
  const url = new URL(ADMIN_URL ?? "");
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops every database of a run. */
export async function dropDatabases(runName: string): Promise<void> {
  const { rows } = await administer(
    `select datname from pg_database where datname like '${runName.replaceAll("_", "\\_")}%'`,
  );
  for (const { datname } of rows) await administer(`drop database if exists ${datname} with (force)`);
}
