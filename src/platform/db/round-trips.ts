/**
 * The round trips of a transaction to the database. Statements that are started without waiting for each
 * other are sent together, in their order. This saves waiting for responses that are not needed yet; such
 * waits are most of the time of a small transaction. Invariants: only one round trip is in progress at a
 * time; statements are sent in the order in which they were added; nothing is sent after the transaction has
 * ended.
 */
import type pg from "pg";
import { AssertionFailed } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { settingsAt } from "./change-event.ts";
import { limitRuns } from "./pooler.ts";
import { type Run, runWithoutCaller, StatementBatch } from "./prepared.ts";
import { setLocal, type Statement } from "./statement.ts";

/**
 * Makes a statement that the registry of `statement` leaves out, because SQL's PREPARE does not accept it.
 */
const control = (name: string, text: string): Statement<never> => ({ name: `db.${name}`, text });
const BEGIN = control("begin", "begin");
const BEGIN_SNAPSHOT = control("beginSnapshot", "begin isolation level repeatable read read only");
/** Limits that imports and maintenance do without. */
const UNLIMITED = ["statement_timeout", "lock_timeout"];
export const COMMIT = control("commit", "commit");

/**
 * Returns the statements that begin a transaction; they are sent with its first statement. `now` is null for
 * a transaction that only reads a snapshot.
 */
export function beginStatements(
  client: pg.PoolClient,
  { long }: { readonly long?: boolean },
  now: UnixSeconds | null,
): Run[] {
  return [
    runWithoutCaller({ statement: now === null ? BEGIN_SNAPSHOT : BEGIN }),
    ...limitRuns(client, "transaction"),
    ...[
      ...(long ? UNLIMITED.map((each) => [each, "0"] as const) : []),
      ...(now === null ? [] : settingsAt(now)),
    ].map(([setting, value]) => runWithoutCaller({ statement: setLocal(setting, value) })),
  ];
}

export class RoundTrips {
  readonly #client: pg.PoolClient;
  #waiting: Run[];
  /** True while a round trip or exclusive work is in progress. */
  #isBusy = false;
  #isSendScheduled = false;
  /** True once the commit was added or the transaction was given up. */
  #hasEnded = false;
  /** Resolves the waits of `runExclusively`. */
  #onIdle: (() => void)[] = [];

  /** `first`: runs that are sent with the first round trip. Without any round trip they are never sent. */
  constructor(client: pg.PoolClient, first: readonly Run[]) {
    this.#client = client;
    this.#waiting = [...first];
  }

  /** Adds a statement to the next round trip. */
  add(run: Run): void {
    if (this.#hasEnded)
      run.failed(new AssertionFailed(`statement ${run.statement.name} came after its transaction had ended`));
    else this.#waiting.push(run);
    this.#scheduleSend();
  }

  /** Commits after all statements that were added. A statement that is added from now on fails. */
  commit(): Promise<unknown> {
    return new Promise((done, failed) => {
      this.add({ statement: COMMIT, values: [], done, failed });
      this.#hasEnded = true;
    });
  }

  /** Stops sending. Statements that were not sent fail. */
  end(): void {
    this.#hasEnded = true;
    for (const { failed } of this.#waiting.splice(0))
      failed(new AssertionFailed("the transaction has ended"));
  }

  /**
   * Waits until all statements that were added are done, then runs `work`, which uses the connection for
   * something other than a named statement, such as a COPY.
   */
  async runExclusively<T>(work: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw new AssertionFailed("the connection was used after its transaction had ended");
    this.#scheduleSend();
    while (this.#isBusy || this.#isSendScheduled)
      await new Promise<void>((resolve) => this.#onIdle.push(resolve));
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#becomeIdle();
    }
  }

  /** Sends in a microtask, so that all statements that the caller starts at once go together. */
  #scheduleSend(): void {
    if (this.#isSendScheduled || this.#isBusy || this.#waiting.length === 0) return;
    this.#isSendScheduled = true;
    queueMicrotask(() => {
      this.#isSendScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#waiting.length === 0) return this.#becomeIdle();
    const runs = this.#waiting;
    this.#waiting = [];
    this.#isBusy = true;
    void this.#client.query(new StatementBatch(runs, () => this.#becomeIdle()));
  }

  #becomeIdle(): void {
    this.#isBusy = false;
    this.#scheduleSend();
    if (this.#isSendScheduled) return;
    const resolvers = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of resolvers) resolve();
  }
}
