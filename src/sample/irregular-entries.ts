/**
 * The irregular entries of real books: uncategorized transactions, mostly in the last weeks, a penalty, and a
 * vendor's refund. They stand on fixed days of the books, so that a later day only adds some.
 */
import { credit, debit } from "./books.ts";
import { HISTORY_MONTHS } from "./business-calendar.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

/** The dates of uncategorized transactions, in days before the month in which the company is made. */
const UNKNOWN_CHARGES = [3, 6, 11, 17, 26, 38, 75, 240] as const;
const UNKNOWN_DEPOSITS = [5, 21, 130] as const;
/** Their days in that month and in each later one. */
const CHARGE_DAYS = [4, 12, 21] as const;
const DEPOSIT_DAYS = [9] as const;
const PENALTY_MONTH = 14;
const VENDOR_REFUND_MONTH = 20;

/** Schedules the irregular entries. */
export function scheduleIrregularEntries(context: SimulationContext): void {
  const { agenda, books, calendar, dollars, prng } = context;
  const stream = prng("oddments");
  const made = calendar.dayOf(HISTORY_MONTHS, 1).index;
  const later = (days: readonly number[]) =>
    monthsOf(context)
      .filter((month) => month >= HISTORY_MONTHS)
      .flatMap((month) => days.map((day) => calendar.dayOf(month, day).index));
  for (const day of [...UNKNOWN_CHARGES.map((ago) => made - ago), ...later(CHARGE_DAYS)]) {
    const amount = dollars(Math.round(stream.skewed(18, 640) * 100) / 100);
    const terminal = stream.integer(1000, 9999);
    agenda.schedule(day, "morning", () =>
      books.post(
        {
          description: `POS PURCHASE TERMINAL ${terminal}`,
          source: "bank_transaction",
          merchant: `Terminal ${terminal}`,
          bank: true,
        },
        [debit("uncategorized-expenses", amount), credit("corporate-card", amount)],
      ),
    );
  }
  const deposits = prng("deposits");
  for (const day of [...UNKNOWN_DEPOSITS.map((ago) => made - ago), ...later(DEPOSIT_DAYS)]) {
    const amount = dollars(Math.round(deposits.between(60, 2_400)));
    agenda.schedule(calendar.businessDayOnOrBefore(day), "morning", () =>
      books.post({ description: "DEPOSIT MOBILE BANKING", source: "bank_transaction", bank: true }, [
        debit("operating-checking", amount),
        credit("uncategorized-income", amount),
      ]),
    );
  }
  agenda.schedule(calendar.businessDay(PENALTY_MONTH, 12), "morning", () =>
    books.post(
      {
        description: "Late filing penalty",
        source: "bank_transaction",
        merchant: "State tax authorities",
        bank: true,
      },
      [debit("penalties", dollars(286)), credit("operating-checking", dollars(286))],
    ),
  );
  agenda.schedule(calendar.dayOf(VENDOR_REFUND_MONTH, 11).index, "morning", () =>
    books.post(
      {
        description: "Refund of a canceled conference",
        source: "bank_transaction",
        merchant: "Summit Hall Conferences",
        bank: true,
      },
      [debit("travel-card", dollars(1_450)), credit("events", dollars(1_450))],
    ),
  );
}
