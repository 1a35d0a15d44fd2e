/**
 * The file of a backup. Unpacked (gzip) it is lines of text: a header as JSON; the rows of each table in
 * COPY text format, each table ended by `\.`; a trailer as JSON with the number of rows of each table
 * and the SHA-256 of everything before it. Invariants: a file gets its name only when it is whole and
 * on the disk; a reader gives no row of a file that it can't read to the end of without saying so.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { constants, createGunzip, createGzip } from "node:zlib";
import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { FileProblem } from "../../machine/files.ts";

const FORMAT = "daybook.backup";
/** Version 2 may hold stored files. */
const VERSION = 2;
const NEWLINE = 0x0a;
const END_OF_TABLE = Buffer.from("\\.\n");
/** Longer than the line of any row; a file that is something else may have no line at all. */
const LONGEST_LINE_BYTES = 268_435_456;
const CHUNK_BYTES = 262_144;

const header = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Union([Type.Literal(1), Type.Literal(VERSION)]),
  /** When it was made, in Unix seconds of the service's clock. */
  made: Type.Integer(),
  /** The migrations that made the schema of its tables. */
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** In the order in which their rows follow. */
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
});
export type BackupHeader = Static<typeof header>;

/** A header of a version that this program does not know. */
const otherHeader = Type.Object({ format: Type.Literal(FORMAT), version: Type.Integer() });
const trailer = Type.Object({ rows: Type.Record(Type.String(), Type.Integer()), sha256: Type.String() });

/** The number of rows of each table. */
export type RowCounts = Readonly<Record<string, number>>;

/** The part of a header that differs between files. */
export type BackupContent = Omit<BackupHeader, "format" | "version">;

/** The last table of a file that holds stored files: their pieces, in order. No table has such a name. */
export const STORED_FILES = { name: "@stored_files", columns: ["key", "content_type", "piece"] };

/** Gives the rows of a table in COPY text format. */
type RowsOf = (table: string) => AsyncIterable<Buffer>;

/** Writes a new file that only this user can read. */
export async function writeBackupFile(
  path: string,
  content: BackupContent,
  rowsOf: RowsOf,
): Promise<RowCounts> {
  if (await exists(path))
    throw new FileProblem(
      `${path} is there already, and a backup replaces no file. Name another one, or move that one away.`,
      false,
    );
  const making = `${path}.${process.pid}.part`;
  const counts: Record<string, number> = {};
  try {
    // Level 1: the disk is not waited for, and the next level takes twice the time for a tenth of the size.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
    await pipeline(
      Readable.from(lines(content, rowsOf, counts), { objectMode: true, highWaterMark: 1 }),
      gzip,
      createWriteStream(making, { mode: 0o600, flags: "wx", flush: true }),
    );
    await rename(making, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(making, { force: true });
    throw asFileProblem(path, error) ?? error;
  }
  return counts;
}

async function* lines(
  content: BackupContent,
  rowsOf: RowsOf,
  counts: Record<string, number>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  const first: BackupHeader = { format: FORMAT, version: VERSION, ...content };
  yield hashed(Buffer.from(`${JSON.stringify(first)}\n`));
  for (const table of content.tables) {
    let rows = 0;
    for await (const bytes of rowsOf(table.name)) {
      rows += countNewlines(bytes);
      yield hashed(bytes);
    }
    counts[table.name] = rows;
    yield hashed(END_OF_TABLE);
  }
  const last: Static<typeof trailer> = { rows: counts, sha256: hash.digest("hex") };
  yield Buffer.from(`${JSON.stringify(last)}\n`);
}

/** Reads a file from its beginning to its end, which is when it is known to be whole. */
export interface BackupReader {
  readonly header: BackupHeader;
  /**
   * The rows of the next table, in texts that hold whole rows. Tables must be read one after the other, each
   * to its end.
   */
  rows(): AsyncGenerator<string>;
  /**
   * Behind the last table: throws `FileProblem` unless everything is what was written. Gives the number of
   * rows of each table.
   */
  end(): Promise<RowCounts>;
  close(): void;
}

/**
 * Opens a file; throws `FileProblem` if it is not a backup. `onBytes` receives the number of bytes read so
 * far.
 */
export async function readBackupFile(path: string, onBytes: (bytes: number) => void): Promise<BackupReader> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const unpacked = pipeline(file, gunzip);
  // Readers of the stream receive the error.
  unpacked.catch(() => {});
  const blocks = wholeLines(gunzip);
  const hash = createHash("sha256");
  const counts: Record<string, number> = {};
  let ahead: Buffer = Buffer.alloc(0);

  /** The next block of whole lines; empty at the end. */
  async function block(): Promise<Buffer> {
    if (ahead.length > 0) {
      const taken = ahead;
      ahead = Buffer.alloc(0);
      return taken;
    }
    const next = await blocks.next();
    onBytes(file.bytesRead);
    return next.done ? Buffer.alloc(0) : next.value;
  }
  async function line(): Promise<Buffer> {
    const bytes = await block();
    const end = bytes.indexOf(NEWLINE) + 1;
    ahead = bytes.subarray(end);
    return bytes.subarray(0, end);
  }
  async function explained<T>(work: () => Promise<T>, unreadable = damaged): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (code.startsWith("Z_")) throw unreadable(path, "it can't be unpacked");
      if (error instanceof Unreadable) throw unreadable(path, error.message);
      throw asFileProblem(path, error) ?? error;
    }
  }
  function close(): void {
    file.destroy();
    gunzip.destroy();
  }

  let first: Buffer;
  let read: BackupHeader;
  try {
    first = await explained(line, notOurs);
    read = parse(header, first) ?? notReadable(path, first);
  } catch (error) {
    close();
    throw error;
  }
  hash.update(first);
  let next = 0;
  return {
    header: read,
    async *rows() {
      const table = read.tables[next];
      next += 1;
      let rows = 0;
      for (;;) {
        const bytes = await explained(block);
        if (bytes.length === 0) throw damaged(path, "it ends before its last table does");
        const end = endOfTable(bytes);
        const part = end === -1 ? bytes : bytes.subarray(0, end);
        hash.update(part);
        rows += countNewlines(part);
        if (part.length > 0) yield part.toString("utf8");
        if (end === -1) continue;
        hash.update(END_OF_TABLE);
        ahead = bytes.subarray(end + END_OF_TABLE.length);
        break;
      }
      if (table) counts[table.name] = rows;
    },
    async end() {
      const last = parse(trailer, await explained(line));
      if (last === null) throw damaged(path, "its end is missing");
      if (last.sha256 !== hash.digest("hex")) throw damaged(path, "its checksum is not that of its content");
      if ((await explained(block)).length > 0) throw damaged(path, "something stands behind its end");
      for (const { name } of read.tables)
        if (last.rows[name] !== counts[name])
          throw damaged(
            path,
            `its table ${name} has ${counts[name]} rows, but ${last.rows[name]} were written`,
          );
      return counts;
    },
    close,
  };
}

/** The file does not hold what its format says. */
class Unreadable extends Error {}

/** The same bytes in blocks that end with a line. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
      length = 0;
    }
    rest.push(chunk.subarray(end));
    length += chunk.length - end;
    if (length > LONGEST_LINE_BYTES) throw new Unreadable("it has a line that is too long for one");
  }
  if (length > 0) throw new Unreadable("it ends in the middle of a line");
}

/** The offset of the line `\.` in a block of whole lines, or -1. In COPY text no row is that line. */
function endOfTable(block: Buffer): number {
  if (block.subarray(0, END_OF_TABLE.length).equals(END_OF_TABLE)) return 0;
  const found = block.indexOf("\n\\.\n");
  return found === -1 ? -1 : found + 1;
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

function parse<S extends TSchema>(schema: S, line: Buffer): Static<S> | null {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return Value.Check(schema, value) ? value : null;
  } catch {
    return null;
  }
}

/** Throws the error for a first line that is not a header. */
function notReadable(path: string, line: Buffer): never {
  const other = parse(otherHeader, line);
  if (other === null) throw notOurs(path);
  throw new FileProblem(
    `The backup ${path} is in version ${other.version} of its format, and this program reads version ${VERSION}: restore it with the program that wrote it, or a newer one.`,
    false,
  );
}

function notOurs(path: string): FileProblem {
  return new FileProblem(
    `${path} is not a backup that \`daybook backup\` wrote, or its very beginning is damaged.`,
    false,
  );
}

function damaged(path: string, how: string): FileProblem {
  return new FileProblem(
    `The backup ${path} is damaged: ${how}. Nothing was restored; use another copy of it.`,
    false,
  );
}

function asFileProblem(path: string, error: unknown): FileProblem | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  if (error.code === "ENOENT") return new FileProblem(`There is no file or folder ${path}.`, true);
  return new FileProblem(`The file ${path} can't be used: ${error.message}.`, false);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** So that the file's name, too, outlives a loss of power. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch {
    // Some file systems know no such thing.
  } finally {
    await folder.close();
  }
}
