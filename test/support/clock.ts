/** A clock that stands still at the time that a test sets, or advances with each reading. */
import { losAngelesDate, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import type { Clock } from "../../src/platform/time/clock.ts";

export interface TestClock extends Clock {
  /** Stops the clock at an instant: Unix seconds, or an ISO 8601 datetime. */
  set(at: number | string): void;
  /** Makes each reading `seconds` later than the reading before. */
  run(seconds: number): void;
}

export function testClock(at: string): TestClock {
  let current = instant(at);
  let step = 0;
  const now = (): UnixSeconds => {
    const reading = unixSeconds(current);
    current += step;
    return reading;
  };
  return {
    now,
    today: () => losAngelesDate(now()),
    elapsedMs: () => performance.now(),
    set(next) {
      current = instant(next);
      step = 0;
    },
    run(seconds) {
      step = seconds;
    },
  };
}

function instant(at: number | string): number {
  const seconds = typeof at === "number" ? at : Date.parse(at) / 1000;
  if (!Number.isInteger(seconds)) throw new Error(`not an instant in whole seconds: ${at}`);
  return seconds;
}
