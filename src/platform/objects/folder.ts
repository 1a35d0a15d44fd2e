/**
 * Objects in a folder, which several processes may share. Each file begins with a head of fixed length that
 * contains the object's type, length and hash, so that head and content are always replaced together.
 * Invariant: a file gets its final name only when it is complete and flushed to the disk.
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
import { flushFolders, removeFlushed } from "../machine/durable.ts";
import { FileProblem, makePrivateFolder } from "../machine/files.ts";
import { turn } from "../time/turn.ts";
import { checkTarget, checkUploadTarget, signedTarget, signedUploadTarget } from "./links.ts";
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
import { readOrCreateSecret } from "./secret.ts";

export interface FolderOptions {
  readonly folder: string;
  /** Returns the beginning of links, such as `https://books.example.com`. */
  readonly origin: () => string;
}

/** The length of the head before the content of a file. */
export const HEAD_BYTES = 512;
/** The end of every file's name. Folders never have such a name, because keys have no `+`. */
const SUFFIX = "+object";
const CHUNK_BYTES = 262_144;
/** An unfinished file that is older than this was left by a process that died. */
const ABANDONED_AFTER_MS = 3_600_000;
const MAX_MOVE_ATTEMPTS = 10;

interface Head {
  readonly content_type: string;
  readonly size: number;
  readonly sha256: string;
}

/** Explanations, with advice, of the operating system's error codes. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
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
  /** The folder of files that are being written. */
  const unfinished = join(folder, "making");
  const pathOf = (key: string): string => join(files, `${encodeCase(key)}${SUFFIX}`);
  let prepared: Promise<Buffer> | null = null;

  /** Returns a `FileProblem` for an error of the operating system that has an explanation. */
  function explain(error: unknown): unknown {
    const explanation = EXPLANATIONS[codeOf(error)];
    return explanation === undefined
      ? error
      : new FileProblem(`The folder of stored files ${folder} can't be used: ${explanation}.`, false);
  }

  async function prepare(): Promise<Buffer> {
    try {
      for (const path of [folder, files, unfinished]) await makePrivateFolder(path);
      const secret = await readOrCreateSecret(join(folder, "secret"), unfinished);
      for (const path of [files, unfinished])
        await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
      await removeAbandoned(unfinished);
      return secret;
    } catch (error) {
      prepared = null;
      throw explain(error);
    }
  }
  /** Prepares the folder once, and returns the secret for links. */
  const ready = (): Promise<Buffer> => (prepared ??= prepare());

  async function openObject(key: string): Promise<OpenedObject | null> {
    assertKey(key);
    await ready();
    const handle = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
      (error: unknown) => {
        if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
        throw explain(error);
      },
    );
    if (handle === null) return null;
    try {
      const head = await readHead(handle, pathOf(key));
      return {
        size: head.size,
        contentType: head.content_type,
        tag: Buffer.from(head.sha256, "hex").toString("base64url"),
        // Node's streams can't have an empty range, but a stream without `end` from the end of the file is
        // empty.
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

  /** Writes a new file with `write`, and moves it to its path when it is complete. */
  async function createObject(
    key: string,
    contentType: string,
    signal: AbortSignal,
    write: (path: string) => Promise<void>,
  ): Promise<void> {
    assertKey(key);
    assertContentType(contentType);
    signal.throwIfAborted();
    await ready();
    const temporary = join(unfinished, `${process.pid}-${randomBytes(12).toString("hex")}`);
    try {
      await write(temporary);
      signal.throwIfAborted();
      await moveIntoPlace(temporary, pathOf(key));
    } catch (error) {
      await rm(temporary, { force: true });
      throw explain(error);
    }
  }

  return {
    async open() {
      await ready();
    },
    put: (key, content, contentType, signal) =>
      createObject(key, contentType, signal, (path) =>
        writeContent(
          path,
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
      createObject(key, contentType, signal, (path) =>
        writeStream(path, contentType, file, file.read(), signal),
      ),
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
      return object && readUntilAborted(object.stream(0, object.size - 1), signal);
    },
    async delete(key) {
      assertKey(key);
      await ready();
      try {
        await removeFlushed(pathOf(key));
      } catch (error) {
        if (codeOf(error) !== "ENOTDIR") throw explain(error);
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
      const url = `${origin()}${signedUploadTarget(await ready(), key, options)}`;
      return { url, headers: uploadHeaders(options) };
    },
    secret: ready,
    served: {
      checkUpload: async (target, now) => checkUploadTarget(await ready(), target, now),
      receive: ({ key, size, headers }, content, signal) =>
        createObject(key, headers["Content-Type"], signal, (path) =>
          writeStream(path, headers["Content-Type"], { size, md5: headers["Content-MD5"] }, content, signal),
        ),
      checkLink: async (target, now) => checkTarget(await ready(), target, now),
      openObject,
    },
    close: async () => {},
  };
}

/**
 * Encodes a key for file systems that ignore the case of letters: a capital letter becomes `=` and the small
 * letter.
 */
function encodeCase(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `=${letter.toLowerCase()}`);
}

function decodeCase(name: string): string {
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

function* piecesOf(head: Head, content: Uint8Array): Generator<Uint8Array> {
  yield headOf(head);
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}

async function writeContent(
  path: string,
  head: Head,
  content: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  await using handle = await open(path, "wx", 0o600);
  await handle.writeFile(piecesOf(head, content), { signal });
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
 * Writes content as it arrives, and the head afterwards, when the hash is known. Throws `WrongBytes` if the
 * bytes are not the expected ones; for too many bytes at once.
 */
async function writeStream(
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

/** Yields the pieces of a stream. Throws if the signal is aborted. The stream is closed in every case. */
async function* readUntilAborted(
  stream: NodeJS.ReadableStream,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of stream) {
    signal.throwIfAborted();
    yield Buffer.from(piece);
  }
}

/**
 * Moves a complete file to its path. Tries again if another process meanwhile removed the new folder because
 * the folder was empty.
 */
async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const first = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      await flushFolders(dirname(path), first === undefined ? dirname(path) : dirname(first));
      return;
    } catch (error) {
      if (
        codeOf(error) !== "ENOENT" ||
        attempt === MAX_MOVE_ATTEMPTS ||
        (await stat(temporary).catch(() => null)) === null
      )
        throw error;
    }
  }
}

/** Removes a folder if it is empty, and then its empty parent folders, but not `top`. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  if (folder === top) return;
  try {
    await rmdir(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") return;
  }
  await removeEmpty(dirname(folder), top);
}

/** Yields the keys with a prefix, by reading the folders recursively. */
async function* keysBelow(files: string, prefix: string): AsyncGenerator<string, void, undefined> {
  const entries = await opendir(join(files, encodeCase(prefix))).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    throw error;
  });
  if (entries === null) return;
  for await (const entry of entries as AsyncIterable<Dirent>) {
    const name = decodeCase(entry.name);
    if (entry.isDirectory()) {
      if (isKey(`${prefix}${name}`)) yield* keysBelow(files, `${prefix}${name}/`);
    } else if (name.endsWith(SUFFIX)) {
      const key = `${prefix}${name.slice(0, -SUFFIX.length)}`;
      if (isKey(key)) yield key;
    }
  }
}

/**
 * Removes unfinished files of processes that died. The current time comes from a new file, because the file
 * system may be on another machine with another clock.
 */
async function removeAbandoned(unfinished: string): Promise<void> {
  const probe = join(unfinished, `${process.pid}-${randomBytes(12).toString("hex")}`);
  await (await open(probe, "wx", 0o600)).close();
  const { mtimeMs: now } = await stat(probe);
  await rm(probe, { force: true });
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && now - stats.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}
