/**
 * The embedded database: PGlite, PostgreSQL compiled to WebAssembly, in a folder or in memory, used through
 * the same driver as a server. One process at a time. It survives a killed process, but it does not flush to
 * disk, so it may not survive a loss of power. A new folder is copied from a migrated template, because
 * creating and migrating a database takes seconds.
 */
import { openAsBlob } from "node:fs";
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { unixSeconds, type UnixSeconds } from "../../core/civil-date.ts";
import { FileProblem, inspectFolder, makePrivateFolder } from "../machine/files.ts";
import { keepWebAssemblySmall } from "../machine/memory.ts";
import { type CopySource, type Db, openPool } from "./db.ts";
import { Disk } from "./disk.ts";
import { EngineStream } from "./embedded-stream.ts";
import { EngineGuard } from "./engine-guard.ts";
import { type Holder, lockFolder } from "./lock.ts";
import { fingerprint, listMigrations, migrate } from "./migrate.ts";
import { Client } from "./rows.ts";
import { unpack } from "./unpack.ts";
import { openWatchdog, type Watchdog } from "./watchdog.ts";

const TEMPLATES = fileURLToPath(new URL("../../../node_modules/.cache/daybook/", import.meta.url));

export interface EmbeddedOptions {
  /** The home folder (made when missing), or null for a database in memory that ends with the process. */
  readonly home: string | null;
  readonly holder: Holder;
  readonly now: () => UnixSeconds;
  /** Free bytes on the disk below which changes are refused. */
  readonly reserveBytes?: number;
  /** Ends the process when the engine gets stuck; for processes that run until they are stopped. */
  readonly watched?: boolean;
  /** Keeps the engine's memory at a third, for which it reads a third slower. */
  readonly isSmall?: boolean;
}

/** The files and services that an engine needs. */
interface Surroundings {
  readonly now: () => UnixSeconds;
  readonly disk?: Disk;
  readonly watchdog?: Watchdog | null;
  readonly unlock?: () => void;
}

/**
 * Opens the embedded database, taking the folder's lock; throws `FolderLocked` when another process has it.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Db> {
  if (options.home === null) {
    const engine = await openEngine({ dataDir: "memory://", loadDataDir: await prepareTemplate() });
    return wrap(engine, { now: options.now });
  }
  if (options.isSmall) keepWebAssemblySmall();
  await makePrivateFolder(options.home);
  const unlock = lockFolder(options.home, options.holder);
  try {
    const data = join(options.home, "data");
    if (!(await exists(data))) await makeFolder(data);
    await requireWhole(data);
    // The engine makes files that every user may write, so the folder is closed to other users.
    await chmod(data, 0o700);
    const engine = await openEngine({ dataDir: data, isSmall: options.isSmall ?? false });
    const watchdog = options.watched
      ? await openWatchdog(
          `The database in ${data} does not come back from a statement, so this process ends. ${SAFE}`,
        )
      : null;
    return wrap(engine, {
      now: options.now,
      disk: new Disk(data, options.reserveBytes ?? 0),
      watchdog,
      unlock,
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

const SAFE = "What was committed is kept; start it again.";
const nothing = (): void => {};

function wrap(engine: PGlite, { now, disk, watchdog, unlock = nothing }: Surroundings): Db {
  const guard = new EngineGuard(engine, {
    sentence: (cause) =>
      `The database engine has stopped${disk?.isShort ? ", because its disk is full. Make room first." : `: ${cause instanceof Error ? cause.message.replace(/\.$/, "") : String(cause)}.`} ${SAFE}`,
    enter: watchdog?.enter ?? nothing,
    leave: watchdog?.leave ?? nothing,
  });
  // One connection: the engine has a single session, and the pool queues further requests for it.
  const pool = new pg.Pool({
    Client,
    stream: () => new EngineStream(engine, guard, disk ?? null),
    // Stated here so that the driver does not take them from environment variables such as PGUSER.
    user: "postgres",
    database: "postgres",
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
  });
  let copied = 0;
  return openPool(pool, {
    engine: "embedded",
    now,
    stopped: guard.stopped,
    requireRoom: () => disk?.requireRoom(),
    async copyIn(_client, target, rows) {
      copied += await copyByBlob(engine, target, rows, () => disk?.requireRoom());
    },
    async afterLong() {
      if (copied < MANY_CHARACTERS) return;
      copied = 0;
      // A failure is ignored: the data is committed, and there may be no space to vacuum.
      await engine.exec("vacuum analyze").catch(() => {});
    },
    onClose: async () => {
      // Closing an engine that crashed or hangs would never return.
      if (!guard.isStopped) await engine.close();
      await watchdog?.close();
      unlock();
    },
  });
}

const COPY_CHARACTERS = 4_000_000;
/**
 * After this many copied characters the engine analyzes and vacuums the tables. A server does so
 * automatically.
 */
const MANY_CHARACTERS = 4_000_000;

/**
 * The engine can't take COPY data on its connection, but reads it from a blob. There is one session, so this
 * runs inside the transaction that the caller has open. Gives the number of characters.
 */
async function copyByBlob(
  engine: PGlite,
  target: string,
  rows: CopySource,
  requireRoom: () => void,
): Promise<number> {
  let waiting: string[] = [];
  let characters = 0;
  let all = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    requireRoom();
    await engine.query(`copy ${target} from '/dev/blob'`, [], { blob: new Blob(waiting) });
    waiting = [];
    characters = 0;
  };
  for await (const item of rows) {
    waiting.push(item);
    characters += item.length;
    all += item.length;
    if (characters >= COPY_CHARACTERS) await flush();
  }
  await flush();
  return all;
}

/**
 * Files without which the engine would take a folder for an empty one and make a new database over what is
 * left of the old.
 */
const NEEDED = ["PG_VERSION", "global/pg_control"];

async function requireWhole(data: string): Promise<void> {
  for (const file of NEEDED) {
    if (await exists(join(data, file))) continue;
    throw new FileProblem(
      `The database in ${data} is damaged: ${file} is missing. Nothing was changed. Move the folder away and restore a backup with daybook restore.`,
      false,
    );
  }
}

/**
 * Makes a data folder from the template; it gets its name only when it is whole. The engine opens
 * the copy as it opens the folder of a process that was killed.
 */
async function makeFolder(data: string): Promise<void> {
  const making = `${data}.new`;
  await rm(making, { recursive: true, force: true });
  const template = await prepareTemplate();
  await explainingFailure(making, () => unpack(template, making));
  await rename(making, data);
}

/** With fewer free bytes a failure to open is the disk's: the engine needs a segment of its log, and more. */
const SURELY_FULL_BYTES = 50_000_000;

/**
 * The engine fills its buffers, of 128 MB by default, when it opens. With fewer, pages come from the
 * operating system's own cache of files.
 */
const SMALL_BUFFERS = ["-c", "shared_buffers=32MB"];

function openEngine({
  isSmall = false,
  ...options
}: {
  readonly dataDir: string;
  readonly loadDataDir?: Blob;
  readonly isSmall?: boolean;
}): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, ...(isSmall ? SMALL_BUFFERS : [])];
  return explainingFailure(options.dataDir, () => PGlite.create({ ...options, startParams }));
}

/**
 * Makes a data folder or its engine, and explains a failure. What the engine throws is often not an `Error`
 * and does not say the cause, which is mostly the disk.
 */
async function explainingFailure<T>(dataDir: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const folder = await inspectFolder(dirname(dataDir));
    const full = folder !== null && folder.freeBytes < SURELY_FULL_BYTES;
    const because = full
      ? `its disk has only ${Math.floor(folder.freeBytes / 1e6)} MB left. Make room and run it again`
      : error instanceof Error
        ? error.message.replace(/\.$/, "")
        : "the engine does not say why";
    throw new FileProblem(`The database in ${dataDir} can't be opened: ${because}.`, false);
  }
}

/**
 * The template for this version's migrations: a tar file of a data folder. It is made when it is missing and
 * saved for the next time if the project's own folder can be written; installing the project does this, so
 * that the first start need not.
 */
export async function prepareTemplate(): Promise<Blob> {
  const path = await templatePath();
  if (await exists(path)) return openAsBlob(path);
  const engine = await PGlite.create({ dataDir: "memory://" });
  const db = wrap(engine, { now: () => unixSeconds(0) });
  await migrate(db);
  const tar = await engine.dumpDataDir("none");
  await db.close();
  await keep(path, tar).catch(() => {});
  return tar;
}

/** True if the template is there, so that a new folder is made quickly. */
export async function templateReady(): Promise<boolean> {
  return exists(await templatePath());
}

async function templatePath(): Promise<string> {
  return join(TEMPLATES, `template-${fingerprint(await listMigrations())}.tar`);
}

/**
 * Gives the complete template its name, and deletes templates of other migrations, which are no longer used.
 */
async function keep(path: string, content: Blob): Promise<void> {
  await mkdir(TEMPLATES, { recursive: true });
  const making = `${path}.${process.pid}`;
  await writeFile(making, Buffer.from(await content.arrayBuffer()));
  await rename(making, path);
  const others = (await readdir(TEMPLATES)).filter(
    (name) => name.startsWith("template-") && name !== basename(path),
  );
  await Promise.all(others.map((name) => rm(join(TEMPLATES, name), { force: true })));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
