/**
 * Bills that the sample company pays from the bank: rent and a security deposit, contractors, counsel,
 * accountants and recruiters, and state taxes. A bill that isn't paid at once is a payable until it is.
 *
 * Invariants: every payable is paid by the amount of its bill; the taxes paid in spring are those that were
 * set aside in the year before.
 */
import { credit, debit, type Posting } from "./books.ts";
import type { CategoryKey, DepartmentKey } from "./chart.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";

interface Bill {
  readonly merchant: string;
  readonly description: string;
  readonly category: CategoryKey;
  readonly department: DepartmentKey;
  readonly from: number;
  /** Chance of a bill in a month. */
  readonly chance: number;
  /**
   * Dollars: the usual amount in the first month, what each month adds, and how far a bill may be from it.
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
).map(([merchant, description, category, department, from, chance, amount, growth, spread]) => ({
  merchant,
  description,
  category,
  department,
  from,
  chance,
  amount,
  growth,
  spread,
}));

const OVERSEAS: readonly {
  readonly merchant: string;
  readonly from: number;
  readonly amount: number;
  readonly department: DepartmentKey;
}[] = [
  { merchant: "Rua Nova Software Lda", from: 3, amount: 4_800, department: "product" },
  { merchant: "Tallinn Row Engineering", from: 11, amount: 6_100, department: "infrastructure" },
  { merchant: "Cebu Harbor Support Services", from: 19, amount: 3_900, department: "customer-success" },
];

const LEASES: readonly {
  readonly from: number;
  readonly until: number;
  readonly landlord: string;
  readonly rent: number;
  readonly deposit: number;
}[] = [
  { from: 1, until: 9, landlord: "Commonroom Coworking", rent: 1_750, deposit: 0 },
  { from: 9, until: 22, landlord: "Alder Block Properties", rent: 8_900, deposit: 17_800 },
  { from: 22, until: 1_000, landlord: "Mission Yard Partners", rent: 18_400, deposit: 46_000 },
];

/** Puts all bills, wires, rents and state taxes into the diary. */
export function scheduleVendorBills(setting: Setting): void {
  const prng = setting.prng("vendor-bills");
  for (const month of monthsOf(setting)) {
    for (const bill of BILLS) {
      const due = month >= bill.from;
      // The stream advances by the same steps whether or not a bill comes, so the rest doesn't move.
      const comes = prng.chance(bill.chance);
      const dollars = (bill.amount + bill.growth * (month - bill.from)) * prng.around(bill.spread);
      const day = prng.integer(6, 20);
      const wait = prng.integer(11, 29);
      if (due && comes)
        postBill(setting, bill, setting.calendar.businessDay(month, day), wait, setting.dollars(dollars));
    }
    scheduleOverseas(setting, prng, month);
  }
  scheduleRent(setting);
  scheduleStateTaxes(setting);
}

function postBill(
  { agenda, books, calendar }: Setting,
  bill: Bill,
  day: number,
  wait: number,
  amount: number,
): void {
  const { merchant, description, category, department } = bill;
  agenda.on(day, "morning", () =>
    books.post({ description: `Bill, ${description}`, source: "adjustment", merchant }, [
      debit(category, amount, department),
      credit("payables", amount),
    ]),
  );
  agenda.on(calendar.onOrAfter(day + wait), "morning", () =>
    books.post(
      { description: `Bill payment, ${description}`, source: "bank_transaction", merchant, bank: true },
      [debit("payables", amount), credit("operating-checking", amount)],
    ),
  );
}

/** Paid by wire in their own currency: the bank's rate is a little worse than the day's. */
function scheduleOverseas({ agenda, books, calendar, dollars }: Setting, prng: Prng, month: number): void {
  for (const { merchant, from, amount, department } of OVERSEAS) {
    const price = dollars(amount * (1 + 0.008 * (month - from)) * prng.around(0.1));
    const loss = Math.round(price * prng.between(0.002, 0.012));
    const fee = dollars(35);
    if (month < from) continue;
    agenda.on(calendar.businessDay(month, 18), "morning", () =>
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

/** Rent on the first business day; a deposit when a lease begins, back in the month after it ends. */
function scheduleRent(setting: Setting): void {
  const { agenda, books, calendar, dollars } = setting;
  const meter = setting.prng("utilities");
  for (const month of monthsOf(setting)) {
    const usage = meter.around(0.2);
    const post = (nth: number, description: string, merchant: string, postings: readonly Posting[]): void =>
      agenda.on(calendar.businessDay(month, nth), "morning", () =>
        books.post({ description, source: "bank_transaction", merchant, bank: true }, postings),
      );
    for (const { from, until, landlord, rent, deposit } of LEASES) {
      if (month === from)
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
      if (month < from || month >= until) continue;
      const raised = rent * (1 + 0.03 * Math.floor((month - from) / 12));
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
 * Delaware franchise tax and California's minimum tax are set aside monthly and paid in March for the year
 * before.
 */
function scheduleStateTaxes(setting: Setting): void {
  const { agenda, books, calendar, dollars } = setting;
  for (const month of monthsOf(setting)) {
    const monthly = dollars(month < 6 ? 100 : month < 18 ? 420 : 1_150);
    agenda.on(calendar.monthEnd(month).index, "close", () => {
      books.post({ description: "Franchise and state taxes set aside", source: "adjustment" }, [
        debit("franchise-tax", monthly, "finance"),
        credit("franchise-tax-payable", monthly),
      ]);
      if (calendar.dayOf(month, 1).calendarMonth !== 12) return;
      const owed = -books.balance("franchise-tax-payable");
      agenda.on(calendar.onOrBefore(calendar.dayOf(month + 3, 1).index + 14), "morning", () =>
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
