/**
 * Files that an operator names, for commands to read and write. Invariant: a file that is written has a
 * temporary name until it is complete.
 */
import { createReadStream, createWriteStream, openSync } from "node:fs";
import {
  access,
  constants,
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
} from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { flushFolder, moveIntoPlace } from "./durable.ts";

/** The file name that stands for the standard input. */
export const STANDARD_INPUT = "-";

/** The name of an import from the standard input, which has no file name. */
export const UNNAMED_BOOKS = "Imported books";
const SPOOL_FOLDER = "daybook-";

/** A file or folder can't be used. The message names it and the reason. `missing`: it does not exist. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
  readonly missing: boolean;
  constructor(message: string, missing: boolean) {
    super(message);
    this.missing = missing;
  }
}

/** Content to read, with its length; null if the length is unknown. */
export interface Source {
  readonly bytes: number | null;
  readonly content: AsyncIterable<Uint8Array>;
}

const CHUNK_BYTES = 262_144;

/**
 * Opens a file, or the standard input for `-`. Aborting `signal` ends the reading. Throws `FileProblem` if
 * the file can't be read.
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

/** Reads a whole file, or the standard input for `-`. Throws `FileProblem` for more than `maxBytes` bytes. */
export async function readContent(path: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of (await openSource(path, signal)).content) {
    length += piece.length;
    if (length > maxBytes) throw new FileProblem(`The file is larger than ${maxBytes} bytes.`, false);
    // Copied, because the stream may reuse its buffer.
    pieces.push(Uint8Array.from(piece));
  }
  return Buffer.concat(pieces);
}

/** Returns the path of a file to write: `path`, or the file `name` in it if it is an existing folder. */
export async function outputFile(path: string, name: string): Promise<string> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ? join(path, name) : path;
}

/**
 * Yields the bytes of a stream, which is opened at the first read; a stream that is never read can't fail.
 */
async function* bytesOf(
  openStream: () => Readable,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  signal.throwIfAborted();
  yield* addAbortSignal(signal, openStream());
}

/**
 * Opens a named pipe without waiting for a writer. Opened as a file, the pipe would block until another
 * process writes to it, and could not be closed before.
 */
function openPipe(path: string): Socket {
  return new Socket({
    fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
  });
}

/**
 * True if `path` means something else in another process: the standard input, and paths of open files such as
 * `/dev/fd/3`.
 */
export function isProcessLocal(path: string): boolean {
  return path === STANDARD_INPUT || /^\/(proc|dev(?!\/shm))\//.test(path);
}

/** True if `path` is a temporary file that `spool` made, of this or another process. */
export function isSpooled(path: string): boolean {
  return basename(path) === UNNAMED_BOOKS && basename(dirname(path)).startsWith(SPOOL_FOLDER);
}

/**
 * Copies the content of `path` into a temporary file that only this user can read. `remove` deletes the file.
 */
export async function spool(
  path: string,
  signal: AbortSignal,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const { content } = await openSource(path, signal);
  const folder = await mkdtemp(join(tmpdir(), SPOOL_FOLDER));
  // An import may show the file's name to users, so the file has a meaningful one.
  const copy = join(folder, UNNAMED_BOOKS);
  const remove = () => removeFolder(folder);
  try {
    await pipeline(content, createWriteStream(copy, { mode: 0o600, flags: "wx" }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path: copy, remove };
}

/** Reads the files of a folder, by name, without subfolders. A missing folder is treated as empty. */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => entry.name);
  return new Map(
    await Promise.all(
      names.toSorted().map(async (name) => [name, await readFile(join(folder, name))] as const),
    ),
  );
}

/** Reads the files of a folder like `readFolder`, as texts. */
export async function readTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await readFolder(folder))].map(([name, content]) => [name, content.toString("utf8")]));
}

const FOLDER_ATTEMPTS = 3;

/**
 * Creates a folder that only this user may enter, and its missing parent folders. Does not use the recursive
 * mode of `mkdir`, which never ends in a folder such as `/proc`, where creating a folder reports that the
 * parent is missing.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(path, { mode: 0o700 });
      await flushFolder(dirname(path));
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
      // Another process may create the parent folder at the same time, so creating this folder is tried
      // again.
      if (code !== "ENOENT" || attempt === FOLDER_ATTEMPTS)
        throw new FileProblem(
          `The folder ${path} can't be made: ${error instanceof Error ? error.message : String(error)}.`,
          false,
        );
      if ((await stat(dirname(path)).catch(() => null)) === null) await makePrivateFolder(dirname(path));
    }
  }
}

/** True if this user may create a missing folder: its nearest existing parent is a folder and is writable. */
export async function canMakeFolder(path: string): Promise<boolean> {
  const parent = dirname(path);
  const stats = await stat(parent).catch(() => null);
  if (stats === null) return parent !== path && canMakeFolder(parent);
  const mayWrite = access(parent, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return stats.isDirectory() && mayWrite;
}

/**
 * Writes pieces into a new file that only this user can read, and returns its length. Throws `FileProblem` if
 * the file exists already.
 */
export async function writePieces(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  await requireNew(path);
  return replaceFile(path, pieces, signal);
}

/** Does what `writePieces` does, in place of a file that exists, which stays as it is if writing fails. */
export async function replaceFile(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  const making = `${path}.${process.pid}.part`;
  const output = createWriteStream(making, { mode: 0o600, flags: "wx", flush: true });
  try {
    await pipeline(pieces, output, { signal });
    await moveIntoPlace(making, path);
    return output.bytesWritten;
  } catch (error) {
    await rm(making, { force: true });
    throw error;
  }
}

/**
 * Writes a new folder that only this user can enter, with files made of pieces; gives their length. The
 * pieces of a file follow each other. Throws `FileProblem` when there is something of that name.
 */
export async function writeFolder(
  path: string,
  pieces: AsyncIterable<{ readonly file: string; readonly text: string }>,
  signal: AbortSignal,
): Promise<number> {
  await requireNew(path);
  const making = `${path}.${process.pid}.part`;
  await mkdir(making, { mode: 0o700 });
  let name = "";
  let handle: FileHandle | null = null;
  let bytes = 0;
  try {
    for await (const { file, text } of pieces) {
      signal.throwIfAborted();
      if (handle === null || name !== file) {
        await closeFlushed(handle);
        name = file;
        handle = await openFile(join(making, basename(file)), "wx", 0o600);
      }
      const content = Buffer.from(text);
      await handle.writeFile(content);
      bytes += content.length;
    }
    await closeFlushed(handle);
    await flushFolder(making);
    await moveIntoPlace(making, path);
    return bytes;
  } catch (error) {
    await handle?.close().catch(() => {});
    await removeFolder(making);
    throw error;
  }
}

async function closeFlushed(handle: FileHandle | null): Promise<void> {
  await handle?.sync();
  await handle?.close();
}

/** Throws `FileProblem` when there is something at a path, or no folder for it. */
export async function requireNew(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null)
    throw new FileProblem(
      `${path} is there already, and no file is replaced. Name another one, or move that one away.`,
      false,
    );
  await requireFolder(path);
}

/** Opens the file that another one will replace; null without one. Throws `FileProblem` if none can be there. */
export async function openReplaced(path: string, signal: AbortSignal): Promise<Source["content"] | null> {
  await requireFolder(path);
  const stats = await stat(path).catch(() => null);
  if (stats === null) return null;
  if (!stats.isFile()) throw new FileProblem(`${path} is no file that can be replaced.`, false);
  return (await openSource(path, signal)).content;
}

/** Throws `FileProblem` when a file can't be written at a path because of its folder. */
async function requireFolder(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await stat(folder).catch(() => null)) === null)
    throw new FileProblem(`There is no folder ${folder} to write ${basename(path)} into.`, true);
  await access(folder, constants.W_OK | constants.X_OK).catch(() => {
    throw new FileProblem(`The folder ${folder} can't be written into: permission denied.`, false);
  });
}

/** Creates a temporary folder. `remove` deletes the folder with its content. */
export async function temporaryFolder(
  name: string,
): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `daybook-${name}-`));
  return { path, remove: () => removeFolder(path) };
}

/** Removes a file if it exists. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** Reads the properties of a folder without opening anything in it; null if it does not exist. */
export async function inspectFolder(
  path: string,
): Promise<{ writable: boolean; private: boolean; freeBytes: number } | null> {
  const stats = await lstat(path).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new FileProblem(`The folder ${path} can't be looked at: ${message}.`, false);
  });
  if (stats === null) return null;
  const writable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  const { bavail, bsize } = await statfs(path);
  return { writable, private: (stats.mode & 0o077) === 0, freeBytes: bavail * bsize };
}

/** Removes a folder with all that is in it, if there is one. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/** Makes a folder that only this user may enter, and removes what was there. */
export async function emptyFolder(path: string): Promise<void> {
  await removeFolder(path);
  await makePrivateFolder(path);
}
