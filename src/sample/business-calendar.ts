/**
 * The days that the sample company lives through, numbered from 0 (the first day of its first month),
 * and which of them banks are open. Covers some weeks beyond today, so that a due date can be
 * placed before it is known whether it has come. Holidays: the Federal Reserve's standing schedule.
 */
import { present } from "../core/assert.ts";
import {
  addMonths,
  type CivilDate,
  dateOfDayNumber,
  dayNumber,
  daysInMonth,
  endOfMonth,
  parts,
  startOfMonth,
} from "../core/civil-date.ts";

/** Whole months of history before the month of today. */
export const HISTORY_MONTHS = 36;
/** Months that the calendar covers: the history, the month of today and the three after it. */
const CALENDAR_MONTHS = HISTORY_MONTHS + 4;

export interface CalendarDay {
  readonly index: number;
  readonly date: CivilDate;
  /** 0 for the first month of the books. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** 1 to 12. */
  readonly calendarMonth: number;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** True if banks are open. */
  readonly business: boolean;
}

/** True if banks are closed for a holiday. A fixed holiday on a Sunday is observed on the Monday. */
function isBankHoliday(month: number, day: number, weekday: number): boolean {
  const fixed = `${month}-${weekday === 1 ? day - 1 : day}`;
  const onOwnDay = `${month}-${day}`;
  const dates = ["1-1", "6-19", "7-4", "11-11", "12-25"];
  if (dates.includes(onOwnDay) || (weekday === 1 && dates.includes(fixed))) return true;
  const week = Math.ceil(day / 7);
  if (weekday === 1) {
    if (month === 1 || month === 2) return week === 3;
    if (month === 5) return day > 24;
    if (month === 9) return week === 1;
    if (month === 10) return week === 2;
  }
  return month === 11 && weekday === 4 && week === 4;
}

export class BusinessCalendar {
  readonly days: readonly CalendarDay[];
  /** Index of today, the last day of the books. */
  readonly today: number;
  readonly #starts: number[] = [];
  readonly #businessDays: number[][] = [];

  constructor(today: CivilDate) {
    const first = addMonths(startOfMonth(today), -HISTORY_MONTHS);
    const firstNumber = dayNumber(first);
    const last = dayNumber(endOfMonth(addMonths(first, CALENDAR_MONTHS - 1)));
    const days: CalendarDay[] = [];
    let month = -1;
    for (let number = firstNumber; number <= last; number += 1) {
      const date = dateOfDayNumber(number);
      const { month: calendarMonth, day: dayOfMonth } = parts(date);
      const weekday = (((number + 4) % 7) + 7) % 7;
      const business = weekday !== 0 && weekday !== 6 && !isBankHoliday(calendarMonth, dayOfMonth, weekday);
      if (dayOfMonth === 1) {
        month += 1;
        this.#starts.push(days.length);
        this.#businessDays.push([]);
      }
      if (business) this.#businessDays[month]?.push(days.length);
      days.push({ index: days.length, date, month, dayOfMonth, calendarMonth, weekday, business });
    }
    this.days = days;
    this.today = dayNumber(today) - firstNumber;
  }

  day(index: number): CalendarDay {
    return present(this.days[index], `day outside the sample's calendar: ${index}`);
  }

  /** The day with this number in a month; one that the month lacks becomes its last. */
  dayOf(month: number, dayOfMonth: number): CalendarDay {
    const first = this.day(present(this.#starts[month], `month outside the sample's calendar: ${month}`));
    const { year } = parts(first.date);
    return this.day(first.index + Math.min(dayOfMonth, daysInMonth(year, first.calendarMonth)) - 1);
  }

  monthEnd(month: number): CalendarDay {
    return this.dayOf(month, 31);
  }

  /** The number of days of a month on which banks are open. */
  businessDaysIn(month: number): number {
    return this.#businessDays[month]?.length ?? 0;
  }

  /** The business day numbered `n` (from 1) of a month, or its last. */
  businessDay(month: number, n: number): number {
    const list = present(this.#businessDays[month], `month outside the sample's calendar: ${month}`);
    return present(list[Math.min(n, list.length) - 1], "a month without business days");
  }

  /**
   * The day itself when banks are open, else the next one that they are. The calendar's end counts as open.
   */
  onOrAfter(index: number): number {
    let at = index;
    while (at < this.days.length && !this.day(at).business) at += 1;
    return at;
  }

  /** The day itself when banks are open, else the last one before it. */
  onOrBefore(index: number): number {
    let at = index;
    while (at > 0 && !this.day(at).business) at -= 1;
    return at;
  }

  /** `count` business days after a day. */
  businessDaysAfter(index: number, count: number): number {
    let at = index;
    for (let step = 0; step < count; step += 1) at = this.onOrAfter(at + 1);
    return at;
  }
}
