/**
 * Stored files in a backup: each row is a piece of a file in base64, and the pieces of a file are in order.
 * Invariants: a restored file is stored completely or not at all; at most one file is in memory at a time.
 */
import { assert } from "@daybook/words/assert";
import { copyRow } from "../copy.ts";

/** The part of the storage that backups use. */
export interface FileStorage {
  find(key: string): Promise<{ readonly contentType: string } | null>;
  stream(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null>;
  put(key: string, content: Uint8Array, contentType: string, signal: AbortSignal): Promise<void>;
}

/** Divisible by three, so that the base64 of a piece has no padding and the pieces could be joined. */
const PIECE_BYTES = 98_304;
/** The longest time for storing or reading one file. */
const FILE_MS = 300_000;

/**
 * Yields the rows of some files. Calls `onMissing` for a key without a file; such a file was deleted,
 * together with its row, after the backup's snapshot.
 */
export async function* fileRowsOf(
  storage: FileStorage,
  keys: Iterable<string>,
  onMissing: (key: string) => void,
): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const found = await storage.find(key);
    const content = found && (await storage.stream(key, AbortSignal.timeout(FILE_MS)));
    if (found === null || content === null) {
      onMissing(key);
      continue;
    }
    const row = (piece: Buffer) => Buffer.from(copyRow([key, found.contentType, piece.toString("base64")]));
    let rest: Buffer = Buffer.alloc(0);
    let isEmpty = true;
    for await (const bytes of content) {
      rest = Buffer.concat([rest, bytes]);
      for (; rest.length >= PIECE_BYTES; rest = rest.subarray(PIECE_BYTES)) {
        yield row(rest.subarray(0, PIECE_BYTES));
        isEmpty = false;
      }
    }
    if (rest.length > 0 || isEmpty) yield row(rest);
  }
}

/** Stores the files from `rows`, which are texts of complete rows. Returns the number of files. */
export async function storeFiles(storage: FileStorage, rows: AsyncIterable<string>): Promise<number> {
  let files = 0;
  for await (const { key, contentType, pieces } of filesOf(rows)) {
    await storage.put(key, Buffer.concat(pieces), contentType, AbortSignal.timeout(FILE_MS));
    files += 1;
  }
  return files;
}

/** A file that was read from a backup. */
interface BackupFile {
  readonly key: string;
  readonly contentType: string;
  readonly pieces: Buffer[];
}

async function* filesOf(rows: AsyncIterable<string>): AsyncGenerator<BackupFile> {
  let [key, contentType, pieces]: [string, string, Buffer[]] = ["", "", []];
  for await (const text of rows) {
    for (const line of text.split("\n")) {
      if (line === "") continue;
      // No unescaping: keys, media types and base64 contain no characters that COPY text format escapes.
      const [name = "", type = "", piece] = line.split("\t");
      assert(piece !== undefined, "a piece of a stored file has fewer than three columns");
      if (name !== key) {
        if (pieces.length > 0) yield { key, contentType, pieces };
        [key, contentType, pieces] = [name, type, []];
      }
      pieces.push(Buffer.from(piece, "base64"));
    }
  }
  if (pieces.length > 0) yield { key, contentType, pieces };
}
