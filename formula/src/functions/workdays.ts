/**
 * Working days between two dates, and the date some working days away. Weeks are counted as wholes and only
 * holidays one by one, so that the time depends on the holidays and not on the span of dates.
 */
import type { Calculation } from "../calculation.ts";
import { toNumber } from "../coerce.ts";
import { type FormulaFunction, type Parameter, asArray, asScalar, define, orEmpty } from "../define.ts";
import { SERIAL_MAX, weekdayOf } from "../serial.ts";
import { asPlainNumber, fromToolPak } from "../toolpak.ts";
import { ArrayValue, NUM, type Scalar, VALUE, isError } from "../values.ts";

/** For each day of the week from Sunday, true if it is a working day. */
type Week = readonly boolean[];

const weekWithout = (...free: readonly number[]): Week =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => !free.includes(day));
const USUAL = weekWithout(6, 0);

/**
 * Returns a week by its number, 1 to 7 for two free days and 11 to 17 for one, or by seven digits from
 * Monday, where 1 is a free day.
 */
function weekOf(weekend: Scalar): Week {
  if (typeof weekend === "string") {
    if (!/^[01]{7}$/u.test(weekend)) throw VALUE;
    return [0, 1, 2, 3, 4, 5, 6].map((day) => weekend.charAt((day + 6) % 7) === "0");
  }
  const kind = Math.trunc(toNumber(weekend));
  if (kind >= 1 && kind <= 7) return weekWithout((kind + 5) % 7, (kind + 6) % 7);
  if (kind >= 11 && kind <= 17) return weekWithout(kind - 11);
  throw NUM;
}

function dayOf(serial: number): number {
  const day = Math.floor(serial);
  if (!(day >= 0 && day <= SERIAL_MAX)) throw NUM;
  return day;
}

const isWorking = (day: number, week: Week): boolean => week[weekdayOf(day)] ?? false;

/** Returns the holidays of an operand that are on working days, each once, in ascending order. */
function holidaysOf(calculation: Calculation, holidays: ArrayValue, week: Week): readonly number[] {
  calculation.spend(holidays.cells.length);
  const days = new Set<number>();
  for (const element of holidays.cells) {
    if (isError(element)) throw element;
    if (element === null) continue;
    if (typeof element === "boolean") throw VALUE;
    const day = dayOf(toNumber(element));
    if (isWorking(day, week)) days.add(day);
  }
  return [...days].toSorted((a, b) => a - b);
}

function between(start: number, end: number, week: Week, holidays: readonly number[]): number {
  const [first, last] = start <= end ? [start, end] : [end, start];
  const length = last - first + 1;
  const weeks = Math.floor(length / 7);
  let days = weeks * week.filter(Boolean).length;
  for (let day = first + weeks * 7; day <= last; day++) if (isWorking(day, week)) days++;
  for (const holiday of holidays) if (holiday >= first && holiday <= last) days--;
  return start <= end ? days : -days;
}

function away(start: number, days: number, week: Week, holidays: readonly number[]): number {
  const perWeek = week.filter(Boolean).length;
  if (perWeek === 0) throw VALUE;
  if (days === 0) return start;
  // More working days than this lead outside the calendar, because each is at least a day. A larger number
  // would also not be counted exactly below.
  if (!(Math.abs(days) <= SERIAL_MAX)) throw NUM;
  const step = days > 0 ? 1 : -1;
  const weeks = Math.floor((Math.abs(days) - 1) / perWeek);
  let left = Math.abs(days) - weeks * perWeek;
  let day = start + step * weeks * 7;
  const next = () => {
    do day += step;
    while (!isWorking(day, week));
  };
  for (; left > 0; left--) next();
  // Each holiday on the way adds one working day.
  for (const holiday of step > 0 ? holidays : holidays.toReversed())
    if ((holiday - start) * step > 0 && (day - holiday) * step >= 0) next();
  if (!(day >= 0 && day <= SERIAL_MAX)) throw NUM;
  return day;
}

const NONE = new ArrayValue(1, 1, [null]);
const asHolidays = orEmpty(asArray, NONE);
const asWeekend: Parameter<Scalar> = orEmpty(asScalar, 1);

export const WORKDAYS: readonly FormulaFunction[] = [
  fromToolPak(
    define("NETWORKDAYS", [asPlainNumber, asPlainNumber, asHolidays], (calculation, start, end, holidays) =>
      between(dayOf(start), dayOf(end), USUAL, holidaysOf(calculation, holidays, USUAL)),
    ),
    2,
  ),
  fromToolPak(
    define(
      "NETWORKDAYS.INTL",
      [asPlainNumber, asPlainNumber, asWeekend, asHolidays],
      (calculation, start, end, weekend, holidays) => {
        const week = weekOf(weekend);
        return between(dayOf(start), dayOf(end), week, holidaysOf(calculation, holidays, week));
      },
    ),
    3,
  ),
  fromToolPak(
    define("WORKDAY", [asPlainNumber, asPlainNumber, asHolidays], (calculation, start, days, holidays) =>
      away(dayOf(start), Math.trunc(days), USUAL, holidaysOf(calculation, holidays, USUAL)),
    ),
    2,
  ),
  fromToolPak(
    define(
      "WORKDAY.INTL",
      [asPlainNumber, asPlainNumber, asWeekend, asHolidays],
      (calculation, start, days, weekend, holidays) => {
        const week = weekOf(weekend);
        return away(dayOf(start), Math.trunc(days), week, holidaysOf(calculation, holidays, week));
      },
    ),
    3,
  ),
];
