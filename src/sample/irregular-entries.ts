/**
 * The irregular entries of real books: uncategorized transactions, mostly in the last weeks, a penalty, and a
 * vendor's refund.
 */
import { credit, debit } from "./books.ts";
import type { SimulationContext } from "./simulation-context.ts";

/** The dates of uncategorized transactions, in days before today. */
const UNKNOWN_CHARGES = [3, 6, 11, 17, 26, 38, 75, 240] as const;
const UNKNOWN_DEPOSITS = [5, 21, 130] as const;
const PENALTY_MONTH = 14;
const VENDOR_REFUND_MONTH = 20;

/** Schedules the irregular entries. */
export function scheduleIrregularEntries(context: SimulationContext): void {
  const { agenda, books, calendar, dollars, prng } = context;
  const stream = prng("oddments");
  for (const ago of UNKNOWN_CHARGES) {
    const amount = dollars(Math.round(stream.skewed(18, 640) * 100) / 100);
    const terminal = stream.integer(1000, 9999);
    agenda.schedule(calendar.today - ago, "morning", () =>
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
  for (const ago of UNKNOWN_DEPOSITS) {
    const amount = dollars(Math.round(stream.between(60, 2_400)));
    agenda.schedule(calendar.businessDayOnOrBefore(calendar.today - ago), "morning", () =>
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
