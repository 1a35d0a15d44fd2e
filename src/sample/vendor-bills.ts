/**
 * Bills that the sample company pays from the bank: rent, security deposits and utilities, contractors,
 * lawyers and accountants, and state taxes. A bill that is not paid immediately is a payable until its
 * payment.
 *
 * Invariants: the payment of a payable equals its bill; the taxes paid in March equal those that were accrued
 * in the year before.
 */
import { credit, debit, type Posting } from "./books.ts";
import type { CategoryKey, DepartmentKey } from "./chart.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

interface Bill {
  readonly merchant: string;
  readonly description: string;
  readonly category: CategoryKey;
  readonly department: DepartmentKey;
  readonly firstMonth: number;
  /** The probability of a bill in a month. */
  readonly chance: number;
  /**
   * The usual amount in the first month and its growth by month, in dollars, and the largest deviation of a
   * bill, as a share of the amount.
   */
  readonly amount: number;
  readonly growth: number;
  readonly spread: number;
}

const BILLS: readonly Bill[] = (
  [
    [
      "Fennick Code Studio",
      "Contract development",
      "domestic-contractors",
      "product",
      1,
      1,
      4_200,
      190,
      0.35,
    ],
    [
      "Halyard Interface Design",
      "Interface design",
      "domestic-contractors",
      "product",
      2,
      0.75,
      2_600,
      70,
      0.45,
    ],
    [
      "Wordmill Content",
      "Articles and case studies",
      "domestic-contractors",
      "marketing",
      4,
      0.9,
      1_500,
      65,
      0.4,
    ],
    ["Sandpiper Data Labeling", "Data labeling", "domestic-contractors", "data", 12, 0.8, 2_100, 75, 0.4],
    [
      "Onramp Delivery Partners",
      "Customer onboarding",
      "delivery-contractors",
      "customer-success",
      1,
      1,
      900,
      185,
      0.25,
    ],
    ["Quillford Abbot LLP", "General counsel", "legal", "finance", 0, 0.95, 1_900, 105, 0.6],
    ["Marrow and Tate LLP", "Patent and trademark counsel", "legal", "finance", 3, 0.3, 3_400, 60, 0.5],
    ["Columnade Accountants", "Bookkeeping and close", "accounting", "finance", 0, 1, 950, 68, 0.08],
    ["Columnade Accountants", "Income tax returns", "accounting", "finance", 4, 0.08, 4_500, 90, 0.2],
    ["Greyfern Public Relations", "Launch campaign", "events", "marketing", 16, 0.55, 4_000, 60, 0.3],
  ] as const
).map(([merchant, description, category, department, firstMonth, chance, amount, growth, spread]) => ({
  merchant,
  description,
  category,
  department,
  firstMonth,
  chance,
  amount,
  growth,
  spread,
}));

const OVERSEAS: readonly {
  readonly merchant: string;
  readonly firstMonth: number;
  readonly amount: number;
  readonly department: DepartmentKey;
}[] = [
  { merchant: "Rua Nova Software Lda", firstMonth: 3, amount: 4_800, department: "product" },
  { merchant: "Tallinn Row Engineering", firstMonth: 11, amount: 6_100, department: "infrastructure" },
  { merchant: "Cebu Harbor Support Services", firstMonth: 19, amount: 3_900, department: "customer-success" },
];

const LEASES: readonly {
  readonly firstMonth: number;
  readonly until: number;
  readonly landlord: string;
  readonly rent: number;
  readonly deposit: number;
}[] = [
  { firstMonth: 1, until: 9, landlord: "Commonroom Coworking", rent: 1_750, deposit: 0 },
  { firstMonth: 9, until: 22, landlord: "Alder Block Properties", rent: 8_900, deposit: 17_800 },
  { firstMonth: 22, until: 1_000, landlord: "Mission Yard Partners", rent: 18_400, deposit: 46_000 },
];

/** Schedules all bills, wires, rents and state taxes. */
export function scheduleVendorBills(context: SimulationContext): void {
  const prng = context.prng("vendor-bills");
  for (const month of monthsOf(context)) {
    for (const bill of BILLS) {
      const hasBegun = month >= bill.firstMonth;
      // All numbers are drawn even if there is no bill, so that the numbers of later bills stay the same.
      const isBilled = prng.chance(bill.chance);
      const dollars = (bill.amount + bill.growth * (month - bill.firstMonth)) * prng.around(bill.spread);
      const day = prng.integer(6, 20);
      const wait = prng.integer(11, 29);
      if (hasBegun && isBilled)
        postBill(context, bill, context.calendar.businessDay(month, day), wait, context.dollars(dollars));
    }
    scheduleOverseas(context, prng, month);
  }
  scheduleRent(context);
  scheduleStateTaxes(context);
}

function postBill(
  { agenda, books, calendar }: SimulationContext,
  bill: Bill,
  day: number,
  wait: number,
  amount: number,
): void {
  const { merchant, description, category, department } = bill;
  agenda.schedule(day, "morning", () =>
    books.post({ description: `Bill, ${description}`, source: "adjustment", merchant }, [
      debit(category, amount, department),
      credit("payables", amount),
    ]),
  );
  agenda.schedule(calendar.businessDayOnOrAfter(day + wait), "morning", () =>
    books.post(
      { description: `Bill payment, ${description}`, source: "bank_transaction", merchant, bank: true },
      [debit("payables", amount), credit("operating-checking", amount)],
    ),
  );
}

/**
 * Schedules wires to contractors abroad in their own currency. The bank's exchange rate is slightly worse
 * than the market's, which causes a loss.
 */
function scheduleOverseas(
  { agenda, books, calendar, dollars }: SimulationContext,
  prng: Prng,
  month: number,
): void {
  for (const { merchant, firstMonth, amount, department } of OVERSEAS) {
    const price = dollars(amount * (1 + 0.008 * (month - firstMonth)) * prng.around(0.1));
    const loss = Math.round(price * prng.between(0.002, 0.012));
    const fee = dollars(35);
    if (month < firstMonth) continue;
    agenda.schedule(calendar.businessDay(month, 18), "morning", () =>
      books.post(
        { description: "International wire to contractor", source: "bank_transaction", merchant, bank: true },
        [
          debit("international-contractors", price, department),
          debit("exchange-loss", loss),
          debit("bank-fees", fee, "finance"),
          credit("operating-checking", price + loss + fee),
        ],
      ),
    );
  }
}

/**
 * Schedules rent on the first business day of a month, a deposit when a lease begins, its return in the month
 * after the lease has ended, and utilities.
 */
function scheduleRent(context: SimulationContext): void {
  const { agenda, books, calendar, dollars } = context;
  const meter = context.prng("utilities");
  for (const month of monthsOf(context)) {
    const usage = meter.around(0.2);
    const post = (nth: number, description: string, merchant: string, postings: readonly Posting[]): void =>
      agenda.schedule(calendar.businessDay(month, nth), "morning", () =>
        books.post({ description, source: "bank_transaction", merchant, bank: true }, postings),
      );
    for (const { firstMonth, until, landlord, rent, deposit } of LEASES) {
      if (month === firstMonth)
        post(1, "Security deposit", landlord, [
          debit("deposits", dollars(deposit)),
          credit("operating-checking", dollars(deposit)),
        ]);
      if (month === until + 1) {
        post(9, "Security deposit returned", landlord, [
          debit("operating-checking", dollars(deposit)),
          credit("deposits", dollars(deposit)),
        ]);
      }
      if (month < firstMonth || month >= until) continue;
      const raised = rent * (1 + 0.03 * Math.floor((month - firstMonth) / 12));
      post(1, "Office rent", landlord, [
        debit("rent", dollars(raised)),
        credit("operating-checking", dollars(raised)),
      ]);
      if (rent < 5_000) continue;
      const power = dollars(rent * 0.035 * usage);
      post(11, "Electricity and water", "Bayfront Utility District", [
        debit("utilities", power),
        credit("operating-checking", power),
      ]);
    }
  }
}

/**
 * Schedules Delaware's franchise tax and California's minimum tax. They are accrued monthly and paid in March
 * for the year before.
 */
function scheduleStateTaxes(context: SimulationContext): void {
  const { agenda, books, calendar, dollars } = context;
  for (const month of monthsOf(context)) {
    const monthly = dollars(month < 6 ? 100 : month < 18 ? 420 : 1_150);
    agenda.schedule(calendar.monthEnd(month).index, "close", () => {
      books.post({ description: "Franchise and state taxes set aside", source: "adjustment" }, [
        debit("franchise-tax", monthly, "finance"),
        credit("franchise-tax-payable", monthly),
      ]);
      if (calendar.dayOf(month, 1).calendarMonth !== 12) return;
      const owed = -books.balance("franchise-tax-payable");
      agenda.schedule(
        calendar.businessDayOnOrBefore(calendar.dayOf(month + 3, 1).index + 14),
        "morning",
        () =>
          books.post(
            {
              description: "Franchise and state taxes, last year",
              source: "bank_transaction",
              merchant: "State tax authorities",
              bank: true,
            },
            [debit("franchise-tax-payable", owed), credit("operating-checking", owed)],
          ),
      );
    });
  }
}
