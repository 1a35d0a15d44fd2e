/**
 * The background worker: claims jobs that are due and runs a limited number of them at a time. Any number of
 * processes may have a worker. A claim is a lease: it expires unless renewed. Invariants: while a worker
 * renews a job's lease, no other worker runs the job; a failed job waits longer before each attempt, and
 * becomes dead after its last attempt; an attempt that ends with its process costs the job time and no
 * attempt, and the job is given up only by its age; companies take turns in each queue; a worker that is
 * stopped claims no more jobs and waits for its running jobs.
 */
import { Compile } from "typebox/compile";
import { assert } from "@daybook/words/assert";
import { DAY_S, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { type Db, DiskFull } from "../db/index.ts";
import type { Log } from "../log/log.ts";
import type { AttemptOutcome } from "../metrics/index.ts";
import { type Actor, runAs } from "../log/actor.ts";
import { withTrace } from "../log/trace.ts";
import { isStorageFailure } from "../objects/index.ts";
import { endsWithin } from "../time/timer.ts";
import { deathDelayS, GaveWay, type JobHandler, RetryLater, retryDelayS } from "./kind.ts";
import { type ClaimedJob, jobsStore, type Turn } from "./store.ts";

export interface WorkerNeeds {
  readonly db: Db;
  readonly handlers: readonly JobHandler[];
  /** The service's clock, which decides which jobs are due. */
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
  readonly log: Log;
  /** Called with the outcome of each attempt. */
  readonly onAttempt?: (queue: string, outcome: AttemptOutcome) => void;
  /**
   * True if there can be no other worker. Running jobs then belong to a worker that has died, so this worker
   * claims them at its start without waiting for their leases to expire.
   */
  readonly isOnlyWorker?: boolean;
  /** The largest number of jobs that run at the same time. */
  readonly slots?: number;
  readonly pollMs?: number;
  readonly leaseS?: number;
}

export interface Worker {
  /** Runs all jobs that are due, and further ones that these jobs send. Resolves when no job is due. */
  settle(): Promise<void>;
  /**
   * Claims no more jobs. Resolves when the running jobs have ended, or after `graceMs`; another worker then
   * claims the jobs that still run.
   */
  stop(graceMs: number): Promise<void>;
}

interface RunningJob {
  readonly job: ClaimedJob;
  readonly lease: string;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

const LONGEST_PAUSE_MS = 30_000;
const LONGEST_ERROR = 2000;
/** The shortest delay after an attempt that was put off, and the longest one of a job that waits for files. */
const [PUT_OFF_S, LONGEST_PUT_OFF_S] = [15, 600];
/** A job that waits for files is tried again after this part of the time that it has waited. */
const PUT_OFF_PART = 1 / 8;
/** A job that its process never ended so often is not given up, however old: the service may have been off. */
const FEWEST_DEATHS = 8;
/** The number of recent turns that a worker remembers. A waiting company without a recent turn is next. */
const REMEMBERED_TURNS = 200;

/** Returns the outcome of an attempt that ended with an error. */
function outcomeOf(
  error: unknown,
  handler: JobHandler | undefined,
  { attempts, begun }: ClaimedJob,
  now: UnixSeconds,
): Exclude<AttemptOutcome, "done"> {
  if (error instanceof GaveWay) return "gave_way";
  if (error instanceof DiedAgain) return "died";
  if (error instanceof RetryLater || error instanceof DiskFull) return "put_off";
  if (isStorageFailure(error) && now - begun < LIMITS.background_age_s.value) return "put_off";
  return !handler || error instanceof PermanentFailure || attempts >= handler.kind.retry.attempts
    ? "given_up"
    : "failed";
}

/**
 * The delay after an attempt that was put off. It grows while the storage of files can't be used: each
 * attempt makes its file anew before it finds that.
 */
function putOffDelayS(error: unknown, { begun }: ClaimedJob, now: UnixSeconds): number {
  if (!isStorageFailure(error)) return PUT_OFF_S;
  return Math.max(PUT_OFF_S, Math.min(LONGEST_PUT_OFF_S, Math.floor((now - begun) * PUT_OFF_PART)));
}

/** Starts a worker. It looks for jobs at once and then at least every `pollMs`. */
export function openWorker(needs: WorkerNeeds): Worker {
  const { db, handlers, now, randomText, log, onAttempt = () => {} } = needs;
  const slots = needs.slots ?? LIMITS.background_jobs.value;
  const pollMs = needs.pollMs ?? LIMITS.background_poll_ms.value;
  const leaseS = needs.leaseS ?? LIMITS.background_lease_s.value;
  const byQueue = new Map(handlers.map((handler) => [handler.kind.queue, handler]));
  assert(byQueue.size === handlers.length, "two handlers have one queue");
  const running = new Map<string, RunningJob>();
  /** The last turns that this worker gave, the latest one at the end. */
  const recentTurns = new Map<string, Turn>();
  let isStopping = false;
  /** The number of failed polls in a row. */
  let failures = 0;
  /** True if a job has ended since the current poll began. */
  let hasFreedSlot = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;

  /** Fills the free slots with jobs. Only one poll runs at a time; simultaneous callers share it. */
  function poll(): Promise<void> {
    polling ??= fillSlots().finally(() => {
      polling = null;
      if (!isStopping) schedulePoll();
    });
    return polling;
  }

  function schedulePoll(): void {
    clearTimeout(timer);
    timer = setTimeout(
      () => void poll(),
      Math.min(pollMs * 2 ** Math.min(failures, 10), Math.max(pollMs, LONGEST_PAUSE_MS)),
    );
  }

  let mustExpireLeases = needs.isOnlyWorker ?? false;

  async function fillSlots(): Promise<void> {
    try {
      if (mustExpireLeases) await jobsStore.expire(db);
      mustExpireLeases = false;
      // Looks again if a job ended meanwhile: its queue may have been full at the last look.
      do {
        hasFreedSlot = false;
        while (!isStopping && running.size < slots && (await startNext()));
      } while (hasFreedSlot && !isStopping);
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ error: messageOf(error) }, "the worker could not look for jobs");
    }
  }

  /** Claims and starts the next job. Returns false if there is none. */
  async function startNext(): Promise<boolean> {
    const countRunning = (queue: string) =>
      [...running.values()].filter(({ job }) => job.queue === queue).length;
    const queues = handlers
      .filter(({ kind }) => countRunning(kind.queue) < kind.limits.concurrency)
      .map(({ kind }) => kind.queue);
    if (queues.length === 0) return false;
    const lease = randomText(20);
    const turns = [...recentTurns.values()];
    const job = await jobsStore.claim(db, queues, [...running.keys()], now(), lease, leaseS, turns);
    if (job === null) return false;
    rememberTurn(job);
    const abort = new AbortController();
    const { request_id } = job;
    const run = () => runAs(actorOf(job), () => attempt(job, lease, abort));
    const ended = (request_id === null ? run() : withTrace({ request_id }, run)).finally(() => {
      running.delete(job.id);
      hasFreedSlot = true;
      if (!isStopping) void poll();
    });
    running.set(job.id, { job, lease, abort, ended });
    return true;
  }

  function rememberTurn({ queue, company_or_none }: Turn): void {
    const key = `${queue} ${company_or_none}`;
    recentTurns.delete(key);
    recentTurns.set(key, { queue, company_or_none });
    for (const oldest of recentTurns.keys()) {
      if (recentTurns.size <= REMEMBERED_TURNS) break;
      recentTurns.delete(oldest);
    }
  }

  /** Runs one attempt and records its outcome. Never throws. */
  async function attempt(job: ClaimedJob, lease: string, abort: AbortController): Promise<void> {
    const handler = byQueue.get(job.queue);
    try {
      assert(handler !== undefined, `no handler for ${job.queue}`);
      const giveWayIfOthersWait = async () => {
        if (await jobsStore.othersWait(db, job, now())) throw new GaveWay("another company waits");
      };
      if (job.died) onAttempt(job.queue, "died");
      if (job.died) endOrDelayDying(job, now());
      await runOnce(handler, job, abort, giveWayIfOthersWait);
      await jobsStore.delete(db, job.id, lease);
      log.info({ job: job.id, queue: job.queue, attempt: job.attempts }, "a background job ended");
      onAttempt(job.queue, "done");
    } catch (error) {
      const fields = { job: job.id, queue: job.queue, attempt: job.attempts, error: messageOf(error) };
      try {
        const outcome = outcomeOf(error, handler, job, now());
        if (outcome !== "died") onAttempt(job.queue, outcome);
        if (outcome === "gave_way") {
          await jobsStore.returnUncounted(db, job.id, lease, null, null);
        } else if (outcome === "put_off" || outcome === "died") {
          log.info(fields, "a background job can't run now and will be retried later");
          const delayS = outcome === "died" ? deathDelayS(job.deaths) : putOffDelayS(error, job, now());
          await jobsStore.returnUncounted(db, job.id, lease, unixSeconds(now() + delayS), fields.error);
        } else if (outcome === "failed" && handler) {
          log.warn(fields, "a background job failed and will be retried");
          const nextAt = unixSeconds(now() + retryDelayS(handler.kind, job.attempts));
          await jobsStore.retryAfterFailure(db, job.id, lease, nextAt, fields.error);
        } else {
          log.error(fields, "a background job failed for the last time");
          const deleteDeadBefore = unixSeconds(now() - LIMITS.background_dead_days.value * DAY_S);
          if (await reportGivenUp(handler, job, abort)) await jobsStore.delete(db, job.id, lease);
          else await jobsStore.bury(db, job.id, lease, fields.error, deleteDeadBefore);
        }
      } catch (storeError) {
        // The job stays leased. A worker claims it again when the lease has expired.
        log.error(
          { ...fields, cause: messageOf(storeError) },
          "the outcome of a background job could not be recorded",
        );
      }
    }
  }

  async function renewLeases(): Promise<void> {
    const jobs = [...running.values()];
    if (jobs.length === 0) return;
    try {
      const leases = jobs.map(({ lease }) => lease);
      const renewed = new Set(await jobsStore.renew(db, leases, leaseS));
      for (const { lease, abort } of jobs)
        if (!renewed.has(lease)) abort.abort(new Error("another worker has taken this job"));
    } catch (error) {
      log.warn({ error: messageOf(error) }, "the worker could not renew its leases");
    }
  }

  const renewal = setInterval(() => void renewLeases(), (leaseS * 1000) / 3);
  void poll();
  return {
    async settle() {
      for (;;) {
        // A current poll may have missed a job that was sent after its query, so a second poll follows.
        await polling;
        await poll();
        // Jobs that ran may have kept others waiting or sent new ones, so another poll follows after them.
        if (running.size === 0) return;
        await Promise.all([...running.values()].map(({ ended }) => ended));
      }
    },
    async stop(graceMs) {
      isStopping = true;
      clearTimeout(timer);
      await polling;
      clearTimeout(timer);
      const ended = Promise.all([...running.values()].map((each) => each.ended));
      if (!(await endsWithin(graceMs, ended)))
        log.warn({ jobs: [...running.keys()] }, "the worker stopped while jobs were running");
      for (const { abort } of running.values()) abort.abort(new Error("the worker stops"));
      clearInterval(renewal);
    },
  };
}

/**
 * Calls the handler's `onGivenUp` for a job that was given up. Returns false if the handler has none, or if
 * the payload is invalid.
 */
async function reportGivenUp(
  handler: JobHandler | undefined,
  { payload }: ClaimedJob,
  abort: AbortController,
): Promise<boolean> {
  if (!handler?.onGivenUp || !Compile(handler.kind.payload).Check(payload)) return false;
  const { timeoutMs } = handler.kind.limits;
  if (await endsWithin(timeoutMs, handler.onGivenUp(payload))) return true;
  abort.abort(new Error("`onGivenUp` took too long"));
  throw new Error(`\`onGivenUp\` did not finish within ${timeoutMs} ms`);
}

/** A failure that would happen again in every further attempt. */
class PermanentFailure extends Error {}

/** Several attempts ended with their process, so that the next one has to wait. */
class DiedAgain extends Error {}

/**
 * Throws if a job must not run again at once, because attempts at it end with their process: `DiedAgain` if
 * it has to wait, `PermanentFailure` if it is too old.
 */
function endOrDelayDying({ deaths, begun }: ClaimedJob, now: UnixSeconds): void {
  const times = `the process ended during ${deaths} attempts`;
  if (deaths >= FEWEST_DEATHS && now - begun >= LIMITS.background_age_s.value)
    throw new PermanentFailure(`${times} within ${now - begun} seconds`);
  if (deathDelayS(deaths) > 0) throw new DiedAgain(times);
}

/** Runs a job's work once. Throws if the work fails or takes too long. */
async function runOnce(
  { kind, run }: JobHandler,
  job: ClaimedJob,
  abort: AbortController,
  giveWayIfOthersWait: () => Promise<void>,
): Promise<void> {
  if (!Compile(kind.payload).Check(job.payload))
    throw new PermanentFailure("its payload is not what this version understands");
  const work = run(job.payload, {
    jobId: job.id,
    attempt: job.attempts,
    signal: abort.signal,
    giveWayIfOthersWait,
  });
  // After a timeout nothing awaits `work`, which may still fail later.
  work.catch(() => {});
  if (!(await endsWithin(kind.limits.timeoutMs, work))) {
    const late = new Error(`it took longer than ${kind.limits.timeoutMs} ms`);
    abort.abort(late);
    throw late;
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR) || "no message";
}

/** Returns the job as the actor in the audit trail of its company. */
function actorOf({ queue, company_or_none }: ClaimedJob): Actor {
  return {
    surface: "job",
    by: queue,
    action: queue,
    company_id: company_or_none === "" ? null : company_or_none,
  };
}
