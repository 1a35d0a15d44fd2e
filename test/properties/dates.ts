/** Arbitrary days for properties: any day there is, or one near the edges where mistakes live. */
import fc from "fast-check";
import {
  addDays,
  type CivilDate,
  dateOfDayNumber,
  dayNumber,
  parseCivilDate,
} from "@daybook/words/civil-date";

/** The day that a literal of a test names. */
export function day(text: string): CivilDate {
  const date = parseCivilDate(text);
  if (date === null) throw new Error(`no such day: ${text}`);
  return date;
}

/** A day from `first` through `last`, often one beside the turn of a month or a year. */
export function anyDay(first = "2022-12-20", last = "2027-01-10"): fc.Arbitrary<CivilDate> {
  const low = dayNumber(day(first));
  const high = dayNumber(day(last));
  const within = (date: CivilDate) => (date < first ? day(first) : date > last ? day(last) : date);
  const any = fc.integer({ min: low, max: high }).map(dateOfDayNumber);
  const monthTurn = fc
    .tuple(any, fc.integer({ min: -2, max: 2 }))
    .map(([date, off]) => within(addDays(day(`${date.slice(0, 7)}-01`), off)));
  const yearTurn = fc
    .tuple(any, fc.integer({ min: -2, max: 2 }))
    .map(([date, off]) => within(addDays(day(`${date.slice(0, 4)}-01-01`), off)));
  return fc.oneof(any, monthTurn, yearTurn);
}

/** Any day that can be written, the turn of years and months included; years 1 to 9999. */
export const everyDay = fc.oneof(
  anyDay(),
  anyDay("0001-01-01", "9999-12-30"),
  fc.constantFrom(day("0001-01-01"), day("9999-12-30")),
);

/** A range of two days in order. */
export function anyRange(
  dates: fc.Arbitrary<CivilDate> = anyDay(),
): fc.Arbitrary<{ start: CivilDate; end: CivilDate }> {
  return fc.tuple(dates, dates).map(([a, b]) => (a <= b ? { start: a, end: b } : { start: b, end: a }));
}
