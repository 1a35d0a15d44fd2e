/**
 * The spool: stores bytes of unknown length on this machine's disk instead of in memory, and counts and
 * hashes them meanwhile. Invariants: the file is deleted from its folder before the first byte is written, so
 * it disappears with the process and no other program can open it; no more bytes are written than allowed.
 */
import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdtemp, open, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turn } from "../time/turn.ts";

/** Bytes on the disk. The caller of `spool` must close them. */
export interface Spooled {
  /** In bytes. */
  readonly size: number;
  /** In base64. */
  readonly md5: string;
  /** In hexadecimal digits. */
  readonly sha256: string;
  /** The file descriptor, for another process that reads the file too. */
  readonly fd: number;
  /** Reads the bytes from the beginning; may be called repeatedly. */
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** There are more bytes than allowed. */
export class SpoolFull extends Error {
  override readonly name = "SpoolFull";
}

const CHUNK_BYTES = 65_536;

/**
 * Stores all bytes of `content`. Throws `SpoolFull` if there are more than `most` bytes, what `content`
 * throws, and the reason of an aborted `signal`.
 */
export async function spool(
  content: AsyncIterable<Uint8Array>,
  most: number,
  signal: AbortSignal,
): Promise<Spooled> {
  const handle = await openNameless();
  try {
    const [md5, sha256] = [createHash("md5"), createHash("sha256")];
    let size = 0;
    for await (const piece of content) {
      signal.throwIfAborted();
      size += piece.length;
      if (size > most) throw new SpoolFull(`there are more than ${most} bytes`);
      // With several large files at once, other requests wait for at most one piece.
      await turn();
      md5.update(piece);
      sha256.update(piece);
      await writeAll(handle, piece);
    }
    return {
      size,
      md5: md5.digest("base64"),
      sha256: sha256.digest("hex"),
      fd: handle.fd,
      read: () => piecesOf(handle, size),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-spool-"));
  const path = join(folder, randomBytes(12).toString("hex"));
  try {
    return await open(path, "wx+", 0o600);
  } finally {
    await rm(path, { force: true });
    await rmdir(folder);
  }
}

async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) at += (await handle.write(piece, at, piece.length - at)).bytesWritten;
}

/** Reads at explicit offsets, so that several readers don't disturb each other. */
async function* piecesOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < size;) {
    const { bytesRead, buffer } = await handle.read(
      Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at)),
      0,
      undefined,
      at,
    );
    if (bytesRead === 0) throw new Error("a spooled file is shorter than it was");
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
