/**
 * Objects in a folder of this machine, which several processes may share. A file begins with a head of fixed
 * length that says its type, length and hash, so that both change with the content in one step. Invariant: a
 * file gets its name when it is whole and on the disk.
 */
import { createHash, randomBytes } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import {
  access,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { FileProblem, makePrivateFolder } from "../machine/files.ts";
import { turn } from "../time/turn.ts";
import { judgeTarget, judgeUploadTarget, signedTarget, signedUploadTarget } from "./links.ts";
import {
  assertContentType,
  assertKey,
  assertLink,
  assertPrefix,
  assertUpload,
  isKey,
  type Objects,
  type OpenedObject,
  uploadHeaders,
  WrongBytes,
} from "./objects.ts";
import { ownSecret } from "./secret.ts";

export interface FolderOptions {
  readonly folder: string;
  /** The beginning of links. */
  readonly origin: () => string;
}

/** Bytes before the content of a file. */
export const HEAD_BYTES = 512;
/** Ends the name of a file, and of no folder: `+` is in no key. */
const ENDING = "+object";
const CHUNK_BYTES = 262_144;
/** A file that has been in the making for longer than this was left by a dead process. */
const LEFT_MS = 3_600_000;
const PLACING_ATTEMPTS = 10;

interface Head {
  readonly content_type: string;
  readonly size: number;
  readonly sha256: string;
}

/** Sentences with advice for the system's errors when a file can't be written. */
const IN_WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room",
  EDQUOT: "this user's share of the disk is used up; make room",
  EFBIG: "no file may be that large here",
  EACCES: "this user lacks the right; give the folder to the user that the service runs as",
  EPERM: "this user lacks the right; give the folder to the user that the service runs as",
  EROFS: "it is on a read-only file system",
  ENOENT: "a part of it was removed while the service ran; start it anew",
  ENOTDIR: "a part of its path is a file where a folder is needed",
  EMFILE: "too many files are open",
  EIO: "the disk does not answer as it should",
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function folderObjects({ folder, origin }: FolderOptions): Objects {
  const files = join(folder, "files");
  const making = join(folder, "making");
  const pathOf = (key: string): string => join(files, `${spelt(key)}${ENDING}`);
  let opened: Promise<Buffer> | null = null;

  function inWords(error: unknown): unknown {
    const words = IN_WORDS[codeOf(error)];
    return words === undefined
      ? error
      : new FileProblem(`The folder of stored files ${folder} can't be used: ${words}.`, false);
  }

  async function prepare(): Promise<Buffer> {
    try {
      for (const path of [folder, files, making]) await makePrivateFolder(path);
      const secret = await ownSecret(join(folder, "secret"), making);
      for (const path of [files, making])
        await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
      await sweep(making);
      return secret;
    } catch (error) {
      opened = null;
      throw inWords(error);
    }
  }
  const ready = (): Promise<Buffer> => (opened ??= prepare());

  async function openObject(key: string): Promise<OpenedObject | null> {
    assertKey(key);
    await ready();
    const handle = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
      (error: unknown) => {
        if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
        throw inWords(error);
      },
    );
    if (handle === null) return null;
    try {
      const head = await readHead(handle, pathOf(key));
      return {
        size: head.size,
        contentType: head.content_type,
        tag: Buffer.from(head.sha256, "hex").toString("base64url"),
        // A stream of a file has at least one byte; one that is read from its end on has none.
        stream: (start, end) =>
          handle.createReadStream({
            start: HEAD_BYTES + start,
            ...(end < start ? {} : { end: HEAD_BYTES + end }),
            highWaterMark: CHUNK_BYTES,
          }),
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Makes a file with `write`, and gives it its name when it is complete. */
  async function make(
    key: string,
    contentType: string,
    signal: AbortSignal,
    write: (path: string) => Promise<void>,
  ): Promise<void> {
    assertKey(key);
    assertContentType(contentType);
    signal.throwIfAborted();
    await ready();
    const made = join(making, `${process.pid}-${randomBytes(12).toString("hex")}`);
    try {
      await write(made);
      signal.throwIfAborted();
      await place(made, pathOf(key));
    } catch (error) {
      await rm(made, { force: true });
      throw inWords(error);
    }
  }

  return {
    async open() {
      await ready();
    },
    put: (key, content, contentType, signal) =>
      make(key, contentType, signal, (made) =>
        writeWhole(
          made,
          {
            content_type: contentType,
            size: content.length,
            sha256: createHash("sha256").update(content).digest("hex"),
          },
          content,
          signal,
        ),
      ),
    putFile: (key, file, contentType, signal) =>
      make(key, contentType, signal, (made) => writeAsItComes(made, contentType, file, file.read(), signal)),
    async find(key) {
      const object = await openObject(key);
      await object?.close();
      return object && { size: object.size, contentType: object.contentType };
    },
    async read(key, signal) {
      const object = await openObject(key);
      if (object === null) return null;
      const pieces: Buffer[] = [];
      for await (const piece of object.stream(0, object.size - 1)) {
        signal.throwIfAborted();
        pieces.push(Buffer.from(piece));
      }
      const content = Buffer.concat(pieces);
      if (createHash("sha256").update(content).digest("base64url") !== object.tag) throw damaged(pathOf(key));
      return content;
    },
    async stream(key, signal) {
      const object = await openObject(key);
      return object && abortable(object.stream(0, object.size - 1), signal);
    },
    async delete(key) {
      assertKey(key);
      await ready();
      try {
        await rm(pathOf(key), { force: true });
      } catch (error) {
        if (codeOf(error) !== "ENOTDIR") throw inWords(error);
      }
      await removeEmpty(dirname(pathOf(key)), files);
    },
    async *list(prefix) {
      assertPrefix(prefix);
      await ready();
      yield* keysBelow(files, prefix);
    },
    async link(key, options) {
      assertLink(key, options);
      return `${origin()}${signedTarget(await ready(), key, options)}`;
    },
    async signUpload(key, options) {
      assertUpload(key, options);
      return {
        url: `${origin()}${signedUploadTarget(await ready(), key, options)}`,
        headers: uploadHeaders(options),
      };
    },
    served: {
      judgeUpload: async (target, now) => judgeUploadTarget(await ready(), target, now),
      receive: ({ key, size, headers }, content, signal) =>
        make(key, headers["Content-Type"], signal, (made) =>
          writeAsItComes(
            made,
            headers["Content-Type"],
            { size, md5: headers["Content-MD5"] },
            content,
            signal,
          ),
        ),
      judge: async (target, now) => judgeTarget(await ready(), target, now),
      openObject,
    },
    close: async () => {},
  };
}

/**
 * A key as a path: a capital letter is written as `=` and the small one, because some file systems take both
 * for the same.
 */
function spelt(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`);
}

function unspelt(name: string): string {
  return name.replaceAll(/=([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function damaged(path: string): FileProblem {
  return new FileProblem(
    `The stored file ${path} is damaged: it is not what was written. Restore it from a copy, or delete it and have it made again.`,
    false,
  );
}

async function readHead(handle: FileHandle, path: string): Promise<Head> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  try {
    const head = JSON.parse(buffer.toString("utf8", 0, bytesRead)) as Head;
    if ((await handle.stat()).size === HEAD_BYTES + head.size) return head;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw damaged(path);
}

function headOf(head: Head): Buffer {
  return Buffer.from(`${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`);
}

function* inPieces(head: Head, content: Uint8Array): Generator<Uint8Array> {
  yield headOf(head);
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}

async function writeWhole(path: string, head: Head, content: Uint8Array, signal: AbortSignal): Promise<void> {
  await using handle = await open(path, "wx", 0o600);
  await handle.writeFile(inPieces(head, content), { signal });
  await handle.sync();
}

/** The required length and hash of uploaded bytes. */
interface ExpectedBytes {
  /** In bytes. */
  readonly size: number;
  /** In base64. */
  readonly md5: string;
}

/**
 * Writes content whose hash is known at its end, and the head then. Throws `WrongBytes` when it is not what
 * was announced, as soon as it is too long.
 */
async function writeAsItComes(
  path: string,
  contentType: string,
  { size, md5 }: ExpectedBytes,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  await using handle = await open(path, "wx", 0o600);
  const [sha256, ownMd5] = [createHash("sha256"), createHash("md5")];
  let at = 0;
  for await (const piece of content) {
    signal.throwIfAborted();
    if (at + piece.length > size) throw new WrongBytes(`there are more than ${size} bytes`);
    await turn();
    sha256.update(piece);
    ownMd5.update(piece);
    await writeAt(handle, piece, HEAD_BYTES + at);
    at += piece.length;
  }
  if (at !== size) throw new WrongBytes(`there are ${at} bytes, and not ${size}`);
  if (ownMd5.digest("base64") !== md5) throw new WrongBytes("the bytes have another MD5");
  const head: Head = { content_type: contentType, size, sha256: sha256.digest("hex") };
  await writeAt(handle, headOf(head), 0);
  await handle.sync();
}

async function writeAt(handle: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < piece.length;)
    at += (await handle.write(piece, at, piece.length - at, position + at)).bytesWritten;
}

/** The pieces of an object until the signal is aborted; however it ends, the object is closed. */
async function* abortable(
  stream: NodeJS.ReadableStream,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of stream) {
    signal.throwIfAborted();
    yield Buffer.from(piece);
  }
}

/** Gives a complete file its name, in folders that another process may be removing because they are empty. */
async function place(made: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const first = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(made, path);
      await syncFolders(dirname(path), first === undefined ? dirname(path) : dirname(first));
      return;
    } catch (error) {
      if (
        codeOf(error) !== "ENOENT" ||
        attempt === PLACING_ATTEMPTS ||
        (await stat(made).catch(() => null)) === null
      )
        throw error;
    }
  }
}

/** Brings the names in a folder to the disk, and those in the folders above it up to `top`. */
async function syncFolders(folder: string, top: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch((error: unknown) => {
    // Removed again already, with all that was in it.
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  if (folder !== top) await syncFolders(dirname(folder), top);
}

/** Removes a folder that is empty, and then those above it, below `top`. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  if (folder === top) return;
  try {
    await rmdir(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") return;
  }
  await removeEmpty(dirname(folder), top);
}

async function* keysBelow(files: string, prefix: string): AsyncGenerator<string, void, undefined> {
  const entries = await opendir(join(files, spelt(prefix))).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    throw error;
  });
  if (entries === null) return;
  for await (const entry of entries as AsyncIterable<Dirent>) {
    const name = unspelt(entry.name);
    if (entry.isDirectory()) {
      if (isKey(`${prefix}${name}`)) yield* keysBelow(files, `${prefix}${name}/`);
    } else if (name.endsWith(ENDING)) {
      const key = `${prefix}${name.slice(0, -ENDING.length)}`;
      if (isKey(key)) yield key;
    }
  }
}

/**
 * Removes unfinished files of dead processes. Their age is measured by the file system's clock, which may be
 * another machine's.
 */
async function sweep(making: string): Promise<void> {
  const trial = join(making, `${process.pid}-${randomBytes(12).toString("hex")}`);
  await (await open(trial, "wx", 0o600)).close();
  const { mtimeMs: now } = await stat(trial);
  await rm(trial, { force: true });
  for (const name of await readdir(making)) {
    const stats = await stat(join(making, name)).catch(() => null);
    if (stats !== null && now - stats.mtimeMs > LEFT_MS) await rm(join(making, name), { force: true });
  }
}
