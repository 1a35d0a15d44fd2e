/**
 * Files that an operator names: what a command reads, and what it writes. Invariant: a file that is
 * written gets its name only when it is whole.
 */
import { createReadStream, createWriteStream, openSync } from "node:fs";
import {
  access,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Stands for the standard input where the name of a file is asked for. */
export const STANDARD_INPUT = "-";

/** The name of books that were imported without a file name. */
export const UNNAMED_BOOKS = "Imported books";

/** A named file can't be used as the command wants to. The message names it and says why. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
  readonly missing: boolean;
  constructor(message: string, missing: boolean) {
    super(message);
    this.missing = missing;
  }
}

/** Content to read, with its length where that is known. */
export interface Source {
  readonly bytes: number | null;
  readonly content: AsyncIterable<Uint8Array>;
}

const CHUNK_BYTES = 262_144;

/**
 * Opens a file, or the standard input for `-`; the aborted `signal` ends the reading. Throws `FileProblem`
 * when there is nothing to read.
 */
export async function openSource(path: string, signal: AbortSignal): Promise<Source> {
  if (path === STANDARD_INPUT) return { bytes: null, content: bytesOf(() => process.stdin, signal) };
  const stats = await stat(path).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FileProblem(
      code === "ENOENT" ? `There is no file ${path}.` : `The file ${path} can't be read: ${message}.`,
      code === "ENOENT",
    );
  });
  if (stats.isDirectory()) throw new FileProblem(`${path} is a folder, not a file.`, false);
  await access(path, constants.R_OK).catch(() => {
    throw new FileProblem(`The file ${path} can't be read: permission denied.`, false);
  });
  if (stats.isFIFO()) return { bytes: null, content: bytesOf(() => openPipe(path), signal) };
  return {
    bytes: stats.isFile() ? stats.size : null,
    content: bytesOf(() => createReadStream(path, { highWaterMark: CHUNK_BYTES }), signal),
  };
}

/** All of a file, or of the standard input for `-`. Throws `FileProblem` for more than `most` bytes. */
export async function readContent(path: string, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (await openSource(path, signal)).content) {
    length += piece.length;
    if (length > most) throw new FileProblem(`The file is larger than ${most} bytes.`, false);
    // A copy, because the reader may reuse its chunk.
    pieces.push(Uint8Array.from(piece));
  }
  return Buffer.concat(pieces);
}

/** True if there is a folder of that name. */
export async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}

/** The bytes of a stream. It is opened at the first read, so an unread stream is not open and can't fail. */
async function* bytesOf(
  openStream: () => Readable,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal.throwIfAborted();
  yield* addAbortSignal(signal, openStream());
}

/**
 * Opens a pipe as a stream that can be closed before anything is written to it; opened as a file it would
 * block the process until then.
 */
function openPipe(path: string): Socket {
  return new Socket({
    fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
}

/**
 * True if `path` means something else to another process, as the standard input and what the system names
 * after a process's open files do.
 */
export function isOnlyHere(path: string): boolean {
  return path === STANDARD_INPUT || /^\/(proc|dev(?!\/shm))\//.test(path);
}

/** Keeps what `path` gives in a file that only this user can read; the returned function removes it. */
export async function spool(
  path: string,
  signal: AbortSignal,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const { content } = await openSource(path, signal);
  const folder = await mkdtemp(join(tmpdir(), "daybook-"));
  // The file's name may be used as a name for its content, so it has a meaningful one.
  const kept = join(folder, UNNAMED_BOOKS);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(content, createWriteStream(kept, { mode: 0o600, flags: "wx" }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path: kept, remove };
}

/** Reads the files of a folder as texts, by name, without subfolders. Empty if the folder does not exist. */
export async function readTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => entry.name);
  return new Map(
    await Promise.all(
      names.toSorted().map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
    ),
  );
}

const FOLDER_ATTEMPTS = 3;

/**
 * Makes a folder that only this user may enter, and those above it that are missing. Goes up step by step,
 * because the system's own way never ends below a folder in which nothing can be made and which says that it
 * is not there.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(path, { mode: 0o700 });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
      // Another process may make what is above at the same moment, so that it is there by now: then this one
      // is tried again.
      if (code !== "ENOENT" || attempt === FOLDER_ATTEMPTS)
        throw new FileProblem(
          `The folder ${path} can't be made: ${error instanceof Error ? error.message : String(error)}.`,
          false,
        );
      if ((await stat(dirname(path)).catch(() => null)) === null) await makePrivateFolder(dirname(path));
    }
  }
}

/**
 * True if this user may make a folder that is not there: the nearest above it that is there is one, and may
 * be written.
 */
export async function canMakeFolder(path: string): Promise<boolean> {
  const above = dirname(path);
  const stats = await stat(above).catch(() => null);
  if (stats === null) return above !== path && canMakeFolder(above);
  const mayWrite = access(above, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return stats.isDirectory() && mayWrite;
}

/**
 * Writes a new file that only this user can read, of pieces; gives its length. Throws `FileProblem` when
 * there is one of that name.
 */
export async function writePieces(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  if ((await stat(path).catch(() => null)) !== null)
    throw new FileProblem(
      `${path} is there already, and no file is replaced. Name another one, or move that one away.`,
      false,
    );
  if ((await stat(dirname(path)).catch(() => null)) === null)
    throw new FileProblem(`There is no folder ${dirname(path)} to write ${basename(path)} into.`, true);
  const making = `${path}.${process.pid}.part`;
  const output = createWriteStream(making, { mode: 0o600, flags: "wx" });
  try {
    await pipeline(pieces, output, { signal });
    await rename(making, path);
    return output.bytesWritten;
  } catch (error) {
    await rm(making, { force: true });
    throw error;
  }
}

/** Writes a text file, and makes its folder when that is missing. */
export async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const making = `${path}.${process.pid}`;
  await writeFile(making, text);
  await rename(making, path);
}

/** Makes a folder for the time until `remove` is called, which deletes it with all that is in it. */
export async function temporaryFolder(
  name: string,
): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `daybook-${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Removes a file, if it is there. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Reads the properties of a folder without opening anything in it; null if it does not exist. */
export async function inspectFolder(
  path: string,
): Promise<{ writable: boolean; private: boolean; freeBytes: number } | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  const writable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  const { bavail, bsize } = await statfs(path);
  return { writable, private: (stats.mode & 0o077) === 0, freeBytes: bavail * bsize };
}
