/**
 * Days and periods of statements: pure functions over `YYYY-MM-DD`. Days are counted in UTC, in which every
 * day has 24 hours; which day is today is for the service's time zone to say.
 */

/** The zone in which the books count days. */
const BOOKS_ZONE = "America/Los_Angeles";

export interface Period {
  /** The first and the last day, both included. */
  readonly from: string;
  readonly to: string;
}

export const STEPS = ["total", "month", "quarter", "year"] as const;
export type Step = (typeof STEPS)[number];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function partsOf(day: string): [year: number, month: number, day: number] {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return [year, month, date];
}

function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** True for a day that there is. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  return dayOf(...partsOf(text)) === text;
}

/** The day of the books at an instant. */
export function today(now: Date = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: BOOKS_ZONE, dateStyle: "short" }).format(now);
}

function addDays(day: string, days: number): string {
  const [year, month, date] = partsOf(day);
  return dayOf(year, month, date + days);
}

function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

function endOfMonth(day: string): string {
  const [year, month] = partsOf(day);
  return dayOf(year, month + 1, 0);
}

/** The same day some months later; the last day of a month stays the last day. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const last = dayOf(year, month + months + 1, 0);
  return day === endOfMonth(day) ? last : dayOf(year, month + months, Math.min(date, partsOf(last)[2]));
}

/** The first day of the quarter or year that a day is in, of a fiscal year that begins in `firstMonth`. */
export function startOf(step: Exclude<Step, "total">, day: string, firstMonth: number): string {
  if (step === "month") return startOfMonth(day);
  const [, month] = partsOf(day);
  const sinceStart = (month - firstMonth + 12) % 12;
  return addMonths(startOfMonth(day), -(step === "year" ? sinceStart : sinceStart % 3));
}

/** The twelve months up to a day, the month of the day included. */
export function yearUpTo(day: string): Period {
  return { from: addMonths(startOfMonth(day), -11), to: day };
}

const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;

/** The last day of the month, quarter or year that a day is in. */
export function endOf(step: Exclude<Step, "total">, day: string, firstMonth: number): string {
  return addDays(addMonths(startOf(step, day, firstMonth), MONTHS_OF[step]), -1);
}

function isWholeMonths({ from, to }: Period): boolean {
  return from === startOfMonth(from) && to === endOfMonth(to);
}

export function dayText(day: string): string {
  const [year, month, date] = partsOf(day);
  return `${MONTHS[month - 1] ?? ""} ${date}, ${year}`;
}

/** A day without its year, for lists. */
export function shortDay(day: string): string {
  const [, month, date] = partsOf(day);
  return `${MONTHS[month - 1] ?? ""} ${String(date).padStart(2, "0")}`;
}

/** The month of a day: `Mar 2026`. */
export function monthText(day: string): string {
  const [year, month] = partsOf(day);
  return `${MONTHS[month - 1] ?? ""} ${year}`;
}

/** A period in as few words as tell it: `Mar 2026`, `Q1 2026`, `2026`, or its days. */
export function periodText(period: Period): string {
  const { from, to } = period;
  const [fromYear, fromMonth, fromDay] = partsOf(from);
  const [toYear, toMonth, toDay] = partsOf(to);
  if (isWholeMonths(period) && fromYear === toYear) {
    if (fromMonth === toMonth) return `${MONTHS[fromMonth - 1] ?? ""} ${fromYear}`;
    if (fromMonth === 1 && toMonth === 12) return String(fromYear);
    if (toMonth === fromMonth + 2 && fromMonth % 3 === 1) return `Q${(fromMonth + 2) / 3} ${fromYear}`;
    return `${MONTHS[fromMonth - 1] ?? ""} – ${MONTHS[toMonth - 1] ?? ""} ${fromYear}`;
  }
  if (from === to) return dayText(from);
  if (from.slice(0, 7) === to.slice(0, 7))
    return `${MONTHS[fromMonth - 1] ?? ""} ${fromDay} – ${toDay}, ${fromYear}`;
  return fromYear === toYear
    ? `${MONTHS[fromMonth - 1] ?? ""} ${fromDay} – ${dayText(to)}`
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
  const before = (start: string): Period => ({ from: start, to: "" });
  const last = (start: string, months: number): Period => ({
    ...before(addMonths(start, -months)),
    to: addDays(start, -1),
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
