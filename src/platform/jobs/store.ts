/**
 * All SQL on background jobs. Statements that hold a job name its lease, so that who lost the job can't touch
 * it.
 */
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
  /** The company whose turn it takes; empty for none. */
  readonly turn_of: string;
  readonly payload: unknown;
  readonly attempts: number;
  /** The request that asked for it; null for jobs that the service sent by itself. */
  readonly request_id: string | null;
}

/** A company's place in a queue. */
export type Turn = Pick<ClaimedJob, "queue" | "turn_of">;

/** The database's own clock, not the service's, which a trial may move. */
const CLOCK = "extract(epoch from clock_timestamp())::bigint";

/**
 * A waiting job about the same subject is enough, unless it waits for later. It is locked, not only read: a
 * worker can't take it before this transaction has committed, so that the job sees what it was asked for.
 */
const insertJob = statement<never>(
  "jobs.insertJob",
  `with same as materialized (
     select id from background_jobs
     where queue = $2 and subject = $3 and state = 'waiting' and run_at <= coalesce($5::bigint, daybook_now())
       order by id limit 1 for update
   )
   insert into background_jobs (id, queue, subject, payload, run_at, turn_of, request_id, created)
   select $1, $2, $3, $4::jsonb, coalesce($5::bigint, daybook_now()), $6, $7, daybook_now()
     where not exists (select 1 from same)`,
);
/**
 * Jobs of one company in one queue that a claim considers: the others are locked by workers that claim at the
 * same moment.
 */
const CONSIDERED = 4;
/**
 * Takes the job with the fewest jobs of its kind and company in front of it: those that run, and those that
 * wait longer. So a company gets a second slot only when no other company waits for its first. Among equals,
 * the company served longest ago is next.
 *
 * `turns` hops along the index from company to company, so that many jobs of one company cost no more than a
 * few. The row is checked once more when it is locked, because another worker may have taken it since this
 * statement began. The lateral join locks one row at a time, by its primary key, until one is free.
 */
const claimJob = statement<ClaimedJob>(
  "jobs.claimJob",
  `with recursive turns (queue, turn_of) as (
     select q.queue, (select min(j.turn_of) from background_jobs j where j.state = 'waiting'
       and j.queue = q.queue)
     from unnest($1::text[]) as q (queue) where not exists (select 1 from background_pauses)
     union all
     select t.queue, (select min(j.turn_of) from background_jobs j where j.state = 'waiting'
       and j.queue = t.queue and j.turn_of > t.turn_of)
     from turns t where t.turn_of is not null
   ), busy as (
     select queue, turn_of, count(*) as jobs from background_jobs where state = 'running'
       and leased_until >= ${CLOCK} group by queue, turn_of
   ), served as (
     select queue, turn_of, place from unnest($6::text[], $7::text[]) with ordinality as s (queue, turn_of,
       place)
   ), ready as materialized (
     select w.id, w.run_at, coalesce(b.jobs, 0) + w.nth as ahead, coalesce(s.place, 0) as place
     from turns t
       cross join lateral (
         select j.id, j.run_at, row_number() over (order by j.run_at, j.id) - 1 as nth from background_jobs j
         where j.state = 'waiting' and j.queue = t.queue and j.turn_of = t.turn_of and j.run_at <= $3
           and j.id <> all ($2::text[])
         order by j.run_at, j.id limit ${CONSIDERED}
       ) w
       left join busy b on b.queue = t.queue and b.turn_of = t.turn_of
       left join served s on s.queue = t.queue and s.turn_of = t.turn_of
     union all
     select id, run_at, 0, 0 from background_jobs
     where state = 'running' and leased_until < ${CLOCK} and queue = any ($1) and id <> all ($2)
       and not exists (select 1 from background_pauses)
   ), due as materialized (
     select found.id
     from (select id from ready order by ahead, place, run_at, id) r
       cross join lateral (
         select j.id from background_jobs j
         where j.id = r.id and (j.state = 'waiting' and j.run_at <= $3 or j.state = 'running'
           and j.leased_until < ${CLOCK})
         for update skip locked
       ) found
     limit 1
   )
   update background_jobs j set state = 'running', attempts = j.attempts + 1, lease = $4, leased_until =
     ${CLOCK} + $5::bigint
   from due where j.id = due.id
   returning j.id, j.queue, j.turn_of, j.payload, j.attempts, j.request_id`,
);
/** True if a company that has fewer running jobs of a kind than this one waits for another. */
const othersWait = statement<{ waiting: boolean }>(
  "jobs.othersWait",
  `with busy as (select turn_of, count(*) as jobs from background_jobs where state = 'running'
    and leased_until >= ${CLOCK} and queue = $1 group by turn_of)
   select exists (
     select 1 from background_jobs w left join busy b on b.turn_of = w.turn_of
     where w.state = 'waiting' and w.queue = $1 and w.turn_of <> $2 and w.run_at <= $3
       and coalesce(b.jobs, 0) < (select jobs from busy where turn_of = $2)
   ) and not exists (select 1 from background_pauses) as waiting`,
);
const expireLeases = statement<never>(
  "jobs.expireLeases",
  "update background_jobs set leased_until = 0 where state = 'running'",
);
const renewLeases = statement<{ lease: string }>(
  "jobs.renewLeases",
  `update background_jobs set leased_until = ${CLOCK} + $2::bigint where state = 'running'
    and lease = any ($1::text[]) returning lease`,
);
/** A dead job about the same goes with it: what it was to do has now been done. */
const deleteJob = statement<never>(
  "jobs.deleteJob",
  `with done as (delete from background_jobs where id = $1 and lease = $2 returning queue, subject)
   delete from background_jobs d using done where d.queue = done.queue and d.subject = done.subject
     and d.state = 'dead'`,
);
const postponeJob = statement<never>(
  "jobs.postponeJob",
  `update background_jobs set state = 'waiting', lease = null, leased_until = null, run_at = $3, last_error =
    $4 where id = $1 and lease = $2`,
);
/** As if it had not been taken. Without a time it keeps its place among the jobs of its company. */
const releaseJob = statement<never>(
  "jobs.releaseJob",
  `update background_jobs set state = 'waiting', attempts = attempts - 1, lease = null, leased_until = null,
    run_at = coalesce($3, run_at), last_error = $4
   where id = $1 and lease = $2`,
);
/** Dead jobs from before $4 go, so that there are never more of them than failed in that time. */
const buryJob = statement<never>(
  "jobs.buryJob",
  `with forgotten as (delete from background_jobs where state = 'dead' and run_at < $4 and id <> $1)
   update background_jobs set state = 'dead', lease = null, leased_until = null, last_error = $3 where id = $1
     and lease = $2`,
);
const listDeadJobs = statement<DeadJob>(
  "jobs.listDeadJobs",
  `select id, queue, subject, attempts, created, last_error from background_jobs where state = 'dead'
    order by run_at desc, id limit $1`,
);
const pauseJobs = statement<never>(
  "jobs.pauseJobs",
  "insert into background_pauses (since) values ($1) on conflict do nothing",
);
const resumeJobs = statement<never>("jobs.resumeJobs", "delete from background_pauses");
const findPause = statement<{ since: UnixSeconds }>("jobs.findPause", "select since from background_pauses");
const countJobs = statement<{ state: JobState; jobs: number }>(
  "jobs.countJobs",
  "select state, count(*) as jobs from background_jobs group by state",
);

/** Jobs by queue and state, and how long the oldest of them is due, in seconds of the service's clock at `$1`. */
const listQueues = statement<{ queue: string; state: JobState; jobs: number; oldest_s: number }>(
  "jobs.listQueues",
  `select queue, state, count(*) as jobs, greatest(0, $1::bigint - min(run_at)) as oldest_s
   from background_jobs group by queue, state`,
);

export const jobsStore = {
  insert: (
    db: Queryable,
    id: string,
    queue: string,
    subject: string | null,
    payload: string,
    runAt: UnixSeconds | null,
    turnOf: string,
    requestId: string | null,
  ) => db.run(insertJob, [id, queue, subject, payload, runAt, turnOf, requestId]),
  /**
   * Takes the next job that is due at `now`, other than the ones in `held`, for `leaseS` seconds. `served`
   * lists the turns that were taken, oldest first.
   */
  claim: (
    db: Queryable,
    queues: readonly string[],
    held: readonly string[],
    now: UnixSeconds,
    lease: string,
    leaseS: number,
    served: readonly Turn[],
  ) =>
    db.find(claimJob, [
      queues,
      held,
      now,
      lease,
      leaseS,
      served.map(({ queue }) => queue),
      served.map(({ turn_of }) => turn_of),
    ]),
  othersWait: async (db: Queryable, { queue, turn_of }: Turn, now: UnixSeconds) =>
    (await db.get(othersWait, [queue, turn_of, now])).waiting,
  /**
   * Has every job that is held be taken by the next one who looks: for when whoever held it is known to be
   * gone.
   */
  expire: (db: Queryable) => db.run(expireLeases),
  /** The leases that are still held. */
  async renew(db: Queryable, leases: readonly string[], leaseS: number) {
    return (await db.list(renewLeases, [leases, leaseS])).map((row) => row.lease);
  },
  delete: (db: Queryable, id: string, lease: string) => db.run(deleteJob, [id, lease]),
  postpone: (db: Queryable, id: string, lease: string, runAt: UnixSeconds, error: string) =>
    db.run(postponeJob, [id, lease, runAt, error]),
  /** Puts a job back whose attempt does not count. */
  release: (db: Queryable, id: string, lease: string, runAt: UnixSeconds | null, error: string | null) =>
    db.run(releaseJob, [id, lease, runAt, error]),
  /** Keeps a job as dead; those that died before `forgetBefore` go. */
  bury: (db: Queryable, id: string, lease: string, error: string, forgetBefore: UnixSeconds) =>
    db.run(buryJob, [id, lease, error, forgetBefore]),
  listDead: (db: Queryable, count: number) => db.list(listDeadJobs, [count]),
  count: (db: Queryable) => db.list(countJobs),
  listQueues: (db: Queryable, now: UnixSeconds) => db.list(listQueues, [now]),
  pause: (db: Queryable, since: UnixSeconds) => db.run(pauseJobs, [since]),
  resume: (db: Queryable) => db.run(resumeJobs),
  /** Since when no job is taken; null when they are. */
  findPause: async (db: Queryable) => (await db.find(findPause))?.since ?? null,
};
