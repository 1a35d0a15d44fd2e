/** How days and periods are written, and the periods that menus offer. The calendar is that of the books. */
import {
  addDays,
  addMonths,
  type CivilDate,
  losAngelesDate,
  parseCivilDate,
  parts,
  startOfMonth,
  unixSeconds,
} from "@daybook/words/civil-date";
import { isWholeMonths } from "@daybook/words/compared-period";
import { periodAround } from "@daybook/words/fiscal-periods";
import { SHORT_MONTH_NAMES } from "@daybook/words/months";

export interface Period {
  /** The first and the last day, both included. */
  readonly from: string;
  readonly to: string;
}

export const STEPS = ["total", "month", "quarter", "year"] as const;
export type Step = (typeof STEPS)[number];

/** A day that the service sent, or that `isDay` has checked. */
const civil = (day: string): CivilDate => day as CivilDate;

function partsOf(day: string): [year: number, month: number, day: number] {
  const { year, month, day: date } = parts(civil(day));
  return [year, month, date];
}

/** True for a day that there is. */
export function isDay(text: string | undefined): text is string {
  return text !== undefined && parseCivilDate(text) !== null;
}

/** The day of the books at an instant. */
export function today(now: Date = new Date()): string {
  return losAngelesDate(unixSeconds(Math.floor(now.getTime() / 1_000)));
}

/** The first day of the month, quarter or year that a day is in, of a fiscal year that begins in `firstMonth`. */
export function startOf(step: Exclude<Step, "total">, day: string, firstMonth: number): CivilDate {
  return periodAround(civil(day), step, firstMonth).start;
}

/** The last day of the month, quarter or year that a day is in. */
export function endOf(step: Exclude<Step, "total">, day: string, firstMonth: number): CivilDate {
  return periodAround(civil(day), step, firstMonth).end;
}

/** The twelve months up to a day, the month of the day included. */
export function yearUpTo(day: string): Period {
  return { from: addMonths(startOfMonth(civil(day)), -11), to: day };
}

export function dayText(day: string): string {
  const [year, month, date] = partsOf(day);
  return `${SHORT_MONTH_NAMES[month - 1] ?? ""} ${date}, ${year}`;
}

/** A day without its year, for lists. */
export function shortDay(day: string): string {
  const [, month, date] = partsOf(day);
  return `${SHORT_MONTH_NAMES[month - 1] ?? ""} ${String(date).padStart(2, "0")}`;
}

/** The month of a day: `Mar 2026`. */
export function monthText(day: string): string {
  const [year, month] = partsOf(day);
  return `${SHORT_MONTH_NAMES[month - 1] ?? ""} ${year}`;
}

/** A period in as few words as tell it: `Mar 2026`, `Q1 2026`, `2026`, or its days. */
export function periodText(period: Period): string {
  const { from, to } = period;
  const [fromYear, fromMonth, fromDay] = partsOf(from);
  const [toYear, toMonth, toDay] = partsOf(to);
  if (isWholeMonths({ start: civil(from), end: civil(to) }) && fromYear === toYear) {
    if (fromMonth === toMonth) return `${SHORT_MONTH_NAMES[fromMonth - 1] ?? ""} ${fromYear}`;
    if (fromMonth === 1 && toMonth === 12) return String(fromYear);
    if (toMonth === fromMonth + 2 && fromMonth % 3 === 1) return `Q${(fromMonth + 2) / 3} ${fromYear}`;
    return `${SHORT_MONTH_NAMES[fromMonth - 1] ?? ""} – ${SHORT_MONTH_NAMES[toMonth - 1] ?? ""} ${fromYear}`;
  }
  if (from === to) return dayText(from);
  if (from.slice(0, 7) === to.slice(0, 7))
    return `${SHORT_MONTH_NAMES[fromMonth - 1] ?? ""} ${fromDay} – ${toDay}, ${fromYear}`;
  return fromYear === toYear
    ? `${SHORT_MONTH_NAMES[fromMonth - 1] ?? ""} ${fromDay} – ${dayText(to)}`
    : `${dayText(from)} – ${dayText(to)}`;
}

/** The periods that a menu offers, up to a day. */
export function offeredPeriods(
  now: string,
  firstMonth: number,
): readonly (readonly [name: string, period: Period])[] {
  const month = startOf("month", now, firstMonth);
  const quarter = startOf("quarter", now, firstMonth);
  const year = startOf("year", now, firstMonth);
  const last = (start: string, months: number): Period => ({
    from: addMonths(civil(start), -months),
    to: addDays(civil(start), -1),
  });
  return [
    ["This month", { from: month, to: now }],
    ["Last month", last(month, 1)],
    ["This quarter", { from: quarter, to: now }],
    ["Last quarter", last(quarter, 3)],
    ["This fiscal year", { from: year, to: now }],
    ["Last fiscal year", last(year, 12)],
    ["Last 12 months", last(month, 12)],
  ];
}
