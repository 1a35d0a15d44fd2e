/**
 * Describes kinds of background jobs as data: the payload, how many jobs run at once and how often a job is
 * tried. A job may run more than once, for instance after its worker died, so its work must be idempotent.
 */
import type { Static, TSchema } from "typebox";

export interface JobKind<S extends TSchema = TSchema> {
  /** The name of the kind's queue, in the form `module.verb_noun`. */
  readonly queue: string;
  readonly payload: S;
  readonly limits: {
    /** The largest number of jobs of this kind that one worker runs at a time. */
    readonly concurrency: number;
    /** The longest time of one attempt. */
    readonly timeoutMs: number;
  };
  readonly retry: {
    /**
     * The number of attempts after which a job is given up. Those that end with their process don't count.
     */
    readonly attempts: number;
    /** The delay before the second attempt. The delay doubles with each further attempt. */
    readonly firstDelayS: number;
    readonly longestDelayS: number;
  };
}

/**
 * The limits of jobs that delete stored files without a row. Such a job is given up only after the storage
 * has been unavailable for most of a day.
 */
export const FILE_CLEANUP = {
  limits: { concurrency: 1, timeoutMs: 60_000 },
  retry: { attempts: 20, firstDelayS: 60, longestDelayS: 3600 },
} satisfies Partial<JobKind>;

export interface JobContext {
  /** The job's id, the same in each of its attempts. */
  readonly jobId: string;
  /** The number of the attempt, from 1. An attempt that ends with its process is not counted. */
  readonly attempt: number;
  /** Aborted if the attempt takes too long, the worker stops, or another worker has claimed the job. */
  readonly signal: AbortSignal;
  /**
   * Throws `GaveWay`, which ends the attempt, if another company waits that has fewer running jobs of this
   * kind. The attempt does not count, and the job keeps its position among the jobs of its company. Long work
   * calls this between two parts that are committed separately.
   */
  readonly giveWayIfOthersWait: () => Promise<void>;
}

/** Thrown by `giveWayIfOthersWait` to end the attempt in favour of another company's job. */
export class GaveWay extends Error {
  override readonly name = "GaveWay";
}

/**
 * Thrown by a job's work that is impossible at the moment for an external reason, such as an unavailable
 * database. The job is retried later, and the attempt does not count.
 */
export class RetryLater extends Error {
  override readonly name = "RetryLater";
}

/** A kind of job with the function that does its work. */
export interface JobHandler {
  readonly kind: JobKind;
  readonly run: (payload: unknown, context: JobContext) => Promise<void>;
  /**
   * Records that a job was given up, also if its workers died during `run`. The job is deleted afterwards.
   * Without this function the job is kept as dead. The function may be called more than once.
   */
  readonly onGivenUp?: (payload: unknown) => Promise<void>;
}

/** Makes a handler. The worker checks a payload against the kind's schema before it calls `run`. */
export function bindJob<S extends TSchema>(
  kind: JobKind<S>,
  run: (payload: Static<S>, context: JobContext) => Promise<void>,
  onGivenUp?: (payload: Static<S>) => Promise<void>,
): JobHandler {
  return {
    kind,
    run: (payload, context) => run(payload as Static<S>, context),
    ...(onGivenUp === undefined ? {} : { onGivenUp: (payload: unknown) => onGivenUp(payload as Static<S>) }),
  };
}

/** The delay before the third attempt of a job whose attempts end with their process. */
const FIRST_DEATH_DELAY_S = 10;
const LONGEST_DEATH_DELAY_S = 3_600;

/**
 * Returns the delay in seconds after the death number `deaths`, from 1. A process may die once for any cause,
 * so the job goes on at once. A job that kills its processes costs more time each time, in which others run.
 */
export function deathDelayS(deaths: number): number {
  return deaths < 2
    ? 0
    : Math.min(LONGEST_DEATH_DELAY_S, FIRST_DEATH_DELAY_S * 2 ** Math.min(deaths - 2, 30));
}

/** Returns the delay in seconds after the failed attempt number `attempt`, from 1. */
export function retryDelayS({ retry }: Pick<JobKind, "retry">, attempt: number): number {
  return Math.min(retry.longestDelayS, retry.firstDelayS * 2 ** Math.min(attempt - 1, 30));
}
