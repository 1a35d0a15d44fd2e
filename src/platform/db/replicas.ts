/**
 * Reads that replicas answer: standbys of the primary, which is the server that takes changes. Invariants: an
 * answer of a replica includes every change that was committed before the request was admitted; a replica
 * that can't give such an answer in time, or fails, is noticed by no caller, because the primary answers. No
 * request waits for a replica that did not answer the last one.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { AssertionFailed } from "@daybook/words/assert";
import { Refusal } from "../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { endsWithin } from "../time/timer.ts";
import type { Db, ReadReplicas, ReplicaFigures, ReplicaState, Tx } from "./db.ts";
import { runOn, type RunsOf, type StatementCall } from "./one-statement.ts";
import { limitRuns } from "./pooler.ts";
import { currentReading, positionOf, type Reading, readingAt } from "./reading-position.ts";
import { sqlState } from "./error-fields.ts";
import { type Outcome, runWithoutCaller } from "./prepared.ts";
import { COMMIT } from "./round-trips.ts";
import { type Statement, statement } from "./statement.ts";
import { unavailableReason } from "./unavailable.ts";

/** How often a replica is asked again for a position, after 1, 2, 3 and so on milliseconds. */
const WAITS = 13;
const REACHED = "pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn";

/**
 * Fails with a division by zero, and so ends the round trip, unless the server is a standby that has reached
 * a position, for which it waits up to 91 milliseconds.
 */
const reach = statement<never>(
  "replicas.reach",
  `with recursive asked (times, reached) as (
     select 0, ${REACHED}
     union all
     select a.times + 1, ${REACHED} from asked a cross join lateral pg_sleep(0.001 * (a.times + 1))
     where not a.reached and a.times < ${WAITS}
   ) select 1 / coalesce(bool_or(reached), false)::int from asked`,
);
const NOT_REACHED = "22012";

// With `repeatable read` as the server's default, the statement would see the state before the wait.
const BEGIN_READ: Statement<never> = {
  name: "db.beginRead",
  text: "begin isolation level read committed read only",
};

const HANGS_AFTER_MS = 500;

/** A replica has not reached a position, or has not answered in time. */
class ReplicaLate extends Error {
  override readonly name = "ReplicaLate";
}

/** What has to be the same on a server and on its replicas. */
interface Identity {
  readonly system: string;
  /** What the driver reads differently, or a statement finds elsewhere, where it differs. */
  readonly settings: string;
}

interface Standby extends Identity {
  /** The timeline of what it repeats; null if it takes changes. Follows a promotion at a checkpoint. */
  readonly timeline: string | null;
  /** True if the primary keeps the rows that queries of the standby read. */
  readonly feedback: boolean;
  /** The age of the last change that it repeated; null if it has repeated all it got. */
  readonly behind_s: number | null;
}

const identify = statement<Standby>(
  "replicas.identify",
  `select (select system_identifier from pg_control_system())::text as system,
     concat_ws(', ', current_database(), current_schema(), current_setting('TimeZone'),
       current_setting('DateStyle')) as settings,
     case when pg_is_in_recovery() then lpad(upper(to_hex(greatest(
       (select timeline_id from pg_control_checkpoint()),
       (select min_recovery_end_timeline from pg_control_recovery())))), 8, '0') end as timeline,
     current_setting('hot_standby_feedback')::bool as feedback,
     case when pg_last_wal_receive_lsn() is distinct from pg_last_wal_replay_lsn() then
       extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::int8 end as behind_s`,
);

const systemOf = statement<{ system: string }>(
  "replicas.systemOf",
  "select system_identifier::text as system from pg_control_system()",
);

/** Throws if a new connection to a replica leads to another cluster than the primary's: its name was moved. */
export async function checkCluster(
  client: pg.ClientBase,
  { system }: ReplicasOptions["cluster"],
): Promise<void> {
  if (system === null) return;
  const { rows } = await client.query<{ system: string }>(systemOf.text);
  if (rows[0]?.system !== system) throw new Error("it is a standby of another server");
}

async function identityOn(pool: pg.Pool): Promise<Standby> {
  const { rows } = await runOn(pool, { statement: identify, values: [] });
  return rows[0] as Standby;
}

async function hasReached(pool: pg.Pool, end: string): Promise<boolean> {
  try {
    await runOn(pool, { statement: reach, values: [end] });
    return true;
  } catch (error) {
    if (sqlState(error) === NOT_REACHED) return false;
    throw error;
  }
}

/** Throws `ReplicaLate` if a replica does not end its work in time. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  // The replica cancels a slow statement a little earlier, so what has not ended by then hangs.
  if (!(await endsWithin(LIMITS.replica_answer_ms.value + HANGS_AFTER_MS, work)))
    throw new ReplicaLate("it does not answer in time");
  return work;
}

/** A pool of connections to a replica, with the database on it, whose snapshots are used. */
interface ReplicaPool {
  readonly place: string;
  readonly pool: pg.Pool;
  readonly db: Pick<Db, "transaction" | "close">;
}

export interface ReplicasOptions {
  readonly pools: readonly ReplicaPool[];
  readonly primary: pg.Pool;
  /** The cluster of the primary, once it is known. New connections to replicas are compared with it. */
  readonly cluster: { system: string | null };
  /** True if companies are on several servers, whose positions the coordinator does not know. */
  readonly isDistributed: () => boolean | Promise<boolean>;
  /** Called when a replica can no longer answer, with the reason, and when it can again, with null. */
  readonly onChange: (place: string, problem: string | null) => void;
}

/** So long a statement that took too long on a replica is left to the primary. */
const SLOW_MS = 60_000;
/** The name of what is read in a snapshot. */
const IN_SNAPSHOT = "snapshot";

/** Pauses before a look at a replica that did not answer; each is twice the one before, until it answers. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_000;

class Replica {
  readonly #pool: ReplicaPool;
  readonly #options: ReplicasOptions;
  /** The timeline of the primary that the replica repeats; null while it can't answer, or nobody looked. */
  #timeline: string | null = null;
  #isProbed = false;
  #probedAgainAt = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** After a failure one read at a time is tried, until it is answered. */
  #isOnTrial = false;
  #isTried = false;
  /** When statements that took too long may be tried again, by their names. */
  readonly #slow = new Map<string, number>();
  /** True if `onChange` was called with the problem. */
  #isReported = false;
  readonly #counts = { answered: 0, late: 0, failed: 0 };
  /** A look at the replica is for all requests, so it must not be part of one of them. */
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();

  constructor(pool: ReplicaPool, options: ReplicasOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  /** False if another server has to answer. Then the replica is looked at in the background. */
  canAnswer(reading: Reading): boolean {
    if (this.#timeline === reading.timeline) return !this.#isOnTrial || !this.#isTried;
    if (!this.#isProbed && performance.now() >= this.#probedAgainAt) {
      this.#isProbed = true;
      void this.#outsideOfRequests(() => this.#probe(reading)).finally(() => (this.#isProbed = false));
    }
    return false;
  }

  /** Runs a statement on the replica. Throws `ReplicaLate` if it has not reached the position. */
  async run(call: StatementCall, end: string): Promise<Outcome> {
    let isBehind = false;
    const runs: RunsOf = (client, run) => [
      runWithoutCaller({ statement: BEGIN_READ }),
      ...limitRuns(client, "transaction"),
      {
        statement: reach,
        values: [end],
        done: () => {},
        failed: (error) => (isBehind = sqlState(error) === NOT_REACHED),
      },
      run,
      runWithoutCaller({ statement: COMMIT }),
    ];
    try {
      return await runOn(this.#pool.pool, call, runs);
    } catch (error) {
      throw isBehind ? new ReplicaLate("it is behind") : error;
    }
  }

  /** Runs `work` in a snapshot of the replica. */
  async snapshot<T>(work: (tx: Tx) => Promise<T>, end: string): Promise<T> {
    // A transaction of its own: inside of the snapshot it would already see the state before the wait.
    if (!(await hasReached(this.#pool.pool, end))) throw new ReplicaLate("it is behind");
    return this.#pool.db.transaction(work, { mode: "snapshot", noRetry: true });
  }

  noteTry(): void {
    this.#isTried = this.#isOnTrial;
  }

  /** True for a statement that took too long on the replica a short time ago. */
  isSlow(name: string): boolean {
    return performance.now() < (this.#slow.get(name) ?? 0);
  }

  noteAnswer(): void {
    this.#counts.answered += 1;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#isOnTrial = this.#isTried = false;
    this.#report(null);
  }

  /**
   * Lets other servers answer: what is too slow for a while, and if the replica failed or hangs everything,
   * until a look finds that it can answer, and it has answered a read.
   */
  fail(error: unknown, name: string): void {
    const isSlow = sqlState(error) === CANCELED;
    this.#counts[isSlow || error instanceof ReplicaLate ? "late" : "failed"] += 1;
    if (isSlow) {
      this.#slow.set(name, performance.now() + SLOW_MS);
      this.#isTried = false;
      return;
    }
    this.#pause();
    if (this.#pauseMs >= LONGEST_PAUSE_MS) this.#report(reasonOf(error));
  }

  #report(problem: string | null): void {
    if (this.#isReported === (problem !== null)) return;
    this.#isReported = problem !== null;
    this.#options.onChange(this.#pool.place, problem);
  }

  #pause(): void {
    this.#timeline = null;
    this.#isOnTrial = true;
    this.#isTried = false;
    this.#probedAgainAt = performance.now() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }

  /** Returns why the replica can't answer a reading; null if it can. */
  async findProblem({ timeline, end }: Reading): Promise<string | null> {
    if (await this.#options.isDistributed()) return "companies are distributed over several servers";
    const [own, primary] = await Promise.all([
      identityOn(this.#pool.pool),
      identityOn(this.#options.primary),
    ]);
    this.#options.cluster.system = primary.system;
    if (own.timeline === null) return "it takes changes itself, so it is no standby";
    if (own.system !== primary.system) return "it is a standby of another server";
    if (own.settings !== primary.settings)
      return `its database, schema, TimeZone and DateStyle are ${own.settings}, not ${primary.settings}`;
    if (own.timeline !== timeline) return "it has not followed the last promotion of a standby yet";
    return (await hasReached(this.#pool.pool, end)) ? null : "it is behind";
  }

  async #probe(reading: Reading): Promise<void> {
    const problem = await inTime(this.findProblem(reading)).catch(reasonOf);
    if (problem === null) {
      this.#timeline = reading.timeline;
      return;
    }
    this.#pause();
    // A replica that is behind for moments is nothing to report.
    if (this.#pauseMs >= LONGEST_PAUSE_MS) this.#report(problem);
  }

  figures(): ReplicaFigures {
    return { place: this.#pool.place, answers: this.#timeline !== null, ...this.#counts };
  }

  async state(reading: Reading): Promise<ReplicaState> {
    const { place, pool } = this.#pool;
    try {
      const problem = await inTime(this.findProblem(reading));
      const { feedback, behind_s } = await inTime(identityOn(pool));
      return { place, problem, feedback, behindS: behind_s };
    } catch (error) {
      return { place, problem: reasonOf(error), feedback: false, behindS: null };
    }
  }

  async close(): Promise<void> {
    // A connection to a machine that is gone would not end.
    await endsWithin(LIMITS.replica_answer_ms.value, this.#pool.db.close()).catch(() => {});
  }
}

/** The SQLSTATE of a statement that was cancelled after its longest time. */
const CANCELED = "57014";

function reasonOf(error: unknown): string {
  return unavailableReason(error) ?? (error instanceof Error ? error.message : String(error));
}

const getPosition = statement<{ position: string | null }>(
  "replicas.getPosition",
  `select ${positionOf("$1")} as position`,
);

/** The replicas of a database. They take turns. */
export class Replicas implements ReadReplicas {
  readonly #replicas: readonly Replica[];
  readonly #primary: pg.Pool;
  #next = 0;

  constructor(options: ReplicasOptions) {
    this.#replicas = options.pools.map((each) => new Replica(each, options));
    this.#primary = options.primary;
  }

  async run(call: StatementCall, onPrimary: () => Promise<Outcome>): Promise<Outcome> {
    const found = await this.#attempt((replica, end) => replica.run(call, end), call.statement.name);
    return found === null ? onPrimary() : found.value;
  }

  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<{ readonly value: T } | null> {
    return this.#attempt((replica, end) => replica.snapshot(work, end), IN_SNAPSHOT);
  }

  async #attempt<T>(
    work: (replica: Replica, end: string) => Promise<T>,
    name: string,
  ): Promise<{ readonly value: T } | null> {
    const reading = currentReading.getStore() as Reading<Replica> | undefined;
    if (reading === undefined) return null;
    if (reading.replica === undefined) reading.replica = this.#choose(reading, name);
    else if (reading.replica?.isSlow(name)) reading.replica = null;
    const { replica } = reading;
    if (replica === null) return null;
    try {
      const value = await inTime(work(replica, reading.end));
      replica.noteAnswer();
      return { value };
    } catch (error) {
      if (error instanceof Refusal || error instanceof AssertionFailed) {
        replica.noteAnswer();
        throw error;
      }
      reading.replica = null;
      replica.fail(error, name);
      return null;
    }
  }

  #choose(reading: Reading<Replica>, name: string): Replica | null {
    const able = this.#replicas.filter((each) => each.canAnswer(reading) && !each.isSlow(name));
    this.#next += 1;
    const chosen = able[this.#next % able.length] ?? null;
    chosen?.noteTry();
    return chosen;
  }

  figures(): ReplicaFigures[] {
    return this.#replicas.map((each) => each.figures());
  }

  async states(): Promise<ReplicaState[]> {
    const { rows } = await runOn(this.#primary, { statement: getPosition, values: [true] });
    const { position } = rows[0] as { position: string | null };
    const reading = readingAt(position ?? "");
    return Promise.all(this.#replicas.map((each) => each.state(reading)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((each) => each.close()));
  }
}
