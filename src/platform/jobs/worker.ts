/**
 * The background worker: takes jobs that are due and runs a bounded number of them at a time, in as many
 * processes as wanted. Invariants: a job is run by one worker at a time while its lease is renewed; a job
 * that fails waits longer each time and is kept as dead after its last attempt; companies take turns at each
 * kind of job; stopping takes no new job and waits for the ones that run.
 */
import { Compile } from "typebox/compile";
import { assert } from "../../core/assert.ts";
import { type UnixSeconds, unixSeconds } from "../../core/civil-date.ts";
import { LIMITS } from "../../core/limits.ts";
import { type Db, DiskFull } from "../db/index.ts";
import type { Log } from "../log/log.ts";
import type { AttemptOutcome } from "../metrics/index.ts";
import { type Actor, acting } from "../log/actor.ts";
import { traced } from "../log/trace.ts";
import { within } from "../time/timer.ts";
import { GaveWay, type JobHandler, NotNow, retryDelayS } from "./kind.ts";
import { type ClaimedJob, jobsStore, type Turn } from "./store.ts";

export interface WorkerNeeds {
  readonly db: Db;
  readonly handlers: readonly JobHandler[];
  /** The service's clock: decides which jobs are due. */
  readonly now: () => UnixSeconds;
  readonly randomText: (length: number) => string;
  readonly log: Log;
  /** Told how each attempt ended. */
  readonly attempted?: (queue: string, outcome: AttemptOutcome) => void;
  /**
   * True if there can be no other worker: what is held when it begins was held by one that is gone, and is
   * taken at once.
   */
  readonly alone?: boolean;
  readonly slots?: number;
  readonly pollMs?: number;
  readonly leaseS?: number;
}

export interface Worker {
  /** Runs what is due now, and what that makes due, and resolves when nothing more is. */
  settle(): Promise<void>;
  /**
   * Takes no more jobs; resolves when those that run have ended, or after `graceMs`: what still runs then is
   * taken up by another worker.
   */
  stop(graceMs: number): Promise<void>;
}

interface Running {
  readonly job: ClaimedJob;
  readonly lease: string;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

const LONGEST_PAUSE_MS = 30_000;
const LONGEST_ERROR = 2000;
const DAY_S = 86_400;
/** The delay of a job that could not be done at the moment. */
const NOT_NOW_S = 15;
/** The turns that a worker remembers. A company that waits and is not among them is next. */
const REMEMBERED_TURNS = 200;

/** The outcome of an attempt that did not succeed. */
function outcomeOf(
  error: unknown,
  handler: JobHandler | undefined,
  { attempts }: ClaimedJob,
): Exclude<AttemptOutcome, "done"> {
  if (error instanceof GaveWay) return "gave_way";
  if (error instanceof NotNow || error instanceof DiskFull) return "put_off";
  return !handler || error instanceof Hopeless || attempts >= handler.kind.retry.attempts
    ? "given_up"
    : "failed";
}

/** Starts a worker. It looks for work at once and then at least every `pollMs`. */
export function openWorker(needs: WorkerNeeds): Worker {
  const { db, handlers, now, randomText, log, attempted = () => {} } = needs;
  const slots = needs.slots ?? LIMITS.background_jobs.value;
  const pollMs = needs.pollMs ?? LIMITS.background_poll_ms.value;
  const leaseS = needs.leaseS ?? LIMITS.background_lease_s.value;
  const byQueue = new Map(handlers.map((handler) => [handler.kind.queue, handler]));
  assert(byQueue.size === handlers.length, "two handlers have one queue");
  const running = new Map<string, Running>();
  /** The turns that were taken, the last one at the end. */
  const served = new Map<string, Turn>();
  let stopping = false;
  let failures = 0;
  /** True if a job has ended since the current look began. */
  let freed = false;
  let next: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;

  /** Fills the free slots. Only one look runs at a time; simultaneous callers share it. */
  function look(): Promise<void> {
    looking ??= fill().finally(() => {
      looking = null;
      if (!stopping) plan();
    });
    return looking;
  }

  function plan(): void {
    clearTimeout(next);
    next = setTimeout(
      () => void look(),
      Math.min(pollMs * 2 ** Math.min(failures, 10), Math.max(pollMs, LONGEST_PAUSE_MS)),
    );
  }

  let inherits = needs.alone ?? false;

  async function fill(): Promise<void> {
    try {
      if (inherits) await jobsStore.expire(db);
      inherits = false;
      do {
        freed = false;
        while (!stopping && running.size < slots && (await takeOne()));
        // A job that ended meanwhile may have made room for one that was passed by.
      } while (freed && !stopping);
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ error: messageOf(error) }, "the worker could not look for jobs");
    }
  }

  async function takeOne(): Promise<boolean> {
    const busy = (queue: string) => [...running.values()].filter(({ job }) => job.queue === queue).length;
    const open = handlers
      .filter(({ kind }) => busy(kind.queue) < kind.limits.concurrency)
      .map(({ kind }) => kind.queue);
    if (open.length === 0) return false;
    const lease = randomText(20);
    const job = await jobsStore.claim(db, open, [...running.keys()], now(), lease, leaseS, [
      ...served.values(),
    ]);
    if (job === null) return false;
    remember(job);
    const abort = new AbortController();
    const { request_id } = job;
    const run = () => acting(actorOf(job), () => attempt(job, lease, abort));
    const ended = (request_id === null ? run() : traced({ request_id }, run)).finally(() => {
      running.delete(job.id);
      freed = true;
      if (!stopping) void look();
    });
    running.set(job.id, { job, lease, abort, ended });
    return true;
  }

  function remember({ queue, turn_of }: Turn): void {
    const key = `${queue} ${turn_of}`;
    served.delete(key);
    served.set(key, { queue, turn_of });
    for (const oldest of served.keys()) {
      if (served.size <= REMEMBERED_TURNS) break;
      served.delete(oldest);
    }
  }

  /** Runs one attempt and writes down how it ended; never throws. */
  async function attempt(job: ClaimedJob, lease: string, abort: AbortController): Promise<void> {
    const handler = byQueue.get(job.queue);
    try {
      assert(handler !== undefined, `no handler for ${job.queue}`);
      const giveWay = async () => {
        if (await jobsStore.othersWait(db, job, now())) throw new GaveWay("another company waits");
      };
      await runOnce(handler, job, abort, giveWay);
      await jobsStore.delete(db, job.id, lease);
      log.info({ job: job.id, queue: job.queue, attempt: job.attempts }, "a background job ended");
      attempted(job.queue, "done");
    } catch (error) {
      const fields = { job: job.id, queue: job.queue, attempt: job.attempts, error: messageOf(error) };
      try {
        const outcome = outcomeOf(error, handler, job);
        attempted(job.queue, outcome);
        if (outcome === "gave_way") {
          await jobsStore.release(db, job.id, lease, null, null);
        } else if (outcome === "put_off") {
          log.info(fields, "a background job can't be done now and is taken up again later");
          await jobsStore.release(db, job.id, lease, unixSeconds(now() + NOT_NOW_S), messageOf(error));
        } else if (outcome === "failed" && handler) {
          log.warn(fields, "a background job failed and will be tried again");
          const nextAt = unixSeconds(now() + retryDelayS(handler.kind, job.attempts));
          await jobsStore.postpone(db, job.id, lease, nextAt, messageOf(error));
        } else {
          log.error(fields, "a background job failed for the last time");
          const forgetBefore = unixSeconds(now() - LIMITS.background_dead_days.value * DAY_S);
          if (await tell(handler, job, abort)) await jobsStore.delete(db, job.id, lease);
          else await jobsStore.bury(db, job.id, lease, messageOf(error), forgetBefore);
        }
      } catch (lost) {
        // The job stays leased; when the lease has run out it is taken again.
        log.error(
          { ...fields, cause: messageOf(lost) },
          "how a background job ended could not be written down",
        );
      }
    }
  }

  async function renew(): Promise<void> {
    const held = [...running.values()];
    if (held.length === 0) return;
    try {
      const kept = new Set(
        await jobsStore.renew(
          db,
          held.map(({ lease }) => lease),
          leaseS,
        ),
      );
      for (const { lease, abort } of held)
        if (!kept.has(lease)) abort.abort(new Error("another worker has taken this job"));
    } catch (error) {
      log.warn({ error: messageOf(error) }, "the worker could not renew its leases");
    }
  }

  const renewal = setInterval(() => void renew(), (leaseS * 1000) / 3);
  void look();
  return {
    async settle() {
      for (;;) {
        // The current look may have missed a job that came since; the next one does not.
        await looking;
        await look();
        // Only a look finds out that nothing waits: a finished job frees a slot for another.
        if (running.size === 0) return;
        await Promise.all([...running.values()].map(({ ended }) => ended));
      }
    },
    async stop(graceMs) {
      stopping = true;
      clearTimeout(next);
      await looking;
      clearTimeout(next);
      const ended = Promise.all([...running.values()].map((each) => each.ended));
      if (!(await within(graceMs, ended)))
        log.warn({ jobs: [...running.keys()] }, "the worker stopped while jobs were running");
      for (const { abort } of running.values()) abort.abort(new Error("the worker stops"));
      clearInterval(renewal);
    },
  };
}

/** Calls `givenUp` for a job that was given up; returns false if its kind has none. */
async function tell(
  handler: JobHandler | undefined,
  { payload }: ClaimedJob,
  abort: AbortController,
): Promise<boolean> {
  if (!handler?.givenUp || !Compile(handler.kind.payload).Check(payload)) return false;
  const { timeoutMs } = handler.kind.limits;
  if (await within(timeoutMs, handler.givenUp(payload))) return true;
  abort.abort(new Error("the end of a job took too long to write down"));
  throw new Error(`its end could not be written down within ${timeoutMs} ms`);
}

/** A failure that another attempt can't mend. */
class Hopeless extends Error {}

async function runOnce(
  { kind, run }: JobHandler,
  job: ClaimedJob,
  abort: AbortController,
  giveWay: () => Promise<void>,
): Promise<void> {
  if (!Compile(kind.payload).Check(job.payload))
    throw new Hopeless("its payload is not what this version understands");
  // More attempts than allowed were begun without an end: the job takes its workers down with it.
  if (job.attempts > kind.retry.attempts)
    throw new Hopeless(`${job.attempts - 1} attempts were begun and none came to an end`);
  const work = run(job.payload, { attempt: job.attempts, signal: abort.signal, giveWay });
  // Abandoned work may still fail later, without a listener.
  work.catch(() => {});
  if (!(await within(kind.limits.timeoutMs, work))) {
    const late = new Error(`it took longer than ${kind.limits.timeoutMs} ms`);
    abort.abort(late);
    throw late;
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR) || "no message";
}

/** A job as the audit trail of its company names it. */
function actorOf({ queue, turn_of }: ClaimedJob): Actor {
  return { surface: "job", by: queue, action: queue, company_id: turn_of === "" ? null : turn_of };
}
