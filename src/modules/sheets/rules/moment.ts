/** The moment of a reading as spreadsheets count it. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { UNIX_EPOCH_SERIAL } from "../../../core/date-serials.ts";

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

const DAY_S = 86_400;

/**
 * An instant as a serial of the 1900 date system, in Los Angeles: whole days, and the part of the day as a
 * fraction.
 */
export function momentSerial(at: UnixSeconds): number {
  const parts = new Map(LOS_ANGELES.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const local =
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) /
    1000;
  return UNIX_EPOCH_SERIAL + local / DAY_S;
}
