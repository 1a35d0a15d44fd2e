/** Runs single statements on connections of a pool, outside of transactions that callers open. */
import type pg from "pg";
import { limitRuns } from "./pooler.ts";
import { type Outcome, type Run, StatementBatch } from "./prepared.ts";

/** A statement with its values, without the functions that receive its result. */
export type StatementCall = Omit<Run, "done" | "failed">;

/** Returns the runs of the round trip that runs a statement. */
export type RunsOf = (client: pg.PoolClient, run: Run) => readonly Run[];

const alone: RunsOf = (client, run) => [...limitRuns(client, "statement"), run];

/** Runs a statement on a connection of the pool. The pool destroys a connection on which it fails. */
export function runOn(pool: pg.Pool, call: StatementCall, runsOf: RunsOf = alone): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    pool.connect((connectError, client, release) => {
      if (!client) {
        reject(connectError ?? new Error("the pool gave no connection"));
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
      void client.query(new StatementBatch(runsOf(client, { ...call, done, failed })));
    });
  });
}
