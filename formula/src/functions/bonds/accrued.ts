/** ACCRINT and ACCRINTM: the interest that has accrued on a security since it was issued. */
import type { Calculation } from "../../calculation.ts";
import { finite } from "../../coerce.ts";
import { type Basis, yearFraction } from "../../day-counts.ts";
import { type FormulaFunction, asBoolean, define, optional, orEmpty } from "../../define.ts";
import { NUM } from "../../values.ts";
import { asBasis, asDay, asFigure, asFrequency, couponDate, daysBetween, periodDays, periodsTo } from "./schedule.ts";

/** What a security's par value is when it is not given. */
const PAR = 1000;

/** Coupon periods, with their parts, from issue to settlement; without `fromIssue`, from the first coupon date after the issue if the settlement is beyond it. */
function accruedPeriods(calculation: Calculation, issue: number, firstInterest: number, settlement: number, frequency: number, basis: Basis, fromIssue: boolean): number {
  const first = periodsTo(firstInterest, issue, frequency);
  let sum = 0;
  for (let at = first; ; at++) {
    calculation.spend(1);
    const start = couponDate(firstInterest, at, frequency);
    if (start >= settlement) return sum;
    const end = couponDate(firstInterest, at + 1, frequency);
    if (!fromIssue && at === first && end < settlement) continue;
    sum += daysBetween(Math.max(start, issue), Math.min(end, settlement), basis) / periodDays(start, end, frequency, basis);
  }
}

export const ACCRUED_INTEREST: readonly FormulaFunction[] = [
  define(
    "ACCRINT",
    [asDay, asDay, asDay, asFigure, orEmpty(asFigure, PAR), asFrequency, asBasis, optional(asBoolean, true)],
    (calculation, issue, firstInterest, settlement, rate, par, frequency, basis, fromIssue) => {
      if (!(rate > 0 && par > 0 && issue < settlement)) return NUM;
      return finite(((par * rate) / frequency) * accruedPeriods(calculation, issue, firstInterest, settlement, frequency, basis, fromIssue));
    },
  ),
  define("ACCRINTM", [asDay, asDay, asFigure, orEmpty(asFigure, PAR), asBasis], (_, issue, settlement, rate, par, basis) => {
    const years = yearFraction(issue, settlement, basis);
    return rate > 0 && par > 0 && issue < settlement && years !== null ? finite(par * rate * years) : NUM;
  }),
];
