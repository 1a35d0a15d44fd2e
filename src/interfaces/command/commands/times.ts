/** Points in time as values of command options: the accepted forms, and their conversion to Unix seconds. */
import { LAST_SECOND, parseCivilDate, unixSeconds, type UnixSeconds } from "@daybook/words/civil-date";
import { type Kind, pattern, UsageProblem } from "../fields.ts";

const PATTERN = "^(none|\\d{1,12}|\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?(Z|[+-]\\d{2}:?\\d{2}))?)$";
/** The kind of a time. Its texts are only known to have the right form; `readTime` checks the value. */
export const TIME: Kind<string> = pattern(
  "time",
  PATTERN,
  "Unix seconds, a date, an ISO 8601 datetime with Z or an offset, or none",
);

/**
 * Parses a time; returns null for `none`. A date without a time means its first second in UTC. `option` is
 * the name of the option for the error message.
 */
export function readTime(text: string, option: string): UnixSeconds | null {
  if (text === "none") return null;
  const day = text.slice(0, 10);
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : parseCivilDate(day) === null
      ? Number.NaN
      : Math.floor(Date.parse(text) / 1000);
  if (!(seconds >= 0 && seconds <= LAST_SECOND))
    throw new UsageProblem(`${option} must be ${TIME.accepts}, from 1970-01-01 to the end of 9999.`);
  return unixSeconds(seconds);
}
