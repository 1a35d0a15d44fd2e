/**
 * Self-serve customers: they pay by card, monthly or a year ahead, and the payment processor pays the
 * bank what is left after its fee. Yearly plans are revenue over twelve months, sales tax is owed to
 * the states every quarter, and a few customers get their money back.
 *
 * Invariants: a month's yearly plans are recognized exactly over twelve months, starting in their own;
 * sales tax is paid by the amount collected in its quarter.
 */
import type { CalendarDay } from "./business-calendar.ts";
import { credit, debit, type Heading, straightLine } from "./books.ts";
import { LAUNCH_MONTH } from "./growth.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";

const PROCESSOR = "Tillstone Payments";
const PAYOUT: Heading = {
  description: "Card processor payout",
  source: "bank_transaction",
  merchant: PROCESSOR,
  bank: true,
};
const FEE_RATE = 0.029;
/** Part of the price that is owed to states which tax software, and what they ask of it. */
const TAXED_SHARE = 0.24;
const SALES_TAX_RATE = 0.078;
const PLAN_MONTHS = 12;

/** Lines of one payout. */
export const PAYOUT_LINES = 5;

export class SelfServe {
  readonly #setting: Setting;
  readonly #prng: Prng;
  /** Cents of yearly plans sold, by month. */
  readonly #sold: number[] = [];

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#prng = setting.prng("payouts");
    for (const month of monthsOf(setting)) {
      this.#scheduleRecognition(month);
      if (month > LAUNCH_MONTH) this.#scheduleRefunds(month);
    }
    this.#scheduleSalesTax();
  }

  /** The number of payouts that the bank receives on a day, at the usual size of the company. */
  static payoutsOn(day: CalendarDay): number {
    return day.business && day.month >= LAUNCH_MONTH ? 1 : 0;
  }

  /** Posts one payout of `day`. Cards are charged mostly in the first days of a month. */
  postPayout(day: CalendarDay): void {
    const { books, calendar, plans } = this.#setting;
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
    const { agenda, books, calendar } = this.#setting;
    agenda.on(calendar.monthEnd(month).index, "close", () => {
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
    const { agenda, books, calendar, dollars, plans, prng } = this.#setting;
    const stream = prng(`refunds-${month}`);
    const most = Math.min(4, 1 + Math.floor((plans[month]?.monthlyPlans ?? 0) / 30_000));
    for (let left = stream.integer(0, most); left > 0; left -= 1) {
      const amount = dollars(Math.round(stream.skewed(39, 620)));
      agenda.on(calendar.businessDay(month, stream.integer(1, 20)), "morning", () =>
        books.post(
          { description: "Refund to customer", source: "bank_transaction", merchant: PROCESSOR, bank: true },
          [debit("refunds", amount), credit("operating-checking", amount)],
        ),
      );
    }
  }

  /** The tax collected until a quarter's end is paid on the 20th of the month after it. */
  #scheduleSalesTax(): void {
    const { agenda, books, calendar } = this.#setting;
    for (const month of monthsOf(this.#setting)) {
      if (calendar.dayOf(month, 1).calendarMonth % 3 !== 0) continue;
      agenda.on(calendar.monthEnd(month).index, "close", () => {
        const owed = -books.balance("sales-tax-payable");
        agenda.on(calendar.onOrAfter(calendar.dayOf(month + 1, 20).index), "morning", () =>
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
