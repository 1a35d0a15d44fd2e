/**
 * The file format of a backup, and of the archive of one company: a text file, compressed with gzip. Its
 * lines are a header in JSON; the rows of each table in COPY text format, with the line `\.` after each
 * table; and a trailer in JSON with the number of rows of each table and the SHA-256 of everything before the
 * trailer. Invariants: a file has a temporary name until it is complete and flushed to the disk; reading a
 * damaged file always ends with an error, though perhaps only after some rows.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { constants, createGunzip, createGzip } from "node:zlib";
import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { moveIntoPlace } from "../../machine/durable.ts";
import { FileProblem } from "../../machine/files.ts";

/** What a file holds. */
export interface FileKind {
  readonly format: string;
  /** Of a backup, version 2 may contain stored files, version 1 only tables. */
  readonly version: number;
  /** The name of such a file in a sentence, and the same with its article. */
  readonly noun: string;
  readonly one: string;
  /** What helps if another version wrote the file, and if an older one did. */
  readonly remedies: { readonly other: string; readonly older: string };
  /** The command that writes it. */
  readonly writer: string;
}
export const BACKUP: FileKind = {
  format: "daybook.backup",
  version: 2,
  noun: "backup",
  one: "a backup",
  remedies: {
    other: "restore it with that version",
    older: "restore it with that version, then open the database with this one",
  },
  writer: "`daybook backup`",
};
const NEWLINE = 0x0a;
const END_OF_TABLE = Buffer.from("\\.\n");
/** No row has a longer line. The limit is for other files, which may have no line breaks. */
const LONGEST_LINE_BYTES = 268_435_456;
const CHUNK_BYTES = 262_144;

const header = Type.Object({
  format: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** When the backup was made, in Unix seconds of the service's clock. */
  made: Type.Integer(),
  /** The migrations that created the schema of the tables. */
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** The tables, in the order of their rows in the file. */
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  /** The only company in the file; a backup has all. */
  company: Type.Optional(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      /** The hash of the code with which the company is opened elsewhere; null if it did not leave. */
      code_hash: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});
export type BackupHeader = Static<typeof header>;

/** The part of the header that all versions have in common. */
const otherHeader = Type.Object({ format: Type.String(), version: Type.Integer() });
const trailer = Type.Object({
  rows: Type.Record(Type.String(), Type.Integer()),
  sha256: Type.String(),
  /** The digest of a company's rows and files (`company/digest.ts`). */
  digest: Type.Optional(Type.String()),
});

/** The number of rows of each table. */
export type RowCounts = Readonly<Record<string, number>>;

/** The part of a header that differs between files. */
export type BackupContent = Omit<BackupHeader, "format" | "version">;

/**
 * The last table of a file that contains stored files. Its rows are the pieces of those files, in order. No
 * table of the database has such a name.
 */
export const STORED_FILES = { name: "@stored_files", columns: ["key", "content_type", "piece"] };

/** Returns the rows of a table in COPY text format. */
type RowsOf = (table: string) => AsyncIterable<Buffer>;

/** Writes a new file that only this user can read. `digest` is called after the last row. */
export async function writeBackupFile(
  path: string,
  content: BackupContent,
  rowsOf: RowsOf,
  kind = BACKUP,
  digest?: () => string,
): Promise<RowCounts> {
  if (await exists(path))
    throw new FileProblem(
      `${path} is there already, and ${kind.one} replaces no file. Name another one, or move that one away.`,
      false,
    );
  const temporary = `${path}.${process.pid}.part`;
  const counts: Record<string, number> = {};
  try {
    // The next level of compression would take twice the time and save only a tenth of the size.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: CHUNK_BYTES });
    await pipeline(
      Readable.from(
        lines({ format: kind.format, version: kind.version, ...content }, rowsOf, counts, digest),
        { objectMode: true, highWaterMark: 1 },
      ),
      gzip,
      createWriteStream(temporary, { mode: 0o600, flags: "wx", flush: true }),
    );
    await moveIntoPlace(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asFileProblem(path, error) ?? error;
  }
  return counts;
}

/** Yields the content of a file, and counts the rows of each table in `counts`. */
async function* lines(
  content: BackupHeader,
  rowsOf: RowsOf,
  counts: Record<string, number>,
  digest: (() => string) | undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(Buffer.from(`${JSON.stringify(content)}\n`));
  for (const table of content.tables) {
    let rows = 0;
    for await (const bytes of rowsOf(table.name)) {
      rows += countNewlines(bytes);
      yield hashed(bytes);
    }
    counts[table.name] = rows;
    yield hashed(END_OF_TABLE);
  }
  const last: Static<typeof trailer> = {
    rows: counts,
    sha256: hash.digest("hex"),
    ...(digest === undefined ? {} : { digest: digest() }),
  };
  yield Buffer.from(`${JSON.stringify(last)}\n`);
}

/** Reads a file from beginning to end. Only `end` shows whether the file is complete and undamaged. */
export interface BackupReader {
  readonly header: BackupHeader;
  /**
   * Yields the rows of the next table, in texts of complete rows. Each table must be read to its end before
   * the next one.
   */
  rows(): AsyncGenerator<string>;
  /**
   * Must be called after the last table. Throws `FileProblem` if the file differs from what was written.
   * Returns the number of rows of each table, and the digest of a company's archive.
   */
  end(): Promise<{ readonly rows: RowCounts; readonly digest: string }>;
  close(): void;
}

/**
 * Opens a file. Throws `FileProblem` if it is of another kind. `onBytes` gets the number of bytes read so
 * far.
 */
export async function readBackupFile(
  path: string,
  onBytes: (bytes: number) => void,
  kind = BACKUP,
): Promise<BackupReader> {
  const [damaged, otherKind] = [damagedFile(path, kind), () => notOfKind(path, kind)];
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const unpacked = pipeline(file, gunzip);
  // The same error reaches the code that reads from `gunzip`.
  unpacked.catch(() => {});
  const blocks = wholeLines(gunzip);
  const hash = createHash("sha256");
  const counts: Record<string, number> = {};
  /** Lines that were read from the stream, but not yet returned. */
  let unread: Buffer = Buffer.alloc(0);

  /** Returns the next block of whole lines; an empty block at the end of the file. */
  async function block(): Promise<Buffer> {
    if (unread.length > 0) {
      const bytes = unread;
      unread = Buffer.alloc(0);
      return bytes;
    }
    const next = await blocks.next();
    onBytes(file.bytesRead);
    return next.done ? Buffer.alloc(0) : next.value;
  }
  async function line(): Promise<Buffer> {
    const bytes = await block();
    const end = bytes.indexOf(NEWLINE) + 1;
    unread = bytes.subarray(end);
    return bytes.subarray(0, end);
  }
  /** Runs `read`, and throws a `FileProblem` instead of the errors of damaged files. */
  async function explainFailure<T>(
    read: () => Promise<T>,
    problemOf: (how: string) => FileProblem = damaged,
  ): Promise<T> {
    try {
      return await read();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (code.startsWith("Z_")) throw problemOf("it can't be unpacked");
      if (error instanceof InvalidLines) throw problemOf(error.message);
      throw asFileProblem(path, error) ?? error;
    }
  }
  function close(): void {
    file.destroy();
    gunzip.destroy();
  }

  let firstLine: Buffer;
  let readHeader: BackupHeader;
  try {
    firstLine = await explainFailure(line, otherKind);
    readHeader = headerOf(path, firstLine, kind);
  } catch (error) {
    close();
    throw error;
  }
  hash.update(firstLine);
  let nextTable = 0;
  return {
    header: readHeader,
    async *rows() {
      const table = readHeader.tables[nextTable];
      nextTable += 1;
      let rows = 0;
      for (;;) {
        const bytes = await explainFailure(block);
        if (bytes.length === 0) throw damaged("it ends before its last table does");
        const end = endOfTable(bytes);
        const part = end === -1 ? bytes : bytes.subarray(0, end);
        hash.update(part);
        rows += countNewlines(part);
        if (part.length > 0) yield part.toString("utf8");
        if (end === -1) continue;
        hash.update(END_OF_TABLE);
        unread = bytes.subarray(end + END_OF_TABLE.length);
        break;
      }
      if (table) counts[table.name] = rows;
    },
    async end() {
      const last = parse(trailer, await explainFailure(line));
      if (last === null) throw damaged("its end is missing");
      if (last.sha256 !== hash.digest("hex")) throw damaged("its checksum is not that of its content");
      if ((await explainFailure(block)).length > 0) throw damaged("there is more content after its end");
      for (const { name } of readHeader.tables)
        if (last.rows[name] !== counts[name])
          throw damaged(`its table ${name} has ${counts[name]} rows, but ${last.rows[name]} were written`);
      return { rows: counts, digest: last.digest ?? "" };
    },
    close,
  };
}

/** The lines of a file break the format. */
class InvalidLines extends Error {}

/** Yields the same bytes in blocks that end at the end of a line. */
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
    if (length > LONGEST_LINE_BYTES) throw new InvalidLines("it has a line that is too long");
  }
  if (length > 0) throw new InvalidLines("it ends in the middle of a line");
}

/**
 * Returns the offset of the line `\.` in a block of whole lines, or -1. No row in COPY text is such a line.
 */
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

/** Reads the header of a file. Throws `FileProblem` if it is of another kind or a newer version. */
function headerOf(path: string, line: Buffer, kind: FileKind): BackupHeader {
  const other = parse(otherHeader, line);
  if (other?.format !== kind.format) throw notOfKind(path, kind);
  const found = other.version <= kind.version ? parse(header, line) : null;
  if (found !== null) return found;
  throw new FileProblem(
    `The ${kind.noun} ${path} is in version ${other.version} of its format, and this program reads version ${kind.version}: restore it with the program that wrote it, or a newer one.`,
    false,
  );
}

function notOfKind(path: string, { one, writer }: FileKind): FileProblem {
  return new FileProblem(
    `${path} is not ${one} that ${writer} wrote, or its very beginning is damaged.`,
    false,
  );
}

function damagedFile(path: string, { noun }: FileKind): (how: string) => FileProblem {
  return (how) =>
    new FileProblem(
      `The ${noun} ${path} is damaged: ${how}. Nothing was restored; use another copy of it.`,
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
