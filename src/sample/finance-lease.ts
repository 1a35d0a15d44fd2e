/**
 * A finance lease of servers: a right-of-use asset and a liability begin without cash, each payment is
 * interest and principal, and the asset is amortized over the lease (ASC 842-20-35). Principal is financing,
 * interest operating (ASC 842-20-45-5). Invariant: the payments' principal sums to the liability.
 */
import { credit, debit } from "./books.ts";
import { depreciate } from "./equipment.ts";
import type { SimulationContext } from "./simulation-context.ts";

const FIRST_MONTH = 14;
const LEASE_MONTHS = 36;
const PRICE_DOLLARS = 96_000;
const YEARLY_RATE = 0.072;
const LESSOR = "Granary Equipment Leasing";

/** Schedules the beginning of the lease, its payments and the amortization. */
export function scheduleFinanceLease(context: SimulationContext): void {
  const { agenda, books, calendar, dollars } = context;
  const price = dollars(PRICE_DOLLARS);
  const rate = YEARLY_RATE / 12;
  const payment = Math.round((price * rate) / (1 - (1 + rate) ** -LEASE_MONTHS));
  const begins = { description: "Finance lease of servers begins", source: "adjustment" } as const;
  agenda.schedule(calendar.businessDay(FIRST_MONTH, 2), "morning", () =>
    books.post({ ...begins, merchant: LESSOR }, [
      debit("leased-equipment", price),
      credit("lease-liability", price),
    ]),
  );
  const last = Math.min(calendar.day(calendar.today).month, FIRST_MONTH + LEASE_MONTHS);
  for (let month = FIRST_MONTH + 1; month <= last; month += 1) {
    const isLast = month === FIRST_MONTH + LEASE_MONTHS;
    agenda.schedule(calendar.businessDay(month, 2), "morning", () => {
      const owed = -books.balance("lease-liability");
      const interest = Math.round(owed * rate);
      const principal = isLast ? owed : payment - interest;
      books.post(
        { description: "Lease payment, servers", source: "bank_transaction", merchant: LESSOR, bank: true },
        [
          debit("interest-expense", interest),
          debit("lease-liability", principal),
          credit("operating-checking", interest + principal),
        ],
      );
    });
  }
  depreciate(context, {
    accumulated: "accumulated-depreciation",
    description: "Amortization, leased servers",
    merchant: LESSOR,
    cost: price,
    month: FIRST_MONTH - 1,
    life: LEASE_MONTHS,
    source: "adjustment",
  });
}
