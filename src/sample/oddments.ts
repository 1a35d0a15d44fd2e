/**
 * The untidy corners that real books have: uncategorized bank transactions, a penalty, and a vendor's refund.
 * Most of the uncategorized ones lie in the last weeks.
 */
import { credit, debit } from "./books.ts";
import type { Setting } from "./simulation-setting.ts";

/** Days before today. */
const UNKNOWN_CHARGES = [3, 6, 11, 17, 26, 38, 75, 240] as const;
const UNKNOWN_DEPOSITS = [5, 21, 130] as const;
const PENALTY_MONTH = 14;
const VENDOR_REFUND_MONTH = 20;

/** Puts the untidy entries into the diary. */
export function scheduleOddments(setting: Setting): void {
  const { agenda, books, calendar, dollars, prng } = setting;
  const stream = prng("oddments");
  for (const ago of UNKNOWN_CHARGES) {
    const amount = dollars(Math.round(stream.skewed(18, 640) * 100) / 100);
    const terminal = stream.integer(1000, 9999);
    agenda.on(calendar.today - ago, "morning", () =>
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
    agenda.on(calendar.onOrBefore(calendar.today - ago), "morning", () =>
      books.post({ description: "DEPOSIT MOBILE BANKING", source: "bank_transaction", bank: true }, [
        debit("operating-checking", amount),
        credit("uncategorized-income", amount),
      ]),
    );
  }
  agenda.on(calendar.businessDay(PENALTY_MONTH, 12), "morning", () =>
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
  agenda.on(calendar.dayOf(VENDOR_REFUND_MONTH, 11).index, "morning", () =>
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
