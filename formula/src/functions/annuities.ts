/**
 * Equal payments at equal intervals: loans, savings, and compound rates. As in Excel, money paid out is
 * negative. The rate and the number of periods are for the same period. `type` is 0 for payments at the end
 * of each period, and any other value for payments at the beginning.
 */
import { finite } from "../coerce.ts";
import { type FormulaFunction, asArray, asNumber, define, optional } from "../define.ts";
import { allFromToolPak, asPlainInteger, asPlainNumber, fromToolPak } from "../toolpak.ts";
import { DIVISION, type Element, NUM, VALUE, type Value, isError } from "../values.ts";
import { newton } from "./roots.ts";

/** Returns the value to which 1 grows. Throws #DIV/0! for a rate of -1 and negative periods. */
function growthOf(rate: number, nper: number): number {
  if (rate === -1 && nper < 0) throw DIVISION;
  return (1 + rate) ** nper;
}

/**
 * Returns the balance after `nper` payments with the opposite sign: what remains to be paid is negative for a
 * loan that was received.
 */
function futureValue(rate: number, nper: number, pmt: number, pv: number, type: number): number {
  if (rate === 0) return -(pv + pmt * nper);
  const growth = growthOf(rate, nper);
  return -(pv * growth + (pmt * (1 + rate * type) * (growth - 1)) / rate);
}

function presentValue(rate: number, nper: number, pmt: number, fv: number, type: number): number {
  if (rate === 0) return -(fv + pmt * nper);
  const growth = growthOf(rate, nper);
  if (growth === 0) throw DIVISION;
  return -(fv + (pmt * (1 + rate * type) * (growth - 1)) / rate) / growth;
}

/** Returns the equal payment that turns `pv` into `fv`. Throws #NUM! if there is none. */
function payment(rate: number, nper: number, pv: number, fv: number, type: number): number {
  if (nper === 0 || rate <= -1) throw NUM;
  if (rate === 0) return -(pv + fv) / nper;
  const growth = (1 + rate) ** nper;
  const paid = (-(pv * growth + fv) * rate) / ((1 + rate * type) * (growth - 1));
  if (!Number.isFinite(paid)) throw NUM;
  return paid;
}

function periods(rate: number, pmt: number, pv: number, fv: number, type: number): Element {
  if (rate === 0) return pmt === 0 ? NUM : finite(-(pv + fv) / pmt);
  const due = (pmt * (1 + rate * type)) / rate;
  return finite(Math.log((due - fv) / (due + pv)) / Math.log1p(rate));
}

/** Returns the interest in the payment of period `per`. Throws #NUM! for an invalid period. */
function interest(rate: number, per: number, nper: number, pv: number, fv: number, type: number): number {
  if (!(per >= 1 && per < nper + 1)) throw NUM;
  const paid = payment(rate, nper, pv, fv, type);
  if (type === 0) return futureValue(rate, per - 1, paid, pv, 0) * rate;
  return per === 1 ? 0 : (futureValue(rate, per - 1, paid, pv, 1) * rate) / (1 + rate);
}

/**
 * Returns the rate at which the present value of all payments is 0, by Newton's method from `guess`; #NUM! if
 * it finds none above -1.
 */
function rateOf(nper: number, pmt: number, pv: number, fv: number, type: number, guess: number): Element {
  if (nper <= 0 || guess <= -1) return NUM;
  const root = newton(guess, (rate) => {
    if (Math.abs(rate) < 1e-10)
      return { value: pv + pmt * nper + fv, slope: pv * nper + pmt * nper * (type + (nper - 1) / 2) };
    const gain = Math.expm1(nper * Math.log1p(rate));
    const steeper = (nper * (1 + gain)) / (1 + rate);
    const paid = gain / rate;
    return {
      value: pv * (1 + gain) + pmt * (1 + rate * type) * paid + fv,
      slope: pv * steeper + pmt * (type * paid + (1 + rate * type) * (steeper / rate - paid / rate)),
    };
  });
  return root === null ? NUM : root;
}

/**
 * Returns the interest and principal of payments `first` to `last` of a loan, both included. Throws #NUM! for
 * arguments that Excel refuses.
 */
function cumulated(
  rate: number,
  nper: number,
  pv: number,
  first: number,
  last: number,
  type: number,
): { readonly interest: number; readonly principal: number } {
  const start = Math.ceil(first);
  const end = Math.trunc(last);
  if (
    !(
      rate > 0 &&
      nper > 0 &&
      pv > 0 &&
      first >= 1 &&
      last >= first &&
      last <= nper &&
      (type === 0 || type === 1)
    )
  )
    throw NUM;
  if (end < start) return { interest: 0, principal: 0 };
  const paid = payment(rate, nper, pv, 0, type);
  // A payment at the beginning of the loan contains no interest.
  const beginning = type === 1 && start === 1 ? paid : 0;
  const from = beginning === 0 ? start : 2;
  // The principal in a payment grows by the rate from one period to the next. A difference of balances would
  // lose digits to cancellation.
  const gain = (periodCount: number): number => Math.expm1(periodCount * Math.log1p(rate));
  const principal = beginning - (pv * (1 + rate) ** (from - 1 - type) * gain(end - from + 1)) / gain(nper);
  return { interest: paid * (end - start + 1) - principal, principal };
}

/** Returns ten to the number of decimal digits of a dollar's fraction. */
const fractionDigits = (fraction: number): number => 10 ** Math.ceil(Math.log10(fraction));

/** Returns the denominator. Throws the error of DOLLARDE and DOLLARFR for an invalid one. */
function denominator(fraction: number): number {
  const whole = Math.trunc(fraction);
  if (fraction < 0) throw NUM;
  if (whole === 0) throw DIVISION;
  return whole;
}

function grown(principal: number, rates: readonly Element[]): Value {
  let value = principal;
  for (const rate of rates) {
    if (isError(rate)) return rate;
    if (rate !== null && typeof rate !== "number") return VALUE;
    value *= 1 + (rate ?? 0);
  }
  return finite(value);
}

const asZero = optional(asNumber, 0);
const begins = (type: number): 0 | 1 => (type === 0 ? 0 : 1);

export const ANNUITIES: readonly FormulaFunction[] = [
  define("PV", [asNumber, asNumber, asNumber, asZero, asZero], (_, rate, nper, pmt, fv, type) =>
    finite(presentValue(rate, nper, pmt, fv, begins(type))),
  ),
  define("FV", [asNumber, asNumber, asNumber, asZero, asZero], (_, rate, nper, pmt, pv, type) =>
    finite(futureValue(rate, nper, pmt, pv, begins(type))),
  ),
  define("PMT", [asNumber, asNumber, asNumber, asZero, asZero], (_, rate, nper, pv, fv, type) =>
    finite(payment(rate, nper, pv, fv, begins(type))),
  ),
  define("NPER", [asNumber, asNumber, asNumber, asZero, asZero], (_, rate, pmt, pv, fv, type) =>
    periods(rate, pmt, pv, fv, begins(type)),
  ),
  define(
    "RATE",
    [asNumber, asNumber, asNumber, asZero, asZero, optional(asNumber, 0.1)],
    (_, nper, pmt, pv, fv, type, guess) => rateOf(nper, pmt, pv, fv, begins(type), guess),
  ),
  define(
    "IPMT",
    [asNumber, asNumber, asNumber, asNumber, asZero, asZero],
    (_, rate, per, nper, pv, fv, type) => finite(interest(rate, per, nper, pv, fv, begins(type))),
  ),
  define(
    "PPMT",
    [asNumber, asNumber, asNumber, asNumber, asZero, asZero],
    (_, rate, per, nper, pv, fv, type) =>
      finite(payment(rate, nper, pv, fv, begins(type)) - interest(rate, per, nper, pv, fv, begins(type))),
  ),
  define("ISPMT", [asNumber, asNumber, asNumber, asNumber], (_, rate, per, nper, pv) =>
    nper === 0 ? DIVISION : finite(pv * rate * (per / nper - 1)),
  ),
  define("PDURATION", [asNumber, asNumber, asNumber], (_, rate, pv, fv) =>
    rate > 0 && pv > 0 && fv > 0 ? finite((Math.log(fv) - Math.log(pv)) / Math.log1p(rate)) : NUM,
  ),
  define("RRI", [asNumber, asNumber, asNumber], (_, nper, pv, fv) => {
    if (nper <= 0 || (pv === 0 && fv !== 0)) return NUM;
    return pv === 0 ? 0 : finite((fv / pv) ** (1 / nper) - 1);
  }),
  fromToolPak(
    define("FVSCHEDULE", [asPlainNumber, asArray], (_, principal, rates) => grown(principal, rates.cells)),
    1,
  ),
  ...allFromToolPak([
    define(
      "CUMIPMT",
      [asPlainNumber, asPlainNumber, asPlainNumber, asPlainNumber, asPlainNumber, asPlainNumber],
      (_, rate, nper, pv, first, last, type) => finite(cumulated(rate, nper, pv, first, last, type).interest),
    ),
    define(
      "CUMPRINC",
      [asPlainNumber, asPlainNumber, asPlainNumber, asPlainNumber, asPlainNumber, asPlainNumber],
      (_, rate, nper, pv, first, last, type) =>
        finite(cumulated(rate, nper, pv, first, last, type).principal),
    ),
    define("EFFECT", [asPlainNumber, asPlainInteger], (_, nominal, times) =>
      nominal > 0 && times >= 1 ? finite((1 + nominal / times) ** times - 1) : NUM,
    ),
    define("NOMINAL", [asPlainNumber, asPlainInteger], (_, effective, times) =>
      effective > 0 && times >= 1 ? finite(times * ((1 + effective) ** (1 / times) - 1)) : NUM,
    ),
    define("DOLLARDE", [asPlainNumber, asPlainNumber], (_, price, fraction) => {
      const parts = denominator(fraction);
      const whole = Math.trunc(price);
      return finite(whole + ((price - whole) * fractionDigits(parts)) / parts);
    }),
    define("DOLLARFR", [asPlainNumber, asPlainNumber], (_, price, fraction) => {
      const parts = denominator(fraction);
      const whole = Math.trunc(price);
      return finite(whole + ((price - whole) * parts) / fractionDigits(parts));
    }),
  ]),
];
