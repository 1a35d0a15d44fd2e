/**
 * The clock: the only code that reads the current time. A file can contain an offset in seconds, by which the
 * clock is shifted. The file is read again when it changes, so that tests can control expiry, quarters and
 * daylight saving. Invariant: the shifted time is well within the dates that can be represented.
 */
import { readFileSync, statSync } from "node:fs";
import { type CivilDate, losAngelesDate, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
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
 * Returns the machine's clock, shifted by the offset in `offsetFile` unless that is null. If the file becomes
 * invalid later, calls `warn` with the reason and keeps the last valid offset.
 * @throws FileProblem if the file is invalid at the start.
 */
export function systemClock(offsetFile: string | null, warn: (problem: string) => void = () => {}): Clock {
  const offset = offsetFile === null ? () => 0 : watchedOffset(offsetFile, warn);
  const now = (): UnixSeconds => unixSeconds(machineSeconds() + offset());
  return { now, today: () => losAngelesDate(now()), elapsedMs: () => performance.now() };
}

/** Returns a clock for tests: it stays at `at` until it is set. */
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

/**
 * Reads the file again when its modification time or size changes. A missing or blank file means no offset.
 */
function watchedOffset(path: string, warn: (problem: string) => void): () => number {
  let lastVersion = versionOf(path);
  let offset = readOffset(path);
  return () => {
    const version = versionOf(path);
    if (version === lastVersion) return offset;
    lastVersion = version;
    try {
      offset = readOffset(path);
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
    }
    return offset;
  };
}

/** The file's modification time and size; empty if the file is missing. */
function versionOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : "";
}

function readOffset(path: string): number {
  const text = versionOf(path) === "" ? "" : textOf(path).trim();
  if (!/^([+-]?\d{1,12})?$/.test(text))
    throw invalidOffset(path, `a whole number of seconds, not ${JSON.stringify(text.slice(0, 40))}`);
  const offset = Number(text);
  const year = new Date((machineSeconds() + offset) * 1000).getUTCFullYear();
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR))
    throw invalidOffset(path, `an offset to a year from ${FIRST_YEAR} to ${LAST_YEAR}, not ${text}`);
  return offset;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw invalidOffset(
      path,
      `a whole number of seconds, and can't be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function invalidOffset(path: string, expected: string): FileProblem {
  return new FileProblem(`${path}, which DAYBOOK_CLOCK_FILE names, must hold ${expected}.`, false);
}
