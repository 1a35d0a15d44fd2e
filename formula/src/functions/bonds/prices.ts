/**
 * PRICE, YIELD and durations of securities with regular coupons. Prices and redemptions are per 100 of face
 * value, and prices are without accrued interest.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import type { Basis } from "../../day-counts.ts";
import { type FormulaFunction, define } from "../../define.ts";
import { allFromToolPak, asPlainNumber } from "../../toolpak.ts";
import { type Element, NUM } from "../../values.ts";
import { type Point, newtonAbove, searched } from "../roots.ts";
import { type CouponPeriod, asBasis, asDay, asFrequency, couponPeriod } from "./schedule.ts";

/** The face value for which prices are given. */
export const FACE = 100;

/**
 * Returns the value and its derivative, at a yield per period, of a security that pays `coupon` at each of
 * `coupons` dates and `redemption` at the last one. The first date is `first` periods away.
 */
export function worthOf(
  calculation: Calculation,
  coupon: number,
  coupons: number,
  redemption: number,
  first: number,
  periodYield: number,
): Point {
  calculation.spend(coupons);
  const discount = 1 / (1 + periodYield);
  let value = redemption;
  let slope = 0;
  for (let at = coupons; at >= 1; at--) {
    value += coupon;
    if (at === 1) break;
    slope = slope * discount - value * discount * discount;
    value *= discount;
  }
  const factor = discount ** first;
  return { value: value * factor, slope: slope * factor - value * first * factor * discount };
}

/**
 * Returns the yield for a price, by Newton's method; #NUM! if there is none. `at` returns the price and the
 * slope for a yield per period.
 */
export function solvedYield(
  frequency: number,
  guess: number,
  price: number,
  at: (periodYield: number) => Point,
): Element {
  const difference = (periodYield: number) => {
    const { value, slope } = at(periodYield);
    return { value: value - price, slope };
  };
  const root =
    newtonAbove(guess / frequency, difference) ??
    searched(guess / frequency, (periodYield) => difference(periodYield).value);
  return root === null ? NUM : finite(root * frequency);
}

interface Bond {
  readonly coupon: number;
  readonly redemption: number;
  readonly frequency: number;
  readonly period: CouponPeriod;
  /**
   * The periods until the next coupon: the rest of the current period, so that both parts of the period add
   * up to 1 by any basis.
   */
  readonly first: number;
}

function bondOf(
  settlement: number,
  maturity: number,
  rate: number,
  redemption: number,
  frequency: number,
  basis: Basis,
): Bond {
  const period = couponPeriod(settlement, maturity, frequency, basis);
  if (rate < 0 || redemption <= 0) throw NUM;
  return {
    coupon: (FACE * rate) / frequency,
    redemption,
    frequency,
    period,
    first: 1 - period.daysBefore / period.days,
  };
}

/** Returns the interest since the last coupon date. */
const accrued = ({ coupon, period }: Bond): number => (coupon * period.daysBefore) / period.days;

function priceOf(calculation: Calculation, bond: Bond, annualYield: number): Element {
  if (annualYield < 0) return NUM;
  const { coupon, redemption, frequency, period, first } = bond;
  const periodYield = annualYield / frequency;
  // In its last period, a security is discounted with simple interest.
  const worth =
    period.coupons === 1
      ? (coupon + redemption) / (1 + periodYield * first)
      : worthOf(calculation, coupon, period.coupons, redemption, first, periodYield).value;
  return finite(worth - accrued(bond));
}

function yieldOf(calculation: Calculation, bond: Bond, paid: number): Element {
  if (paid <= 0) return NUM;
  const { coupon, redemption, frequency, period, first } = bond;
  const whole = paid + accrued(bond);
  if (period.coupons === 1) return finite((((redemption + coupon - whole) / whole) * frequency) / first);
  const guess = (coupon * frequency) / paid;
  return solvedYield(frequency, guess, whole, (periodYield) =>
    worthOf(calculation, coupon, period.coupons, redemption, first, periodYield),
  );
}

/** Returns Macaulay's duration in years of a security that is redeemed at its face value. */
function duration(calculation: Calculation, bond: Bond, annualYield: number): number {
  if (annualYield < 0) throw NUM;
  const { coupon, frequency, period, first } = bond;
  const periodYield = annualYield / frequency;
  const { value, slope } = worthOf(calculation, coupon, period.coupons, FACE, first, periodYield);
  return (-slope * (1 + periodYield)) / value / frequency;
}

export const PRICES: readonly FormulaFunction[] = allFromToolPak([
  define(
    "PRICE",
    [asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, rate, annualYield, redemption, frequency, basis) =>
      priceOf(calculation, bondOf(settlement, maturity, rate, redemption, frequency, basis), annualYield),
  ),
  define(
    "YIELD",
    [asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, rate, paid, redemption, frequency, basis) =>
      yieldOf(calculation, bondOf(settlement, maturity, rate, redemption, frequency, basis), paid),
  ),
  define(
    "DURATION",
    [asDay, asDay, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, rate, annualYield, frequency, basis) =>
      finite(duration(calculation, bondOf(settlement, maturity, rate, FACE, frequency, basis), annualYield)),
  ),
  define(
    "MDURATION",
    [asDay, asDay, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, rate, annualYield, frequency, basis) =>
      finite(
        duration(calculation, bondOf(settlement, maturity, rate, FACE, frequency, basis), annualYield) /
          (1 + annualYield / frequency),
      ),
  ),
]);
