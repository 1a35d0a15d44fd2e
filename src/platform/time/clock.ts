/**
 * The clock: the only reader of the time. A file with an offset in seconds can shift it, and is read again
 * when it changes, so that expiry, quarters and daylight saving can be tested from outside. Invariant: the
 * shifted time is well within the dates that can be represented.
 */
import { readFileSync, statSync } from "node:fs";
import { type CivilDate, losAngelesDate, type UnixSeconds, unixSeconds } from "../../core/civil-date.ts";
import { FileProblem } from "../machine/files.ts";

export interface Clock {
  /** The current instant in whole seconds. */
  readonly now: () => UnixSeconds;
  /** The current day in Los Angeles. */
  readonly today: () => CivilDate;
  /** Milliseconds of a clock that never goes back, for measuring how long something took. */
  readonly elapsedMs: () => number;
}

/**
 * The machine's clock, moved by what `offsetFile` holds when one is named. If the file becomes unusable
 * later, `warn` gets the reason and the last offset stays.
 * @throws FileProblem when the file is unusable from the start.
 */
export function systemClock(offsetFile: string | null, warn: (problem: string) => void = () => {}): Clock {
  const offset = offsetFile === null ? () => 0 : watchedOffset(offsetFile, warn);
  const now = (): UnixSeconds => unixSeconds(machineSeconds() + offset());
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

const FIRST_YEAR = 1971;
const LAST_YEAR = 9998;

function machineSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Reads the file again whenever its time of change or size differs; a missing or blank file is no offset. */
function watchedOffset(path: string, warn: (problem: string) => void): () => number {
  let seen = markOf(path);
  let offset = readOffset(path);
  return () => {
    const mark = markOf(path);
    if (mark === seen) return offset;
    seen = mark;
    try {
      offset = readOffset(path);
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
    }
    return offset;
  };
}

/** What changes with the file; empty when there is none. */
function markOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : "";
}

function readOffset(path: string): number {
  const text = markOf(path) === "" ? "" : textOf(path).trim();
  if (!/^([+-]?\d{1,12})?$/.test(text))
    throw unusable(path, `a whole number of seconds, not ${JSON.stringify(text.slice(0, 40))}`);
  const offset = Number(text);
  const year = new Date((machineSeconds() + offset) * 1000).getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR))
    throw unusable(path, `an offset to a year from ${FIRST_YEAR} to ${LAST_YEAR}, not ${text}`);
  return offset;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unusable(
      path,
      `a whole number of seconds, and can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function unusable(path: string, what: string): FileProblem {
  return new FileProblem(`${path}, which DAYBOOK_CLOCK_FILE names, must hold ${what}.`, false);
}
