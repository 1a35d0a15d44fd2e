/**
 * Securities without coupons: sold at a discount, or with interest at maturity; and Treasury bills. Prices
 * and redemptions are per 100 of face value; terms are fractions of a year by the basis.
 */
import { finite } from "../../coerce.ts";
import { type Basis, yearDays, yearFraction } from "../../day-counts.ts";
import { type FormulaFunction, define } from "../../define.ts";
import { monthsLater } from "../../serial.ts";
import { allFromToolPak, asPlainNumber } from "../../toolpak.ts";
import { type Element, NUM } from "../../values.ts";
import { FACE } from "./prices.ts";
import { asBasis, asDay, daysBetween } from "./schedule.ts";

/** Returns the fraction of a year from one day to a later one. Throws #NUM! unless it is later. */
function term(from: number, to: number, basis: Basis): number {
  const years = yearFraction(from, to, basis);
  if (from >= to || years === null) throw NUM;
  return years;
}

/** Defines a function of settlement, maturity, two positive amounts or rates, and a basis. */
function discounted(name: string, of: (years: number, a: number, b: number) => number): FormulaFunction {
  return define(
    name,
    [asDay, asDay, asPlainNumber, asPlainNumber, asBasis],
    (_, settlement, maturity, a, b, basis) =>
      a > 0 && b > 0 ? finite(of(term(settlement, maturity, basis), a, b)) : NUM,
  );
}

/**
 * Returns the terms of a security with interest at maturity: from issue to maturity, from issue to
 * settlement, and from settlement to maturity.
 */
function terms(
  settlement: number,
  maturity: number,
  issue: number,
  basis: Basis,
): { readonly whole: number; readonly before: number; readonly after: number } {
  if (issue > settlement || settlement >= maturity) throw NUM;
  // The length of a year is that for the time from issue to settlement, in all terms.
  const year = yearDays(basis, issue, settlement);
  if (year === null) throw NUM;
  const whole = daysBetween(issue, maturity, basis) / year;
  const before = daysBetween(issue, settlement, basis) / year;
  return { whole, before, after: whole - before };
}

/** Returns the days of a Treasury bill, at most a year. Throws #NUM! otherwise. */
function billDays(settlement: number, maturity: number): number {
  const latest = monthsLater(settlement, 12);
  if (settlement >= maturity || latest === null || maturity > latest) throw NUM;
  return maturity - settlement;
}

/**
 * The most days of a bill whose yield is simple. A longer bill is compared with a bond that pays twice a
 * year.
 */
const HALF_YEAR_DAYS = 182;

function billEquivalent(days: number, discount: number): Element {
  if (days <= HALF_YEAR_DAYS) return finite((365 * discount) / (360 - discount * days));
  const years = days / (days === 366 ? 366 : 365);
  const growth = 1 / (1 - (discount * days) / 360);
  return finite(
    (2 * Math.sqrt(years * years - (2 * years - 1) * (1 - growth)) - 2 * years) / (2 * years - 1),
  );
}

/** Defines a function of a Treasury bill, with a positive discount or price. */
function bill(name: string, of: (days: number, given: number) => Element): FormulaFunction {
  return define(name, [asDay, asDay, asPlainNumber], (_, settlement, maturity, given) =>
    given > 0 ? of(billDays(settlement, maturity), given) : NUM,
  );
}

export const DISCOUNTED_BONDS: readonly FormulaFunction[] = allFromToolPak([
  discounted("DISC", (years, price, redemption) => (redemption - price) / redemption / years),
  discounted("PRICEDISC", (years, discount, redemption) => redemption - discount * redemption * years),
  discounted("YIELDDISC", (years, price, redemption) => (redemption - price) / price / years),
  discounted("INTRATE", (years, investment, redemption) => (redemption - investment) / investment / years),
  define(
    "RECEIVED",
    [asDay, asDay, asPlainNumber, asPlainNumber, asBasis],
    (_, settlement, maturity, investment, discount, basis) => {
      const kept = 1 - discount * term(settlement, maturity, basis);
      return investment > 0 && discount > 0 && kept > 0 ? finite(investment / kept) : NUM;
    },
  ),
  define(
    "PRICEMAT",
    [asDay, asDay, asDay, asPlainNumber, asPlainNumber, asBasis],
    (_, settlement, maturity, issue, rate, annualYield, basis) => {
      if (rate < 0 || annualYield < 0) return NUM;
      const { whole, before, after } = terms(settlement, maturity, issue, basis);
      return finite((FACE + FACE * rate * whole) / (1 + annualYield * after) - FACE * rate * before);
    },
  ),
  define(
    "YIELDMAT",
    [asDay, asDay, asDay, asPlainNumber, asPlainNumber, asBasis],
    (_, settlement, maturity, issue, rate, price, basis) => {
      if (rate < 0 || price <= 0) return NUM;
      const { whole, before, after } = terms(settlement, maturity, issue, basis);
      const paid = price / FACE + rate * before;
      return finite((1 + rate * whole - paid) / paid / after);
    },
  ),
  bill("TBILLEQ", billEquivalent),
  bill("TBILLPRICE", (days, discount) => {
    const price = FACE * (1 - (discount * days) / 360);
    return price < 0 ? NUM : price;
  }),
  bill("TBILLYIELD", (days, price) => finite((((FACE - price) / price) * 360) / days)),
]);
