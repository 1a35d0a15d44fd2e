/**
 * The sample company's capital: the founders' shares, SAFE notes that convert in the seed round, a
 * Series A, and a term loan with interest. Shares carry a par value; what is paid beyond it is paid-in
 * capital. Everything here is financing on the cash flow statement, except interest.
 */
import type { CategoryKey } from "./chart.ts";
import { credit, debit, straightLine } from "./books.ts";
import type { Setting } from "./simulation-setting.ts";

const SEED_MONTH = 5;
const SERIES_A_MONTH = 17;
const LOAN_MONTH = 8;
const LOAN_DOLLARS = 500_000;
const LOAN_RATE = 0.0925;
const INTEREST_ONLY_MONTHS = 6;
const REPAYMENT_MONTHS = 42;
/** Par value as a share of the price paid for a preferred share. */
const PAR_SHARE = 0.0001 / 1.12;

const SEED_INVESTORS = [
  ["Cinderpath Ventures", 2_600_000],
  ["Oxbow Lantern Capital", 800_000],
  ["Angel syndicate", 200_000],
] as const;
const SERIES_A_INVESTORS = [
  ["Highfern Growth Partners", 8_500_000],
  ["Cinderpath Ventures", 2_500_000],
  ["Oxbow Lantern Capital", 1_000_000],
] as const;

/** Puts shares, notes, rounds and the loan into the diary. */
export function scheduleFunding(setting: Setting): void {
  const { agenda, books, calendar, dollars } = setting;
  const paidIn = dollars(10_000);
  const par = dollars(800);
  agenda.on(calendar.businessDay(0, 1), "morning", () =>
    books.post(
      {
        description: "Founders' common stock, 8,000,000 shares",
        source: "bank_transaction",
        merchant: "Founders",
        bank: true,
      },
      [debit("operating-checking", paidIn), credit("common-stock", par), credit("apic-common", paidIn - par)],
    ),
  );
  const safes = [
    [3, "Cinderpath Ventures", 600_000],
    [6, "Angel syndicate", 400_000],
  ] as const;
  for (const [nth, investor, amount] of safes) {
    agenda.on(calendar.businessDay(0, nth), "morning", () =>
      books.post(
        { description: "SAFE note received", source: "bank_transaction", merchant: investor, bank: true },
        [debit("operating-checking", dollars(amount)), credit("safe-notes", dollars(amount))],
      ),
    );
  }
  scheduleRound(setting, SEED_MONTH, "Series Seed preferred stock", "series-seed", SEED_INVESTORS);
  agenda.on(calendar.businessDay(SEED_MONTH, 8), "morning", () => {
    const notes = -books.balance("safe-notes");
    const stock = Math.round(notes * PAR_SHARE);
    books.post({ description: "SAFE notes convert to Series Seed preferred stock", source: "adjustment" }, [
      debit("safe-notes", notes),
      credit("series-seed", stock),
      credit("apic-preferred", notes - stock),
    ]);
  });
  scheduleRound(setting, SERIES_A_MONTH, "Series A preferred stock", "series-a", SERIES_A_INVESTORS);
  scheduleIssuanceCost(setting, SEED_MONTH, 38_500);
  scheduleIssuanceCost(setting, SERIES_A_MONTH, 94_000);
  scheduleLoan(setting);
}

/** Wires of one round, a few days apart. */
function scheduleRound(
  { agenda, books, calendar, dollars }: Setting,
  month: number,
  description: string,
  category: CategoryKey,
  investors: readonly (readonly [name: string, amount: number])[],
): void {
  for (const [at, [investor, amount]] of investors.entries()) {
    agenda.on(calendar.businessDay(month, 7 + 2 * at), "morning", () => {
      const received = dollars(amount);
      const stock = Math.round(received * PAR_SHARE);
      books.post({ description, source: "bank_transaction", merchant: investor, bank: true }, [
        debit("operating-checking", received),
        credit(category, stock),
        credit("apic-preferred", received - stock),
      ]);
    });
  }
}

/** Counsel of a round is paid out of its proceeds and taken off paid-in capital. */
function scheduleIssuanceCost(
  { agenda, books, calendar, dollars }: Setting,
  month: number,
  amount: number,
): void {
  agenda.on(calendar.businessDay(month, 14), "morning", () =>
    books.post(
      {
        description: "Financing counsel, taken off paid-in capital",
        source: "bank_transaction",
        merchant: "Quillford Abbot LLP",
        bank: true,
      },
      [debit("apic-preferred", dollars(amount)), credit("operating-checking", dollars(amount))],
    ),
  );
}

/** Drawn at once, interest only at first, then repaid in equal monthly parts. */
function scheduleLoan({ agenda, books, calendar, dollars }: Setting): void {
  const principal = dollars(LOAN_DOLLARS);
  const lender = "Fallow Creek Bank";
  agenda.on(calendar.businessDay(LOAN_MONTH, 6), "morning", () =>
    books.post({ description: "Term loan drawn", source: "bank_transaction", merchant: lender, bank: true }, [
      debit("operating-checking", principal - dollars(5_000)),
      debit("bank-fees", dollars(5_000), "finance"),
      credit("term-loan", principal),
    ]),
  );
  const last = calendar.day(calendar.today).month;
  for (let month = LOAN_MONTH + 1; month <= last; month += 1) {
    const payment = month - LOAN_MONTH - INTEREST_ONLY_MONTHS - 1;
    agenda.on(calendar.businessDay(month, 1), "morning", () => {
      const interest = Math.round((-books.balance("term-loan") * LOAN_RATE) / 12);
      const repaid = payment < 0 ? 0 : straightLine(principal, REPAYMENT_MONTHS, payment);
      books.post(
        { description: "Term loan payment", source: "bank_transaction", merchant: lender, bank: true },
        [
          debit("interest-expense", interest),
          debit("term-loan", repaid),
          credit("operating-checking", interest + repaid),
        ],
      );
    });
  }
}
