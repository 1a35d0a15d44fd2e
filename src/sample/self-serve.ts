/**
 * Self-serve customers. They pay by card, monthly or a year in advance, and the payment processor transfers
 * the payments minus its fee to the bank. Annual plans are recognized as revenue over twelve months, sales
 * tax is paid to the states every quarter, and a few customers get refunds.
 *
 * Invariants: the annual plans of a month are recognized over exactly twelve months, starting in that month;
 * the payment of sales tax equals the tax collected in its quarter.
 */
import type { CalendarDay } from "./business-calendar.ts";
import { credit, debit, type VoucherHead, straightLine } from "./books.ts";
import { LAUNCH_MONTH } from "./growth.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

const PROCESSOR = "Tillstone Payments";
const PAYOUT: VoucherHead = {
  description: "Card processor payout",
  source: "bank_transaction",
  merchant: PROCESSOR,
  bank: true,
};
const FEE_RATE = 0.029;
/** The share of sales in states that tax software, and their tax rate. */
const TAXED_SHARE = 0.24;
const SALES_TAX_RATE = 0.078;
const PLAN_MONTHS = 12;

/** The number of lines of a payout. */
export const PAYOUT_LINES = 5;

export class SelfServe {
  readonly #context: SimulationContext;
  readonly #prng: Prng;
  /** The annual plans sold in each month, in cents. */
  readonly #sold: number[] = [];

  constructor(context: SimulationContext) {
    this.#context = context;
    this.#prng = context.prng("payouts");
    for (const month of monthsOf(context)) {
      this.#scheduleRecognition(month);
      if (month > LAUNCH_MONTH) this.#scheduleRefunds(month);
    }
    this.#scheduleSalesTax();
  }

  /** Returns the number of payouts on a day, at the company's normal size. */
  static payoutsOn(day: CalendarDay): number {
    return day.isBusinessDay && day.month >= LAUNCH_MONTH ? 1 : 0;
  }

  /**
   * Posts a payout of `day`. Payouts are larger in the first days of a month, when most cards are charged.
   */
  postPayout(day: CalendarDay): void {
    const { books, calendar, plans } = this.#context;
    const plan = plans[day.month];
    if (!plan) return;
    const prng = this.#prng;
    const share = ((day.dayOfMonth <= 7 ? 1.36 : 0.89) * 100) / calendar.businessDaysIn(day.month);
    const monthly = Math.max(1, Math.round(plan.monthlyPlans * share * prng.around(0.3)));
    const annual = Math.max(1, Math.round(plan.annualPlans * share * prng.around(0.7)));
    const tax = Math.max(1, Math.round((monthly + annual) * TAXED_SHARE * SALES_TAX_RATE));
    const charges = monthly + annual + tax;
    const fee = Math.round(charges * FEE_RATE) + 30 * Math.ceil(charges / 9_900);
    books.post(PAYOUT, [
      debit("operating-checking", charges - fee),
      debit("processing-fees", fee),
      credit("monthly-plans", monthly),
      credit("deferred-annual", annual),
      credit("sales-tax-payable", tax),
    ]);
    this.#sold[day.month] = (this.#sold[day.month] ?? 0) + annual;
  }

  #scheduleRecognition(month: number): void {
    const { agenda, books, calendar } = this.#context;
    agenda.schedule(calendar.monthEnd(month).index, "close", () => {
      let earned = 0;
      for (let sold = Math.max(0, month - PLAN_MONTHS + 1); sold <= month; sold += 1) {
        earned += straightLine(this.#sold[sold] ?? 0, PLAN_MONTHS, month - sold);
      }
      books.post({ description: "Annual plans earned in the month", source: "adjustment" }, [
        debit("deferred-annual", earned),
        credit("annual-plans", earned),
      ]);
    });
  }

  #scheduleRefunds(month: number): void {
    const { agenda, books, calendar, dollars, plans, prng } = this.#context;
    const stream = prng(`refunds-${month}`);
    const most = Math.min(4, 1 + Math.floor((plans[month]?.monthlyPlans ?? 0) / 30_000));
    for (let left = stream.integer(0, most); left > 0; left -= 1) {
      const amount = dollars(Math.round(stream.skewed(39, 620)));
      agenda.schedule(calendar.businessDay(month, stream.integer(1, 20)), "morning", () =>
        books.post(
          { description: "Refund to customer", source: "bank_transaction", merchant: PROCESSOR, bank: true },
          [debit("refunds", amount), credit("operating-checking", amount)],
        ),
      );
    }
  }

  /** Schedules the payment of the tax collected in each quarter, on the 20th of the next month. */
  #scheduleSalesTax(): void {
    const { agenda, books, calendar } = this.#context;
    for (const month of monthsOf(this.#context)) {
      if (calendar.dayOf(month, 1).calendarMonth % 3 !== 0) continue;
      agenda.schedule(calendar.monthEnd(month).index, "close", () => {
        const owed = -books.balance("sales-tax-payable");
        agenda.schedule(calendar.businessDayOnOrAfter(calendar.dayOf(month + 1, 20).index), "morning", () =>
          books.post(
            {
              description: "Sales tax return, quarter",
              source: "bank_transaction",
              merchant: "State tax authorities",
              bank: true,
            },
            [debit("sales-tax-payable", owed), credit("operating-checking", owed)],
          ),
        );
      });
    }
  }
}
