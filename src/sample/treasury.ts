/**
 * The sample company's own cash: the checking account is kept between a floor and a ceiling by
 * transfers from and to the savings account, which earns interest, and the bank charges small fees.
 * Invariant: at the end of a business day checking isn't below its floor while savings can help.
 */
import { credit, debit } from "./books.ts";
import type { CalendarDay } from "./business-calendar.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";

const BANK = "Fallow Creek Bank";
const SAVINGS_RATE = 0.041;
const TUESDAY = 2;

/** The target balance of the checking account: some weeks of spending, which grows with the company. */
function target({ dollars }: Setting, month: number): number {
  return dollars(110_000 + 16_000 * month);
}

/** Transfers are in round amounts. */
function roundUp(cents: number, { dollars }: Setting): number {
  const step = Math.max(1, dollars(5_000));
  return Math.ceil(cents / step) * step;
}

/** Moves cash between checking and savings after everything else has happened on a day. */
export function balanceCash(setting: Setting, day: CalendarDay): void {
  if (!day.business) return;
  const { books } = setting;
  const checking = books.balance("operating-checking");
  const aim = target(setting, day.month);
  if (checking < aim * 0.4) {
    const amount = Math.min(roundUp(aim - checking, setting), books.balance("treasury-savings"));
    if (amount <= 0) return;
    books.post({ description: "Transfer from savings", source: "transfer", bank: true }, [
      debit("operating-checking", amount),
      credit("treasury-savings", amount),
    ]);
  } else if (day.weekday === TUESDAY && checking > aim * 1.8) {
    const amount = roundUp(checking - aim * 1.1, setting);
    books.post({ description: "Transfer to savings", source: "transfer", bank: true }, [
      debit("treasury-savings", amount),
      credit("operating-checking", amount),
    ]);
  }
}

/** Puts interest and bank fees into the diary. */
export function scheduleTreasury(setting: Setting): void {
  const { agenda, books, calendar, dollars, prng } = setting;
  const stream = prng("bank-fees");
  for (const month of monthsOf(setting)) {
    agenda.on(calendar.onOrBefore(calendar.monthEnd(month).index), "close", () => {
      const interest = Math.round((books.balance("treasury-savings") * SAVINGS_RATE) / 12);
      books.post(
        { description: "Savings interest", source: "bank_transaction", merchant: BANK, bank: true },
        [debit("treasury-savings", interest), credit("interest-income", interest)],
      );
    });
    const fee = dollars(stream.integer(15, 30 + month));
    agenda.on(calendar.businessDay(month, 4), "morning", () =>
      books.post(
        { description: "Account analysis fee", source: "bank_transaction", merchant: BANK, bank: true },
        [debit("bank-fees", fee, "finance"), credit("operating-checking", fee)],
      ),
    );
  }
}
