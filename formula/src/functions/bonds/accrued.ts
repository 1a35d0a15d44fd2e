/** ACCRINT and ACCRINTM: the interest that has accrued on a security since it was issued. */
import { finite } from "../../coerce.ts";
import { type Basis, yearFraction } from "../../day-counts.ts";
import { type FormulaFunction, asBoolean, define, optional, orEmpty } from "../../define.ts";
import { allFromToolPak, asPlainNumber } from "../../toolpak.ts";
import { NUM } from "../../values.ts";
import { asBasis, asDay, asFrequency, couponDate, daysBetween, periodDays, periodsTo } from "./schedule.ts";

/** The default par value of a security. */
const PAR = 1000;

/**
 * Counts the coupon periods from issue to settlement as Excel does: up to the period that ends with the first
 * interest, by fractions of periods; from the beginning of that period, by its days, forward or back. Without
 * `fromIssue`, the complete periods before that period are left out.
 */
function accruedPeriods(
  issue: number,
  firstInterest: number,
  settlement: number,
  frequency: number,
  basis: Basis,
  fromIssue: boolean,
): number {
  const start = couponDate(firstInterest, -1, frequency);
  const days = periodDays(start, firstInterest, frequency, basis);
  const since = (from: number) => daysBetween(from, settlement, basis) / days;
  let last = since(Math.max(start, issue));
  if (fromIssue && settlement > firstInterest) {
    // The last period counts by its days even if it is complete.
    const later = periodsTo(firstInterest, settlement - 1, frequency);
    const within = issue > start ? daysBetween(issue, firstInterest, basis) / days : 1;
    last = within + later + since(couponDate(firstInterest, later, frequency));
  }
  if (issue >= start) return last;
  const first = periodsTo(firstInterest, issue, frequency);
  const from = couponDate(firstInterest, first, frequency);
  const to = couponDate(firstInterest, first + 1, frequency);
  const odd = issue === from ? 0 : daysBetween(issue, to, basis) / periodDays(from, to, frequency, basis);
  const whole = -1 - first - (issue === from ? 0 : 1);
  return odd + (fromIssue ? whole : 0) + last;
}

export const ACCRUED_INTEREST: readonly FormulaFunction[] = allFromToolPak([
  define(
    "ACCRINT",
    [
      asDay,
      asDay,
      asDay,
      asPlainNumber,
      orEmpty(asPlainNumber, PAR),
      asFrequency,
      asBasis,
      optional(asBoolean, true),
    ],
    (_, issue, firstInterest, settlement, rate, par, frequency, basis, fromIssue) => {
      if (!(rate > 0 && par > 0 && issue < settlement)) return NUM;
      return finite(
        ((par * rate) / frequency) *
          accruedPeriods(issue, firstInterest, settlement, frequency, basis, fromIssue),
      );
    },
  ),
  define(
    "ACCRINTM",
    [asDay, asDay, asPlainNumber, orEmpty(asPlainNumber, PAR), asBasis],
    (_, issue, settlement, rate, par, basis) => {
      const years = yearFraction(issue, settlement, basis);
      return rate > 0 && par > 0 && issue < settlement && years !== null ? finite(par * rate * years) : NUM;
    },
  ),
]);
