/**
 * The round trips of a transaction to the database. Statements that are started without waiting for each
 * other are sent together, in their order. This saves waiting for responses that are not needed yet, which is
 * most of the time of a small transaction. Invariants: only one round trip is in progress at a time, and the
 * order is kept; nothing is sent after the end of the transaction.
 */
import type pg from "pg";
import { AssertionFailed } from "../../core/assert.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { settingUp } from "./change-event.ts";
import { Prepared, type Run } from "./prepared.ts";
import { type Parameter, type Statement, statement } from "./statement.ts";

/** Not made by `statement`, whose texts can all be prepared by name. */
const control = (name: string, text: string): Statement<never> => ({ name: `db.${name}`, text });
const BEGIN = control("begin", "begin");
const BEGIN_SNAPSHOT = control("beginSnapshot", "begin isolation level repeatable read read only");
const UNLIMITED = [
  control("unlimitStatements", "set local statement_timeout = 0"),
  control("unlimitLocks", "set local lock_timeout = 0"),
];
export const COMMIT = control("commit", "commit");
/** Sets the time that triggers read. */
export const SET_NOW = statement<never>("db.setNow", "select set_config('daybook.now', $1, true)");

/**
 * Returns the statements that begin a transaction; they are sent with its first statement. `now` is null for
 * a transaction that only reads a snapshot.
 */
export function beginning({ long }: { readonly long?: boolean }, now: UnixSeconds | null): Run[] {
  return [
    unheard({ statement: now === null ? BEGIN_SNAPSHOT : BEGIN }),
    ...(long ? UNLIMITED.map((each) => unheard({ statement: each })) : []),
    ...(now === null ? [] : [unheard(settingUp(now))]),
  ];
}

/** A run without a waiting caller: if it fails, the statements of the same round trip fail too. */
export function unheard(asked: {
  readonly statement: Statement<never>;
  readonly values?: readonly Parameter[];
}): Run {
  return { values: [], ...asked, done: () => {}, failed: () => {} };
}

export class RoundTrips {
  readonly #client: pg.PoolClient;
  #waiting: Run[];
  #underWay = false;
  #called = false;
  #ended = false;
  #idle: (() => void)[] = [];

  /** `first`: runs that are sent with the first round trip, if there is one. */
  constructor(client: pg.PoolClient, first: readonly Run[]) {
    this.#client = client;
    this.#waiting = [...first];
  }

  /** Adds a statement to the next round trip. */
  add(run: Run): void {
    if (this.#ended)
      run.failed(
        new AssertionFailed(`statement ${run.statement.name} came behind the end of its transaction`),
      );
    else this.#waiting.push(run);
    this.#call();
  }

  /** Sends nothing any more: what waits has failed. */
  end(): void {
    this.#ended = true;
    for (const { failed } of this.#waiting.splice(0))
      failed(new AssertionFailed("the transaction has ended"));
  }

  /**
   * Waits until everything that was asked for is done, and then has the connection for something other than
   * statements.
   */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#call();
    while (this.#underWay || this.#called) await new Promise<void>((resolve) => this.#idle.push(resolve));
    this.#underWay = true;
    try {
      return await work();
    } finally {
      this.#free();
    }
  }

  /** Behind everything that is asked for in the same turn. */
  #call(): void {
    if (this.#called || this.#underWay || this.#waiting.length === 0) return;
    this.#called = true;
    queueMicrotask(() => {
      this.#called = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#waiting.length === 0) return this.#free();
    const runs = this.#waiting;
    this.#waiting = [];
    this.#underWay = true;
    void this.#client.query(new Prepared(runs, () => this.#free()));
  }

  #free(): void {
    this.#underWay = false;
    this.#call();
    if (this.#called) return;
    const idle = this.#idle;
    this.#idle = [];
    for (const each of idle) each();
  }
}
