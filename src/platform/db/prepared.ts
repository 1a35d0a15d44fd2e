/**
 * One run of a statement on a connection, as the driver's queue takes it. The statement is parsed and described
 * once for each connection; after that a run sends its values, and nothing but rows comes back. The driver's own
 * query asks for the description every time and works out anew how to read a row.
 */
import { type Connection, type ReadCell, readerOf, takeRows, type TakesRows } from "./rows.ts";
import type { Parameter, Statement } from "./statement.ts";

/** What a run gave. */
export interface Outcome {
  readonly rows: unknown[];
  /** Rows that the statement touched or gave. */
  readonly count: number;
}

interface Column {
  readonly name: string;
  readonly read: ReadCell;
}

/** What a statement gives: its columns, and a row with all of them null, copies of which are filled faster than an empty object is. */
interface Shape {
  readonly columns: readonly Column[];
  readonly blank: Readonly<Record<string, unknown>>;
}

/** The shapes of the statements that each connection has described. */
const described = new WeakMap<Connection, Map<string, Shape>>();
const NO_SHAPE: Shape = { columns: [], blank: {} };

const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;

/** The `handle` functions are called by the driver, each for the message of its name; `done` or `failed` is called once. */
export class Prepared implements TakesRows {
  readonly name: string;
  readonly text: string;
  readonly #values: readonly Parameter[];
  readonly #done: (outcome: Outcome) => void;
  readonly #failed: (error: unknown) => void;
  readonly #rows: unknown[] = [];
  #connection: Connection | null = null;
  #shape = NO_SHAPE;
  #count = 0;
  #fault: { readonly error: unknown } | null = null;

  constructor(statement: Statement<unknown>, values: readonly Parameter[], done: (outcome: Outcome) => void, failed: (error: unknown) => void) {
    this.name = statement.name;
    this.text = statement.text;
    this.#values = values;
    this.#done = done;
    this.#failed = failed;
  }

  submit(connection: Connection): void {
    const { name, text } = this;
    this.#connection = connection;
    takeRows(connection, this);
    // One packet for the whole run.
    connection.stream.cork();
    if (connection.parsedStatements[name] === undefined) {
      connection.parse({ name, text, types: [] }, true);
      connection.describe({ type: "S", name }, true);
    } else {
      this.#shape = described.get(connection)?.get(name) ?? NO_SHAPE;
    }
    connection.bind({ statement: name, values: this.#values.map(wireValue) }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    const connection = this.#connection;
    if (!connection) return;
    const known = described.get(connection) ?? new Map<string, Shape>();
    described.set(connection, known.set(this.name, this.#shape));
  }

  takeRow(bytes: Buffer, start: number): void {
    if (this.#fault) return;
    const { columns, blank } = this.#shape;
    const row: Record<string, unknown> = { ...blank };
    let at = start + COUNT_BYTES;
    try {
      for (const { name, read } of columns) {
        const length = bytes.readInt32BE(at);
        at += LENGTH_BYTES;
        if (length < 0) continue;
        row[name] = read(bytes, at, at + length);
        at += length;
      }
    } catch (error) {
      this.#fault = { error };
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/\d+$/.exec(text)?.[0] ?? 0);
  }

  /** The connection is ready for the next one, so the whole answer is here. */
  handleReadyForQuery(): void {
    this.#end();
    if (this.#fault) this.#failed(this.#fault.error);
    else this.#done({ rows: this.#rows, count: this.#count });
  }

  handleError(error: unknown): void {
    this.#end();
    this.#failed(error);
  }

  #end(): void {
    if (this.#connection) takeRows(this.#connection, null);
  }
}

/** A value as the server reads it: bytes as they are, everything else as text. */
function wireValue(value: Parameter): string | Buffer | null {
  if (value === null || typeof value === "string" || Buffer.isBuffer(value)) return value;
  return Array.isArray(value) ? `{${value.map(elementText).join(",")}}` : String(value);
}

function elementText(element: string | number | Buffer | null): string {
  if (element === null) return "NULL";
  if (Buffer.isBuffer(element)) return `"\\\\x${element.toString("hex")}"`;
  return typeof element === "number" ? String(element) : `"${element.replaceAll(/["\\]/g, "\\$&")}"`;
}
