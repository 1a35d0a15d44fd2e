/**
 * The clock: the only reader of the time. A run can be told another time by a file that holds an
 * offset in seconds and is read again when it changes, so that expiry, quarters and daylight saving
 * can be tried from outside.
 */
import { readFileSync, statSync } from "node:fs";
import { type CivilDate, losAngelesDate, type UnixSeconds, unixSeconds } from "../../core/civil-date.ts";

export interface Clock {
  /** The current instant in whole seconds. */
  readonly now: () => UnixSeconds;
  /** The current day in Los Angeles. */
  readonly today: () => CivilDate;
  /** Milliseconds of a clock that never goes back, for measuring how long something took. */
  readonly elapsedMs: () => number;
}

/** The machine's clock, moved by what `offsetFile` holds when one is named. */
export function systemClock(offsetFile: string | null): Clock {
  const offset = offsetFile === null ? () => 0 : watchedOffset(offsetFile);
  const now = (): UnixSeconds => unixSeconds(Math.floor(Date.now() / 1000) + offset());
  return { now, today: () => losAngelesDate(now()), elapsedMs: () => performance.now() };
}

/** A clock that stands at `at` until it is moved, for tests. */
export function manualClock(at: number): Clock & { set(at: number): void } {
  let current = unixSeconds(at);
  return {
    now: () => current,
    today: () => losAngelesDate(current),
    elapsedMs: () => 0,
    set(next) {
      current = unixSeconds(next);
    },
  };
}

/** Reads the file again whenever its time of change or size differs; a missing or blank file is no offset. */
function watchedOffset(path: string): () => number {
  let seen = "";
  let offset = 0;
  return () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    const mark = stats ? `${stats.mtimeMs} ${stats.size}` : "";
    if (mark !== seen) {
      const text = stats ? readFileSync(path, "utf8").trim() : "";
      if (!/^[+-]?\d{0,12}$/.test(text)) throw new Error(`${path} must hold a whole number of seconds, not ${JSON.stringify(text.slice(0, 40))}`);
      offset = Number(text);
      seen = mark;
    }
    return offset;
  };
}
