/**
 * Runs of statements on a connection, in the form that the driver's queue accepts: one, or several in one
 * round trip. Each sees the effects of those before it, and none runs after one that fails. A statement is
 * parsed and described once for each connection; after that a run sends only its values and receives only
 * rows. The driver's own query requests the description every time and builds its row reader again.
 */
import { present } from "../../core/assert.ts";
import type { JsonLayout, JsonRows } from "../../core/json-rows.ts";
import { type JsonPlan, JsonWriter, noRecords, planJson } from "./json-writer.ts";
import {
  type Connection,
  COUNT_BYTES,
  LENGTH_BYTES,
  type ReadCell,
  readerOf,
  takeRows,
  type TakesRows,
} from "./rows.ts";
import type { Parameter, Statement } from "./statement.ts";

/** The result of a run. */
export interface Outcome {
  /** Empty where they were asked for as JSON. */
  readonly rows: unknown[];
  readonly json: JsonRows<unknown> | null;
  /** Rows that the statement touched or gave. */
  readonly count: number;
}

interface Column {
  readonly name: string;
  readonly type: number;
  readonly read: ReadCell;
}

/**
 * The shape of a statement's rows: its columns, and a row of nulls. Copying that row and filling it is faster
 * than filling an empty object.
 */
interface Shape {
  readonly columns: readonly Column[];
  readonly blank: Readonly<Record<string, unknown>>;
  /** The plans for writing its rows as JSON, one for each layout that was used. */
  readonly plans: Map<JsonLayout<unknown>, JsonPlan>;
}

/** The shapes of the statements that each connection has described. */
const described = new WeakMap<Connection, Map<string, Shape>>();
const NO_SHAPE: Shape = { columns: [], blank: {}, plans: new Map() };

/** A statement with its values; `done` or `failed` is called once. */
export interface Run {
  readonly statement: Statement<unknown>;
  readonly values: readonly Parameter[];
  /** Requests the rows as JSON in this layout. */
  readonly layout?: JsonLayout<unknown>;
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: unknown) => void;
}

/** The result of a run so far. */
interface RunResult {
  readonly rows: unknown[];
  json: JsonWriter | null;
  count: number;
  fault: { readonly error: unknown } | null;
}

/**
 * The driver calls the `handle` functions, each for the message of its name. The runs' own functions are
 * called after all runs have ended.
 */
export class Prepared implements TakesRows {
  readonly #runs: readonly Run[];
  /** One for each run that has begun. */
  readonly #given: RunResult[] = [];
  readonly #over: () => void;
  #connection: Connection | null = null;
  #shape = NO_SHAPE;
  #current: RunResult = { rows: [], json: null, count: 0, fault: null };

  /** `over` is called before the runs' own functions. */
  constructor(runs: readonly Run[], over: () => void = () => {}) {
    this.#runs = runs;
    this.#over = over;
  }

  /** The driver notes the statement that is under way by these two when it was parsed. */
  get name(): string {
    return this.#statement?.name ?? "";
  }
  get text(): string {
    return this.#statement?.text ?? "";
  }

  get #statement(): Statement<unknown> | undefined {
    return this.#runs[this.#given.length - 1]?.statement;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    takeRows(connection, this);
    // One packet for the whole journey.
    connection.stream.cork();
    const parsing = new Set<string>();
    for (const {
      statement: { name, text },
      values,
    } of this.#runs) {
      if (connection.parsedStatements[name] === undefined && !parsing.has(name)) {
        parsing.add(name);
        connection.parse({ name, text, types: [] }, true);
        connection.describe({ type: "S", name }, true);
      }
      connection.bind({ statement: name, values: values.map(wireValue) }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    this.#begin();
  }

  /** Goes on to the next run. */
  #begin(): void {
    this.#current = { rows: [], json: null, count: 0, fault: null };
    this.#given.push(this.#current);
    const connection = this.#connection;
    this.#shape = (connection && described.get(connection)?.get(this.name)) ?? NO_SHAPE;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID, read: readerOf(dataTypeID) })),
      plans: new Map(),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    const connection = this.#connection;
    if (!connection) return;
    const known = described.get(connection) ?? new Map<string, Shape>();
    described.set(connection, known.set(this.name, this.#shape));
  }

  takeRow(bytes: Buffer, start: number, end: number): void {
    const current = this.#current;
    if (current.fault) return;
    const layout = this.#runs[this.#given.length - 1]?.layout;
    try {
      if (layout === undefined) current.rows.push(this.#rowOf(bytes, start));
      else (current.json ??= new JsonWriter(this.#planOf(layout))).write(bytes, start, end);
    } catch (error) {
      current.fault = { error };
    }
  }

  #planOf(layout: JsonLayout<unknown>): JsonPlan {
    const { columns, plans } = this.#shape;
    const known = plans.get(layout);
    if (known) return known;
    const plan = planJson(layout, columns);
    plans.set(layout, plan);
    return plan;
  }

  #rowOf(bytes: Buffer, start: number): Record<string, unknown> {
    const { columns, blank } = this.#shape;
    const row: Record<string, unknown> = { ...blank };
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
    if (this.#given.length < this.#runs.length) this.#begin();
  }

  /** The connection is ready for the next journey, so all answers are here. */
  handleReadyForQuery(): void {
    this.#end();
    for (const [index, { layout, done, failed }] of this.#runs.entries()) {
      const { rows, json, count, fault } = present(
        this.#given[index],
        "a statement was left without an answer",
      );
      if (fault) failed(fault.error);
      else done({ rows, json: layout === undefined ? null : (json?.finish() ?? noRecords()), count });
    }
  }

  /** The runs are rolled back together, so all of them failed. */
  handleError(error: unknown): void {
    this.#end();
    for (const { failed } of this.#runs) failed(error);
  }

  #end(): void {
    if (this.#connection) takeRows(this.#connection, null);
    this.#over();
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
