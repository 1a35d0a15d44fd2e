/**
 * What happens between the tests of a worker: undeclared answers fail the test that got them, and the clock
 * is put back.
 */
import type { Log } from "../../src/platform/log/log.ts";

let undeclared: string[] = [];
let logged: string[] = [];
const restorers: (() => void)[] = [];

/** Given to every application under test: receives answers that no operation card declares. */
export function noteUndeclared(problem: string): void {
  undeclared.push(problem);
}

/** A log that keeps what went wrong, for the message of the test that it made fail. */
export const keptLog: Log = {
  error: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  warn: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  info: () => {},
  debug: () => {},
};

/** What was logged since the test began. */
export function loggedSoFar(): string {
  return logged.join("\n");
}

/** Has `restore` called after every test of this worker. */
export function afterEveryTest(restore: () => void): void {
  restorers.push(restore);
}

/** Ends a test; throws when it got an undeclared answer. */
export function endTest(): void {
  for (const restore of restorers) restore();
  const problems = undeclared;
  undeclared = [];
  logged = [];
  if (problems.length > 0) throw new Error(`undeclared answers: ${problems.join("; ")}`);
}
