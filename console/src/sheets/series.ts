/**
 * Continues a row or column of cells as Excel and Google Sheets do: numbers and dates by their step, months
 * and weekdays in their order, texts by the number at their end; everything else repeats.
 */
import { MONTH_NAMES, SHORT_MONTH_NAMES } from "@daybook/words/months";
import { addMonths, endOfMonth, LAST_YEAR, parts as partsOf } from "@daybook/words/civil-date";
import { dateOfSerial, dateSerial } from "@daybook/words/date-serials";
import type { Authored } from "@daybook/formula/cells";

const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const LISTS = [MONTH_NAMES, SHORT_MONTH_NAMES, DAYS, DAYS.map((name) => name.slice(0, 3))];
const NUMBERED = /^(.*?)(\d{1,15})$/u;

/** The content of the cell `distance` after the last given one; distances less than 0 lead before the first. */
type Continuation = (distance: number) => Authored | null;

function isDate(format: string | undefined): boolean {
  return format !== undefined && /[dy]|m{3}/iu.test(format.replaceAll(/"[^"]*"|\\./gu, ""));
}

/** The months between two days of the same number in their months; null for others. */
function monthsBetween(from: number, to: number): number | null {
  const [a, b] = [dateOfSerial(from), dateOfSerial(to)];
  if (a === null || b === null) return null;
  const [first, second] = [partsOf(a), partsOf(b)];
  const months = (second.year - first.year) * 12 + second.month - first.month;
  return months !== 0 && later(from, months) === to ? months : null;
}

/** The same day of a later month, or the last day of a shorter one; the last day of a month stays the last. */
function later(serial: number, months: number): number {
  const date = dateOfSerial(serial);
  if (date === null || partsOf(date).year + months / 12 >= LAST_YEAR) return serial;
  const to = addMonths(date, months);
  return dateSerial(date === endOfMonth(date) ? endOfMonth(to) : to);
}

/** Rounds what adding a step in binary leaves behind, such as 0.30000000000000004. */
const tidy = (value: number): number => Number(value.toPrecision(14));

function ofNumbers(values: readonly number[], format: string | undefined): Continuation | null {
  const [first = 0, second] = values;
  const last = values.at(-1) ?? 0;
  const isOfDates = isDate(format);
  if (second === undefined) return isOfDates ? (distance) => first + distance : null;
  const steps = values.slice(1).map((value, at) => tidy(value - (values[at] ?? 0)));
  if (isOfDates) {
    const months = values.slice(1).map((value, at) => monthsBetween(values[at] ?? 0, value));
    const step = months[0] ?? null;
    if (step !== null && months.every((each) => each === step))
      return (distance) => (distance > 0 ? later(last, step * distance) : later(first, step * distance));
  }
  const step = steps[0] ?? 0;
  if (!steps.every((each) => each === step)) return null;
  return (distance) => tidy(distance > 0 ? last + step * distance : first + step * distance);
}

function ofTexts(values: readonly string[]): Continuation | null {
  const list = LISTS.find((names) => values.every((value) => positionIn(names, value) >= 0));
  if (list !== undefined) {
    const places = values.map((value) => positionIn(list, value));
    const length = list.length;
    const step = places.length === 1 ? 1 : ((places[1] ?? 0) - (places[0] ?? 0) + length) % length;
    const from = (distance: number): number => (distance > 0 ? (places.at(-1) ?? 0) : (places[0] ?? 0));
    return (distance) => {
      const name = list[(((from(distance) + step * distance) % length) + length) % length] ?? "";
      const sample = values[0] ?? "";
      if (sample === sample.toUpperCase()) return name.toUpperCase();
      return sample === sample.toLowerCase() ? name.toLowerCase() : name;
    };
  }
  const parts = values.map((value) => NUMBERED.exec(value));
  const [, prefix = "", digits = ""] = parts[0] ?? [];
  if (digits === "" || !parts.every((part) => part?.[1] === prefix)) return null;
  const counts = parts.map((part) => Number(part?.[2]));
  const step = counts.length === 1 ? 1 : (counts[1] ?? 0) - (counts[0] ?? 0);
  if (counts.some((count, at) => at > 0 && count - (counts[at - 1] ?? 0) !== step)) return null;
  const width = digits.startsWith("0") ? digits.length : 0;
  return (distance) => {
    const count = distance > 0 ? (counts.at(-1) ?? 0) + step * distance : (counts[0] ?? 0) + step * distance;
    return `${prefix}${String(Math.abs(count)).padStart(width, "0")}`;
  };
}

const positionIn = (names: readonly string[], text: string): number =>
  names.findIndex((name) => name.toLowerCase() === text.trim().toLowerCase());

/** Returns how a line of cells goes on; null if it only repeats. `format` is the first one's number format. */
export function seriesOf(
  values: readonly (Authored | null)[],
  format: string | undefined,
): Continuation | null {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === values.length) return ofNumbers(numbers, format);
  const texts = values.filter((value) => typeof value === "string");
  return texts.length === values.length ? ofTexts(texts) : null;
}
