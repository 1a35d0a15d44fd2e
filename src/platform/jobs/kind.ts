/**
 * Kinds of background jobs as data: what a job carries, how many run at once, how often it is tried.
 * A job may run more than once, for instance after its worker died, so what it does must be the same
 * when it is done twice.
 */
import type { Static, TSchema } from "typebox";

export interface JobKind<S extends TSchema = TSchema> {
  /** `module.verb_noun`. */
  readonly queue: string;
  readonly payload: S;
  readonly limits: {
    /** Most jobs of this kind that one worker runs at a time. */
    readonly concurrency: number;
    /** The longest time of one attempt. */
    readonly timeoutMs: number;
  };
  readonly retry: {
    /** Attempts before a job is given up as dead. */
    readonly attempts: number;
    /** Wait before the second attempt; it doubles from attempt to attempt. */
    readonly firstDelayS: number;
    readonly longestDelayS: number;
  };
}

/**
 * Deletes stored files that no row names. The storage may be away for most of a day before such a job is
 * given up.
 */
export const SWEEPING = {
  limits: { concurrency: 1, timeoutMs: 60_000 },
  retry: { attempts: 20, firstDelayS: 60, longestDelayS: 3600 },
} satisfies Partial<JobKind>;

export interface JobContext {
  /** From 1. */
  readonly attempt: number;
  /** Aborted when the attempt took too long, the worker stops or has lost the job to another one. */
  readonly signal: AbortSignal;
  /**
   * Ends the attempt, by throwing, if another company with fewer running jobs of this kind waits; the attempt
   * does not count, and the job keeps its place among those of its company. For long work, called between two
   * pieces of it that are each committed.
   */
  readonly giveWay: () => Promise<void>;
}

/** Thrown by `giveWay`. */
export class GaveWay extends Error {
  override readonly name = "GaveWay";
}

/**
 * Thrown by work that can't be done at the moment for an outside reason: the job is retried later, and this
 * attempt does not count.
 */
export class NotNow extends Error {
  override readonly name = "NotNow";
}

/** A kind with what does its work. */
export interface JobHandler {
  readonly kind: JobKind;
  readonly run: (payload: unknown, context: JobContext) => Promise<void>;
  /**
   * Called for a job that was given up, even if its workers died before the last `run` could know. The job is
   * then deleted, because this function records the outcome. Without this function the job is kept as dead.
   * It may be called more than once.
   */
  readonly givenUp?: (payload: unknown) => Promise<void>;
}

/** Binds a kind to its work. The worker checks a payload against the schema before `run` gets it. */
export function bindJob<S extends TSchema>(
  kind: JobKind<S>,
  run: (payload: Static<S>, context: JobContext) => Promise<void>,
  givenUp?: (payload: Static<S>) => Promise<void>,
): JobHandler {
  return {
    kind,
    run: (payload, context) => run(payload as Static<S>, context),
    ...(givenUp === undefined ? {} : { givenUp: (payload: unknown) => givenUp(payload as Static<S>) }),
  };
}

/** Seconds to wait after failed attempt number `attempt`, from 1. */
export function retryDelayS({ retry }: Pick<JobKind, "retry">, attempt: number): number {
  return Math.min(retry.longestDelayS, retry.firstDelayS * 2 ** Math.min(attempt - 1, 30));
}
