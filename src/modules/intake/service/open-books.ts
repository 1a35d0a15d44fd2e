/**
 * Opens a file of books: it is kept on the disk so that it can be read again, unpacked if it was packed, and
 * its encoding, its table and its format are found out. Invariant: whoever opens a file closes it, and
 * nothing of it is left on the disk then.
 */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { LIMITS } from "@daybook/words/limits";
import {
  compoundDocument,
  foreignDocument,
  openZip,
  rowsOfWorksheet,
  WorkbookProblem,
  type Workbooks,
} from "../../../platform/workbooks/index.ts";
import { type Spooled, SpoolFull, spool } from "../../../platform/spool/index.ts";
import { csvRows } from "../../../platform/text/csv-rows.ts";
import { encodingOf, inUtf8, startOfText } from "../../../platform/text/decoded.ts";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { BooksFile, FileStart, Table, TableRow } from "../rules/formats/format.ts";

/** Content that is read once, and how it finds the files that it includes. */
export interface BooksSource {
  readonly content: AsyncIterable<Uint8Array>;
  /** Its full path; null if nobody can include it. */
  readonly path?: string | null;
  /** Opens a file by the path that another one includes it by; null if files can't be included. */
  readonly include: ((path: string) => Promise<BooksSource>) | null;
}

export interface OpenBooks {
  readonly file: BooksFile;
  readonly start: FileStart;
  close(): Promise<void>;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const GZIP = [0x1f, 0x8b];
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
/** A packed file may unpack to as many bytes, so that a small one can't fill the disk. */
const UNPACKED_BYTES = 4_294_967_296;
const ROWS_OF_START = 60;
const DELIMITERS = [",", ";", "\t", "|"];

/** Throws `LineProblem` for a file that can't be opened as text or as a workbook, or that unpacks to too many bytes. */
export async function openBooks(
  { content, include, path = null }: BooksSource,
  workbooks: Workbooks,
  signal: AbortSignal,
  most = UNPACKED_BYTES,
): Promise<OpenBooks> {
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const each of opened.splice(0)) await each.close();
  };
  const kept = async (bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Spooled> => {
    const file = await spool(bytes, limit, signal);
    opened.push(file);
    return file;
  };
  try {
    let stored = await kept(content, Number.MAX_SAFE_INTEGER);
    if (await beginsWith(stored, GZIP)) stored = await kept(unpacked(stored), most);
    const named = path === null ? {} : { path };
    const including = async (name: string, line: number): Promise<BooksFile> => {
      if (include === null)
        throw new LineProblem(
          line,
          "A file from the standard input can't include others. Import it by its name instead.",
        );
      const inner = await openBooks(await include(name), workbooks, signal, most);
      opened.push(inner);
      return inner.file;
    };
    if (await beginsWith(stored, ZIP)) {
      const table = await tableOfWorkbook(stored, workbooks, signal);
      const file: BooksFile = { ...named, table, include: including, read: () => [] };
      return { file, start: { text: "", rows: await firstRows(table) }, close };
    }
    if (stored.size <= LIMITS.workbook_bytes.value && (await beginsWith(stored, COMPOUND))) {
      const compound = compoundDocument(await bytesOf(stored));
      if (compound !== null) throw new LineProblem(1, compound);
    }
    const encoding = await encodingOf(stored);
    const text = await startOfText(stored, encoding);
    const table: Table = {
      rows: () => csvRows(inUtf8(stored, encoding), { delimiter: delimiterOf(text), ragged: true }),
    };
    const file: BooksFile = { ...named, table, include: including, read: () => inUtf8(stored, encoding) };
    return { file, start: { text, rows: await firstRows(table) }, close };
  } catch (error) {
    await close();
    throw error instanceof SpoolFull
      ? new LineProblem(1, `The file unpacks to more than ${most} bytes. Import it in parts.`)
      : error;
  }
}

async function beginsWith(file: Spooled, mark: readonly number[]): Promise<boolean> {
  const first = await file.read()[Symbol.asyncIterator]().next();
  const bytes: Uint8Array | undefined = first.done ? undefined : first.value;
  return mark.every((byte, index) => bytes?.[index] === byte);
}

function unpacked(file: Spooled): AsyncIterable<Uint8Array> {
  // Whoever reads the last stream gets its errors; one who stops early has none.
  return pipeline(Readable.from(file.read()), createGunzip(), () => {});
}

/** The first rows of a table; none if the text is no CSV. */
async function firstRows(table: Table): Promise<readonly TableRow[]> {
  const found: TableRow[] = [];
  try {
    for await (const rows of table.rows()) {
      found.push(...rows.slice(0, ROWS_OF_START - found.length));
      if (found.length >= ROWS_OF_START) break;
    }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error;
  }
  return found;
}

/** The delimiter that the first lines have most often, outside of quotes. */
function delimiterOf(text: string): string {
  const lines = text.split("\n", ROWS_OF_START).map((line) => line.replaceAll(/"[^"]*"/g, ""));
  const counts = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: lines.reduce((total, line) => total + line.split(delimiter).length - 1, 0),
  }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

async function bytesOf(file: Spooled): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The first worksheet that has cells, as rows of text. */
async function tableOfWorkbook(file: Spooled, workbooks: Workbooks, signal: AbortSignal): Promise<Table> {
  if (file.size > LIMITS.workbook_bytes.value)
    throw new LineProblem(
      1,
      `The workbook is larger than ${LIMITS.workbook_bytes.value} bytes. Export the books as CSV instead.`,
    );
  const bytes = await bytesOf(file);
  try {
    const foreign = foreignDocument(openZip(bytes).map(({ name }) => name));
    if (foreign !== null) throw new LineProblem(1, foreign);
    const { spreadsheet } = await workbooks.read(bytes, signal);
    const worksheet = spreadsheet.worksheets.find(({ cells }) => cells.length > 0);
    if (!worksheet) throw new LineProblem(1, "The workbook is empty.");
    const rows = rowsOfWorksheet(worksheet);
    return {
      async *rows() {
        yield rows;
      },
    };
  } catch (error) {
    if (error instanceof WorkbookProblem) throw new LineProblem(1, error.message);
    throw error;
  }
}
