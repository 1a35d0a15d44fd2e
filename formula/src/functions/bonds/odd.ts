/**
 * Securities whose first or last coupon period is shorter or longer than the others. A long odd period is
 * divided into quasi-coupon periods of regular length, and each day counts as a fraction of its quasi-coupon
 * period. These dates are months apart, each computed from the one before, and do not return to the last days
 * of months.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import type { Basis } from "../../day-counts.ts";
import { type FormulaFunction, define } from "../../define.ts";
import { civilOf, daysInMonth, monthEnd, monthsLater } from "../../serial.ts";
import { allFromToolPak, asPlainNumber } from "../../toolpak.ts";
import { type Element, NUM } from "../../values.ts";
import type { Point } from "../roots.ts";
import { FACE, solvedYield, worthOf } from "./prices.ts";
import {
  asBasis,
  asDay,
  asFrequency,
  couponDate,
  couponPeriod,
  daysBetween,
  periodsTo,
  wholeDays,
} from "./schedule.ts";

/** Returns the days from one date to another; 0 if the other is not later. */
const daysUpTo = (from: number, to: number, basis: Basis): number =>
  from < to ? daysBetween(from, to, basis) : 0;

/** Returns the date some months later or earlier. Throws #NUM! outside the calendar. */
function stepped(date: number, months: number): number {
  const serial = monthsLater(date, months);
  if (serial === null) throw NUM;
  return serial;
}

interface OddFirst {
  readonly settlement: number;
  readonly maturity: number;
  readonly issue: number;
  readonly firstCoupon: number;
  readonly rate: number;
  readonly redemption: number;
  readonly frequency: number;
  readonly basis: Basis;
}

/**
 * The first period: its coupon and accrued interest, as multiples of a regular coupon; the number of periods
 * until its coupon; and the number of later coupons.
 */
interface FirstPeriod {
  readonly coupon: number;
  readonly accrued: number;
  readonly away: number;
  readonly others: number;
}

function shortFirst(
  { settlement, maturity, issue, firstCoupon, frequency, basis }: OddFirst,
  days: number,
): FirstPeriod {
  const part = (from: number, to: number): number => daysUpTo(from, to, basis) / days;
  return {
    coupon: part(issue, firstCoupon),
    accrued: part(issue, settlement),
    away: part(settlement, firstCoupon),
    others: -periodsTo(maturity, settlement, frequency) - 1,
  };
}

/**
 * Returns the complete periods from a settlement to the first coupon. If that is on the last day of a month,
 * the periods end on last days too.
 */
function wholePeriods(settlement: number, firstCoupon: number, months: number): number {
  const [start, end] = [civilOf(settlement), civilOf(firstCoupon)];
  if (start === null || end === null) throw NUM;
  const isAtEnd =
    end.day === daysInMonth(end.year, end.month) ||
    (end.day > 28 && end.month !== 2 && start.day === daysInMonth(start.year, start.month));
  const step = (date: number, by: number): number => {
    const serial = isAtEnd ? monthEnd(date, by) : monthsLater(date, by);
    if (serial === null) throw NUM;
    return serial;
  };
  const from = step(settlement, 0);
  let whole = settlement < from ? 1 : 0;
  for (let date = step(from, months); date < firstCoupon; date = step(date, months)) whole++;
  return whole;
}

function longFirst(
  calculation: Calculation,
  { settlement, maturity, issue, firstCoupon, frequency, basis }: OddFirst,
  days: number,
): FirstPeriod {
  const months = 12 / frequency;
  const periods = -periodsTo(firstCoupon, issue, frequency);
  let coupon = 0;
  let accrued = 0;
  let late = firstCoupon;
  for (let at = periods; at >= 1; at--) {
    calculation.spend(1);
    const early = stepped(late, -months);
    const length = basis === 1 ? daysUpTo(early, late, basis) : days;
    coupon += at > 1 ? 1 : daysUpTo(issue, late, basis) / length;
    accrued += daysUpTo(Math.max(issue, early), Math.min(settlement, late), basis) / length;
    late = early;
  }
  const { previous, next } = couponPeriod(settlement, firstCoupon, frequency, basis);
  const rest =
    basis === 2 || basis === 3
      ? daysUpTo(settlement, next, basis)
      : days - daysBetween(previous, settlement, basis);
  return {
    coupon,
    accrued,
    away: wholePeriods(settlement, firstCoupon, months) + rest / days,
    others: -periodsTo(maturity, firstCoupon, frequency),
  };
}

/**
 * Returns the value of a security with an odd first period at a yield per period, without the accrued
 * interest. Throws #NUM! for dates in the wrong order.
 */
function oddFirst(calculation: Calculation, of: OddFirst): (periodYield: number) => Point {
  const { settlement, maturity, issue, firstCoupon, rate, redemption, frequency, basis } = of;
  if (
    !(issue < settlement && settlement < firstCoupon && firstCoupon < maturity && rate >= 0 && redemption > 0)
  )
    throw NUM;
  const coupon = (FACE * rate) / frequency;
  const { days } = couponPeriod(settlement, firstCoupon, frequency, basis);
  const first =
    daysUpTo(issue, firstCoupon, basis) < days ? shortFirst(of, days) : longFirst(calculation, of, days);
  return (periodYield) => {
    const discount = 1 / (1 + periodYield);
    const odd = coupon * first.coupon * discount ** first.away;
    const rest = worthOf(calculation, coupon, first.others, redemption, first.away + 1, periodYield);
    return {
      value: odd + rest.value - coupon * first.accrued,
      slope: rest.slope - odd * first.away * discount,
    };
  };
}

/** True if coupon dates counted back from the maturity include the first coupon. */
const meetsFirstCoupon = (maturity: number, firstCoupon: number, frequency: number): boolean =>
  firstCoupon < maturity &&
  couponDate(maturity, periodsTo(maturity, firstCoupon, frequency), frequency) === firstCoupon;

interface OddLast {
  readonly coupon: number;
  readonly redemption: number;
  readonly frequency: number;
  /**
   * The numbers of periods: from the last coupon to the maturity, from the last coupon to the settlement, and
   * from the settlement to the maturity.
   */
  readonly whole: number;
  readonly before: number;
  readonly after: number;
}

function oddLast(
  calculation: Calculation,
  settlement: number,
  maturity: number,
  lastCoupon: number,
  rate: number,
  redemption: number,
  frequency: number,
  basis: Basis,
): OddLast {
  if (!(lastCoupon < settlement && settlement < maturity && rate >= 0 && redemption > 0)) throw NUM;
  // Complete quasi-coupon periods treat last days of months specially at both ends; partial periods do not.
  const length = (from: number, to: number): number =>
    basis === 0 ? wholeDays(from, to) : daysBetween(from, to, basis);
  let [whole, before, after] = [0, 0, 0];
  let early = lastCoupon;
  for (let left = -periodsTo(maturity, lastCoupon, frequency); left >= 1; left--) {
    calculation.spend(1);
    const late = stepped(early, 12 / frequency);
    const days = length(early, late);
    const counted = left > 1 ? days : length(early, maturity);
    whole += counted / days;
    before += (late < settlement ? counted : daysUpTo(early, settlement, basis)) / days;
    after += daysUpTo(Math.max(settlement, early), Math.min(maturity, late), basis) / days;
    early = late;
  }
  return { coupon: (FACE * rate) / frequency, redemption, frequency, whole, before, after };
}

function lastPrice(
  { coupon, redemption, frequency, whole, before, after }: OddLast,
  annualYield: number,
): Element {
  if (annualYield < 0) return NUM;
  return finite((redemption + whole * coupon) / (1 + (after * annualYield) / frequency) - before * coupon);
}

function lastYield({ coupon, redemption, frequency, whole, before, after }: OddLast, price: number): Element {
  if (price <= 0) return NUM;
  const paid = price + before * coupon;
  return finite((((redemption + whole * coupon - paid) / paid) * frequency) / after);
}

export const ODD_BONDS: readonly FormulaFunction[] = allFromToolPak([
  define(
    "ODDFPRICE",
    [asDay, asDay, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (
      calculation,
      settlement,
      maturity,
      issue,
      firstCoupon,
      rate,
      annualYield,
      redemption,
      frequency,
      basis,
    ) =>
      annualYield < 0 || !meetsFirstCoupon(maturity, firstCoupon, frequency)
        ? NUM
        : finite(
            oddFirst(calculation, {
              settlement,
              maturity,
              issue,
              firstCoupon,
              rate,
              redemption,
              frequency,
              basis,
            })(annualYield / frequency).value,
          ),
  ),
  define(
    "ODDFYIELD",
    [asDay, asDay, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, issue, firstCoupon, rate, price, redemption, frequency, basis) =>
      price <= 0
        ? NUM
        : solvedYield(
            frequency,
            (rate * FACE) / price,
            price,
            oddFirst(calculation, {
              settlement,
              maturity,
              issue,
              firstCoupon,
              rate,
              redemption,
              frequency,
              basis,
            }),
          ),
  ),
  define(
    "ODDLPRICE",
    [asDay, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, lastCoupon, rate, annualYield, redemption, frequency, basis) =>
      lastPrice(
        oddLast(calculation, settlement, maturity, lastCoupon, rate, redemption, frequency, basis),
        annualYield,
      ),
  ),
  define(
    "ODDLYIELD",
    [asDay, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, lastCoupon, rate, price, redemption, frequency, basis) =>
      lastYield(
        oddLast(calculation, settlement, maturity, lastCoupon, rate, redemption, frequency, basis),
        price,
      ),
  ),
]);
