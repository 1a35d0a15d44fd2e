/**
 * Stored files in a backup: rows of pieces in base64, in the order of their bytes. Invariants: a file is
 * stored whole or not at all; memory holds one file at the most.
 */
import { assert } from "../../../core/assert.ts";
import { copyRow } from "../copy.ts";

/** The part of the storage that backups use. */
export interface FileStorage {
  find(key: string): Promise<{ readonly contentType: string } | null>;
  stream(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null>;
  put(key: string, content: Uint8Array, contentType: string, signal: AbortSignal): Promise<void>;
}

/** Divisible by three, so that the pieces' base64 could be joined. */
const PIECE_BYTES = 98_304;
/** The longest time of storing or reading one file. */
const FILE_MS = 300_000;

/** The rows of some files. Tells `onMissing` of a key without a file: it was deleted with its row meanwhile. */
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

/** Stores the files of rows, in texts that hold whole rows; gives their number. */
export async function storeFiles(storage: FileStorage, rows: AsyncIterable<string>): Promise<number> {
  let files = 0;
  for await (const { key, contentType, pieces } of filesOf(rows)) {
    await storage.put(key, Buffer.concat(pieces), contentType, AbortSignal.timeout(FILE_MS));
    files += 1;
  }
  return files;
}

interface ReadFile {
  readonly key: string;
  readonly contentType: string;
  readonly pieces: Buffer[];
}

async function* filesOf(rows: AsyncIterable<string>): AsyncGenerator<ReadFile> {
  let [key, contentType, pieces]: [string, string, Buffer[]] = ["", "", []];
  for await (const text of rows) {
    for (const line of text.split("\n")) {
      if (line === "") continue;
      // Neither keys nor media types nor base64 have characters that COPY text escapes.
      const [name = "", type = "", piece] = line.split("\t");
      assert(piece !== undefined, "a piece of a stored file has no three columns");
      if (name !== key) {
        if (pieces.length > 0) yield { key, contentType, pieces };
        [key, contentType, pieces] = [name, type, []];
      }
      pieces.push(Buffer.from(piece, "base64"));
    }
  }
  if (pieces.length > 0) yield { key, contentType, pieces };
}
