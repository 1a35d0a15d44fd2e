/**
 * The port through which background work is asked for and looked at. Invariant: a job exists exactly
 * when the change that asked for it was committed, because it is sent in that change's transaction.
 */
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { assert } from "../../core/assert.ts";
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { PublicId } from "../../core/public-id.ts";
import type { Db, Tx } from "../db/index.ts";
import { currentTrace } from "../log/trace.ts";
import type { JobKind } from "./kind.ts";
import { type DeadJob, type JobState, jobsStore } from "./store.ts";

export interface SendOptions {
  /**
   * The subject of the job. While a job of this kind for the same subject is waiting and due as early, no
   * other is made.
   */
  readonly subject?: string;
  /**
   * The company whose turn the job takes. Work without one takes the turns of its queue in the order in which
   * it fell due.
   */
  readonly turnOf?: PublicId<"company">;
  /** Not before this time of the service's clock; at once when left out. */
  readonly runAt?: UnixSeconds;
}

export interface Jobs {
  send<S extends TSchema>(tx: Tx, kind: JobKind<S>, payload: Static<S>, options?: SendOptions): Promise<void>;
  /** Jobs that are not done. */
  count(): Promise<Readonly<Record<JobState, number>>>;
  /** The same by queue, with how long the oldest job of each state is due. */
  listQueues(now: UnixSeconds): Promise<
    readonly {
      readonly queue: string;
      readonly state: JobState;
      readonly jobs: number;
      readonly oldest_s: number;
    }[]
  >;
  /**
   * From now on no worker takes a job, in whatever process, until they may again; those that run go on. Told
   * since when.
   */
  pause(now: UnixSeconds): Promise<UnixSeconds>;
  /** Lets workers take jobs again. Returns false if they already did. */
  resume(): Promise<boolean>;
  /** Since when no worker takes a job; null when they do. */
  pausedSince(): Promise<UnixSeconds | null>;
  /** Jobs that were given up, the last one first, at most so many. */
  listDead(count: number): Promise<DeadJob[]>;
}

/** `randomText` makes a text of that many random letters and digits. */
export function openJobs(db: Db, randomText: (length: number) => string): Jobs {
  return {
    async send(tx, kind, payload, options = {}) {
      const {
        subject = null,
        runAt = null,
        turnOf = "",
      }: { subject?: string | null; runAt?: UnixSeconds | null; turnOf?: string } = options;
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
        turnOf,
        currentTrace()?.request_id ?? null,
      );
    },
    async count() {
      const counted = { waiting: 0, running: 0, dead: 0 };
      for (const { state, jobs } of await jobsStore.count(db)) counted[state] = jobs;
      return counted;
    },
    listQueues: (now) => jobsStore.listQueues(db, now),
    async pause(now) {
      await jobsStore.pause(db, now);
      return (await jobsStore.findPause(db)) ?? now;
    },
    resume: async () => (await jobsStore.resume(db)) > 0,
    pausedSince: () => jobsStore.findPause(db),
    listDead: (count) => jobsStore.listDead(db, count),
  };
}
