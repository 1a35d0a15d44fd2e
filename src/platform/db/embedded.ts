/**
 * The embedded database: PGlite, which is PostgreSQL compiled to WebAssembly, in a folder or in memory. The
 * driver is the same as for a server. Only one process at a time can use a folder. The data survives a killed
 * process, but PGlite does not flush to disk, so a loss of power may damage the data. A new folder is copied
 * from a migrated template, because creating and migrating a database takes seconds.
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
  /** The home folder (created if missing), or null for a database in memory that ends with the process. */
  readonly home: string | null;
  readonly holder: Holder;
  readonly now: () => UnixSeconds;
  /** Free bytes on the disk below which changes are refused. */
  readonly reserveBytes?: number;
  /** Ends the process when the engine gets stuck. For processes that run until they are stopped. */
  readonly isWatched?: boolean;
  /** Leaves the engine's code unoptimized, which takes 400 MB less memory; reading becomes a third slower. */
  readonly isUnoptimized?: boolean;
  /** Opens the engine with a quarter of its usual buffers. */
  readonly hasSmallBuffers?: boolean;
}

/** What an engine needs: the clock, and for a folder also the disk, the watchdog and the lock. */
interface EngineContext {
  readonly now: () => UnixSeconds;
  readonly disk?: Disk;
  readonly watchdog?: Watchdog | null;
  readonly unlock?: () => void;
}

/** Locks the folder and opens the database in it. Throws `FolderLocked` if another process has the lock. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Db> {
  if (options.home === null) {
    const engine = await openEngine({
      dataDir: "memory://",
      loadDataDir: await prepareTemplate(),
      hasSmallBuffers: true,
    });
    return openOnEngine(engine, { now: options.now });
  }
  if (options.isUnoptimized) keepWebAssemblySmall();
  await makePrivateFolder(options.home);
  const unlock = lockFolder(options.home, options.holder);
  try {
    const data = join(options.home, "data");
    if (!(await exists(data))) await createFolder(data);
    await requireFiles(data);
    // The engine creates files that every user may write, so other users must not enter the folder.
    await chmod(data, 0o700);
    const engine = await openEngine({ dataDir: data, hasSmallBuffers: options.hasSmallBuffers ?? false });
    const watchdog = options.isWatched
      ? await openWatchdog(
          `The database in ${data} does not come back from a statement, so this process ends. ${SAFE}`,
        )
      : null;
    return openOnEngine(engine, {
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
const noop = (): void => {};

function openOnEngine(engine: PGlite, { now, disk, watchdog, unlock = noop }: EngineContext): Db {
  const guard = new EngineGuard(engine, {
    sentence: (cause) =>
      `The database engine has stopped${disk?.isBelowReserve ? ", because its disk is full. Make room first." : `: ${cause instanceof Error ? cause.message.replace(/\.$/, "") : String(cause)}.`} ${SAFE}`,
    enter: watchdog?.enter ?? noop,
    leave: watchdog?.leave ?? noop,
  });
  // One connection: the engine has a single session, and the pool queues further requests for it.
  const pool = new pg.Pool({
    Client,
    stream: () => new EngineStream(engine, guard, disk ?? null),
    // Set explicitly, because the driver's defaults come from environment variables such as PGUSER.
    user: "postgres",
    database: "postgres",
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
  });
  let copiedCharacters = 0;
  return openPool(pool, {
    engine: "embedded",
    now,
    stopped: guard.stopped,
    requireRoom: () => disk?.requireRoom(),
    async copyIn(_client, target, rows) {
      copiedCharacters += await copyByBlob(engine, target, rows, () => disk?.requireRoom());
    },
    async afterLong() {
      if (copiedCharacters < VACUUM_CHARACTERS) return;
      copiedCharacters = 0;
      // A failure is ignored: the data is committed already, and the disk may have no space for a vacuum.
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

/** The size of the blob of one COPY statement. */
const BLOB_CHARACTERS = 4_000_000;
/**
 * The number of copied characters after which the tables are vacuumed and analyzed. A server does so
 * automatically.
 */
const VACUUM_CHARACTERS = 4_000_000;

/**
 * Copies rows into a table and returns the number of characters. The engine can't take COPY data on its
 * connection, but reads it from a blob. The engine has one session, so the COPY runs inside the transaction
 * that the caller has open.
 */
async function copyByBlob(
  engine: PGlite,
  target: string,
  rows: CopySource,
  requireRoom: () => void,
): Promise<number> {
  let waiting: string[] = [];
  let waitingCharacters = 0;
  let allCharacters = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    requireRoom();
    await engine.query(`copy ${target} from '/dev/blob'`, [], { blob: new Blob(waiting) });
    waiting = [];
    waitingCharacters = 0;
  };
  for await (const item of rows) {
    waiting.push(item);
    waitingCharacters += item.length;
    allCharacters += item.length;
    if (waitingCharacters >= BLOB_CHARACTERS) await flush();
  }
  await flush();
  return allCharacters;
}

/**
 * Files that a data folder must have. Without one of them the engine would treat the folder as empty and
 * create a new database over the remaining files.
 */
const REQUIRED_FILES = ["PG_VERSION", "global/pg_control"];

async function requireFiles(data: string): Promise<void> {
  for (const file of REQUIRED_FILES) {
    if (await exists(join(data, file))) continue;
    throw new FileProblem(
      `The database in ${data} is damaged: ${file} is missing. Nothing was changed. Move the folder away and restore a backup with daybook restore.`,
      false,
    );
  }
}

/**
 * Creates a data folder from the template, under a temporary name until the folder is complete. The template
 * is the folder of an engine that was not closed; the engine opens the copy with its crash recovery.
 */
async function createFolder(data: string): Promise<void> {
  const temporary = `${data}.new`;
  await rm(temporary, { recursive: true, force: true });
  const template = await prepareTemplate();
  await explainFailure(temporary, () => unpack(template, temporary));
  await rename(temporary, data);
}

/**
 * With fewer free bytes than this, a failure to open is blamed on the disk: the engine needs room for a
 * segment of its log (16 MB), and more.
 */
const SURELY_FULL_BYTES = 50_000_000;

/**
 * The engine fills its buffers, 128 MB by default, when it opens, which takes a fifth of a short command's
 * time. With smaller buffers more pages come from the operating system's file cache; imports take no longer.
 */
const SMALL_BUFFERS = ["-c", "shared_buffers=32MB"];

function openEngine({
  hasSmallBuffers = false,
  ...options
}: {
  readonly dataDir: string;
  readonly loadDataDir?: Blob;
  readonly hasSmallBuffers?: boolean;
}): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, ...(hasSmallBuffers ? SMALL_BUFFERS : [])];
  return explainFailure(options.dataDir, () => PGlite.create({ ...options, startParams }));
}

/**
 * Runs `open`, which creates or opens a data folder, and throws a `FileProblem` with the likely cause if
 * `open` fails. The engine often throws something that is not an `Error` and has no message; the cause is
 * mostly a full disk.
 */
async function explainFailure<T>(dataDir: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const folder = await inspectFolder(dirname(dataDir));
    const isFull = folder !== null && folder.freeBytes < SURELY_FULL_BYTES;
    const because = isFull
      ? `its disk has only ${Math.floor(folder.freeBytes / 1e6)} MB left. Make room and run it again`
      : error instanceof Error
        ? error.message.replace(/\.$/, "")
        : "the engine does not say why";
    throw new FileProblem(`The database in ${dataDir} can't be opened: ${because}.`, false);
  }
}

/**
 * Returns the template for this version's migrations, a tar file of a data folder. A missing template is
 * created, and saved for the next time if the project's own folder is writable. Installing the project calls
 * this function, so that the first start is quick.
 */
export async function prepareTemplate(): Promise<Blob> {
  const path = await templatePath();
  if (await exists(path)) return openAsBlob(path);
  const engine = await PGlite.create({ dataDir: "memory://" });
  const db = openOnEngine(engine, { now: () => unixSeconds(0) });
  await migrate(db);
  const tar = await engine.dumpDataDir("none");
  await db.close();
  await saveTemplate(path, tar).catch(() => {});
  return tar;
}

/** True if the template exists, so that a new folder is created quickly. */
export async function isTemplateReady(): Promise<boolean> {
  return exists(await templatePath());
}

async function templatePath(): Promise<string> {
  return join(TEMPLATES, `template-${fingerprint(await listMigrations())}.tar`);
}

/**
 * Saves the template, under a temporary name until the file is complete. Deletes the templates of other
 * migrations, which are no longer used.
 */
async function saveTemplate(path: string, content: Blob): Promise<void> {
  await mkdir(TEMPLATES, { recursive: true });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, Buffer.from(await content.arrayBuffer()));
  await rename(temporary, path);
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
