/**
 * The database as the rest of the project sees it: named statements on a pool or inside a
 * transaction, the same on the embedded engine and on a server. Invariant: inside a transaction
 * only its own `tx` is used; the pool would wait for itself for ever on the embedded engine, so that
 * mistake is an assertion here on both.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { assert, present } from "../../core/assert.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { EngineStopped } from "./away.ts";
import type { JsonLayout, JsonRows } from "../../core/json-rows.ts";
import { isWriting, leavingEvent } from "./change-event.ts";
import { beginning, COMMIT, RoundTrips, SET_NOW, unheard } from "./round-trips.ts";
import { type Outcome, Prepared, type Run } from "./prepared.ts";
import type { Parameter, Statement } from "./statement.ts";

export type Engine = "embedded" | "server";

/** Runs statements: the pool (each statement on its own) or a transaction. */
export interface Queryable {
  /** All rows. */
  list<Row>(statement: Statement<Row>, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** All rows as JSON, whose columns must be those of the layout. */
  listJson<Item>(
    statement: Statement<unknown>,
    parameters: readonly Parameter[],
    layout: JsonLayout<Item>,
  ): Promise<JsonRows<Item>>;
  /** The only row, or null; more than one is an assertion. */
  find<Row>(statement: Statement<Row>, parameters?: readonly Parameter[]): Promise<Row | null>;
  /** Exactly one row; anything else is an assertion. */
  get<Row>(statement: Statement<Row>, parameters?: readonly Parameter[]): Promise<Row>;
  /** Runs a statement for its effect; gives the number of rows it touched. */
  run(statement: Statement<unknown>, parameters?: readonly Parameter[]): Promise<number>;
}

/** An open transaction. */
export interface Tx extends Queryable {
  readonly engine: Engine;
  /**
   * Streams rows in COPY text format (see copy.ts) into `target`, such as `t (a, b)`. Each item holds whole
   * rows; rows that must arrive in one statement, such as the lines of a voucher, must be in one item.
   */
  copyIn(target: string, rows: CopySource): Promise<void>;
  /** Streams a query's rows in COPY text format. */
  copyOut(query: string): AsyncIterable<Buffer>;
  /** Sets the time that triggers read, which is otherwise that of the transaction's beginning. */
  setNow(now: UnixSeconds): Promise<void>;
  /** Runs SQL that has no parameters and no name, such as a migration. */
  script(sql: string): Promise<void>;
  /** Runs `work` just before the commit, so that its rows are locked only briefly. */
  beforeCommit(work: () => Promise<unknown>): void;
}

export type CopySource = Iterable<string> | AsyncIterable<string>;

/** Passes COPY data to an engine; on a server it is streamed over the connection. */
export type CopyIn = (client: pg.PoolClient, target: string, rows: CopySource) => Promise<void>;

export interface TransactionOptions {
  /** `snapshot`: read only, every statement sees the same state. */
  readonly mode?: "write" | "snapshot";
  /**
   * Lifts the limits on a statement's time and on how long it waits for a lock, for imports and maintenance.
   */
  readonly long?: boolean;
  /** Never repeated, even when the database asks for that: for work that uses up what it reads. */
  readonly once?: boolean;
  /** Commits by itself, also within `answering`: for work that is the same when it is done twice. */
  readonly apart?: boolean;
  /** Leaves no event in the audit trail: for the second part of a change whose first part has left one. */
  readonly quiet?: boolean;
}

/** What is written in the transaction that changes what a request asks for. */
export interface Answering<T> {
  /** Runs when the transaction has begun. What it throws ends the request. */
  readonly begin: (tx: Tx) => Promise<void>;
  /** Runs when the answer is known, just before the commit. */
  readonly end: (tx: Tx, answer: T) => Promise<void>;
}

export interface Db extends Queryable {
  readonly engine: Engine;
  /**
   * Resolves when the embedded engine has stopped and this process can't go on with it; never on a server.
   */
  readonly stopped: Promise<EngineStopped>;
  /**
   * Runs `work` in a transaction: commits when it returns, rolls back when it throws; repeated when the
   * database asks for that.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work`, whose one writing transaction, if it opens one, commits only when `work` has returned: so
   * that the answer is committed with the change, or neither is. In between the work has no statements.
   */
  answering<T>(work: () => Promise<T>, answering: Answering<T>): Promise<T>;
  /** Connections of the pool by what they do, and statements that wait for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/**
 * Faults after which a connection is given a new session: a lack of resources, and statements that one side
 * has prepared and the other has not.
 */
const RESETTING = /^(53...|26000|42P05|08P01)$/;

const REPEATABLE = new Set(["40001", "40P01"]);
const ATTEMPTS = 4;

/** Reads a field of an error; each engine has its own class of errors. */
function detail(error: unknown, field: "code" | "constraint" | "detail"): string | null {
  if (!(error instanceof Error) || !("severity" in error)) return null;
  const value = (error as Error & { code?: unknown; constraint?: unknown; detail?: unknown })[field];
  return typeof value === "string" ? value : null;
}

/** True if an error came from the database for this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return detail(error, "constraint") === constraint;
}

/** The SQLSTATE of a database error, or null for any other value. */
export function sqlState(error: unknown): string | null {
  return detail(error, "code");
}

/**
 * The values of the key that a unique constraint refused, in the order of its columns; null when it did not
 * refuse. For keys of ids, which hold no commas.
 */
export function refusedKey(error: unknown, constraint: string): string[] | null {
  if (!violates(error, constraint)) return null;
  return /=\((.*)\)/.exec(detail(error, "detail") ?? "")?.[1]?.split(", ") ?? null;
}

/** A transaction that is done but for its commit, which waits for the answer. */
interface Held {
  readonly tx: Tx;
  /** The same for what is no change of the company, and leaves no event. */
  readonly aside: Tx;
  commit(): Promise<void>;
  rollBack(error: unknown): Promise<void>;
}

/** A request whose answer is committed with its change. */
interface Request {
  readonly begin: (tx: Tx) => Promise<void>;
  held: Held | null;
}

/** Where code runs: inside a transaction, or in a request that holds one or will. */
const inside = new AsyncLocalStorage<"transaction" | Request>();

/** The request that will hold the next writing transaction; null for none. */
function requestOf({ mode, apart }: TransactionOptions): Request | null {
  const place = inside.getStore();
  assert(place !== "transaction", "a transaction was opened inside a transaction");
  if (place === undefined || mode === "snapshot" || apart) return null;
  assert(place.held === null, "a request that can be repeated opened a second transaction");
  return place;
}

export interface PoolOptions {
  readonly engine: Engine;
  /** Written into each writing transaction, where triggers read the time from. */
  readonly now: () => UnixSeconds;
  readonly copyIn: CopyIn;
  /** Runs after every commit of a long transaction, before the connection is used again. */
  readonly afterLong?: () => Promise<void>;
  readonly onClose: () => Promise<void>;
  readonly stopped?: Promise<EngineStopped>;
  /** Throws while nothing may be written: asked before each statement of a writing transaction. */
  readonly requireRoom?: () => void;
}

const NEVER = new Promise<never>(() => {});

/** Streams COPY data on the connection itself. */
export async function copyOnConnection(
  client: pg.PoolClient,
  target: string,
  rows: CopySource,
): Promise<void> {
  await pipeline(
    Readable.from(rows, { objectMode: true }),
    client.query(copyFrom(`copy ${target} from stdin`)),
  );
}

/** Wraps a pool. */
export function openPool(pool: pg.Pool, options: PoolOptions): Db {
  const { engine, onClose, stopped = NEVER, requireRoom } = options;
  const outside = queryable((asked) => {
    const { statement } = asked;
    const place = inside.getStore();
    assert(
      place === undefined || (place !== "transaction" && place.held === null),
      `statement ${statement.name} ran on the pool inside a transaction; use its tx`,
    );
    return new Promise((resolve, reject) => {
      pool.connect((unconnected, client, release) => {
        if (!client) {
          reject(unconnected ?? new Error("the pool gave no connection"));
          return;
        }
        const done = (outcome: Outcome): void => {
          release();
          resolve(outcome);
        };
        const failed = (error: unknown): void => {
          release(error instanceof Error ? error : true);
          reject(error);
        };
        void client.query(new Prepared([{ ...asked, done, failed }]));
      });
    });
  });
  // A connection that breaks while it is in use fails its statement; without a listener it would end the
  // process too.
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    engine,
    stopped,
    ...outside,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async transaction(work, how = {}) {
      const request = requestOf(how);
      const requireFor = how.mode === "snapshot" ? undefined : requireRoom;
      for (let attempt = 1; ; attempt += 1) {
        requireFor?.();
        const client = await pool.connect();
        const open = beginOn(client, how, options);
        try {
          const result = await inside.run("transaction", async () => {
            await request?.begin(open.aside);
            return work(open.tx);
          });
          if (request === null) await open.commit();
          else request.held = open;
          return result;
        } catch (error) {
          await open.rollBack(error);
          if (how.once || attempt >= ATTEMPTS || !REPEATABLE.has(sqlState(error) ?? "")) throw error;
        }
      }
    },
    async answering(work, { begin, end }) {
      assert(inside.getStore() === undefined, "a request was answered inside of another one");
      const request: Request = { begin, held: null };
      try {
        const answer = await inside.run(request, work);
        const { held } = request;
        if (held !== null) {
          await inside.run("transaction", () => end(held.aside, answer));
          await held.commit();
        }
        return answer;
      } catch (error) {
        await request.held?.rollBack(error);
        throw error;
      }
    },
    async close() {
      await pool.end();
      await onClose();
    },
  };
}

/** Begins a transaction on a connection, which is released when it ends. */
function beginOn(
  client: pg.PoolClient,
  how: TransactionOptions,
  { engine, now, copyIn, afterLong, requireRoom }: PoolOptions,
): Held {
  const roundTrips = new RoundTrips(client, beginning(how, how.mode === "snapshot" ? null : now()));
  const late: (() => Promise<unknown>)[] = [];
  let changed = false;
  const requireFor = how.mode === "snapshot" ? undefined : requireRoom;
  const noting = (noteChange: () => void): Tx =>
    transactionOn({ client, roundTrips, engine, copyIn, late, noteChange, requireRoom: requireFor });
  return {
    tx: noting(() => {
      changed = !how.quiet;
    }),
    aside: noting(() => {}),
    async commit() {
      await inside.run("transaction", async () => {
        for (const each of late) await each();
      });
      const event = changed ? leavingEvent() : null;
      if (event !== null) roundTrips.add(unheard(event));
      await new Promise((done, failed) => roundTrips.add({ statement: COMMIT, values: [], done, failed }));
      if (how.long) await afterLong?.();
      roundTrips.end();
      client.release();
    },
    async rollBack(error) {
      roundTrips.end();
      let broken = error instanceof Error && RESETTING.test(sqlState(error) ?? "") ? error : undefined;
      await client.query("rollback").catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      client.release(broken);
    },
  };
}

function queryable(run: (asked: Omit<Run, "done" | "failed">) => Promise<Outcome>): Queryable {
  async function list<Row>(statement: Statement<Row>, values: readonly Parameter[] = []): Promise<Row[]> {
    const result = await run({ statement, values });
    return result.rows as Row[];
  }
  async function find<Row>(
    statement: Statement<Row>,
    parameters: readonly Parameter[] = [],
  ): Promise<Row | null> {
    const rows = await list(statement, parameters);
    assert(rows.length <= 1, `${statement.name} found ${rows.length} rows where at most one may be`);
    return rows[0] ?? null;
  }
  return {
    list,
    find,
    async listJson<Item>(
      statement: Statement<unknown>,
      values: readonly Parameter[],
      layout: JsonLayout<Item>,
    ) {
      const { json } = await run({ statement, values, layout });
      return present(json, `${statement.name} gave no JSON`) as JsonRows<Item>;
    },
    async get(statement, parameters) {
      const row = await find(statement, parameters);
      assert(row !== null, `${statement.name} found no row`);
      return row;
    },
    async run(statement, values = []) {
      const result = await run({ statement, values });
      return result.count;
    },
  };
}

/**
 * If a reader ends early, the rest is still read from the connection, which would otherwise wait for ever.
 */
async function* wholly(copy: Readable): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* copy.iterator({ destroyOnReturn: false });
  } finally {
    copy.resume();
  }
}

interface OpenTransaction {
  readonly client: pg.PoolClient;
  readonly roundTrips: RoundTrips;
  readonly engine: Engine;
  readonly copyIn: CopyIn;
  readonly late: (() => Promise<unknown>)[];
  /** Called when a row was written; a lock alone is no change. */
  readonly noteChange: () => void;
  readonly requireRoom: (() => void) | undefined;
}

function transactionOn(open: OpenTransaction): Tx {
  const { client, roundTrips, engine, copyIn, late, noteChange, requireRoom } = open;
  const statements = queryable(
    (asked) =>
      new Promise((resolve, failed) => {
        requireRoom?.();
        const done = (outcome: Outcome): void => {
          if (outcome.count > 0 && isWriting(asked.statement)) noteChange();
          resolve(outcome);
        };
        roundTrips.add({ ...asked, done, failed });
      }),
  );
  return {
    engine,
    ...statements,
    copyIn(target, rows) {
      noteChange();
      return roundTrips.alone(() => copyIn(client, target, rows));
    },
    async *copyOut(query) {
      yield* await roundTrips.alone(async () => wholly(client.query(copyTo(`copy (${query}) to stdout`))));
    },
    async setNow(now) {
      await statements.run(SET_NOW, [now]);
    },
    script(sql) {
      noteChange();
      return roundTrips.alone(async () => void (await client.query(sql)));
    },
    beforeCommit: (each) => void late.push(each),
  };
}
