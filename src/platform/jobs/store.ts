/**
 * All SQL on background jobs. A worker that claims a job sets a lease: a random text with an expiry time. The
 * statements that change a claimed job require its current lease, so that a worker that lost the job can't
 * change it.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { countingOnly, type Queryable, statement } from "../db/index.ts";

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
  /** The company that the job counts for when companies take turns; empty for none. */
  readonly company_or_none: string;
  readonly payload: unknown;
  /** The number of this attempt, without those that ended with their process. */
  readonly attempts: number;
  /** How many attempts ended with their process, or lost their lease. */
  readonly deaths: number;
  /** True if the attempt before this one did. */
  readonly died: boolean;
  /** The time of the first attempt. */
  readonly begun: UnixSeconds;
  /** The request that sent the job; null for jobs that the service sent by itself. */
  readonly request_id: string | null;
}

/** A company in a queue, where companies take turns. */
export type Turn = Pick<ClaimedJob, "queue" | "company_or_none">;

/** The time of leases: the database's clock, because a test may change the service's clock. */
const CLOCK = "extract(epoch from clock_timestamp())::bigint";

/**
 * Inserts a job, unless a job with the same subject already waits and is due no later. Such a job is locked,
 * so that no worker claims it before this transaction has committed; otherwise the job would not see the
 * change that it is sent for.
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
 * The number of jobs of one company in one queue that a claim considers. More than one, because workers that
 * claim at the same moment may have locked the first ones.
 */
const CONSIDERED = 4;
/**
 * Claims the job with the smallest `ahead`: the number of jobs of its queue and company that run or have
 * waited longer. Therefore a company gets a second slot only if no other company waits for its first. Among
 * equal jobs, the company whose last turn is the oldest (`place`) is next. A running job whose lease has
 * expired competes with `ahead` 0. Its attempt takes the place of the one that died, so it is not counted.
 *
 * `turns` uses the index to skip from company to company, so that many jobs of one company cost no more than
 * a few. The lateral join locks one row at a time, by its primary key, until it finds a row that is not
 * locked; it checks the state again, because another worker may have claimed the job since this statement
 * began.
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
     select found.id, found.state = 'running' as died
     from (select id from ready order by ahead, place, run_at, id) r
       cross join lateral (
         select j.id, j.state from background_jobs j
         where j.id = r.id and (j.state = 'waiting' and j.run_at <= $3 or j.state = 'running'
           and j.leased_until < ${CLOCK})
         for update skip locked
       ) found
     limit 1
   )
   update background_jobs j set state = 'running', lease = $4, leased_until = ${CLOCK} + $5::bigint,
     attempts = j.attempts + case when due.died then 0 else 1 end, begun = coalesce(j.begun, $3),
     deaths = j.deaths + case when due.died then 1 else 0 end
   from due where j.id = due.id
   returning j.id, j.queue, j.turn_of as company_or_none, j.payload, j.attempts, j.deaths, due.died, j.begun,
     j.request_id`,
);
/**
 * True if a job of another company is due in the queue, and that company has fewer running jobs in the queue.
 */
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
const renewLeases = countingOnly<{ lease: string }>(
  "jobs.renewLeases",
  `update background_jobs set leased_until = ${CLOCK} + $2::bigint where state = 'running'
    and lease = any ($1::text[]) returning lease`,
);
/** Deletes a job that is done, and dead jobs of the same subject, whose work is done by now. */
const deleteJob = statement<never>(
  "jobs.deleteJob",
  `with done as (delete from background_jobs where id = $1 and lease = $2 returning queue, subject)
   delete from background_jobs d using done where d.queue = done.queue and d.subject = done.subject
     and d.state = 'dead'`,
);
/** Returns a failed job to its queue, to be retried at $3. */
const retryJobAfterFailure = statement<never>(
  "jobs.retryJobAfterFailure",
  `update background_jobs set state = 'waiting', lease = null, leased_until = null, run_at = $3, last_error =
    $4 where id = $1 and lease = $2`,
);
/** Undoes the claim of a job. Without a new time the job keeps its position among the jobs of its company. */
const returnJobUncounted = statement<never>(
  "jobs.returnJobUncounted",
  `update background_jobs set state = 'waiting', attempts = attempts - 1, lease = null, leased_until = null,
    run_at = coalesce($3, run_at), last_error = $4
   where id = $1 and lease = $2`,
);
/** Marks a job as dead, and deletes jobs that died before $4, so that dead jobs don't accumulate. */
const buryJob = statement<never>(
  "jobs.buryJob",
  `with deleted as (delete from background_jobs where state = 'dead' and run_at < $4 and id <> $1)
   update background_jobs set state = 'dead', lease = null, leased_until = null, last_error = $3 where id = $1
     and lease = $2`,
);
const listDeadJobs = statement<DeadJob>(
  "jobs.listDeadJobs",
  `select id, queue, subject, attempts, created, last_error from background_jobs where state = 'dead'
    order by run_at desc, id limit $1`,
);
/** Gives dead jobs all their attempts again; without an id all of them. */
const reviveJobs = statement<{ id: string }>(
  "jobs.reviveJobs",
  `update background_jobs set state = 'waiting', run_at = $2, attempts = 0, deaths = 0, begun = null
   where state = 'dead' and ($1::text is null or id = $1) returning id`,
);
const forgetJobs = statement<{ id: string }>(
  "jobs.forgetJobs",
  "delete from background_jobs where state = 'dead' and ($1::text is null or id = $1) returning id",
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

/**
 * Counts jobs by queue and state, with the seconds for which the oldest of them has been due at `$1`, a time
 * of the service's clock.
 */
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
    companyOrNone: string,
    requestId: string | null,
  ) => db.run(insertJob, [id, queue, subject, payload, runAt, companyOrNone, requestId]),
  /**
   * Claims the next job that is due at `now`, for `leaseS` seconds; null if there is none. `runningIds` are
   * the worker's own jobs, which it must not claim again. `recentTurns` are the last turns, oldest first.
   */
  claim: (
    db: Queryable,
    queues: readonly string[],
    runningIds: readonly string[],
    now: UnixSeconds,
    lease: string,
    leaseS: number,
    recentTurns: readonly Turn[],
  ) =>
    db.find(claimJob, [
      queues,
      runningIds,
      now,
      lease,
      leaseS,
      recentTurns.map(({ queue }) => queue),
      recentTurns.map(({ company_or_none }) => company_or_none),
    ]),
  othersWait: async (db: Queryable, { queue, company_or_none }: Turn, now: UnixSeconds) =>
    (await db.get(othersWait, [queue, company_or_none, now])).waiting,
  /** Expires the leases of all running jobs, if it is known that their workers have died. */
  expire: (db: Queryable) => db.run(expireLeases),
  /** Renews leases. Returns those that were still valid. */
  async renew(db: Queryable, leases: readonly string[], leaseS: number) {
    return (await db.list(renewLeases, [leases, leaseS])).map((row) => row.lease);
  },
  delete: (db: Queryable, id: string, lease: string) => db.run(deleteJob, [id, lease]),
  /** Returns a job to its queue, to be retried at `runAt`. The failed attempt counts. */
  retryAfterFailure: (db: Queryable, id: string, lease: string, runAt: UnixSeconds, error: string) =>
    db.run(retryJobAfterFailure, [id, lease, runAt, error]),
  /** Returns a job to its queue without counting the attempt. Null for `runAt` keeps the job's time. */
  returnUncounted: (
    db: Queryable,
    id: string,
    lease: string,
    runAt: UnixSeconds | null,
    error: string | null,
  ) => db.run(returnJobUncounted, [id, lease, runAt, error]),
  /** Marks a job as dead, and deletes jobs that died before `deleteDeadBefore`. */
  bury: (db: Queryable, id: string, lease: string, error: string, deleteDeadBefore: UnixSeconds) =>
    db.run(buryJob, [id, lease, error, deleteDeadBefore]),
  listDead: (db: Queryable, count: number) => db.list(listDeadJobs, [count]),
  /** Returns a job that was given up, or all of them, to their queues. */
  revive: (db: Queryable, id: string | null, runAt: UnixSeconds) => db.list(reviveJobs, [id, runAt]),
  forget: (db: Queryable, id: string | null) => db.list(forgetJobs, [id]),
  count: (db: Queryable) => db.list(countJobs),
  listQueues: (db: Queryable, now: UnixSeconds) => db.list(listQueues, [now]),
  pause: (db: Queryable, since: UnixSeconds) => db.run(pauseJobs, [since]),
  resume: (db: Queryable) => db.run(resumeJobs),
  /** Returns the time since which workers claim no jobs; null without a pause. */
  findPause: async (db: Queryable) => (await db.find(findPause))?.since ?? null,
};
