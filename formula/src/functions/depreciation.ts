/**
 * Depreciation of an asset: linear, declining, and by the French accounting system (AMORLINC, AMORDEGRC).
 * Life and period are in the same unit; except for VDB, this is years.
 */
import type { Calculation } from "../calculation.ts";
import { finite } from "../coerce.ts";
import { type Basis, basisOf, daysBy } from "../day-counts.ts";
import {
  type FormulaFunction,
  asBoolean,
  asInteger,
  asNumber,
  define,
  optional,
  orEmpty,
} from "../define.ts";
import { civilOf, isLeap } from "../serial.ts";
import { allFromToolPak, asPlainInteger, asPlainNumber } from "../toolpak.ts";
import { DIVISION, type Element, NUM } from "../values.ts";
import { asDay } from "./bonds/schedule.ts";

/** The most periods that are computed one by one. A longer life is #NUM!. */
const PERIODS_MAX = 100_000;

function sumOfYears(cost: number, salvage: number, life: number, period: number): Element {
  if (!(life > 0 && period > 0 && period <= life && salvage >= 0)) return NUM;
  return finite(((cost - salvage) * (life - period + 1) * 2) / (life * (life + 1)));
}

/**
 * DB: a fixed rate with three decimals on the book value. The first year has `months` months; an additional
 * last year has the remaining ones.
 */
function fixedDeclining(
  cost: number,
  salvage: number,
  life: number,
  period: number,
  months: number,
): Element {
  if (!(cost >= 0 && salvage >= 0 && life > 0 && period > 0 && months >= 1 && months <= 12)) return NUM;
  if (Math.trunc(period) > (months === 12 ? life : life + 1)) return NUM;
  if (cost === 0) return 0;
  const rate = Math.round((1 - (salvage / cost) ** (1 / life)) * 1000) / 1000;
  const first = (cost * rate * months) / 12;
  const whole = Math.trunc(period);
  if (whole <= 1) return finite(first);
  const rest = (cost - first) * (1 - rate) ** (whole - 2);
  return finite(whole > life ? (rest * rate * (12 - months)) / 12 : rest * rate);
}

/**
 * DDB: `factor / life` of the book value, until that is the salvage value. A period below 1 takes the
 * depreciation of the complete first period.
 */
function doubleDeclining(
  cost: number,
  salvage: number,
  life: number,
  period: number,
  factor: number,
): Element {
  if (!(cost >= 0 && salvage >= 0 && life > 0 && period > 0 && period <= life && factor > 0)) return NUM;
  const rate = Math.min(1, factor / life);
  const at = Math.max(1, period);
  const before = rate === 1 ? (at === 1 ? cost : 0) : cost * (1 - rate) ** (at - 1);
  const after = cost * (1 - rate) ** at;
  return finite(Math.max(0, before - Math.max(after, salvage)));
}

/**
 * VDB: the depreciation between two times; a part of a period counts proportionally. It changes to equal
 * parts as soon as those are larger, unless `stays`. If the first time is within a period, that part comes
 * first, and all periods are counted from there.
 */
function variableDeclining(
  calculation: Calculation,
  asset: { readonly cost: number; readonly salvage: number; readonly life: number },
  start: number,
  end: number,
  factor: number,
  stays: boolean,
): Element {
  const { cost, salvage, life } = asset;
  if (
    !(cost >= 0 && salvage >= 0 && life > 0 && start >= 0 && end >= start && end <= life && factor >= 0) ||
    end > PERIODS_MAX
  )
    return NUM;
  // An asset whose salvage value is more than its cost is written up at once.
  if (salvage > cost) return (cost - salvage) * (Math.min(1, end) - Math.min(1, start));
  let rest = cost;
  let sum = 0;
  const part = start % 1;
  for (let from = 0; from < end;) {
    calculation.spend(1);
    const to = from === 0 && part > 0 ? part : from + 1;
    const most = Math.max(0, rest - salvage);
    const declining = Math.min((rest * factor) / life, most);
    const equal = stays ? 0 : most / (part > 0 ? life - from : Math.max(1, life - from));
    const loss = Math.max(declining, equal);
    sum += loss * Math.max(0, Math.min(end, to) - Math.max(start, from));
    rest -= loss * (to - from);
    from = to;
  }
  return finite(sum);
}

interface FrenchAsset {
  readonly cost: number;
  readonly salvage: number;
  readonly rate: number;
  /** The part of the first year in which the asset was in use. */
  readonly firstYear: number;
}

/**
 * Returns the date for measuring a French asset's first year: 29 February counts as the 28th if the basis
 * uses actual years.
 */
function frenchDay(day: number, basis: Basis): number {
  const date = civilOf(day);
  if (date === null) throw NUM;
  return (basis === 1 || basis === 3) && date.month === 2 && date.day === 29 ? day - 1 : day;
}

/** Returns an asset of the French system. Throws #NUM! for arguments that Excel refuses. */
function frenchAsset(
  cost: number,
  purchased: number,
  firstPeriod: number,
  salvage: number,
  period: number,
  rate: number,
  basis: number,
): FrenchAsset {
  const convention = basisOf(basis);
  if (
    convention === null ||
    convention === 2 ||
    !(purchased <= firstPeriod && cost > 0 && salvage >= 0 && salvage <= cost && period >= 0 && rate > 0)
  )
    throw NUM;
  const days = daysBy(convention, frenchDay(purchased, convention), frenchDay(firstPeriod, convention));
  const date = civilOf(purchased);
  if (days === null || date === null) throw NUM;
  const year = convention === 1 ? (isLeap(date.year) ? 366 : 365) : convention === 3 ? 365 : 360;
  return { cost, salvage, rate, firstYear: days / year };
}

/**
 * Returns the depreciation of the first year. An asset bought at the end of its first period gets a full
 * year.
 */
const ofFirstYear = ({ cost, salvage, firstYear }: FrenchAsset, rate: number): number =>
  Math.min(cost - salvage, cost * rate * (firstYear === 0 ? 1 : firstYear));

/** Returns the whole periods for a period that may have a fraction, at least 1. */
const countedPeriods = (period: number): number => Math.max(1, Math.floor(period));

function frenchLinear(asset: FrenchAsset, period: number): Element {
  const { cost, salvage, rate } = asset;
  if (cost === salvage || period > Math.ceil(1 / rate)) return 0;
  const first = ofFirstYear(asset, rate);
  if (period === 0) return finite(first);
  const yearly = cost * rate;
  if (period < 1) return finite(yearly);
  const before = Math.max(0, cost - salvage - first - yearly * (countedPeriods(period) - 1));
  return finite(Math.min(yearly, before));
}

/** Returns the coefficient that raises the rate for a life in years; null if there is none. */
function coefficient(life: number): number | null {
  if (life < 3 || (life > 4 && life < 5)) return null;
  return life <= 4 ? 1.5 : life <= 6 ? 2 : 2.5;
}

/** Returns an amount rounded to a whole number, with the fifteen digits that Excel keeps. */
const wholeAmount = (amount: number): number => Math.round(Number(amount.toPrecision(15)));

/**
 * Returns the depreciation in whole amounts. The last period but one takes half of the book value, and the
 * last one the rest. Nothing is taken below the salvage value.
 */
function frenchDeclining(calculation: Calculation, asset: FrenchAsset, period: number): Element {
  const { cost, salvage, rate } = asset;
  const raise = coefficient(1 / rate);
  if (raise === null) return NUM;
  const years = Math.ceil(1 / rate);
  if (cost === salvage || period > years) return 0;
  const first = wholeAmount(ofFirstYear(asset, rate * raise));
  if (period === 0) return finite(first);
  const life = asset.firstYear === 0 ? years : years + 1;
  let value = cost - first;
  let amount = 0;
  for (let year = 1; year <= period; year++) {
    calculation.spend(1);
    const left = life - year - 1;
    const share = left === 2 ? 0.5 : left < 2 ? 1 : rate * raise;
    amount = value < salvage ? 0 : value * share;
    value -= amount;
  }
  return finite(wholeAmount(amount));
}

export const DEPRECIATIONS: readonly FormulaFunction[] = [
  define("SLN", [asNumber, asNumber, asNumber], (_, cost, salvage, life) =>
    life === 0 ? DIVISION : finite((cost - salvage) / life),
  ),
  define("SYD", [asNumber, asNumber, asNumber, asNumber], (_, cost, salvage, life, period) =>
    sumOfYears(cost, salvage, life, period),
  ),
  define(
    "DB",
    [asNumber, asNumber, asNumber, asNumber, orEmpty(asInteger, 12)],
    (_, cost, salvage, life, period, months) => fixedDeclining(cost, salvage, life, period, months),
  ),
  define(
    "DDB",
    [asNumber, asNumber, asNumber, asNumber, orEmpty(asNumber, 2)],
    (_, cost, salvage, life, period, factor) => doubleDeclining(cost, salvage, life, period, factor),
  ),
  define(
    "VDB",
    [asNumber, asNumber, asNumber, asNumber, asNumber, orEmpty(asNumber, 2), optional(asBoolean, false)],
    (calculation, cost, salvage, life, start, end, factor, stays) =>
      variableDeclining(calculation, { cost, salvage, life }, start, end, factor, stays),
  ),
  ...allFromToolPak([
    define(
      "AMORLINC",
      [asPlainNumber, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, orEmpty(asPlainInteger, 0)],
      (_, cost, purchased, firstPeriod, salvage, period, rate, basis) =>
        frenchLinear(frenchAsset(cost, purchased, firstPeriod, salvage, period, rate, basis), period),
    ),
    define(
      "AMORDEGRC",
      [asPlainNumber, asDay, asDay, asPlainNumber, asPlainNumber, asPlainNumber, orEmpty(asPlainInteger, 0)],
      (calculation, cost, purchased, firstPeriod, salvage, period, rate, basis) =>
        frenchDeclining(
          calculation,
          frenchAsset(cost, purchased, firstPeriod, salvage, period, rate, basis),
          period,
        ),
    ),
  ]),
];
