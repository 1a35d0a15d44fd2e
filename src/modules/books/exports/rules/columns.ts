/**
 * Cuts the range of an export into periods, one per column: months, quarters or years of the company's
 * calendar. The first and the last period may be partial. Invariant: each day of the range is in exactly one
 * period, and no period includes other days.
 */
import { MONTH_NAMES, SHORT_MONTH_NAMES } from "@daybook/words/months";
import { addMonths, type CivilDate, parts, startOfFiscalYear } from "@daybook/words/civil-date";
import {
  comparedDays,
  type Comparison,
  type Days,
  isOver,
  isWholeMonths,
  monthsIn,
} from "@daybook/words/compared-period";
import { cutIntoPeriods, type GroupPeriod, MONTHS_IN } from "@daybook/words/fiscal-periods";
import type { StatementColumn } from "../../../../core/statement-table.ts";
import type { TableInput } from "./words.ts";

export interface DisplayedPeriod {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  /** The name of a whole period, such as `Jan 2026`, `Q1 2026` or `FY2026`; the days of a partial period. */
  readonly label: string;
  /** False while its last day has not ended. */
  readonly isOver: boolean;
}

type Range = Pick<TableInput, "start_date" | "end_date" | "group_period">;

/** Returns the periods of a range, in order. `fiscalYearStartMonth` is 1 for calendar years. */
export function periodsOf(
  { start_date, end_date, group_period }: Range,
  fiscalYearStartMonth: number,
  today: CivilDate,
): DisplayedPeriod[] {
  const days = { start: start_date, end: end_date };
  if (group_period === "whole") {
    const label = labelOf(start_date, end_date);
    return [{ startDate: start_date, endDate: end_date, label, isOver: isOver(end_date, today) }];
  }
  return cutIntoPeriods(days, group_period, fiscalYearStartMonth).map(({ start, end, whole }) => ({
    startDate: start,
    endDate: end,
    isOver: isOver(end, today),
    label:
      start === whole.start && end === whole.end
        ? nameOf(whole, group_period, fiscalYearStartMonth)
        : dayRange(start, end),
  }));
}

/** Returns the fiscal year up to the last day of a range. */
export function yearToDate(end: CivilDate, fiscalYearStartMonth: number, today: CivilDate): DisplayedPeriod {
  const startDate = startOfFiscalYear(end, fiscalYearStartMonth);
  return { startDate, endDate: end, label: "Year to Date", isOver: isOver(end, today) };
}

/** What stands beside the periods of a table. */
export interface Beside {
  readonly yearToDate: readonly DisplayedPeriod[];
  readonly compared: readonly ComparedPeriod[];
}

/** Nothing stands beside the periods. */
export const ALONE: Beside = { yearToDate: [], compared: [] };

/** Returns the days of all reports of a table, in the order of its columns. */
export function reportedPeriods(
  periods: readonly DisplayedPeriod[],
  { yearToDate: beside, compared }: Beside,
): readonly DisplayedPeriod[] {
  return [...periods, ...beside, ...compared];
}

/** The days that a range is compared with. */
export interface ComparedPeriod extends DisplayedPeriod {
  readonly comparison: Comparison;
}

/** Returns the days that a range is compared with, by the rule of `comparedDays`, with their name. */
export function comparedPeriod(
  range: Days,
  comparison: Comparison,
  fiscalYearStartMonth: number,
  today: CivilDate,
): ComparedPeriod {
  const { start, end } = comparedDays(range, comparison, fiscalYearStartMonth);
  const label = labelOf(start, end);
  return { comparison, startDate: start, endDate: end, label, isOver: isOver(end, today) };
}

function labelOf(start: CivilDate, end: CivilDate): string {
  return isWholeMonths({ start, end }) ? monthRange(start, end) : dayRange(start, end);
}

/**
 * Returns a column for each period; with `hasTotal` a total column if there are several periods; one of the
 * year to date, if it stands beside them; and for each compared period its amounts, the change of the last
 * column before the comparisons, and its percentage. With `hasEffects` each comparison ends with whether the
 * change is favorable to income.
 */
export function columnsOf(
  periods: readonly DisplayedPeriod[],
  { yearToDate: beside, compared }: Beside,
  { hasTotal, hasEffects }: { readonly hasTotal: boolean; readonly hasEffects: boolean },
): StatementColumn[] {
  const columns: StatementColumn[] = periods.map((period) => ({
    ...period,
    label: markedOpen(period),
    kind: "period",
    compared: null,
  }));
  const [first, last] = [columns[0], columns.at(-1)];
  if (hasTotal && first !== undefined && last !== undefined && columns.length > 1)
    columns.push({ ...last, label: "Total", startDate: first.startDate, kind: "total", compared: null });
  const current = columns.length - 1;
  for (const period of beside)
    columns.push({ ...period, label: markedOpen(period), kind: "year_to_date", compared: null });
  for (const { comparison, ...days } of compared) {
    const columnsCompared = { with: comparison, current, prior: columns.length };
    columns.push(
      { ...days, label: markedOpen(days), kind: "prior", compared: columnsCompared },
      { ...days, label: "Change", kind: "change", compared: columnsCompared },
      { ...days, label: "Change %", kind: "percent", compared: columnsCompared },
    );
    if (hasEffects) columns.push({ ...days, label: "Effect", kind: "effect", compared: columnsCompared });
  }
  return columns;
}

/** Returns the label of a period; `Nov 2026 (not over)` while more may be booked on its days. */
export function markedOpen({ label, isOver: over }: Pick<DisplayedPeriod, "label" | "isOver">): string {
  return over ? label : `${label}${NOT_OVER}`;
}

function nameOf({ start, end }: Days, period: GroupPeriod, startMonth: number): string {
  const { year, month } = parts(start);
  if (period === "month") return `${SHORT_MONTH_NAMES[month - 1]} ${year}`;
  // A fiscal year is named after the calendar year in which it ends.
  const yearName =
    startMonth === 1
      ? `${year}`
      : `FY${parts(addMonths(startOfFiscalYear(end, startMonth), MONTHS_IN.year - 1)).year}`;
  return period === "year"
    ? yearName
    : `Q${((month - startMonth + 12) % 12) / MONTHS_IN.quarter + 1} ${yearName}`;
}

/** Formats a date as `January 31, 2026`. */
function longDate(date: CivilDate): string {
  const { year, month, day } = parts(date);
  return `${MONTH_NAMES[month - 1]} ${day}, ${year}`;
}

/** Formats a date as `Jan 31, 2026`. */
export function shortDate(date: CivilDate): string {
  const { year, month, day } = parts(date);
  return `${SHORT_MONTH_NAMES[month - 1]} ${day}, ${year}`;
}

/** Formats a range of days without repeating a shared month or year, as in `Jan 15 – 31, 2026`. */
function dayRange(start: CivilDate, end: CivilDate): string {
  if (start === end) return shortDate(start);
  const [from, to] = [parts(start), parts(end)];
  if (from.year !== to.year) return `${shortDate(start)} – ${shortDate(end)}`;
  const first = shortDate(start).replace(/, \d+$/, "");
  return from.month === to.month ? `${first} – ${to.day}, ${to.year}` : `${first} – ${shortDate(end)}`;
}

/** Formats whole months without repeating a shared year, as in `Jan 2026` or `Jan – Mar 2026`. */
function monthRange(start: CivilDate, end: CivilDate): string {
  const name = (date: CivilDate): string => nameOf({ start: date, end: date }, "month", 1);
  if (monthsIn({ start, end }) === 1) return name(start);
  const first = parts(start).year === parts(end).year ? name(start).slice(0, 3) : name(start);
  return `${first} – ${name(end)}`;
}

const NUMBERS = ["", "", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven"];

/**
 * Names a range of days as the heading of a statement does: `For the Month Ended October 31, 2026`, `For the
 * Three Months Ended ...` and `For the Year Ended ...` for whole months, otherwise both days. A range that is
 * not over on `today` is `For the Month Ending ... (not over)`.
 */
export function describePeriod(start: CivilDate, end: CivilDate, today: CivilDate): string {
  const days = { start, end };
  const months = monthsIn(days);
  const words = isOver(end, today) ? `Ended ${longDate(end)}` : `Ending ${longDate(end)}${NOT_OVER}`;
  const isWhole = isWholeMonths(days);
  if (isWhole && months === 1) return `For the Month ${words}`;
  if (isWhole && months === MONTHS_IN.year) return `For the Year ${words}`;
  if (isWhole && months < MONTHS_IN.year) return `For the ${NUMBERS[months]} Months ${words}`;
  const note = isOver(end, today) ? "" : NOT_OVER;
  return start === end
    ? `For the Day ${longDate(end)}${note}`
    : `For the Period from ${longDate(start)} to ${longDate(end)}${note}`;
}

/** Names the dates of balances, as in `As of October 31, 2026`; a last day that is not over says so. */
export function describeBalanceDates(periods: readonly DisplayedPeriod[], today: CivilDate): string {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return "";
  const note = isOver(last.endDate, today) ? "" : NOT_OVER;
  return periods.length === 1
    ? `As of ${longDate(last.endDate)}${note}`
    : `Balances at period ends, ${longDate(first.endDate)} to ${longDate(last.endDate)}${note}`;
}

const NOT_OVER = " (not over)";
