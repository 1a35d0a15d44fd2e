/**
 * Unpacks a template of the embedded database: a tar file of folders and plain files, in which each folder
 * comes before its content. Invariants: only this user can open the folders and files that are created; no
 * more than a piece of the tar file is in memory; `tar` is read to its end, where it may tell of damage.
 */
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "@daybook/words/assert";

/** Creates a folder and unpacks `tar` into it. Nothing is flushed to the disk. */
export async function unpack(tar: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const pieces = new Pieces(tar);
  try {
    await unpackAll(pieces, folder);
  } finally {
    await pieces.close();
  }
}

async function unpackAll(pieces: Pieces, folder: string): Promise<void> {
  for (;;) {
    const header = Buffer.alloc(BLOCK_BYTES);
    let held = 0;
    for await (const piece of pieces.take(BLOCK_BYTES)) {
      header.set(piece, held);
      held += piece.length;
    }
    // A block of zeros ends the file.
    if (header[0] === 0) return pieces.skipToEnd();
    const field = ({ from, length }: typeof NAME): string =>
      header.toString("latin1", from, from + length).replace(/\0.*$/s, "");
    const path = join(folder, field(NAME));
    const size = Number.parseInt(field(SIZE), 8);
    // Each call is short, and hundreds of files take several times as long when each is awaited.
    if (field(TYPE) === FOLDER) mkdirSync(path, { mode: 0o700 });
    else {
      const file = openSync(path, "wx", 0o600);
      try {
        for await (const piece of pieces.take(size)) writeAll(file, piece);
      } finally {
        closeSync(file);
      }
      for await (const _ of pieces.take(Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES - size));
    }
  }
}

/** Writes all bytes; the operating system may take some of them at a time. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** The bytes of a source, in pieces that end where the reader wants. */
class Pieces {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Yields the next bytes; throws `AssertionFailed` where the source has fewer. */
  async *take(bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let left = bytes; left > 0;) {
      if (this.#held.length === 0) {
        const next = await this.#source.next();
        assert(next.done !== true, "the template ends in the middle of a file");
        this.#held = next.value;
      }
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async skipToEnd(): Promise<void> {
    while ((await this.#source.next()).done !== true);
  }

  /** Lets go of the source, also before its end. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

// The layout of a header in the tar format.
const BLOCK_BYTES = 512;
const NAME = { from: 0, length: 100 };
const SIZE = { from: 124, length: 12 };
const TYPE = { from: 156, length: 1 };
const FOLDER = "5";
