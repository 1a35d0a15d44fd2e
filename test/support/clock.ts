/** A clock that stands where a test puts it, and that can be made to move while a request runs. */
import { losAngelesDate, type UnixSeconds, unixSeconds } from "../../src/core/civil-date.ts";
import type { Clock } from "../../src/platform/time/clock.ts";

export interface TestClock extends Clock {
  /** Stands at this instant from now on: Unix seconds, or an ISO 8601 datetime. */
  set(at: number | string): void;
  /** From now on every reading is `seconds` after the one before. */
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
