/**
 * The sample company's capital: the founders' shares, SAFE notes that convert in the seed round, a Series A,
 * and a term loan with interest. The par value of shares is credited to stock, the rest of their price to
 * paid-in capital. On the cash flow statement all of this is financing, except interest and the loan's fee.
 */
import type { CategoryKey } from "./chart.ts";
import { credit, debit, straightLine } from "./books.ts";
import type { SimulationContext } from "./simulation-context.ts";

const SEED_MONTH = 5;
const SERIES_A_MONTH = 17;
const LOAN_MONTH = 8;
const LOAN_DOLLARS = 500_000;
const LOAN_RATE = 0.0925;
const INTEREST_ONLY_MONTHS = 6;
const REPAYMENT_MONTHS = 42;
/** The par value of a preferred share, as a share of its price. */
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

/** Schedules the founders' shares, the SAFE notes, the rounds and the loan. */
export function scheduleFunding(context: SimulationContext): void {
  const { agenda, books, calendar, dollars } = context;
  const paidIn = dollars(10_000);
  const par = dollars(800);
  agenda.schedule(calendar.businessDay(0, 1), "morning", () =>
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
    agenda.schedule(calendar.businessDay(0, nth), "morning", () =>
      books.post(
        { description: "SAFE note received", source: "bank_transaction", merchant: investor, bank: true },
        [debit("operating-checking", dollars(amount)), credit("safe-notes", dollars(amount))],
      ),
    );
  }
  scheduleRound(context, SEED_MONTH, "Series Seed preferred stock", "series-seed", SEED_INVESTORS);
  agenda.schedule(calendar.businessDay(SEED_MONTH, 8), "morning", () => {
    const notes = -books.balance("safe-notes");
    const stock = Math.round(notes * PAR_SHARE);
    books.post({ description: "SAFE notes convert to Series Seed preferred stock", source: "adjustment" }, [
      debit("safe-notes", notes),
      credit("series-seed", stock),
      credit("apic-preferred", notes - stock),
    ]);
  });
  scheduleRound(context, SERIES_A_MONTH, "Series A preferred stock", "series-a", SERIES_A_INVESTORS);
  scheduleIssuanceCost(context, SEED_MONTH, 38_500);
  scheduleIssuanceCost(context, SERIES_A_MONTH, 94_000);
  scheduleLoan(context);
}

/** Schedules the investors' wires of a round, a few days apart. */
function scheduleRound(
  { agenda, books, calendar, dollars }: SimulationContext,
  month: number,
  description: string,
  category: CategoryKey,
  investors: readonly (readonly [name: string, amount: number])[],
): void {
  for (const [at, [investor, amount]] of investors.entries()) {
    agenda.schedule(calendar.businessDay(month, 7 + 2 * at), "morning", () => {
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

/** Schedules the legal costs of a round, which reduce paid-in capital. */
function scheduleIssuanceCost(
  { agenda, books, calendar, dollars }: SimulationContext,
  month: number,
  amount: number,
): void {
  agenda.schedule(calendar.businessDay(month, 14), "morning", () =>
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

/**
 * Schedules the loan: drawn in one amount, at first with payments of interest only, then with equal
 * repayments.
 */
function scheduleLoan({ agenda, books, calendar, dollars }: SimulationContext): void {
  const principal = dollars(LOAN_DOLLARS);
  const lender = "Fallow Creek Bank";
  agenda.schedule(calendar.businessDay(LOAN_MONTH, 6), "morning", () =>
    books.post({ description: "Term loan drawn", source: "bank_transaction", merchant: lender, bank: true }, [
      debit("operating-checking", principal - dollars(5_000)),
      debit("bank-fees", dollars(5_000), "finance"),
      credit("term-loan", principal),
    ]),
  );
  const last = calendar.day(calendar.today).month;
  for (let month = LOAN_MONTH + 1; month <= last; month += 1) {
    const payment = month - LOAN_MONTH - INTEREST_ONLY_MONTHS - 1;
    agenda.schedule(calendar.businessDay(month, 1), "morning", () => {
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
