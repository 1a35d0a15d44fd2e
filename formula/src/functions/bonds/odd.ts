/**
 * Securities whose first or last coupon period is shorter or longer than the others. An odd period is cut into quasi-coupon periods that
 * are as long as regular ones, and each day counts as its part of the quasi-coupon period in which it lies.
 */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import type { Basis } from "../../day-counts.ts";
import { type FormulaFunction, define } from "../../define.ts";
import { allFromToolPak, asPlainNumber } from "../../toolpak.ts";
import { type Element, NUM } from "../../values.ts";
import type { Point } from "../roots.ts";
import { FACE, solvedYield, worthOf } from "./prices.ts";
import { asBasis, asDay, asFrequency, couponDate, daysBetween, periodDays, periodsTo } from "./schedule.ts";

/** How many periods, with their parts, lie between two dates, where periods are counted from `anchor`. A first one `byDays` is measured by its days even when it is whole. */
function periodsBetween(calculation: Calculation, from: number, to: number, anchor: number, frequency: number, basis: Basis, byDays = false): number {
  const first = periodsTo(anchor, from, frequency);
  let sum = 0;
  for (let at = first; ; at++) {
    calculation.spend(1);
    const start = couponDate(anchor, at, frequency);
    if (start >= to) return sum;
    const end = couponDate(anchor, at + 1, frequency);
    const days = periodDays(start, end, frequency, basis);
    const isWhole = start >= from && end <= to && !(byDays && at === first);
    sum += isWhole ? 1 : daysBetween(Math.max(start, from), Math.min(end, to), basis) / days;
  }
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

/** What such a security is worth at a yield a period, without the accrued interest. Throws #NUM! for dates out of order. */
function oddFirst(calculation: Calculation, of: OddFirst): (periodYield: number) => Point {
  const { settlement, maturity, issue, firstCoupon, rate, redemption, frequency, basis } = of;
  if (!(issue <= settlement && settlement < firstCoupon && firstCoupon < maturity && rate >= 0 && redemption > 0)) throw NUM;
  const coupon = (FACE * rate) / frequency;
  const between = (from: number, to: number) => periodsBetween(calculation, from, to, firstCoupon, frequency, basis);
  const oddCoupon = coupon * between(issue, firstCoupon);
  const accrued = coupon * between(issue, settlement);
  const away = periodsBetween(calculation, settlement, firstCoupon, firstCoupon, frequency, basis, true);
  const others = -periodsTo(maturity, firstCoupon, frequency);
  return (periodYield) => {
    const discount = 1 / (1 + periodYield);
    const odd = oddCoupon * discount ** away;
    const rest = worthOf(calculation, coupon, others, redemption, away + 1, periodYield);
    return { value: odd + rest.value - accrued, slope: rest.slope - odd * away * discount };
  };
}

interface OddLast {
  readonly coupon: number;
  readonly redemption: number;
  readonly frequency: number;
  /** Periods from the last coupon to the maturity, from there to the settlement, and from the settlement to the maturity. */
  readonly whole: number;
  readonly before: number;
  readonly after: number;
}

function oddLast(calculation: Calculation, settlement: number, maturity: number, lastCoupon: number, rate: number, redemption: number, frequency: number, basis: Basis): OddLast {
  if (!(lastCoupon <= settlement && settlement < maturity && rate >= 0 && redemption > 0)) throw NUM;
  const between = (from: number, to: number) => periodsBetween(calculation, from, to, lastCoupon, frequency, basis);
  return {
    coupon: (FACE * rate) / frequency,
    redemption,
    frequency,
    whole: between(lastCoupon, maturity),
    before: between(lastCoupon, settlement),
    after: between(settlement, maturity),
  };
}

function lastPrice({ coupon, redemption, frequency, whole, before, after }: OddLast, annualYield: number): Element {
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
    (calculation, settlement, maturity, issue, firstCoupon, rate, annualYield, redemption, frequency, basis) =>
      annualYield < 0
        ? NUM
        : finite(oddFirst(calculation, { settlement, maturity, issue, firstCoupon, rate, redemption, frequency, basis })(annualYield / frequency).value),
  ),
  define(
    "ODDFYIELD",
    [asDay, asDay, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, issue, firstCoupon, rate, price, redemption, frequency, basis) =>
      price <= 0
        ? NUM
        : solvedYield(frequency, (rate * FACE) / price, price, oddFirst(calculation, { settlement, maturity, issue, firstCoupon, rate, redemption, frequency, basis })),
  ),
  define(
    "ODDLPRICE",
    [asDay, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, lastCoupon, rate, annualYield, redemption, frequency, basis) =>
      lastPrice(oddLast(calculation, settlement, maturity, lastCoupon, rate, redemption, frequency, basis), annualYield),
  ),
  define(
    "ODDLYIELD",
    [asDay, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, asFrequency, asBasis],
    (calculation, settlement, maturity, lastCoupon, rate, price, redemption, frequency, basis) =>
      lastYield(oddLast(calculation, settlement, maturity, lastCoupon, rate, redemption, frequency, basis), price),
  ),
]);
