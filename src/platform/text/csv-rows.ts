/**
 * Reads the rows of a CSV file, each with the number of its first line. The library csv-parse finds the
 * fields; this file passes it the bytes piece by piece and turns its errors into refusals. Invariant: rows
 * come in the order of the file, and a quoting error is thrown only after the rows before it.
 */
import { CsvError, parse } from "csv-parse";
import { assert } from "@daybook/words/assert";
import { LIMITS } from "@daybook/words/limits";
import { type ByteChunks, utf8Pieces } from "./chunks.ts";
import { LineProblem } from "./line-problem.ts";

/** The fields of a row, unchanged, and the line of the file on which it begins, from 1. */
export interface CsvRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/**
 * The longest line. The parser limits only the bytes within fields: without this limit, a row of delimiters
 * could have as many fields as the file has bytes.
 */
const LINE_BYTES = 2 * LIMITS.json_body_bytes.value;
const LINE_FEED = 0x0a;

/** The meaning of csv-parse's codes. */
const REASONS: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: "The row has not as many fields as the header.",
  CSV_INVALID_CLOSING_QUOTE:
    "Something follows a closing quote; a quote within a quoted field is written twice.",
  INVALID_OPENING_QUOTE: "A quote stands in the middle of a field; such a field must be quoted as a whole.",
  CSV_QUOTE_NOT_CLOSED: "A quoted field is not closed before the end of the file.",
  CSV_MAX_RECORD_SIZE: `The row is longer than ${LIMITS.json_body_bytes.value} bytes; perhaps a quote is not closed.`,
};

export interface CsvOptions {
  /** The separator of fields; a comma by default. */
  readonly delimiter?: string;
  /** True if rows may have more or fewer fields than the first one; the caller then checks them. */
  readonly ragged?: boolean;
}

function lineFeeds(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields)
    for (let at = field.indexOf("\n"); at >= 0; at = field.indexOf("\n", at + 1)) count++;
  return count;
}

/**
 * Yields all rows except blank ones in batches, including the header. Lines end with LF or CRLF.
 * @throws LineProblem for bytes that are not UTF-8, for wrong quotes, and, unless `ragged`, for a row with
 *   more or fewer fields than the first.
 */
export async function* csvRows(
  chunks: ByteChunks,
  { delimiter = ",", ragged = false }: CsvOptions = {},
): AsyncGenerator<readonly CsvRow[], void, undefined> {
  let batch: CsvRow[] = [];
  // The end of the last row: its line, the parser's count of lines, and the number of blank lines until then.
  const last = { line: 0, counted: 0, blank: 0 };
  const parser = parse({
    record_delimiter: ["\r\n", "\n"],
    delimiter,
    relax_column_count: ragged,
    skip_empty_lines: true,
    max_record_size: LIMITS.json_body_bytes.value,
    on_record: (fields: string[], { lines, empty_lines: blank }) => {
      // The parser's line count is wrong after a CRLF within quotes. It is used only to detect rows of more
      // than one line, whose line feeds are then counted.
      const isOneLine = lines === last.counted + 1;
      const line = last.line + 1 + (blank - last.blank);
      batch.push({ fields, line });
      last.line = isOneLine ? line : line + lineFeeds(fields);
      last.counted = lines;
      last.blank = blank;
      // The parser compares each row with its first one, and makes an error with a stack trace for each that
      // differs, which costs more than all the rest. With no rows counted, each row is the first one.
      if (ragged) (parser.info as { records: number }).records = 0;
      return null;
    },
  });
  const faults: Error[] = [];
  const addFault = (error: Error | null | undefined): void => {
    if (error) faults.push(error);
  };
  parser.on("error", addFault);
  const write = (piece: Buffer): Promise<void> =>
    new Promise((resolve) => {
      parser.write(piece, (error) => resolve(addFault(error)));
    });
  const endInput = (): Promise<void> =>
    new Promise((resolve) => {
      parser.on("error", () => resolve()).end((error?: Error | null) => resolve(addFault(error)));
    });
  function* takeRows(): Generator<readonly CsvRow[], void, undefined> {
    const rows = batch;
    batch = [];
    if (rows.length > 0) yield rows;
    const [fault] = faults;
    if (fault) throw refusal(fault, last);
  }
  try {
    const at = { line: 1, bytes: 0 };
    for await (const piece of utf8Pieces(chunks)) {
      at.bytes += piece.length;
      for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, end + 1)) {
        at.line += 1;
        at.bytes = piece.length - end - 1;
      }
      if (at.bytes > LINE_BYTES)
        throw new LineProblem(at.line, `The line is longer than ${LINE_BYTES} bytes.`);
      // A copy, because the parser keeps the tail of the piece and the caller may reuse the chunk's memory.
      await write(Buffer.from(piece));
      yield* takeRows();
    }
    await endInput();
    yield* takeRows();
    assert(
      parser.writableFinished,
      "the CSV parser stopped before the end of the file without reporting a fault",
    );
  } finally {
    parser.destroy();
  }
}

/**
 * Returns the refusal for an error of csv-parse: it is about the row after `last`, at that row's first line.
 */
function refusal(error: Error, last: { readonly line: number; readonly blank: number }): Error {
  if (!(error instanceof CsvError)) return error;
  const blank: unknown = error["empty_lines"];
  const line = last.line + 1 + (typeof blank === "number" ? blank - last.blank : 0);
  return new LineProblem(line, REASONS[error.code] ?? "The row is not CSV.");
}
