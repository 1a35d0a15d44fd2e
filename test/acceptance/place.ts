/**
 * Where a service of the tests lives: a folder of its own with the embedded database in it, or, with
 * DATABASE_URL, beside a database of its own on that server; and a file that moves its clock. Folders and
 * databases bear the name of the run, at whose end whatever is left of them is removed.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN_URL, createDatabase } from "../support/engine.ts";

export interface Place {
  /** A folder for whatever files a test needs. */
  readonly folder: string;
  /** What is set for every process of the service. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clockFile: string;
  remove(): Promise<void>;
}

export type Engine = "embedded" | "server";

/** The engine on which this run of the tests is. */
export const ENGINE: Engine = ADMIN_URL === null ? "embedded" : "server";

/** Makes an empty folder, which is gone at the end of the run. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "acceptance-"));
}

/** Makes an empty place. */
export async function newPlace(engine: Engine = ENGINE): Promise<Place> {
  const folder = await newFolder();
  const clockFile = join(folder, "clock");
  await writeFile(clockFile, "0");
  const database =
    engine === "server" ? { DATABASE_URL: await createDatabase("outside"), DAYBOOK_CLOCK_FORCE: "yes" } : {};
  return {
    folder,
    clockFile,
    environment: { DAYBOOK_HOME: join(folder, "home"), DAYBOOK_CLOCK_FILE: clockFile, ...database },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
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
