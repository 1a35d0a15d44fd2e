/**
 * Places: the environment of one service in the tests. A place has a folder, a database, and a file that
 * moves the service's clock. The database is the embedded one in the folder, or with DATABASE_URL a new
 * database on that server. Folders and databases have the name of the run, and are removed when the run ends.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN_URL, createDatabase, createMigrated } from "../support/engine.ts";

export interface Place {
  /** A folder for the files of a test. */
  readonly folder: string;
  /** The environment variables of every process of the service. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clockFile: string;
  remove(): Promise<void>;
}

export type Engine = "embedded" | "server";

/** The database engine of this test run. */
export const ENGINE: Engine = ADMIN_URL === null ? "embedded" : "server";

/** Makes an empty folder, which is removed when the run ends. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "acceptance-"));
}

/**
 * Makes a place without books. On the server its database is migrated, or a copy of the one of the connection
 * string `template`; "empty" makes one that nothing was done to. A test whose places are all on the embedded
 * engine is the same in a run on the server, so it is left out there.
 */
export async function newPlace(engine: Engine = ENGINE, template?: string): Promise<Place> {
  const folder = await newFolder();
  const clockFile = join(folder, "clock");
  await writeFile(clockFile, "0");
  const database =
    engine === "server" ? { DATABASE_URL: await databaseFrom(template), DAYBOOK_CLOCK_FORCE: "yes" } : {};
  return {
    folder,
    clockFile,
    environment: { DAYBOOK_HOME: join(folder, "home"), DAYBOOK_CLOCK_FILE: clockFile, ...database },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

function databaseFrom(template: string | undefined): Promise<string> {
  if (template === undefined) return createMigrated("outside");
  return createDatabase("outside", template === "empty" ? undefined : template);
}

/** Returns the connection string of a place's database on the server, or null on the embedded engine. */
export function databaseOf({ environment }: Place): string | null {
  return environment["DATABASE_URL"] ?? null;
}

/** Returns a TCP port of the loopback address that no program listens on, given by the operating system. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
