/**
 * The days that files from elsewhere may bring. Once in the books, a day with a typing error would begin, or
 * end, every report.
 */
import { addMonths, type CivilDate } from "./civil-date.ts";
import { LIMITS } from "./limits.ts";

const EARLIEST = `${LIMITS.earliest_year.value}-01-01` as CivilDate;

/**
 * Says why a day is not taken, as a sentence without its article and its full stop; null for a day that is.
 */
export type DayDoubt = (date: CivilDate) => string | null;

/** Judges days that are brought today. */
export function dayDoubt(today: CivilDate): DayDoubt {
  const latest = addMonths(today, LIMITS.days_ahead_months.value);
  return (date) =>
    date >= EARLIEST && date <= latest
      ? null
      : `day is ${date}, but only days from ${EARLIEST} to ${latest} are accepted`;
}
