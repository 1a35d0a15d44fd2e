/**
 * Files that survive a loss of power. An operating system keeps what is written in memory for a while; a
 * flush makes it write the content of a file, or the names in a folder, to the disk. Invariant: a file gets
 * its final name only after its content is flushed, and its name is flushed before the caller goes on.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The disk did not confirm that something is written. Nothing that depends on it may be acknowledged. */
export class FlushFailed extends Error {
  override readonly name = "FlushFailed";
  constructor(path: string, cause: unknown) {
    super(`the disk did not confirm that ${path} is written (${codeOf(cause)})`, { cause });
  }
}

/**
 * Errors of file systems that can't flush a folder: some network file systems, and Windows, which can't even
 * open one. They write names by themselves.
 */
const CANT_FLUSH_FOLDERS = new Set([
  "EINVAL",
  "EISDIR",
  "EPERM",
  "EACCES",
  "EBADF",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
]);
/** Errors of a folder that was removed meanwhile, with all names in it. */
const IS_GONE = new Set(["ENOENT", "ENOTDIR"]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : String(error);
}

/** Throws `FlushFailed` unless the error means that there is nothing to flush, or that it can't be done. */
function requireHarmless(path: string, error: unknown): void {
  const code = codeOf(error);
  if (!IS_GONE.has(code) && !CANT_FLUSH_FOLDERS.has(code)) throw new FlushFailed(path, error);
}

/**
 * Flushes the names in a folder. Does nothing on a file system that can't do so (`canFlushFolders`) or if the
 * folder is gone. Throws `FlushFailed`.
 */
export async function flushFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, "r");
    await folder.sync();
  } catch (error) {
    requireHarmless(path, error);
  }
}

/** Does what `flushFolder` does, and returns when it is done. */
export function flushFolderSync(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    requireHarmless(path, error);
  }
}

/** False if the file system of an existing folder can't flush the names in it. */
export async function canFlushFolders(path: string): Promise<boolean> {
  try {
    await using folder = await open(path, "r");
    await folder.sync();
    return true;
  } catch (error) {
    return !CANT_FLUSH_FOLDERS.has(codeOf(error));
  }
}

/** Flushes the content of a file, however it was written. Throws `FlushFailed`. */
async function flushFile(path: string): Promise<void> {
  try {
    // Windows flushes only what is open for writing.
    await using file = await open(path, "r+");
    await file.sync();
  } catch (error) {
    throw new FlushFailed(path, error);
  }
}

/** The number of flushes at a time; a file system combines those that arrive together. */
const FLUSHES_AT_A_TIME = 16;

/** Flushes all files in a folder and in its subfolders, and all names. Throws `FlushFailed`. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const waiting = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }));
  const flushWaiting = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await (next.isFolder ? flushFolder(next.path) : flushFile(next.path));
  };
  await Promise.all(Array.from({ length: FLUSHES_AT_A_TIME }, flushWaiting));
  await flushFolder(folder);
}

/** Gives a file or folder, whose content is flushed, its final name in the same file system. */
export async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  await rename(temporary, path);
  await flushFolder(dirname(path));
  if (dirname(temporary) !== dirname(path)) await flushFolder(dirname(temporary));
}

/**
 * Writes a file as a whole: after a loss of power there is either the new content or what was there before.
 * Creates missing folders.
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const first = await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  try {
    {
      await using file = await open(temporary, "w", mode);
      await file.writeFile(content);
      await file.sync();
    }
    await moveIntoPlace(temporary, path);
    if (first !== undefined) await flushFolders(dirname(path), dirname(first));
  } catch (error) {
    // What went wrong first is what the caller learns.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes a file if it exists, so that it does not come back. */
export async function removeFlushed(path: string): Promise<void> {
  await rm(path, { force: true });
  await flushFolder(dirname(path));
}

/** Flushes the names in a folder, and in its parent folders up to `top`. */
export async function flushFolders(folder: string, top: string): Promise<void> {
  await flushFolder(folder);
  if (folder !== top) await flushFolders(dirname(folder), top);
}
