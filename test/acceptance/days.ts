/** Days in the format of the API, `YYYY-MM-DD`, and ranges of days. */
/** A range of days; both dates are included. */
export interface Range {
  readonly start_date: string;
  readonly end_date: string;
}

/** Returns the present day of the books, which is the one in Los Angeles. */
export function todayOfBooks(): string {
  return new Date().toLocaleDateString("sv-SE", { timeZone: "America/Los_Angeles" });
}

/** Returns the day before. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** Returns the first day of the month after a day. */
export function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** Returns all months that have days in a range, as complete months. */
export function monthsOf({ start_date, end_date }: Range): Range[] {
  const months: Range[] = [];
  for (let first = `${start_date.slice(0, 7)}-01`; first <= end_date;) {
    const next = firstOfNextMonth(first);
    months.push({ start_date: first, end_date: dayBefore(next) });
    first = next;
  }
  return months;
}
