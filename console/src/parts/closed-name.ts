/** The name of the days through one, as people say it: a month by its name, others by their last day. */
import { type CivilDate, endOfMonth, parts } from "@daybook/words/civil-date";
import { MONTH_NAMES } from "@daybook/words/months";
import { dayText } from "../kit/dates.ts";

/** The month that ends on a day: its name, with the year if asked. Another day: `May 3, 2026`. */
export function closedName(through: string, hasYear = false): string {
  const day = through as CivilDate;
  if (endOfMonth(day) !== day) return dayText(through);
  const { year, month } = parts(day);
  const name = MONTH_NAMES[month - 1] ?? "";
  return hasYear ? `${name} ${year}` : name;
}
