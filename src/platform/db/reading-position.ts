/**
 * The position of the primary at which a request reads. Admission tells it, and the reads of the request
 * carry it to the replicas, without a parameter through every module.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Returns SQL for the position of the primary: its timeline, which a promotion makes another, and the end of
 * its log. Standbys get only what was flushed, and a change is seen when it was flushed, unless
 * `synchronous_commit` is off. Null if the parameter `isWanted` is false.
 */
export const positionOf = (isWanted: string): string =>
  `case when ${isWanted}::bool and not pg_is_in_recovery() then
     left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '/' ||
       case current_setting('synchronous_commit')
         when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end end`;

/** A read that replicas may answer, and where it is answered. */
export interface Reading<Server = unknown> {
  readonly timeline: string;
  readonly end: string;
  /**
   * The replica that answers all statements of the read; null once the primary does, so that no statement
   * sees an older state than the one before it; undefined before the first statement.
   */
  replica: Server | null | undefined;
}

export const currentReading = new AsyncLocalStorage<Reading>();

/** A read at a position, as `positionOf` gives it. */
export function readingAt(position: string): Reading<never> {
  const [timeline = "", ...end] = position.split("/");
  return { timeline, end: end.join("/"), replica: undefined };
}

/**
 * Runs `work`, whose statements and snapshots replicas may answer that have reached a position of the
 * primary. Without a position the primary answers.
 */
export function readAt<T>(position: string | null, work: () => Promise<T>): Promise<T> {
  return position === null ? work() : currentReading.run(readingAt(position), work);
}
