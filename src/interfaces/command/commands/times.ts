/** Instants as options of commands: the accepted forms, and the second that each means. */
import { LAST_SECOND, parseCivilDate, unixSeconds, type UnixSeconds } from "../../../core/civil-date.ts";
import { type Kind, pattern, UsageProblem } from "../fields.ts";

const SOURCE = "^(none|\\d{1,12}|\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:?\\d{2}))?)$";
export const TIME: Kind<string> = pattern(
  "time",
  SOURCE,
  "Unix seconds, a date, an ISO 8601 datetime with Z or an offset, or none",
);

/**
 * Parses an instant; `none` is null, and a day alone is its first second in UTC. `option` names the option in
 * the error for an invalid text.
 */
export function readTime(given: string, option: string): UnixSeconds | null {
  if (given === "none") return null;
  const day = given.slice(0, 10);
  const seconds = /^\d+$/.test(given)
    ? Number(given)
    : parseCivilDate(day) === null
      ? Number.NaN
      : Math.floor(Date.parse(given) / 1000);
  if (!(seconds >= 0 && seconds <= LAST_SECOND))
    throw new UsageProblem(`${option} must be ${TIME.accepts}, from 1970-01-01 to the end of 9999.`);
  return unixSeconds(seconds);
}
