/**
 * Decodes rows from the bytes of a connection. The driver makes a string of every column, then a message, an
 * event and a value; for a page of rows that is most of the cost of a request. Here the running statement
 * decodes the bytes of its rows directly, and all other messages go to the driver. Invariant: the driver sees
 * every message except those rows, complete and in order.
 */
import { EventEmitter } from "node:events";
import pg from "pg";
import { assert, AssertionFailed } from "../../core/assert.ts";

/** Reads a value from its text, which is `bytes` from `start` to `end`. */
export type ReadCell = (bytes: Buffer, start: number, end: number) => unknown;

/** The driver's connection, with what its types leave out. */
export interface Connection extends pg.Connection {
  /** Texts of the statements that this connection has parsed, by name. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  attachListeners(stream: EventEmitter): void;
}

/** A statement whose rows are taken from its connection while it runs. */
export interface TakesRows {
  /** A row begins at `start`, with the number of its columns, and ends before `end`. */
  takeRow(bytes: Buffer, start: number, end: number): void;
}

const takers = new WeakMap<Connection, TakesRows>();

/** Passes a connection's rows to `taker`, or to the driver again if it is null. */
export function takeRows(connection: Connection, taker: TakesRows | null): void {
  if (taker) takers.set(connection, taker);
  else takers.delete(connection);
}

/** A row begins with the number of its columns, and each value with its length, which is negative for null. */
export const COUNT_BYTES = 2;
export const LENGTH_BYTES = 4;

const HEAD = 5;
const LENGTH_AT = 1;
const DATA_ROW = "D".charCodeAt(0);
const NOTHING = Buffer.alloc(0);

/** The driver's client with a connection whose rows can be taken. */
export class Client extends pg.Client {
  /** Set by the driver's constructor. */
  declare readonly connection: Connection;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this;
    const attachDriver = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      const driver = new EventEmitter();
      attachDriver(driver);
      stream.on(
        "data",
        divider(connection, (bytes) => driver.emit("data", bytes)),
      );
    };
  }
}

/** Divides what a connection receives between the taker of its rows and the driver. */
function divider(connection: Connection, forward: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = NOTHING;
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    let forwarded = 0;
    const forwardTo = (end: number): void => {
      if (forwarded < end) forward(bytes.subarray(forwarded, end));
    };
    while (at + HEAD <= bytes.length) {
      const end = at + LENGTH_AT + bytes.readUInt32BE(at + LENGTH_AT);
      if (end > bytes.length) break;
      if (bytes[at] === DATA_ROW) {
        // The driver first, because a message before the row may decide which statement the row belongs to.
        forwardTo(at);
        forwarded = at;
        const taker = takers.get(connection);
        if (taker) {
          taker.takeRow(bytes, at + HEAD, end);
          forwarded = end;
        }
      }
      at = end;
    }
    forwardTo(at);
    rest = bytes.subarray(at);
  };
}

/** OIDs of the PostgreSQL types whose text is decoded to the value that JSON would have. */
export const BOOLEAN = 16;
export const INTEGERS: readonly number[] = [20, 21, 23];
/** A date is its text. */
export const TEXTS: readonly number[] = [18, 19, 25, 1042, 1043, 1082];
const NUMERIC = 1700;

const READERS = new Map<number, ReadCell>([
  ...INTEGERS.map((type) => [type, readInteger] as const),
  ...TEXTS.map((type) => [type, readText] as const),
  [BOOLEAN, (bytes, start) => bytes[start] === "t".charCodeAt(0)],
  [NUMERIC, refuseNumeric],
]);

/**
 * The reader of a type, the same on both engines: int8 is a safe integer, a date its text, numeric is not let
 * through.
 */
export function readerOf(type: number): ReadCell {
  const known = READERS.get(type);
  if (known) return known;
  const parse = pg.types.getTypeParser(type, "text") as (text: string) => unknown;
  return (bytes, start, end) => parse(readText(bytes, start, end));
}

/** A cache of short texts, indexed by a hash of their bytes; its size is a power of two. */
const recent = Array.from({ length: 1024 }, () => "");
const LONGEST_RECENT = 48;

/**
 * Reads a text. A page of rows repeats ids, names and words; finding one in the cache takes a quarter of the
 * time of decoding it.
 */
function readText(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length === 0) return "";
  if (length > LONGEST_RECENT) return bytes.toString("utf8", start, end);
  const place =
    (length * 7 +
      (bytes[start] ?? 0) * 13 +
      (bytes[start + (length >> 1)] ?? 0) * 29 +
      (bytes[end - 1] ?? 0) * 61 +
      (bytes[end - 2] ?? 0) * 127) &
    (recent.length - 1);
  const known = recent[place] ?? "";
  if (known.length === length) {
    let at = 0;
    while (at < length && known.charCodeAt(at) === bytes[start + at]) at += 1;
    if (at === length) return known;
  }
  const text = bytes.toString("utf8", start, end);
  // Only if every byte is one character can the text be compared with the bytes.
  if (text.length === length) recent[place] = text;
  return text;
}

/** Every integer of up to this many digits is a safe integer. */
export const SAFE_DIGITS = 15;

/** Parses the text of an int8; asserts that the number is a safe integer. */
export function safeInteger(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `an int8 left the safe range: ${text}`);
  return value;
}

function readInteger(bytes: Buffer, start: number, end: number): number {
  if (end - start > SAFE_DIGITS) return safeInteger(readText(bytes, start, end));
  const negative = bytes[start] === "-".charCodeAt(0);
  let value = 0;
  for (let at = negative ? start + 1 : start; at < end; at += 1) value = value * 10 + (bytes[at] ?? 0) - 48;
  return negative ? -value : value;
}

function refuseNumeric(bytes: Buffer, start: number, end: number): never {
  throw new AssertionFailed(`a statement returned numeric (${readText(bytes, start, end)}); cast it to int8`);
}
