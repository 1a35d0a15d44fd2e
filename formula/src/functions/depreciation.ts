/**
 * What an asset loses in value: in equal parts, in falling ones, and by the French accounting system (AMORLINC, AMORDEGRC). Lives and
 * periods are in the same unit, years but for VDB's.
 */
import type { Calculation } from "../calculation.ts";
import { finite } from "../coerce.ts";
import { basisOf, yearFraction } from "../day-counts.ts";
import { type FormulaFunction, asBoolean, asInteger, asNumber, define, optional, orEmpty } from "../define.ts";
import { allFromToolPak, asPlainInteger, asPlainNumber } from "../toolpak.ts";
import { DIVISION, type Element, NUM } from "../values.ts";
import { asDay } from "./bonds/schedule.ts";

/** Periods that are gone through one by one. A longer life is #NUM!. */
const PERIODS_MAX = 100_000;

function sumOfYears(cost: number, salvage: number, life: number, period: number): Element {
  if (!(life > 0 && period > 0 && period <= life && salvage >= 0)) return NUM;
  return finite(((cost - salvage) * (life - period + 1) * 2) / (life * (life + 1)));
}

/** DB: a fixed rate of three decimals on what is left; the first year has `months` months, a year after the last has the others. */
function fixedDeclining(cost: number, salvage: number, life: number, period: number, months: number): Element {
  if (!(cost >= 0 && salvage >= 0 && life > 0 && period >= 1 && months >= 1 && months <= 12)) return NUM;
  if (Math.trunc(period) > (months === 12 ? life : life + 1)) return NUM;
  if (cost === 0) return 0;
  const rate = Math.round((1 - (salvage / cost) ** (1 / life)) * 1000) / 1000;
  const first = (cost * rate * months) / 12;
  const whole = Math.trunc(period);
  if (whole === 1) return finite(first);
  const rest = (cost - first) * (1 - rate) ** (whole - 2);
  return finite(whole > life ? (rest * rate * (12 - months)) / 12 : rest * rate);
}

/** DDB: `factor / life` of what is left, until what is left is the salvage. */
function doubleDeclining(cost: number, salvage: number, life: number, period: number, factor: number): Element {
  if (!(cost >= 0 && salvage >= 0 && life > 0 && period > 0 && period <= life && factor > 0)) return NUM;
  const rate = Math.min(1, factor / life);
  const before = rate === 1 ? (period <= 1 ? cost : 0) : cost * (1 - rate) ** (period - 1);
  const after = cost * (1 - rate) ** period;
  return finite(Math.max(0, before - Math.max(after, salvage)));
}

/** VDB: between two times, of which parts of periods count in proportion; it changes to equal parts where those are more, unless `stays`. */
function variableDeclining(
  calculation: Calculation,
  asset: { readonly cost: number; readonly salvage: number; readonly life: number },
  start: number,
  end: number,
  factor: number,
  stays: boolean,
): Element {
  const { cost, salvage, life } = asset;
  if (!(cost >= 0 && salvage >= 0 && life > 0 && start >= 0 && end >= start && end <= life && factor >= 0) || end > PERIODS_MAX) return NUM;
  // What is worth more at its end than at its beginning is written up at once.
  if (salvage > cost) return (cost - salvage) * (Math.min(1, end) - Math.min(1, start));
  let rest = cost;
  let sum = 0;
  for (let period = 0; period < end; period++) {
    calculation.spend(1);
    const most = Math.max(0, rest - salvage);
    const declining = Math.min((rest * factor) / life, most);
    const equal = stays ? 0 : most / Math.max(1, life - period);
    const loss = Math.max(declining, equal);
    sum += loss * Math.max(0, Math.min(end, period + 1) - Math.max(start, period));
    rest -= loss;
  }
  return finite(sum);
}

interface FrenchAsset {
  readonly cost: number;
  readonly salvage: number;
  readonly rate: number;
  /** The part of the first year in which the asset was there already. */
  readonly firstYear: number;
}

/** An asset of the French system. Throws #NUM! for what Excel refuses. */
function frenchAsset(cost: number, purchased: number, firstPeriod: number, salvage: number, period: number, rate: number, basis: number): FrenchAsset {
  const convention = basisOf(basis);
  if (convention === null || convention === 2 || !(purchased <= firstPeriod && cost > 0 && salvage >= 0 && salvage <= cost && period >= 0 && rate > 0)) throw NUM;
  const firstYear = yearFraction(purchased, firstPeriod, convention);
  if (firstYear === null) throw NUM;
  return { cost, salvage, rate, firstYear };
}

function frenchLinear({ cost, salvage, rate, firstYear }: FrenchAsset, period: number): Element {
  const yearly = cost * rate;
  const first = yearly * firstYear;
  const rest = cost - salvage - first;
  if (period === 0) return Math.min(first, cost - salvage);
  const before = Math.max(0, rest - yearly * (period - 1));
  return finite(Math.min(yearly, before));
}

/** The coefficient by which the rate is raised for a life in years; null where there is none. */
function coefficient(life: number): number | null {
  if (life < 3 || (life > 4 && life < 5)) return null;
  return life <= 4 ? 1.5 : life <= 6 ? 2 : 2.5;
}

/** Whole amounts of money, of which the last but one is half of what is left, and the last what remains. */
function frenchDeclining(calculation: Calculation, { cost, salvage, rate, firstYear }: FrenchAsset, period: number): Element {
  const raise = coefficient(1 / rate);
  if (raise === null) return NUM;
  const raised = rate * raise;
  let amount = Math.round(firstYear * raised * cost);
  let value = cost - amount;
  let rest = value - salvage;
  for (let year = 0; year < period; year++) {
    calculation.spend(1);
    amount = Math.round(raised * value);
    rest -= amount;
    if (rest < 0) return period - year <= 1 ? Math.round(value * 0.5) : 0;
    if (amount === 0) return 0;
    value -= amount;
  }
  return finite(amount);
}

export const DEPRECIATIONS: readonly FormulaFunction[] = [
  define("SLN", [asNumber, asNumber, asNumber], (_, cost, salvage, life) => (life === 0 ? DIVISION : finite((cost - salvage) / life))),
  define("SYD", [asNumber, asNumber, asNumber, asNumber], (_, cost, salvage, life, period) => sumOfYears(cost, salvage, life, period)),
  define("DB", [asNumber, asNumber, asNumber, asNumber, orEmpty(asInteger, 12)], (_, cost, salvage, life, period, months) =>
    fixedDeclining(cost, salvage, life, period, months)),
  define("DDB", [asNumber, asNumber, asNumber, asNumber, orEmpty(asNumber, 2)], (_, cost, salvage, life, period, factor) =>
    doubleDeclining(cost, salvage, life, period, factor)),
  define(
    "VDB",
    [asNumber, asNumber, asNumber, asNumber, asNumber, orEmpty(asNumber, 2), optional(asBoolean, false)],
    (calculation, cost, salvage, life, start, end, factor, stays) => variableDeclining(calculation, { cost, salvage, life }, start, end, factor, stays),
  ),
  ...allFromToolPak([
    define(
      "AMORLINC",
      [asPlainNumber, asDay, asDay, asPlainNumber, asPlainInteger, asPlainNumber, orEmpty(asPlainInteger, 0)],
      (_, cost, purchased, firstPeriod, salvage, period, rate, basis) => frenchLinear(frenchAsset(cost, purchased, firstPeriod, salvage, period, rate, basis), period),
    ),
    define(
      "AMORDEGRC",
      [asPlainNumber, asDay, asDay, asPlainNumber, asPlainInteger, asPlainNumber, orEmpty(asPlainInteger, 0)],
      (calculation, cost, purchased, firstPeriod, salvage, period, rate, basis) =>
        frenchDeclining(calculation, frenchAsset(cost, purchased, firstPeriod, salvage, period, rate, basis), period),
    ),
  ]),
];
