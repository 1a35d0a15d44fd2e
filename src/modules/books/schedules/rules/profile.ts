/**
 * How far a schedule is at the end of each month, by its method and its convention, in exact integers.
 *
 * The convention says how much of the life has passed: whole months, days, half of the first month, or half
 * of the first year. The method says how much is written off by then: as much as has passed (straight line),
 * or a part of the book value of each year, until straight line over the rest is more (declining balance).
 * Salvage value is not written off. Source: ASC 360-10-35-4; conventions as in 26 U.S.C. 168(d).
 */
import { type Cents, cents } from "@daybook/words/cents";
import { addDays, addMonths, type CivilDate, dayNumber } from "@daybook/words/civil-date";
import type { SpreadRow } from "../record.ts";

/** The fields of a schedule that determine what is written off when. */
export type PlanFields = Pick<
  SpreadRow,
  | "amount_cents"
  | "start_date"
  | "end_date"
  | "basis"
  | "first_year_months"
  | "declining_percent"
  | "salvage_cents"
>;

/** The calendar months that a life of some months touches, by its convention. */
export function touchedMonths(
  life: number,
  basis: SpreadRow["basis"],
  firstYearMonths: number | null,
): number {
  if (basis === "mid_month") return life + 1;
  return basis === "half_year" ? life - 6 + (firstYearMonths ?? 12) : life;
}

/** The places of a schedule in its life: whole numbers, of which `whole` is its end. */
export interface Places {
  readonly whole: bigint;
  /** After some calendar months, the last of which ends on a day. */
  after(months: number, end: CivilDate): bigint;
  /** When an asset is disposed of on a day of a calendar month; null if only whole months count. */
  atDisposal(month: number, on: CivilDate): bigint | null;
  /** The life in months. */
  readonly life: number;
}

/** Returns the places of a schedule that touches some calendar months. */
export function placesOf(
  { basis, start_date, end_date, first_year_months }: PlanFields,
  touched: number,
): Places {
  const within = (whole: number, place: number): bigint => BigInt(Math.max(0, Math.min(place, whole)));
  if (basis === "day") {
    const first = dayNumber(start_date);
    const days = dayNumber(end_date) - first + 1;
    return {
      whole: BigInt(days),
      // A life that begins within a month touches one more than it has.
      life: addDays(addMonths(start_date, touched - 1), -1) < end_date ? touched : touched - 1,
      after: (_, end) => within(days, dayNumber(end) - first + 1),
      atDisposal: (_, on) => within(days, dayNumber(on) - first),
    };
  }
  if (basis === "mid_month") {
    const halves = 2 * (touched - 1);
    return {
      whole: BigInt(halves),
      life: touched - 1,
      after: (months) => within(halves, 2 * months - 1),
      atDisposal: (month) => within(halves, 2 * (month - 1)),
    };
  }
  if (basis === "half_year") {
    const first = first_year_months ?? 12;
    const life = touched - first + 6;
    const parts = first * life;
    return {
      whole: BigInt(parts),
      life,
      after: (months) => within(parts, months <= first ? 6 * months : first * (6 + months - first)),
      // Half of the year's charge counts in the year of the disposal, and nothing in that of the purchase.
      atDisposal: (month) =>
        within(parts, month <= first ? 0 : first * 12 * (1 + Math.floor((month - first - 1) / 12))),
    };
  }
  return {
    whole: BigInt(touched),
    life: touched,
    after: (months) => within(touched, months),
    atDisposal: () => null,
  };
}

/** The amount that is written off over the life, signed like the schedule's. */
export function writtenOff({ amount_cents, salvage_cents }: PlanFields): Cents {
  return cents(amount_cents < 0 ? amount_cents + salvage_cents : amount_cents - salvage_cents);
}

/** Returns what is written off by a place, as a whole number of which that of the end is the most. */
export function progress(row: PlanFields, places: Places): (place: bigint) => bigint {
  const percent = row.declining_percent;
  if (percent === null) return (place) => place;
  const years = decliningYears(row, places.life, percent);
  return (place) => {
    let [sum, passed] = [0n, place * BigInt(places.life)];
    for (const { months, charge } of years) {
      const length = BigInt(months) * places.whole;
      if (passed < length) return sum + (charge * passed) / length;
      sum += charge;
      passed -= length;
    }
    return sum;
  };
}

/**
 * The charges of the years of a declining balance: of twelve months each, but the last, and the first of a
 * half-year convention.
 */
function decliningYears(
  row: PlanFields,
  life: number,
  percent: number,
): readonly { readonly months: number; readonly charge: bigint }[] {
  const years: { months: number; charge: bigint }[] = [];
  let rest = BigInt(Math.abs(writtenOff(row)));
  for (let left = life; left > 0; left -= years.at(-1)?.months ?? left) {
    const months = Math.min(row.basis === "half_year" && left === life ? 6 : 12, left);
    const book = rest + BigInt(row.salvage_cents);
    const declining = (book * BigInt(percent * months)) / BigInt(100 * life);
    const straight = (rest * BigInt(months)) / BigInt(left);
    const most = declining > straight ? declining : straight;
    const charge = months === left || most > rest ? rest : most;
    years.push({ months, charge });
    rest -= charge;
  }
  return years;
}
