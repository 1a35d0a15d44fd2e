/**
 * The cash of the sample company. Transfers from and to the savings account keep the balance of the checking
 * account between a floor and a ceiling. The savings account earns interest, and the bank charges small fees.
 * Invariant: at the end of a business day, checking is below its floor only if savings are used up.
 */
import { credit, debit } from "./books.ts";
import type { CalendarDay } from "./business-calendar.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

const BANK = "Fallow Creek Bank";
const SAVINGS_RATE = 0.041;
const TUESDAY = 2;

/** Returns the target balance of the checking account: some weeks of spending, which grows by month. */
function target({ dollars }: SimulationContext, month: number): number {
  return dollars(110_000 + 16_000 * month);
}

/** Rounds the amount of a transfer up, because transfers have round amounts. */
function roundUp(cents: number, { dollars }: SimulationContext): number {
  const step = Math.max(1, dollars(5_000));
  return Math.ceil(cents / step) * step;
}

/** Moves cash between checking and savings. Called at the end of each day. */
export function balanceCash(context: SimulationContext, day: CalendarDay): void {
  if (!day.isBusinessDay) return;
  const { books } = context;
  const checking = books.balance("operating-checking");
  const aim = target(context, day.month);
  if (checking < aim * 0.4) {
    const amount = Math.min(roundUp(aim - checking, context), books.balance("treasury-savings"));
    if (amount <= 0) return;
    books.post({ description: "Transfer from savings", source: "transfer", bank: true }, [
      debit("operating-checking", amount),
      credit("treasury-savings", amount),
    ]);
  } else if (day.weekday === TUESDAY && checking > aim * 1.8) {
    const amount = roundUp(checking - aim * 1.1, context);
    books.post({ description: "Transfer to savings", source: "transfer", bank: true }, [
      debit("treasury-savings", amount),
      credit("operating-checking", amount),
    ]);
  }
}

/** Schedules interest and bank fees. */
export function scheduleTreasury(context: SimulationContext): void {
  const { agenda, books, calendar, dollars, prng } = context;
  const stream = prng("bank-fees");
  for (const month of monthsOf(context)) {
    agenda.schedule(calendar.businessDayOnOrBefore(calendar.monthEnd(month).index), "close", () => {
      const interest = Math.round((books.balance("treasury-savings") * SAVINGS_RATE) / 12);
      books.post(
        { description: "Savings interest", source: "bank_transaction", merchant: BANK, bank: true },
        [debit("treasury-savings", interest), credit("interest-income", interest)],
      );
    });
    const fee = dollars(stream.integer(15, 30 + month));
    agenda.schedule(calendar.businessDay(month, 4), "morning", () =>
      books.post(
        { description: "Account analysis fee", source: "bank_transaction", merchant: BANK, bank: true },
        [debit("bank-fees", fee, "finance"), credit("operating-checking", fee)],
      ),
    );
  }
}
