/**
 * Rejects improbable dates in imported files. A mistyped year in the books would become the first or the last
 * date of every report.
 */
import { addMonths, type CivilDate } from "./civil-date.ts";
import { LIMITS } from "./limits.ts";

const EARLIEST = `${LIMITS.earliest_year.value}-01-01` as CivilDate;

/**
 * Returns the reason why a date is not accepted, or null if it is. The reason is a sentence without "The" and
 * the full stop.
 */
export type DayCheck = (date: CivilDate) => string | null;

/** Returns the check of dates that are imported on the day `today`, up to some months ahead. */
export function dayCheck(today: CivilDate, monthsAhead: number = LIMITS.days_ahead_months.value): DayCheck {
  const latest = addMonths(today, monthsAhead);
  return (date) =>
    date >= EARLIEST && date <= latest
      ? null
      : `day is ${date}, but only days from ${EARLIEST} to ${latest} are accepted`;
}
