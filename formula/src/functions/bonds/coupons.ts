/**
 * COUPNUM, COUPPCD, COUPNCD and similar functions: the position of a settlement among the coupon dates of a
 * security.
 */
import { type FormulaFunction, define } from "../../define.ts";
import { allFromToolPak } from "../../toolpak.ts";
import { type CouponPeriod, asBasis, asDay, asFrequency, couponPeriod } from "./schedule.ts";

function coupon(name: string, of: (period: CouponPeriod) => number): FormulaFunction {
  return define(name, [asDay, asDay, asFrequency, asBasis], (_, settlement, maturity, frequency, basis) =>
    of(couponPeriod(settlement, maturity, frequency, basis)),
  );
}

export const COUPONS: readonly FormulaFunction[] = allFromToolPak([
  coupon("COUPNUM", ({ coupons }) => coupons),
  coupon("COUPPCD", ({ previous }) => previous),
  coupon("COUPNCD", ({ next }) => next),
  coupon("COUPDAYS", ({ days }) => days),
  coupon("COUPDAYBS", ({ daysBefore }) => daysBefore),
  coupon("COUPDAYSNC", ({ daysAfter }) => daysAfter),
]);
