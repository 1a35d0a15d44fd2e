/**
 * Payments of any size: at equal intervals (NPV, IRR, MIRR) or at dates (XNPV, XIRR). Money paid is negative,
 * money received is positive. Rates are found in a limited number of steps from a guess; if none is found,
 * the result is #NUM!.
 */
import type { Calculation } from "../calculation.ts";
import { finite } from "../coerce.ts";
import {
  type FormulaFunction,
  type Parameter,
  asIs,
  asNumber,
  define,
  defineMany,
  orEmpty,
} from "../define.ts";
import { numbersOf } from "../scan.ts";
import { civilOf } from "../serial.ts";
import { DIVISION, type Element, NUM, VALUE, type Value, isError } from "../values.ts";
import { newton, newtonAbove, searched } from "./roots.ts";

/** The payments of an argument: its numbers in order. Texts, booleans and blanks of a range are ignored. */
const asPayments: Parameter<readonly number[]> = {
  ...asIs,
  read: (operand, calculation) => numbersOf([asIs.read(operand, calculation)], calculation),
};

/** Returns the present value of payments at the ends of periods. */
function presentValue(rate: number, payments: readonly number[]): number {
  let sum = 0;
  for (let at = payments.length - 1; at >= 0; at--) sum = (sum + (payments[at] ?? 0)) / (1 + rate);
  return sum;
}

const hasBothSigns = (payments: readonly number[]): boolean =>
  payments.some((each) => each > 0) && payments.some((each) => each < 0);

function internalRate(calculation: Calculation, payments: readonly number[], guess: number): Element {
  if (guess <= -1) return VALUE;
  if (!hasBothSigns(payments)) return NUM;
  // A polynomial of the growth factor and not of the discount factor: it has no pole, and Horner's scheme
  // also computes the slope.
  const at = (rate: number) => {
    calculation.spend(payments.length);
    let value = 0;
    let slope = 0;
    const discount = 1 / (1 + rate);
    for (let place = payments.length - 1; place >= 0; place--) {
      slope = slope * discount + value;
      value = value * discount + (payments[place] ?? 0);
    }
    return { value, slope: -slope * discount * discount };
  };
  return newton(guess, at) ?? searched(guess, (rate) => at(rate).value) ?? NUM;
}

/**
 * Returns the rate that payments earn if money paid is financed at one rate and money received is invested at
 * another.
 */
function modifiedRate(payments: readonly number[], finance: number, reinvest: number): Element {
  // Money invested at -1 is lost. A later payment financed at -1 divides by zero.
  if (reinvest === -1) return NUM;
  const worth = (rate: number, sign: 1 | -1) =>
    payments.reduce((sum, each, at) => (each * sign > 0 ? sum + each * (1 + rate) ** -at : sum), 0);
  const paid = worth(finance, -1);
  const received = worth(reinvest, 1);
  const count = payments.length;
  if (paid === 0 || paid === -Infinity || count < 2) return DIVISION;
  return finite(((-received * (1 + reinvest) ** (count - 1)) / paid) ** (1 / (count - 1)) - 1);
}

/** Payments with the days since the first one. */
interface DatedPayment {
  readonly amount: number;
  readonly days: number;
}

/**
 * Returns the elements of a list of numbers. XNPV accepts only numbers; XIRR reads blanks as 0. Throws errors
 * among the elements, and #NUM! or #VALUE! for other elements.
 */
function numbersIn(calculation: Calculation, value: Value, isStrict: boolean): number[] {
  return calculation.whole(value).cells.map((element) => {
    if (typeof element === "number") return element;
    if (isError(element)) throw element;
    if (element === null && !isStrict) return 0;
    throw isStrict ? NUM : VALUE;
  });
}

/**
 * Returns payments with their dates. Throws #NUM! if the numbers of dates and payments differ, or a date is
 * before the first one.
 */
function datedPayments(
  calculation: Calculation,
  values: Value,
  dates: Value,
  isStrict: boolean,
): DatedPayment[] {
  const amounts = numbersIn(calculation, values, isStrict);
  const days = numbersIn(calculation, dates, isStrict).map(Math.trunc);
  const [first = 0] = days;
  if (amounts.length !== days.length || days.some((day) => day < first || civilOf(day) === null)) throw NUM;
  return amounts.map((amount, at) => ({ amount, days: (days[at] ?? 0) - first }));
}

const YEAR_DAYS = 365;

function datedValue(rate: number, payments: readonly DatedPayment[]): number {
  return payments.reduce((sum, { amount, days }) => sum + amount / (1 + rate) ** (days / YEAR_DAYS), 0);
}

function datedRate(calculation: Calculation, payments: readonly DatedPayment[], guess: number): Element {
  if (guess <= -1 || !hasBothSigns(payments.map(({ amount }) => amount))) return NUM;
  const at = (rate: number) => {
    calculation.spend(payments.length);
    let value = 0;
    let slope = 0;
    for (const { amount, days } of payments) {
      const years = days / YEAR_DAYS;
      const worth = amount * (1 + rate) ** -years;
      value += worth;
      slope -= (worth * years) / (1 + rate);
    }
    return { value, slope };
  };
  return newtonAbove(guess, at) ?? searched(guess, (rate) => at(rate).value) ?? NUM;
}

export const CASH_FLOWS: readonly FormulaFunction[] = [
  defineMany("NPV", [asNumber], asIs, (calculation, values, rate) => {
    if (rate === -1) return DIVISION;
    return finite(presentValue(rate, numbersOf(values, calculation)));
  }),
  define("IRR", [asPayments, orEmpty(asNumber, 0.1)], internalRate),
  define("MIRR", [asPayments, asNumber, asNumber], (_, payments, finance, reinvest) =>
    modifiedRate(payments, finance, reinvest),
  ),
  define("XNPV", [asNumber, asIs, asIs], (calculation, rate, values, dates) => {
    const payments = datedPayments(calculation, values, dates, true);
    return rate > 0 ? finite(datedValue(rate, payments)) : NUM;
  }),
  define("XIRR", [asIs, asIs, orEmpty(asNumber, 0.1)], (calculation, values, dates, guess) =>
    datedRate(calculation, datedPayments(calculation, values, dates, false), guess),
  ),
];
