/**
 * Runs after each test of a worker: an undeclared answer fails the test that received it, and shared state
 * such as the clock is reset.
 */
import type { Log } from "../../src/platform/log/log.ts";

let undeclared: string[] = [];
let logged: string[] = [];
const restorers: (() => void)[] = [];

/** Records an answer that no operation card declares. Every application under test calls it. */
export function noteUndeclared(problem: string): void {
  undeclared.push(problem);
}

/** A log that keeps errors and warnings, for the message of a failing test. */
export const recordingLog: Log = {
  error: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  warn: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  info: () => {},
  debug: () => {},
};

/** Returns the errors and warnings since the test began. */
export function loggedSoFar(): string {
  return logged.join("\n");
}

/** Calls `restore` after every test of this worker. */
export function afterEveryTest(restore: () => void): void {
  restorers.push(restore);
}

/** Ends a test. Throws if the test received an undeclared answer. */
export function endTest(): void {
  for (const restore of restorers) restore();
  const problems = undeclared;
  undeclared = [];
  logged = [];
  if (problems.length > 0) throw new Error(`undeclared answers: ${problems.join("; ")}`);
}
