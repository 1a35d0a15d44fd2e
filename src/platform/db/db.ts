/**
 * The interface of the database: named statements, run on the pool or in a transaction. The embedded engine
 * and a PostgreSQL server behave the same. Invariant: code inside a transaction uses only the transaction's
 * `tx`. The embedded engine has one connection, so a statement on the pool would wait for its own transaction
 * for ever; `openPool` therefore asserts the invariant on both engines.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { assert, present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { CommitFlush } from "./commit-flush.ts";
import { CommitUnknown, type EngineStopped, mayBeCommitted } from "./unavailable.ts";
import type { JsonLayout, JsonRows } from "../../core/json-rows.ts";
import { eventStatement, writesRows } from "./change-event.ts";
import { sqlState } from "./error-fields.ts";
import { beginStatements, RoundTrips } from "./round-trips.ts";
import { runOn, type StatementCall } from "./one-statement.ts";
import type { Pooler } from "./pooler.ts";
import { type Outcome, runWithoutCaller } from "./prepared.ts";
import { commandsOf, type Parameter, setLocal, type Statement } from "./statement.ts";

export type Engine = "embedded" | "server";

/** Counts how the statements and snapshots that were sent to a replica ended. */
export interface ReplicaFigures {
  readonly place: string;
  readonly answers: boolean;
  readonly answered: number;
  readonly late: number;
  readonly failed: number;
}

/** A replica as an operator sees it. */
export interface ReplicaState {
  readonly place: string;
  /** Why it can't answer, as the second half of a sentence; null if it can. */
  readonly problem: string | null;
  readonly feedback: boolean;
  readonly behindS: number | null;
}

/** Other servers that may answer reads. */
export interface ReadReplicas {
  /** Runs a statement on a replica if the code reads at a position that one has reached, else `onPrimary`. */
  run(call: StatementCall, onPrimary: () => Promise<Outcome>): Promise<Outcome>;
  /** Runs `work` in a snapshot of a replica; null if the primary has to. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<{ readonly value: T } | null>;
  figures(): ReplicaFigures[];
  /** Looks at each replica. */
  states(): Promise<ReplicaState[]>;
  close(): Promise<void>;
}

/** Runs statements: the pool, where each statement commits by itself, or a transaction. */
export interface Queryable {
  /** Returns all rows. */
  list<Row>(statement: Statement<Row>, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** Returns all rows as JSON. The statement's columns must be the members of the layout. */
  listJson<Item>(
    statement: Statement<unknown>,
    parameters: readonly Parameter[],
    layout: JsonLayout<Item>,
  ): Promise<JsonRows<Item>>;
  /** Returns the only row, or null. Fails an assertion for several rows. */
  find<Row>(statement: Statement<Row>, parameters?: readonly Parameter[]): Promise<Row | null>;
  /** Returns the only row. Fails an assertion for any other number of rows. */
  get<Row>(statement: Statement<Row>, parameters?: readonly Parameter[]): Promise<Row>;
  /** Runs a statement for its effect. Returns the number of rows that the statement changed or locked. */
  run(statement: Statement<unknown>, parameters?: readonly Parameter[]): Promise<number>;
}

/** An open transaction. */
export interface Tx extends Queryable {
  readonly engine: Engine;
  /**
   * Streams rows in COPY text format (see copy.ts) into `target`, such as `t (a, b)`. Each item is one or
   * more complete rows. Rows that must be inserted by one statement, such as the lines of a voucher, must be
   * in one item.
   */
  copyIn(target: string, rows: CopySource): Promise<void>;
  /** Streams a query's rows in COPY text format. */
  copyOut(query: string): AsyncIterable<Buffer>;
  /** The time that triggers read: the time at which the transaction began, unless `setNow` set another. */
  now(): UnixSeconds;
  /** Sets the time that triggers read. */
  setNow(now: UnixSeconds): Promise<void>;
  /** Limits how long a statement of the transaction waits for a lock before it fails with SQLSTATE 55P03. */
  limitWaits(milliseconds: number): Promise<void>;
  /**
   * Runs the commands of a text that has no parameters and no name, such as a migration. Each is sent by
   * itself, because a distributed database refuses several at once.
   */
  script(sql: string): Promise<void>;
  /** Runs `work` just before the commit, so that its rows are locked only briefly. */
  beforeCommit(work: () => Promise<unknown>): void;
}

export type CopySource = Iterable<string> | AsyncIterable<string>;

/** Passes COPY data to an engine. For a server, the data is streamed over the connection. */
export type CopyIn = (client: pg.PoolClient, target: string, rows: CopySource) => Promise<void>;

export interface TransactionOptions {
  /** `snapshot`: the transaction only reads, and all its statements see the same state. */
  readonly mode?: "write" | "snapshot";
  /** Removes the limits on a statement's run time and on its wait for a lock, for imports and maintenance. */
  readonly long?: boolean;
  /**
   * Does not retry the transaction after a serialization failure or a deadlock: for work that consumes its
   * input, such as a stream.
   */
  readonly noRetry?: boolean;
  /**
   * Commits at once, also within `commitWithAnswer`: for idempotent work, which the client's retry of the
   * request may do a second time.
   */
  readonly commitsAlone?: boolean;
  /** Leaves no event in the audit trail: for the second part of a change whose first part left one. */
  readonly leavesNoEvent?: boolean;
}

/** Writes of `commitWithAnswer` in the transaction that makes a request's change. */
export interface AnswerHooks<T> {
  /** Runs when the transaction has begun. An error ends the request. */
  readonly begin: (tx: Tx) => Promise<void>;
  /** Runs when the answer is known, just before the commit. */
  readonly end: (tx: Tx, answer: T) => Promise<void>;
}

export interface Db extends Queryable {
  readonly engine: Engine;
  /**
   * Resolves when the embedded engine has stopped, after which this process can't use the database. Never
   * resolves for a server.
   */
  readonly stopped: Promise<EngineStopped>;
  /**
   * Runs `work` in a transaction: commits when `work` returns, rolls back when `work` throws. Retries after a
   * serialization failure or a deadlock.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Commits the answer of a request together with the request's change, or neither. `work` may open one
   * writing transaction, which commits only after `work` has returned its answer. `work` may run no statement
   * between the end of that transaction and its own return. Without a writing transaction the hooks don't
   * run.
   */
  commitWithAnswer<T>(work: () => Promise<T>, hooks: AnswerHooks<T>): Promise<T>;
  /** The replicas that may answer reads; null if there are none. */
  readonly replicas: Pick<ReadReplicas, "figures" | "states"> | null;
  /** Copies an embedded database's folder into an empty home, or returns false for want of room. */
  readonly copyHome: ((home: string) => Promise<boolean>) | null;
  /** Returns what is between the latest connection and the server. */
  pooler(): Pooler;
  /** Counts the pool's busy and idle connections, and the statements that wait for a connection. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/**
 * SQLSTATEs after which the pool replaces the connection: a lack of resources, a server that has become a
 * standby, and prepared statements that only the driver or only the server knows.
 */
const SESSION_FAULTS = /^(53...|25006|26000|42P05|08P01)$/;

/** SQLSTATEs of a serialization failure and of a deadlock. */
const RETRIED_STATES = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 4;

function isTriedAgain(error: unknown, attempt: number, { noRetry = false }: TransactionOptions): boolean {
  return !noRetry && attempt < MAX_ATTEMPTS && RETRIED_STATES.has(sqlState(error) ?? "");
}

/** A transaction that has begun on a connection and has to be committed or rolled back. */
interface BegunTransaction {
  readonly tx: Tx;
  /** Runs statements of the same transaction that don't change the company, so they leave no event. */
  readonly txWithoutEvent: Tx;
  /** Commits. `onDisk` settles later, when the connection may already serve others. */
  commit(): Promise<{ readonly onDisk: Promise<void> }>;
  rollBack(error: unknown): Promise<void>;
}

/** A request whose answer is committed with its change. */
interface AnsweredRequest {
  readonly begin: (tx: Tx) => Promise<void>;
  /** The request's writing transaction, which waits for the answer; null before it. */
  uncommitted: BegunTransaction | null;
}

/** The transaction or the `commitWithAnswer` call that the current code runs in. */
const surrounding = new AsyncLocalStorage<"transaction" | AnsweredRequest>();

/** Returns the request that has to commit a transaction with these options; null if it commits by itself. */
function committingRequest({ mode, commitsAlone }: TransactionOptions): AnsweredRequest | null {
  const current = surrounding.getStore();
  assert(current !== "transaction", "a transaction was opened inside a transaction");
  if (current === undefined) return null;
  // The embedded engine has one connection: another transaction would wait for the uncommitted one for ever.
  assert(current.uncommitted === null, "a request that can be repeated opened a second transaction");
  return mode === "snapshot" || commitsAlone ? null : current;
}

export interface PoolOptions {
  readonly engine: Engine;
  /** Returns the time that is set in each writing transaction, for triggers to read. */
  readonly now: () => UnixSeconds;
  readonly copyIn: CopyIn;
  /** Runs after every commit of a long transaction, before the connection is used again. */
  readonly afterLong?: () => Promise<void>;
  readonly onClose: () => Promise<void>;
  readonly pooler?: () => Pooler;
  readonly replicas?: ReadReplicas | null;
  readonly stopped?: Promise<EngineStopped>;
  /** Throws when the disk has too little room. Called before each statement of a writing transaction. */
  readonly requireRoom?: () => void;
  /** Waits for the disk, on an engine whose commit does not. */
  readonly flush?: Pick<CommitFlush, "afterCommit" | "beforeRead">;
}

/** Waits for nothing: a server commits on its disk, and a database in memory has none. */
const NO_FLUSH = { afterCommit: async () => {}, beforeRead: async () => {} };

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

/** Makes the database interface on a pool of the driver. */
export function openPool(pool: pg.Pool, options: PoolOptions): Db {
  const { engine, onClose, stopped = NEVER, requireRoom, pooler = () => "none", replicas = null } = options;
  const { flush = NO_FLUSH } = options;
  const poolStatements = queryable(async (call) => {
    const { statement } = call;
    const current = surrounding.getStore();
    assert(
      current === undefined || (current !== "transaction" && current.uncommitted === null),
      `statement ${statement.name} ran on the pool inside a transaction; use its tx`,
    );
    try {
      return await (replicas === null ? runOn(pool, call) : replicas.run(call, () => runOn(pool, call)));
    } finally {
      const isRecord = writesRows(statement) && !statement.mayBeLost;
      await (isRecord ? confirmed(flush.afterCommit()) : flush.beforeRead());
    }
  });
  // The statement on a broken connection fails by itself. Without a listener for the `error` event, the event
  // would also end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    engine,
    stopped,
    replicas,
    copyHome: null,
    ...poolStatements,
    pooler,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async transaction(work, txOptions = {}) {
      const request = committingRequest(txOptions);
      if (replicas !== null && txOptions.mode === "snapshot" && !txOptions.long) {
        const found = await replicas.snapshot(work);
        if (found !== null) return found.value;
      }
      const requireRoomToWrite = txOptions.mode === "snapshot" ? undefined : requireRoom;
      for (let attempt = 1; ; attempt += 1) {
        requireRoomToWrite?.();
        const client = await pool.connect();
        const begun = beginTransaction(client, txOptions, options);
        let commit: { readonly onDisk: Promise<void> } | null = null;
        let result: Awaited<ReturnType<typeof work>>;
        try {
          // A snapshot may be sent while it is read. No other transaction commits once it has its connection.
          if (txOptions.mode === "snapshot") await flush.beforeRead();
          result = await surrounding.run("transaction", async () => {
            await request?.begin(begun.txWithoutEvent);
            return work(begun.tx);
          });
          if (request === null) commit = await begun.commit();
          else request.uncommitted = begun;
        } catch (error) {
          await begun.rollBack(error);
          if (!isTriedAgain(error, attempt, txOptions)) throw error;
          continue;
        }
        await commit?.onDisk;
        return result;
      }
    },
    async commitWithAnswer(work, { begin, end }) {
      assert(surrounding.getStore() === undefined, "a request was answered inside of another one");
      const request: AnsweredRequest = { begin, uncommitted: null };
      let commit: { readonly onDisk: Promise<void> } | null = null;
      let answer: Awaited<ReturnType<typeof work>>;
      try {
        answer = await surrounding.run(request, work);
        const { uncommitted } = request;
        if (uncommitted !== null) {
          await surrounding.run("transaction", () => end(uncommitted.txWithoutEvent, answer));
          commit = await uncommitted.commit();
        }
      } catch (error) {
        await request.uncommitted?.rollBack(error);
        throw error;
      }
      await commit?.onDisk;
      return answer;
    },
    async close() {
      await replicas?.close();
      await pool.end();
      await onClose();
    },
  };
}

/** Begins a transaction on a connection, and releases the connection when the transaction ends. */
function beginTransaction(
  client: pg.PoolClient,
  txOptions: TransactionOptions,
  { engine, now, copyIn, afterLong, requireRoom, flush = NO_FLUSH }: PoolOptions,
): BegunTransaction {
  const isSnapshot = txOptions.mode === "snapshot";
  const began = now();
  const roundTrips = new RoundTrips(client, beginStatements(client, txOptions, isSnapshot ? null : began));
  const workBeforeCommit: (() => Promise<unknown>)[] = [];
  let changed = false;
  const txWith = (noteChange: () => void): Tx =>
    transactionOn({
      client,
      roundTrips,
      began,
      engine,
      copyIn,
      workBeforeCommit,
      noteChange,
      requireRoom: isSnapshot ? undefined : requireRoom,
    });
  return {
    tx: txWith(() => {
      changed = !isSnapshot;
    }),
    txWithoutEvent: txWith(() => {}),
    async commit() {
      await surrounding.run("transaction", async () => {
        for (const work of workBeforeCommit) await work();
      });
      const event = changed ? eventStatement(txOptions.leavesNoEvent ?? false) : null;
      if (event !== null) roundTrips.add(runWithoutCaller(event));
      await roundTrips.commit().catch((error: unknown) => {
        throw mayBeCommitted(error) ? new CommitUnknown(error) : error;
      });
      if (txOptions.long) await afterLong?.();
      // Before the connection is released, so that whoever reads next waits for this commit.
      const onDisk = isSnapshot ? Promise.resolve() : confirmed(flush.afterCommit());
      client.release();
      return { onDisk };
    },
    async rollBack(error) {
      roundTrips.end();
      // The pool destroys a connection that is released with an error.
      let fault = error instanceof Error && SESSION_FAULTS.test(sqlState(error) ?? "") ? error : undefined;
      await client.query("rollback").catch((failure: unknown) => {
        fault = failure instanceof Error ? failure : new Error(String(failure));
      });
      client.release(fault);
      // The error may show what another transaction committed.
      await flush.beforeRead();
    },
  };
}

/** Waits until a commit is on the disk. One whose flush fails may be kept or lost. */
async function confirmed(onDisk: Promise<void>): Promise<void> {
  try {
    await onDisk;
  } catch (error) {
    throw new CommitUnknown(error);
  }
}

/** Makes the methods of `Queryable` from a function that runs one statement. */
function queryable(run: (call: StatementCall) => Promise<Outcome>): Queryable {
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
 * Yields the data of a COPY. If the consumer stops early, the rest is still read from the connection, which
 * would otherwise wait for ever.
 */
async function* readToEnd(copy: Readable): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* copy.iterator({ destroyOnReturn: false });
  } finally {
    copy.resume();
  }
}

interface OpenTransaction {
  readonly client: pg.PoolClient;
  readonly roundTrips: RoundTrips;
  /** The time at which the transaction began. */
  readonly began: UnixSeconds;
  readonly engine: Engine;
  readonly copyIn: CopyIn;
  /** Functions passed to `beforeCommit`. */
  readonly workBeforeCommit: (() => Promise<unknown>)[];
  /** Called when a statement may have written rows; a statement that only locks rows does not count. */
  readonly noteChange: () => void;
  readonly requireRoom: (() => void) | undefined;
}

function transactionOn(open: OpenTransaction): Tx {
  const { client, roundTrips, engine, copyIn, workBeforeCommit, noteChange, requireRoom } = open;
  let time = open.began;
  const statements = queryable(
    (call) =>
      new Promise((resolve, failed) => {
        requireRoom?.();
        const done = (outcome: Outcome): void => {
          if (outcome.count > 0 && writesRows(call.statement)) noteChange();
          resolve(outcome);
        };
        roundTrips.add({ ...call, done, failed });
      }),
  );
  return {
    engine,
    ...statements,
    copyIn(target, rows) {
      noteChange();
      return roundTrips.runExclusively(() => copyIn(client, target, rows));
    },
    async *copyOut(query) {
      const copy = `copy (${query}) to stdout`;
      yield* await roundTrips.runExclusively(async () => readToEnd(client.query(copyTo(copy))));
    },
    now: () => time,
    async setNow(now) {
      time = now;
      await statements.run(setLocal("daybook.now", String(now)));
    },
    limitWaits: async (milliseconds) =>
      void (await statements.run(setLocal("lock_timeout", `${milliseconds}ms`))),
    script(sql) {
      noteChange();
      return roundTrips.runExclusively(async () => {
        for (const command of commandsOf(sql)) await client.query(command);
      });
    },
    beforeCommit: (work) => void workBeforeCommit.push(work),
  };
}
