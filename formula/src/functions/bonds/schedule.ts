/**
 * The coupon dates of a security: dates that are a whole number of coupon periods before its maturity, all on
 * the last day of their month if the maturity is; and the count of days between them. The frequency is the
 * number of coupons per year: 1, 2 or 4.
 */
import { type Basis, basisOf, daysBy, securitiesDays } from "../../day-counts.ts";
import { type Parameter, orEmpty } from "../../define.ts";
import { civilOf, daysInMonth, monthEnd, monthsLater } from "../../serial.ts";
import { asPlainInteger } from "../../toolpak.ts";
import { NUM } from "../../values.ts";

/** A day as a serial without the time. Outside the calendar it is #NUM!. */
export const asDay: Parameter<number> = {
  ...asPlainInteger,
  read: (operand, calculation) => {
    const day = asPlainInteger.read(operand, calculation);
    if (civilOf(day) === null) throw NUM;
    return day;
  },
};

/** The number of coupons per year: 1, 2 or 4. Others are #NUM!. */
export const asFrequency: Parameter<number> = {
  ...asPlainInteger,
  read: (operand, calculation) => {
    const frequency = asPlainInteger.read(operand, calculation);
    if (frequency !== 1 && frequency !== 2 && frequency !== 4) throw NUM;
    return frequency;
  },
};

/** A basis for counting days; 0 if it is absent. Others are #NUM!. */
export const asBasis: Parameter<Basis> = {
  ...orEmpty(asPlainInteger, 0),
  read: (operand, calculation) => {
    const basis = basisOf(orEmpty(asPlainInteger, 0).read(operand, calculation));
    if (basis === null) throw NUM;
    return basis;
  },
};

/**
 * Returns the date `periods` coupon periods after `anchor`, or before it if negative. Throws #NUM! outside
 * the calendar.
 */
export function couponDate(anchor: number, periods: number, frequency: number): number {
  const date = civilOf(anchor);
  if (date === null) throw NUM;
  const months = (periods * 12) / frequency;
  const serial =
    date.day === daysInMonth(date.year, date.month) ? monthEnd(anchor, months) : monthsLater(anchor, months);
  if (serial === null) throw NUM;
  return serial;
}

/** Returns the number of coupon periods from `anchor` to the last coupon date that is not after `day`. */
export function periodsTo(anchor: number, day: number, frequency: number): number {
  const from = civilOf(anchor);
  const to = civilOf(day);
  if (from === null || to === null) throw NUM;
  let periods = Math.floor(((to.year * 12 + to.month - from.year * 12 - from.month) * frequency) / 12);
  while (couponDate(anchor, periods + 1, frequency) <= day) periods++;
  while (couponDate(anchor, periods, frequency) > day) periods--;
  return periods;
}

/** Returns the days from one date to a later one. */
export function daysBetween(from: number, to: number, basis: Basis): number {
  const days = daysBy(basis, from, to);
  if (days === null) throw NUM;
  return days;
}

/** Returns the days of a complete coupon period between two coupon dates, by the US method. */
export function wholeDays(from: number, to: number): number {
  const start = civilOf(from);
  const end = civilOf(to);
  if (start === null || end === null) throw NUM;
  return securitiesDays(start, end, true);
}

/** Returns the days of the coupon period between two coupon dates. */
export function periodDays(from: number, to: number, frequency: number, basis: Basis): number {
  if (basis === 1) return to - from;
  return (basis === 3 ? 365 : 360) / frequency;
}

/** The position of a settlement among the coupon dates of a security. */
export interface CouponPeriod {
  /** The coupon dates at or before the settlement, and after it. */
  readonly previous: number;
  readonly next: number;
  /** The number of coupons that remain, including the one at maturity. */
  readonly coupons: number;
  /** The days of the complete period, of the part before the settlement, and of the part after it. */
  readonly days: number;
  readonly daysBefore: number;
  readonly daysAfter: number;
}

/** Returns the coupon period of a settlement. Throws #NUM! unless the settlement is before the maturity. */
export function couponPeriod(
  settlement: number,
  maturity: number,
  frequency: number,
  basis: Basis,
): CouponPeriod {
  if (settlement >= maturity) throw NUM;
  const periods = periodsTo(maturity, settlement, frequency);
  const previous = couponDate(maturity, periods, frequency);
  const next = couponDate(maturity, periods + 1, frequency);
  const days = periodDays(previous, next, frequency, basis);
  const daysBefore = daysBetween(previous, settlement, basis);
  // By the US method, the two parts add up to the complete period, whatever the last days of the months are.
  const daysAfter =
    basis === 0 ? wholeDays(previous, next) - daysBefore : daysBetween(settlement, next, basis);
  return { previous, next, coupons: -periods, days, daysBefore, daysAfter };
}
