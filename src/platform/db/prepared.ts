/**
 * Runs one or several prepared statements in one round trip, as a query object for the driver's queue. Each
 * statement sees the effects of those before it; if one fails, those after it don't run. A statement is
 * parsed and described once for each connection. Later runs send only its values and receive only its rows;
 * the driver's own query requests the description every time and builds its row reader again.
 */
import { present } from "@daybook/words/assert";
import type { JsonLayout, JsonRows } from "../../core/json-rows.ts";
import { type JsonPlan, JsonWriter, noRecords, planJson } from "./json-writer.ts";
import {
  type CellReader,
  type Connection,
  COUNT_BYTES,
  LENGTH_BYTES,
  readerOf,
  type RowReceiver,
  setRowReceiver,
} from "./rows.ts";
import type { Parameter, Statement } from "./statement.ts";

/** The result of a run. */
export interface Outcome {
  /** Empty if the rows were requested as JSON. */
  readonly rows: unknown[];
  readonly json: JsonRows<unknown> | null;
  /** The number of rows that the statement wrote or returned. */
  readonly count: number;
}

interface Column {
  readonly name: string;
  readonly type: number;
  readonly read: CellReader;
}

/**
 * The shape of a statement's rows: its columns, and a row of nulls. Copying that row and filling it is faster
 * than filling an empty object.
 */
interface Shape {
  readonly columns: readonly Column[];
  readonly nullRow: Readonly<Record<string, unknown>>;
  /** The plans for writing these rows as JSON, one for each layout that was used. */
  readonly plans: Map<JsonLayout<unknown>, JsonPlan>;
}

/** The shapes of the statements that each connection has described. */
const shapes = new WeakMap<Connection, Map<string, Shape>>();
const NO_SHAPE: Shape = { columns: [], nullRow: {}, plans: new Map() };

/** The connections on which each statement is parsed again each time. */
const nameless = new WeakSet<Connection>();

/** Makes a connection parse each statement again each time, because its pooler passes names to any server. */
export function parseEachTime(connection: Connection): void {
  nameless.add(connection);
}

/** A statement with its values. Either `done` or `failed` is called, once. */
export interface Run {
  readonly statement: Statement<unknown>;
  readonly values: readonly Parameter[];
  /** Requests the rows as JSON in this layout. */
  readonly layout?: JsonLayout<unknown>;
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Makes a run whose result no caller waits for. A failure is not lost: the other statements of the same round
 * trip fail too.
 */
export function runWithoutCaller(call: {
  readonly statement: Statement<never>;
  readonly values?: readonly Parameter[];
}): Run {
  return { values: [], ...call, done: () => {}, failed: () => {} };
}

/** The result of a run so far. */
interface RunResult {
  readonly rows: unknown[];
  json: JsonWriter | null;
  count: number;
  fault: { readonly error: unknown } | null;
}

/**
 * Runs that are sent together. The driver calls each `handle` method when a message of that name arrives.
 * `done` and `failed` of the runs are called after all runs have ended.
 */
export class StatementBatch implements RowReceiver {
  readonly #runs: readonly Run[];
  /** The results of the runs that have begun, in the order of the runs. */
  readonly #results: RunResult[] = [];
  readonly #onEnd: () => void;
  #connection: Connection | null = null;
  #shape = NO_SHAPE;
  #current: RunResult = { rows: [], json: null, count: 0, fault: null };

  /** `onEnd` is called when all runs have ended, before any `done` or `failed`. */
  constructor(runs: readonly Run[], onEnd: () => void = () => {}) {
    this.#runs = runs;
    this.#onEnd = onEnd;
  }

  /** When a statement was parsed, the driver reads `name` and `text` here and adds them to its list. */
  get name(): string {
    return this.#statement?.name ?? "";
  }
  get text(): string {
    return this.#statement?.text ?? "";
  }

  get #statement(): Statement<unknown> | undefined {
    return this.#runs[this.#results.length - 1]?.statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    setRowReceiver(connection, this);
    // Sends all messages of the round trip in one packet.
    connection.stream.cork();
    const parsing = new Set<string>();
    const isNameless = nameless.has(connection);
    for (const { statement, values } of this.#runs) {
      const name = isNameless ? "" : statement.name;
      if (name === "" || (connection.parsedStatements[name] === undefined && !parsing.has(name))) {
        parsing.add(name);
        connection.parse({ name, text: statement.text, types: [] }, true);
        // A command without a name of its own returns no rows.
        if (statement.name !== "") connection.describe({ type: "S", name }, true);
      }
      connection.bind({ statement: name, values: values.map(wireValue) }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    this.#begin();
  }

  /** Begins to collect the result of the next run. */
  #begin(): void {
    this.#current = { rows: [], json: null, count: 0, fault: null };
    this.#results.push(this.#current);
    const connection = this.#connection;
    this.#shape = (connection && shapes.get(connection)?.get(this.name)) ?? NO_SHAPE;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID, read: readerOf(dataTypeID) })),
      plans: new Map(),
      nullRow: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    const connection = this.#connection;
    if (!connection) return;
    const ofConnection = shapes.get(connection) ?? new Map<string, Shape>();
    shapes.set(connection, ofConnection.set(this.name, this.#shape));
  }

  receiveRow(bytes: Buffer, start: number, end: number): void {
    const current = this.#current;
    if (current.fault) return;
    const layout = this.#runs[this.#results.length - 1]?.layout;
    try {
      if (layout === undefined) current.rows.push(this.#rowOf(bytes, start));
      else (current.json ??= new JsonWriter(this.#planOf(layout))).write(bytes, start, end);
    } catch (error) {
      current.fault = { error };
    }
  }

  #planOf(layout: JsonLayout<unknown>): JsonPlan {
    const { columns, plans } = this.#shape;
    const existing = plans.get(layout);
    if (existing) return existing;
    const plan = planJson(layout, columns);
    plans.set(layout, plan);
    return plan;
  }

  #rowOf(bytes: Buffer, start: number): Record<string, unknown> {
    const { columns, nullRow } = this.#shape;
    const row: Record<string, unknown> = { ...nullRow };
    let at = start + COUNT_BYTES;
    for (const { name, read } of columns) {
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      if (length < 0) continue;
      row[name] = read(bytes, at, at + length);
      at += length;
    }
    return row;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#current.count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    if (this.#results.length < this.#runs.length) this.#begin();
  }

  /** Reports the results: the server sends this message after the results of all runs. */
  handleReadyForQuery(): void {
    this.#end();
    for (const [index, { layout, done, failed }] of this.#runs.entries()) {
      const { rows, json, count, fault } = present(
        this.#results[index],
        "a statement was left without a result",
      );
      if (fault) failed(fault.error);
      else done({ rows, json: layout === undefined ? null : (json?.finish() ?? noRecords()), count });
    }
  }

  /** Fails all runs, because the server rolls them back together. */
  handleError(error: unknown): void {
    this.#end();
    for (const { failed } of this.#runs) failed(error);
  }

  #end(): void {
    if (this.#connection) setRowReceiver(this.#connection, null);
    this.#onEnd();
  }
}

/** Returns a value in the form that is sent to the server: bytes as they are, any other value as text. */
function wireValue(value: Parameter): string | Buffer | null {
  if (value === null || typeof value === "string" || Buffer.isBuffer(value)) return value;
  return Array.isArray(value) ? `{${value.map(elementText).join(",")}}` : String(value);
}

function elementText(element: string | number | Buffer | null): string {
  if (element === null) return "NULL";
  if (Buffer.isBuffer(element)) return `"\\\\x${element.toString("hex")}"`;
  return typeof element === "number" ? String(element) : `"${element.replaceAll(/["\\]/g, "\\$&")}"`;
}
