/**
 * The embedded database: PGlite, which is PostgreSQL compiled to WebAssembly, in a folder or in memory. The
 * driver is the same as for a server. Only one process at a time can use a folder. What was acknowledged
 * survives a killed process and a loss of power (`flushed-files.ts`). A new folder is copied from a migrated
 * template, because creating and migrating a database takes seconds.
 */
import { openAsBlob } from "node:fs";
import { chmod, open, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MemoryFS, PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { present } from "@daybook/words/assert";
import { type CivilDate, unixSeconds, type UnixSeconds } from "@daybook/words/civil-date";
import { flushTree, moveIntoPlace, replaceFile } from "../machine/durable.ts";
import { FileProblem, inspectFolder, makePrivateFolder, removeFolder } from "../machine/files.ts";
import { keepWebAssemblySmall, releaseMemory } from "../machine/memory.ts";
import { type CopySource, type Db, openPool } from "./db.ts";
import { Disk } from "./disk.ts";
import { EngineStream } from "./embedded-stream.ts";
import { EngineGuard } from "./engine-guard.ts";
import { FlushedFiles, flushingParameters } from "./flushed-files.ts";
import { type Holder, lockFolder } from "./lock.ts";
import { fingerprint, listMigrations, migrate } from "./migrate.ts";
import { Client } from "./rows.ts";
import { findSampleTemplate, noteSampleDay, TEMPLATES } from "./sample-template.ts";
import { unpack } from "./unpack.ts";
import { openWatchdog, type Watchdog } from "./watchdog.ts";

export interface EmbeddedOptions {
  /** The home folder (created if missing), or null for a database in memory that ends with the process. */
  readonly home: string | null;
  readonly holder: Holder;
  readonly now: () => UnixSeconds;
  /** Free bytes on the disk below which changes are refused. */
  readonly reserveBytes?: number;
  /** Never flushes to the disk, for trials and tests: a loss of power may then damage the data. */
  readonly skipsFlush?: boolean;
  /** Ends the process when the engine gets stuck. For processes that run until they are stopped. */
  readonly isWatched?: boolean;
  /** Leaves the engine's code unoptimized, which takes 400 MB less memory; reading becomes a third slower. */
  readonly isUnoptimized?: boolean;
  /** Opens the engine with a quarter of its usual buffers. */
  readonly hasSmallBuffers?: boolean;
  /** Today, where a new folder begins with the sample company if there is a template with it. */
  readonly sampleOn?: CivilDate | null;
  /** Called with the tar file of a database in memory when that has been closed. */
  readonly onPacked?: (tar: Blob) => Promise<void>;
}

/** What an engine needs: the clock, and for a folder also the disk, the watchdog and the lock. */
interface EngineContext {
  readonly now: () => UnixSeconds;
  readonly disk?: Disk;
  readonly files?: FlushedFiles | null;
  readonly watchdog?: Watchdog | null;
  readonly unlock?: () => void;
  /** Called before the engine is closed, and after that. */
  readonly beforeClose?: () => Promise<void>;
  readonly onClose?: () => Promise<void>;
}

/** Locks the folder and opens the database in it. Throws `FolderLocked` if another process has the lock. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Db> {
  if (options.home === null) return openInMemory(options);
  if (options.isUnoptimized) keepWebAssemblySmall();
  await makePrivateFolder(options.home);
  const unlock = lockFolder(options.home, options.holder);
  try {
    const data = join(options.home, "data");
    const marker = join(options.home, FLUSHED);
    const { skipsFlush = false } = options;
    if (skipsFlush) await rm(marker, { force: true });
    if (!(await exists(data))) await createFolder(data, skipsFlush ? null : marker, options.sampleOn ?? null);
    await requireFiles(data);
    // The engine creates files that every user may write, so other users must not enter the folder.
    await chmod(data, 0o700);
    if (!skipsFlush) await flushOnce(data, marker);
    const files = skipsFlush ? null : new FlushedFiles(data);
    const engine = await openEngine({
      dataDir: data,
      hasSmallBuffers: options.hasSmallBuffers ?? false,
      ...(files === null ? {} : { fs: files }),
    });
    const watchdog = options.isWatched
      ? await openWatchdog(
          `The database in ${data} does not come back from a statement, so this process ends. ${SAFE}`,
        )
      : null;
    return openOnEngine(engine, {
      now: options.now,
      disk: new Disk(data, options.reserveBytes ?? 0),
      files,
      watchdog,
      unlock,
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openInMemory({ now, onPacked }: EmbeddedOptions): Promise<Db> {
  const files = new TemplateFiles();
  const engine = await openEngine({
    dataDir: "memory://",
    ...(onPacked === undefined ? {} : { fs: files }),
    loadDataDir: await prepareTemplate(),
    hasSmallBuffers: true,
  });
  if (onPacked === undefined) return openOnEngine(engine, { now });
  return openOnEngine(engine, {
    now,
    beforeClose: async () => void (await engine.exec("vacuum full analyze")),
    onClose: () => onPacked(files.packed),
  });
}

const SAFE = "What was committed is kept; start it again.";
const noop = (): void => {};

function openOnEngine(engine: PGlite, context: EngineContext): Db {
  const { now, disk, files = null, watchdog, unlock = noop } = context;
  const guard = new EngineGuard(engine, {
    sentence: (cause) =>
      `The database engine has stopped${disk?.isBelowReserve ? ", because its disk is full. Make room first." : `: ${cause instanceof Error ? cause.message.replace(/\.$/, "") : String(cause)}.`} ${SAFE}`,
    enter: watchdog?.enter ?? noop,
    leave: watchdog?.leave ?? noop,
  });
  void files?.commits.failed.then((error) => guard.stop(error));
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
  // A flush of a checkpoint may fail after its client got its answer; `guard` ends the service then.
  pool.on("error", () => {});
  let copiedCharacters = 0;
  const db = openPool(pool, {
    engine: "embedded",
    now,
    stopped: guard.stopped,
    requireRoom: () => disk?.requireRoom(),
    ...(files === null ? {} : { flush: files.commits }),
    async copyIn(_client, target, rows) {
      copiedCharacters += await copyByBlob(engine, target, rows, () => {
        guard.requireRunning();
        disk?.requireRoom();
      });
    },
    async afterLong() {
      if (copiedCharacters < VACUUM_CHARACTERS) return;
      copiedCharacters = 0;
      // A failure is ignored: the data is committed already, and the disk may have no space for a vacuum.
      if (!guard.isStopped) await engine.exec("vacuum analyze").catch(() => {});
    },
    onClose: async () => {
      // Closing an engine that crashed or hangs would never return.
      if (!guard.isStopped) {
        await context.beforeClose?.();
        await engine.close();
      }
      await watchdog?.close();
      unlock();
      await context.onClose?.();
    },
  });
  if (disk === undefined) return db;
  return {
    ...db,
    async copyHome(home) {
      // With the only connection, so that nothing is written meanwhile.
      const connection = await pool.connect();
      try {
        guard.requireRunning();
        await engine.exec("checkpoint");
        return await disk.copyTo(join(home, "data"));
      } finally {
        connection.release();
      }
    },
  };
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
  requireUsable: () => void,
): Promise<number> {
  let waiting: string[] = [];
  let waitingCharacters = 0;
  let allCharacters = 0;
  const flush = async (): Promise<void> => {
    requireUsable();
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

/** Unpacks the template with the sample company. Returns false if there is none, or only a damaged one. */
async function unpackSample(today: CivilDate, folder: string): Promise<boolean> {
  const sample = await findSampleTemplate(today);
  if (sample === null) return false;
  try {
    await unpack(sample.read(), folder);
    await noteSampleDay(folder, sample.until);
    return true;
  } catch {
    await removeFolder(folder);
    return false;
  }
}

/**
 * Creates a data folder from the template, for `sampleOn` from that with the sample company if there is one,
 * under a temporary name until the folder is complete, and with a `marker` also flushed.
 */
async function createFolder(data: string, marker: string | null, sampleOn: CivilDate | null): Promise<void> {
  const temporary = `${data}.new`;
  await removeFolder(temporary);
  await explainFailure(temporary, async () => {
    if (sampleOn === null || !(await unpackSample(sampleOn, temporary)))
      await unpack((await prepareTemplate()).stream(), temporary);
    // The pieces of the template, which the engine would come on top of.
    releaseMemory();
    if (marker !== null) await flushTree(temporary);
    await moveIntoPlace(temporary, data);
    if (marker !== null) await replaceFile(marker, "", 0o600);
  });
}

/**
 * The file that says that everything in the data folder was flushed once, and that every process since then
 * has flushed what it wrote.
 */
const FLUSHED = "flushed";

/**
 * Flushes the whole data folder if that is not known to be done: after a process that did not flush, and
 * after one that was killed, whose last writes only the operating system has. The engine would flush one file
 * after the other, which takes many times as long.
 */
async function flushOnce(data: string, marker: string): Promise<void> {
  const isMarked = await exists(marker);
  if (isMarked && (await wasClosed(data))) return;
  await explainFailure(data, () => flushTree(data));
  if (!isMarked) await replaceFile(marker, "", 0o600);
}

/** The place of the engine's state in `pg_control`, and the state after it was closed. */
const STATE_OFFSET = 16;
const CLOSED = 1;

async function wasClosed(data: string): Promise<boolean> {
  await using control = await open(join(data, "global", "pg_control"), "r");
  const { buffer, bytesRead } = await control.read(Buffer.alloc(4), 0, 4, STATE_OFFSET);
  return bytesRead === 4 && buffer.readUInt32LE() === CLOSED;
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

/** Keeps no segments of the log for later, so that a template is small. */
const SMALL_LOG = ["-c", "min_wal_size=32MB", "-c", "wal_recycle=off"];

function openEngine({
  hasSmallBuffers = false,
  ...options
}: {
  readonly dataDir: string;
  readonly fs?: FlushedFiles | TemplateFiles;
  readonly loadDataDir?: Blob;
  readonly hasSmallBuffers?: boolean;
}): Promise<PGlite> {
  const { defaultStartParams } = PGlite;
  const startParams = [
    ...(options.fs instanceof FlushedFiles ? flushingParameters(defaultStartParams) : defaultStartParams),
    ...(hasSmallBuffers ? SMALL_BUFFERS : []),
    ...(options.fs instanceof TemplateFiles ? SMALL_LOG : []),
  ];
  return explainFailure(options.dataDir, () => PGlite.create({ ...options, startParams }));
}

/**
 * Runs `work`, which creates or opens a data folder, and throws a `FileProblem` with the likely cause if it
 * fails. The engine often throws something that is not an `Error` and has no message; the cause is
 * mostly a full disk.
 */
async function explainFailure<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
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

/** A database in memory that is packed when it has been closed, so that no copy of it has to be recovered. */
class TemplateFiles extends MemoryFS {
  tar: Blob | null = null;
  get packed(): Blob {
    return present(this.tar, "the template was not packed");
  }
  override async closeFs(): Promise<void> {
    this.tar = await this.dumpTar("template", "none");
    await super.closeFs();
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
  const files = new TemplateFiles();
  const engine = await PGlite.create({ fs: files });
  const db = openOnEngine(engine, { now: () => unixSeconds(0) });
  await migrate(db);
  await db.close();
  await saveTemplate(path, files.packed).catch(() => {});
  return files.packed;
}

/** True if the template exists, so that a new folder is created quickly. */
export async function isTemplateReady(): Promise<boolean> {
  return exists(await templatePath());
}

async function templatePath(): Promise<string> {
  return join(TEMPLATES, `template-closed-${fingerprint(await listMigrations())}.tar`);
}

/** Saves the template. Deletes the templates of other migrations, which are no longer used. */
async function saveTemplate(path: string, content: Blob): Promise<void> {
  await replaceFile(path, Buffer.from(await content.arrayBuffer()));
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
