/**
 * Sends, counts and pauses background jobs. Invariant: a job exists if and only if the change that requires
 * it was committed, because the job is sent in the transaction of that change.
 */
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { assert } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../db/index.ts";
import { currentTrace } from "../log/trace.ts";
import type { JobKind } from "./kind.ts";
import { type DeadJob, jobsStore, type JobState } from "./store.ts";

export interface SendOptions {
  /**
   * The subject of the job, such as the id of a record. If a job of this kind and subject already waits and
   * is due no later, no further job is inserted.
   */
  readonly subject?: string;
  /**
   * The company that the job counts for when companies take turns in a queue. Jobs without a company share
   * one turn.
   */
  readonly companyId?: PublicId<"company">;
  /** The earliest time to run the job, on the service's clock. By default the job is due at once. */
  readonly runAt?: UnixSeconds;
}

export interface Jobs {
  /** Sends a job in the transaction of the change that requires it. */
  send<S extends TSchema>(tx: Tx, kind: JobKind<S>, payload: Static<S>, options?: SendOptions): Promise<void>;
  /** Counts the jobs that are not done, by state. */
  count(): Promise<Readonly<Record<JobState, number>>>;
  /** Counts the same jobs by queue and state, with the seconds for which the oldest of them has been due. */
  listQueues(now: UnixSeconds): Promise<
    readonly {
      readonly queue: string;
      readonly state: JobState;
      readonly jobs: number;
      readonly oldest_s: number;
    }[]
  >;
  /**
   * Prevents workers in all processes from claiming jobs, until `resume`. Running jobs continue. Returns the
   * time of the pause's beginning, which is earlier than `now` if there was a pause already.
   */
  pause(now: UnixSeconds): Promise<UnixSeconds>;
  /** Lets workers claim jobs again. Returns false if there was no pause. */
  resume(): Promise<boolean>;
  /** Returns the time since which workers claim no jobs; null without a pause. */
  pausedSince(): Promise<UnixSeconds | null>;
  /** Returns up to `count` jobs that were given up, the last one first. */
  listDead(count: number): Promise<DeadJob[]>;
  /** Runs a job that was given up again, with all its attempts; null for all of them. Returns their number. */
  retryDead(id: string | null, now: UnixSeconds): Promise<number>;
  /** Deletes a job that was given up, or all of them: what it was to do is never done. Returns their number. */
  forgetDead(id: string | null): Promise<number>;
}

/** `randomText` returns a text of `length` random letters and digits. */
export function openJobs(db: Db, randomText: (length: number) => string): Jobs {
  return {
    async send(tx, kind, payload, options = {}) {
      const {
        subject = null,
        runAt = null,
        companyId = "",
      }: { subject?: string | null; runAt?: UnixSeconds | null; companyId?: string } = options;
      assert(
        Compile(kind.payload).Check(payload),
        `a job for ${kind.queue} was sent with a payload that its kind does not allow`,
      );
      await jobsStore.insert(
        tx,
        `job_${randomText(20)}`,
        kind.queue,
        subject,
        JSON.stringify(payload),
        runAt,
        companyId,
        currentTrace()?.request_id ?? null,
      );
    },
    async count() {
      const counts = { waiting: 0, running: 0, dead: 0 };
      for (const { state, jobs } of await jobsStore.count(db)) counts[state] = jobs;
      return counts;
    },
    listQueues: (now) => jobsStore.listQueues(db, now),
    async pause(now) {
      await jobsStore.pause(db, now);
      return (await jobsStore.findPause(db)) ?? now;
    },
    resume: async () => (await jobsStore.resume(db)) > 0,
    pausedSince: () => jobsStore.findPause(db),
    listDead: (count) => jobsStore.listDead(db, count),
    retryDead: async (id, now) => (await jobsStore.revive(db, id, now)).length,
    forgetDead: async (id) => (await jobsStore.forget(db, id)).length,
  };
}
