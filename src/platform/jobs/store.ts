/** All SQL on background jobs. Statements that hold a job name its lease, so that who lost the job can't touch it. */
import type { UnixSeconds } from "../../core/civil-date.ts";
import { type Queryable, statement } from "../db/index.ts";

export type JobState = "waiting" | "running" | "dead";

/** A job that was given up. */
export interface DeadJob {
  readonly id: string;
  readonly queue: string;
  readonly subject: string | null;
  readonly attempts: number;
  readonly created: UnixSeconds;
  readonly last_error: string;
}

export interface ClaimedJob {
  readonly id: string;
  readonly queue: string;
  readonly payload: unknown;
  readonly attempts: number;
}

/** The database's own clock, not the service's, which a trial may move. */
const CLOCK = "extract(epoch from clock_timestamp())::bigint";

/**
 * A waiting job about the same subject is enough, unless it waits for later. It is locked, not only read: a worker
 * can't take it before this transaction has committed, so that the job sees what it was asked for.
 */
const insertJob = statement<never>(
  "jobs.insertJob",
  `with same as materialized (
     select id from background_jobs
     where queue = $2 and subject = $3 and state = 'waiting' and run_at <= coalesce($5::bigint, daybook_now()) order by id limit 1 for update
   )
   insert into background_jobs (id, queue, subject, payload, run_at, created)
   select $1, $2, $3, $4::jsonb, coalesce($5::bigint, daybook_now()), daybook_now() where not exists (select 1 from same)`,
);
const claimJob = statement<ClaimedJob>(
  "jobs.claimJob",
  `with due as materialized (
     select id from background_jobs
     where queue = any ($1::text[]) and id <> all ($2::text[]) and not exists (select 1 from background_pauses)
       and (state = 'waiting' and run_at <= $3 or state = 'running' and leased_until < ${CLOCK})
     order by run_at, id limit 1 for update skip locked
   )
   update background_jobs j set state = 'running', attempts = j.attempts + 1, lease = $4, leased_until = ${CLOCK} + $5::bigint
   from due where j.id = due.id
   returning j.id, j.queue, j.payload, j.attempts`,
);
const expireLeases = statement<never>("jobs.expireLeases", "update background_jobs set leased_until = 0 where state = 'running'");
const renewLeases = statement<{ lease: string }>(
  "jobs.renewLeases",
  `update background_jobs set leased_until = ${CLOCK} + $2::bigint where state = 'running' and lease = any ($1::text[]) returning lease`,
);
/** A dead job about the same goes with it: what it was to do has now been done. */
const deleteJob = statement<never>(
  "jobs.deleteJob",
  `with done as (delete from background_jobs where id = $1 and lease = $2 returning queue, subject)
   delete from background_jobs d using done where d.queue = done.queue and d.subject = done.subject and d.state = 'dead'`,
);
const postponeJob = statement<never>(
  "jobs.postponeJob",
  "update background_jobs set state = 'waiting', lease = null, leased_until = null, run_at = $3, last_error = $4 where id = $1 and lease = $2",
);
/** As if it had not been taken. */
const releaseJob = statement<never>(
  "jobs.releaseJob",
  "update background_jobs set state = 'waiting', attempts = attempts - 1, lease = null, leased_until = null, run_at = $3, last_error = $4 where id = $1 and lease = $2",
);
/** Dead jobs from before $4 go, so that there are never more of them than failed in that time. */
const buryJob = statement<never>(
  "jobs.buryJob",
  `with forgotten as (delete from background_jobs where state = 'dead' and run_at < $4 and id <> $1)
   update background_jobs set state = 'dead', lease = null, leased_until = null, last_error = $3 where id = $1 and lease = $2`,
);
const listDeadJobs = statement<DeadJob>(
  "jobs.listDeadJobs",
  "select id, queue, subject, attempts, created, last_error from background_jobs where state = 'dead' order by run_at desc, id limit $1",
);
const pauseJobs = statement<never>("jobs.pauseJobs", "insert into background_pauses (since) values ($1) on conflict do nothing");
const resumeJobs = statement<never>("jobs.resumeJobs", "delete from background_pauses");
const findPause = statement<{ since: UnixSeconds }>("jobs.findPause", "select since from background_pauses");
const countJobs = statement<{ state: JobState; jobs: number }>("jobs.countJobs", "select state, count(*) as jobs from background_jobs group by state");

export const jobsStore = {
  insert: (db: Queryable, id: string, queue: string, subject: string | null, payload: string, runAt: UnixSeconds | null) =>
    db.run(insertJob, [id, queue, subject, payload, runAt]),
  /** Takes the next job that is due at `now`, other than the ones in `held`, for `leaseS` seconds. */
  claim: (db: Queryable, queues: readonly string[], held: readonly string[], now: UnixSeconds, lease: string, leaseS: number) =>
    db.find(claimJob, [queues, held, now, lease, leaseS]),
  /** Has every job that is held be taken by the next one who looks: for when whoever held it is known to be gone. */
  expire: (db: Queryable) => db.run(expireLeases),
  /** The leases that are still held. */
  async renew(db: Queryable, leases: readonly string[], leaseS: number) {
    return (await db.list(renewLeases, [leases, leaseS])).map((row) => row.lease);
  },
  delete: (db: Queryable, id: string, lease: string) => db.run(deleteJob, [id, lease]),
  postpone: (db: Queryable, id: string, lease: string, runAt: UnixSeconds, error: string) => db.run(postponeJob, [id, lease, runAt, error]),
  /** Has a job wait whose attempt does not count. */
  release: (db: Queryable, id: string, lease: string, runAt: UnixSeconds, error: string) => db.run(releaseJob, [id, lease, runAt, error]),
  /** Keeps a job as dead; those that died before `forgetBefore` go. */
  bury: (db: Queryable, id: string, lease: string, error: string, forgetBefore: UnixSeconds) => db.run(buryJob, [id, lease, error, forgetBefore]),
  listDead: (db: Queryable, count: number) => db.list(listDeadJobs, [count]),
  count: (db: Queryable) => db.list(countJobs),
  pause: (db: Queryable, since: UnixSeconds) => db.run(pauseJobs, [since]),
  resume: (db: Queryable) => db.run(resumeJobs),
  /** Since when no job is taken; null when they are. */
  findPause: async (db: Queryable) => (await db.find(findPause))?.since ?? null,
};
