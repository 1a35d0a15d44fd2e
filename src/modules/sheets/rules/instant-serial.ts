/** Converts an instant to a date serial of spreadsheets, for functions such as NOW. */
import { DAY_S, type UnixSeconds } from "@daybook/words/civil-date";
import { UNIX_EPOCH_SERIAL } from "@daybook/words/date-serials";

const LOS_ANGELES = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Los_Angeles",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/**
 * Returns the serial of an instant in the 1900 date system: days in Los Angeles, with the time of day as a
 * fraction.
 */
export function instantSerial(at: UnixSeconds): number {
  const parts = new Map(LOS_ANGELES.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const local =
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) /
    1000;
  return UNIX_EPOCH_SERIAL + local / DAY_S;
}
