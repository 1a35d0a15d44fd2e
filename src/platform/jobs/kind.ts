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
    /** How long one attempt may take. */
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
 * Thrown by work that can't be done at the moment through no fault of its own: the job is taken up again
 * later, and this attempt does not count.
 */
export class NotNow extends Error {
  override readonly name = "NotNow";
}

/** A kind with what does its work. */
export interface JobHandler {
  readonly kind: JobKind;
  readonly run: (payload: unknown, context: JobContext) => Promise<void>;
  /**
   * Told of a job that was given up, also when its workers died and `run` never knew that it was the last
   * time; then the job goes, because whoever is told keeps what became of it. Without this it is kept as
   * dead. May be told more than once.
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

/** Seconds to wait behind failed attempt number `attempt`, from 1. */
export function retryDelayS({ retry }: Pick<JobKind, "retry">, attempt: number): number {
  return Math.min(retry.longestDelayS, retry.firstDelayS * 2 ** Math.min(attempt - 1, 30));
}
