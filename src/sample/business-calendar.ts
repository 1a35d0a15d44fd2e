/**
 * The days of the simulation, numbered from 0 (the first day of the first month), with the days on which
 * banks are open. The calendar continues for three months after the current month, so that later due dates
 * can be scheduled too. Bank holidays follow the standing schedule of the Federal Reserve.
 */
import { present } from "@daybook/words/assert";
import {
  addMonths,
  type CivilDate,
  dateOfDayNumber,
  dayNumber,
  daysInMonth,
  endOfMonth,
  parts,
  startOfMonth,
} from "@daybook/words/civil-date";

/** The number of whole months of books before the month in which a sample company is made. */
export const HISTORY_MONTHS = 36;
/** The number of months in the calendar after the current month. */
const MONTHS_AHEAD = 3;

/** Returns the first day of the books of a sample company that is made on a day. */
export function firstDayOfBooks(day: CivilDate): CivilDate {
  return addMonths(startOfMonth(day), -HISTORY_MONTHS);
}

export interface CalendarDay {
  readonly index: number;
  readonly date: CivilDate;
  /** The number of the month; 0 is the first month of the books. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** 1 to 12. */
  readonly calendarMonth: number;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** True if banks are open. */
  readonly isBusinessDay: boolean;
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
  /** The index of today, the last day of the books. */
  readonly today: number;
  readonly #starts: number[] = [];
  readonly #businessDays: number[][] = [];

  /** `first` is the first day of a month. */
  constructor(today: CivilDate, first: CivilDate = firstDayOfBooks(today)) {
    const firstNumber = dayNumber(first);
    const last = dayNumber(endOfMonth(addMonths(startOfMonth(today), MONTHS_AHEAD)));
    const days: CalendarDay[] = [];
    let month = -1;
    for (let number = firstNumber; number <= last; number += 1) {
      const date = dateOfDayNumber(number);
      const { month: calendarMonth, day: dayOfMonth } = parts(date);
      const weekday = (((number + 4) % 7) + 7) % 7;
      const isBusinessDay =
        weekday !== 0 && weekday !== 6 && !isBankHoliday(calendarMonth, dayOfMonth, weekday);
      if (dayOfMonth === 1) {
        month += 1;
        this.#starts.push(days.length);
        this.#businessDays.push([]);
      }
      if (isBusinessDay) this.#businessDays[month]?.push(days.length);
      days.push({ index: days.length, date, month, dayOfMonth, calendarMonth, weekday, isBusinessDay });
    }
    this.days = days;
    this.today = dayNumber(today) - firstNumber;
  }

  day(index: number): CalendarDay {
    return present(this.days[index], `day outside the sample's calendar: ${index}`);
  }

  /** Returns a day of a month; a day that the month lacks becomes its last day. */
  dayOf(month: number, dayOfMonth: number): CalendarDay {
    const first = this.day(present(this.#starts[month], `month outside the sample's calendar: ${month}`));
    const { year } = parts(first.date);
    return this.day(first.index + Math.min(dayOfMonth, daysInMonth(year, first.calendarMonth)) - 1);
  }

  monthEnd(month: number): CalendarDay {
    return this.dayOf(month, 31);
  }

  /** Returns the number of business days of a month. */
  businessDaysIn(month: number): number {
    return this.#businessDays[month]?.length ?? 0;
  }

  /** Returns the index of the business day number `n` (from 1) of a month, or of its last business day. */
  businessDay(month: number, n: number): number {
    const list = present(this.#businessDays[month], `month outside the sample's calendar: ${month}`);
    return present(list[Math.min(n, list.length) - 1], "a month without business days");
  }

  /** Returns a day if it is a business day, otherwise the next one, or the index after the calendar's end. */
  businessDayOnOrAfter(index: number): number {
    let at = index;
    while (at < this.days.length && !this.day(at).isBusinessDay) at += 1;
    return at;
  }

  /** Returns a day if it is a business day, otherwise the last one before it. */
  businessDayOnOrBefore(index: number): number {
    let at = index;
    while (at > 0 && !this.day(at).isBusinessDay) at -= 1;
    return at;
  }

  /** Returns the day that is `count` business days after a day. */
  businessDaysAfter(index: number, count: number): number {
    let at = index;
    for (let step = 0; step < count; step += 1) at = this.businessDayOnOrAfter(at + 1);
    return at;
  }
}
