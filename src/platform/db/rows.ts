/**
 * Decodes rows from the bytes of a connection. The driver makes a string of every column, then a message, an
 * event and a value; for a page of rows that is most of the cost of a request. This module passes the bytes
 * of rows to the running statement, which decodes them directly, and passes all other messages to the driver.
 * Invariants: the driver receives every message except those rows, complete and in order; bytes that were
 * lent are not read after the call that lent them.
 */
import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import pg from "pg";
import { assert, AssertionFailed } from "@daybook/words/assert";

/** Reads a value from its text, which is `bytes` from `start` to `end`. */
export type CellReader = (bytes: Buffer, start: number, end: number) => unknown;

/** The driver's connection, with the members that the driver's type declarations lack. */
export interface Connection extends pg.Connection {
  /** Texts of the statements that this connection has parsed, by name. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  attachListeners(stream: EventEmitter): void;
}

/** Receives the rows of a connection instead of the driver. */
export interface RowReceiver {
  /** Receives the row that begins at `start`, with the number of its columns, and ends before `end`. */
  receiveRow(bytes: Buffer, start: number, end: number): void;
}

const receivers = new WeakMap<Connection, RowReceiver>();

/** Passes the rows of a connection to `receiver`; null passes them to the driver again. */
export function setRowReceiver(connection: Connection, receiver: RowReceiver | null): void {
  if (receiver) receivers.set(connection, receiver);
  else receivers.delete(connection);
}

/**
 * A row begins with the number of its columns, and each value with its length, which is negative for null.
 */
export const COUNT_BYTES = 2;
export const LENGTH_BYTES = 4;

/** A message begins with one byte for its type and four for its length. */
const MESSAGE_HEAD_BYTES = 5;
const LENGTH_OFFSET = 1;
const DATA_ROW = "D".charCodeAt(0);
const NO_BYTES = Buffer.alloc(0);

/** The driver's client, whose connection passes rows to a `RowReceiver`. */
export class Client extends pg.Client {
  /** Set by the driver's constructor. */
  declare readonly connection: Connection;
  /** The number of the session, as the server or the pooler gave it. Set by the driver. */
  declare readonly processID: number;

  constructor(config?: pg.ClientConfig) {
    let rowsAreReceived = (): boolean => false;
    super({ stream: (plan?: SocketPlan) => openSocket(plan, () => rowsAreReceived()), ...config });
    const { connection } = this;
    rowsAreReceived = () => receivers.has(connection);
    const attachDriver = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      const driver = new EventEmitter();
      attachDriver(driver);
      stream.on(
        "data",
        splitMessages(connection, (bytes) => driver.emit("data", bytes)),
      );
    };
  }
}

/** What the driver tells of a socket that it wants. */
interface SocketPlan {
  readonly ssl?: unknown;
}

/**
 * All sockets read into these bytes. A buffer for each read would be memory outside of the JavaScript heap,
 * for which V8 collects the whole heap up to five times as often.
 */
const READ_BYTES = 65_536;
const lentBytes = Buffer.allocUnsafeSlow(READ_BYTES);

/**
 * Opens a socket that lends its bytes to its listeners while rows are received. At other times its stream
 * gets a copy, because a COPY keeps the bytes. An encrypted connection reads its socket in another way.
 */
function openSocket(plan: SocketPlan | undefined, rowsAreReceived: () => boolean): Socket {
  if (plan?.ssl) return new Socket();
  const socket: Socket = new Socket({
    onread: {
      buffer: lentBytes,
      callback(length) {
        const bytes = lentBytes.subarray(0, length);
        const nothingWaits = socket.readableFlowing === true && socket.readableLength === 0;
        if (nothingWaits && rowsAreReceived()) return socket.emit("data", bytes);
        return socket.push(Buffer.from(bytes));
      },
    },
  });
  return socket;
}

/** Makes a listener that passes each received row to the row receiver and other messages to the driver. */
function splitMessages(connection: Connection, forward: (bytes: Buffer) => void): (chunk: Buffer) => void {
  /** The beginning of a message of which the end has not arrived. */
  let rest: Buffer = NO_BYTES;
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    let forwarded = 0;
    const forwardTo = (end: number): void => {
      if (forwarded < end) forward(bytes.subarray(forwarded, end));
    };
    while (at + MESSAGE_HEAD_BYTES <= bytes.length) {
      const end = at + LENGTH_OFFSET + bytes.readUInt32BE(at + LENGTH_OFFSET);
      if (end > bytes.length) break;
      if (bytes[at] === DATA_ROW) {
        // Forwarded before the row, because one of these messages may end the statement before the row's.
        forwardTo(at);
        forwarded = at;
        const receiver = receivers.get(connection);
        if (receiver) {
          receiver.receiveRow(bytes, at + MESSAGE_HEAD_BYTES, end);
          forwarded = end;
        }
      }
      at = end;
    }
    forwardTo(at);
    if (at === bytes.length) rest = NO_BYTES;
    else rest = bytes === chunk ? Buffer.from(bytes.subarray(at)) : bytes.subarray(at);
  };
}

/** OIDs of the PostgreSQL types whose text is decoded to the value that JSON would have. */
export const BOOLEAN = 16;
export const INTEGERS: readonly number[] = [20, 21, 23];
/** Includes dates, which are read as text. */
export const TEXTS: readonly number[] = [18, 19, 25, 1042, 1043, 1082];
const NUMERIC = 1700;

const READERS = new Map<number, CellReader>([
  ...INTEGERS.map((type) => [type, readInteger] as const),
  ...TEXTS.map((type) => [type, readText] as const),
  [BOOLEAN, (bytes, start) => bytes[start] === "t".charCodeAt(0)],
  [NUMERIC, assertNoNumeric],
]);

/**
 * Returns the reader of a type: int8 is read as a safe integer, a date as its text; numeric fails an
 * assertion. Both engines use the same readers.
 */
export function readerOf(type: number): CellReader {
  const reader = READERS.get(type);
  if (reader) return reader;
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
  const slot =
    (length * 7 +
      (bytes[start] ?? 0) * 13 +
      (bytes[start + (length >> 1)] ?? 0) * 29 +
      (bytes[end - 1] ?? 0) * 61 +
      (bytes[end - 2] ?? 0) * 127) &
    (recent.length - 1);
  const cached = recent[slot] ?? "";
  if (cached.length === length) {
    let at = 0;
    while (at < length && cached.charCodeAt(at) === bytes[start + at]) at += 1;
    if (at === length) return cached;
  }
  const text = bytes.toString("utf8", start, end);
  // The comparison above works only for texts in which every byte is one character.
  if (text.length === length) recent[slot] = text;
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

function assertNoNumeric(bytes: Buffer, start: number, end: number): never {
  throw new AssertionFailed(`a statement returned numeric (${readText(bytes, start, end)}); cast it to int8`);
}
