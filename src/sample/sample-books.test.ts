/** The books of the sample company are plausible to an accountant, for any seed and day. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { present } from "@daybook/words/assert";
import {
  type CivilDate,
  dateOfDayNumber,
  dayNumber,
  parseCivilDate,
  unixSeconds,
} from "@daybook/words/civil-date";
import { type AccountType, signOf } from "@daybook/words/ledger-words";
import { BANK_ACCOUNTS, type CategoryKey, categoryId } from "./chart.ts";
import { FEWEST_ENTRIES, sampleBundle } from "./sample-bundle.ts";

const TODAY = present(parseCivilDate("2026-11-21"), "a date");

/**
 * Balances and monthly activity by category, computed from the vouchers. Amounts follow the sign rule: a
 * normal balance is positive.
 */
interface BooksSummary {
  readonly type: (id: string) => AccountType;
  readonly root: (id: string) => string;
  readonly final: Map<string, number>;
  /** The balances at the end of each month, the oldest first; the last ones are today's. */
  readonly monthEnds: Map<string, number>[];
  readonly activity: Map<string, number>[];
  /** The lowest balance of each bank account at the end of any day. */
  readonly lowest: Map<string, number>;
}

function summarize(seed: number, today: CivilDate = TODAY, entries?: number): BooksSummary {
  const now = unixSeconds(dayNumber(today) * 86_400 + 80_000);
  const { categories, journal } = sampleBundle({
    seed,
    today,
    now,
    ...(entries === undefined ? {} : { entries }),
  });
  const types = new Map(categories.map(({ id, account_type }) => [id, account_type]));
  const roots = new Map<string, string>();
  for (const { id, parent_id } of categories)
    roots.set(id, parent_id === null ? id : (roots.get(parent_id) ?? id));
  const type = (id: string): AccountType => present(types.get(id), id);
  const final = new Map<string, number>();
  const monthEnds: Map<string, number>[] = [];
  const activity: Map<string, number>[] = [];
  const lowest = new Map<string, number>();
  let day = "";
  const endDay = (): void => {
    for (const key of BANK_ACCOUNTS) {
      const id = categoryId(key);
      lowest.set(id, Math.min(lowest.get(id) ?? Number.POSITIVE_INFINITY, final.get(id) ?? 0));
    }
  };
  for (const { date, lines } of journal) {
    if (date !== day) {
      if (day !== "") endDay();
      if (day !== "" && date.slice(0, 7) !== day.slice(0, 7)) monthEnds.push(new Map(final));
      if (date.slice(0, 7) !== day.slice(0, 7)) activity.push(new Map());
      day = date;
    }
    const month = present(activity.at(-1), "a month");
    for (const { category_id, debit_cents = 0, credit_cents = 0 } of lines) {
      const amount = (debit_cents - credit_cents) * signOf(type(category_id));
      final.set(category_id, (final.get(category_id) ?? 0) + amount);
      month.set(category_id, (month.get(category_id) ?? 0) + amount);
    }
  }
  endDay();
  monthEnds.push(new Map(final));
  return { type, root: (id) => roots.get(id) ?? id, final, monthEnds, activity, lowest };
}

/**
 * Sums the activity of the categories that `isIncluded` accepts, from the month `from` to the month before
 * `to`.
 */
function sum(
  { activity }: BooksSummary,
  from: number,
  to: number,
  isIncluded: (id: string) => boolean,
): number {
  let total = 0;
  for (const month of activity.slice(from, to))
    for (const [id, amount] of month) if (isIncluded(id)) total += amount;
  return total;
}

function balance(balances: ReadonlyMap<string, number>, key: CategoryKey): number {
  return balances.get(categoryId(key)) ?? 0;
}

const seeds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const todays = fc
  .integer({ min: dayNumber(TODAY) - 4_000, max: dayNumber(TODAY) + 4_000 })
  .map(dateOfDayNumber);
const runs = { numRuns: 10 };

/** Assets whose normal balance is a credit. */
const CONTRA = ["cat_accumulated-depreciation", "cat_accumulated-amortization"];

describe("the sample's balance sheet", () => {
  test("no bank account is below zero at the end of any day", () => {
    fc.assert(
      fc.property(seeds, todays, (seed, today) => {
        for (const [id, cents] of summarize(seed, today).lowest)
          expect([id, Math.min(cents, 0)]).toEqual([id, 0]);
      }),
      runs,
    );
  });

  test("no bank account is below zero, whatever the company's size", () => {
    for (const entries of [FEWEST_ENTRIES, 16_000, 200_000]) {
      for (const seed of [1, 2, 3])
        for (const cents of summarize(seed, TODAY, entries).lowest.values())
          expect(cents).toBeGreaterThanOrEqual(0);
    }
  });

  test("no asset, liability or equity has a balance with the wrong sign at the end of a month", () => {
    fc.assert(
      fc.property(seeds, todays, (seed, today) => {
        const summary = summarize(seed, today);
        for (const balances of summary.monthEnds) {
          for (const [id, cents] of balances) {
            if (!["asset", "liability", "equity"].includes(summary.type(id))) continue;
            expect([id, CONTRA.includes(id) ? cents <= 0 : cents >= 0]).toEqual([id, true]);
          }
          const cost = balance(balances, "computers") + balance(balances, "furniture");
          expect(cost + balance(balances, "accumulated-depreciation")).toBeGreaterThanOrEqual(0);
          expect(
            balance(balances, "capitalized-software") + balance(balances, "accumulated-amortization"),
          ).toBeGreaterThanOrEqual(0);
        }
      }),
      runs,
    );
  });

  test("assets equal liabilities, equity and net income so far", () => {
    const { final, type } = summarize(6);
    let difference = 0;
    for (const [id, cents] of final) difference += cents * signOf(type(id));
    expect(difference).toBe(0);
  });

  test("notes are converted, payroll is paid, cards owe about a month's spending, and the loan is being repaid", () => {
    const summary = summarize(6);
    const { final } = summary;
    expect(balance(final, "safe-notes")).toBe(0);
    expect(balance(final, "series-seed")).toBeGreaterThan(0);
    expect(balance(final, "series-a")).toBeGreaterThan(balance(final, "series-seed"));
    expect(balance(final, "wages-payable")).toBe(0);
    expect(balance(final, "term-loan")).toBeGreaterThan(10_000_000);
    expect(balance(final, "term-loan")).toBeLessThan(40_000_000);
    // The travel card pays for all travel, ads and events and a part of the meals; expenses are negative.
    const spent = -sum(summary, 34, 37, (id) => ["cat_travel", "cat_advertising", "cat_events"].includes(id));
    expect(balance(final, "travel-card")).toBeGreaterThan(0);
    expect(balance(final, "travel-card")).toBeLessThan(spent);
    for (const key of [
      "receivables",
      "prepaid-insurance",
      "deferred-annual",
      "deferred-contracts",
      "payables",
      "sales-tax-payable",
    ] as const) {
      expect([key, balance(final, key) > 0]).toEqual([key, true]);
    }
  });

  test("cash lasts for more than a year at the latest rate of spending", () => {
    fc.assert(
      fc.property(seeds, todays, (seed, today) => {
        const { monthEnds } = summarize(seed, today);
        const cash = (balances: Map<string, number> | undefined): number =>
          BANK_ACCOUNTS.reduce((total, key) => total + balance(present(balances, "a month's end"), key), 0);
        const now = cash(monthEnds.at(-2));
        const yearAgo = cash(monthEnds.at(-14));
        expect(now).toBeLessThan(yearAgo);
        expect(now).toBeGreaterThan(yearAgo - now);
      }),
      runs,
    );
  });
});

describe("the sample's income statement", () => {
  const isType =
    (summary: BooksSummary, type: AccountType) =>
    (id: string): boolean =>
      summary.type(id) === type;

  test("revenue grows by more than 60% a year, at a gross margin between 50% and 85%", () => {
    fc.assert(
      fc.property(seeds, todays, (seed, today) => {
        const summary = summarize(seed, today);
        let before = 0;
        for (let year = 0; year < 3; year += 1) {
          const revenue = sum(summary, year * 12, year * 12 + 12, isType(summary, "revenue"));
          // Costs are debits, so their amounts are negative.
          const margin =
            (revenue + sum(summary, year * 12, year * 12 + 12, isType(summary, "cost_of_goods_sold"))) /
            revenue;
          expect(margin).toBeGreaterThan(0.5);
          expect(margin).toBeLessThan(0.85);
          if (year > 0) expect(revenue / before).toBeGreaterThan(year === 1 ? 2 : 1.6);
          before = revenue;
        }
      }),
      runs,
    );
  });

  test("payroll is the largest expense of every year", () => {
    fc.assert(
      fc.property(seeds, todays, (seed, today) => {
        const summary = summarize(seed, today);
        for (let year = 0; year < 3; year += 1) {
          const expenses = new Map<string, number>();
          for (const month of summary.activity.slice(year * 12, year * 12 + 12)) {
            for (const [id, amount] of month) {
              if (!["expense", "cost_of_goods_sold"].includes(summary.type(id))) continue;
              expenses.set(summary.root(id), (expenses.get(summary.root(id)) ?? 0) - amount);
            }
          }
          const [largest] = [...expenses].toSorted(([, a], [, b]) => b - a);
          expect(largest?.[0]).toBe("cat_payroll");
        }
      }),
      runs,
    );
  });

  test("refunds reduce revenue, and deferred revenue is recognized in every month after the launch", () => {
    const summary = summarize(6);
    expect(sum(summary, 0, 37, (id) => id === "cat_refunds")).toBeLessThan(0);
    for (const month of summary.activity.slice(3, 36))
      expect(month.get("cat_annual-plans") ?? 0).toBeGreaterThan(0);
    for (const month of summary.activity.slice(8, 36))
      expect(month.get("cat_enterprise-contracts") ?? 0).toBeGreaterThan(0);
  });
});
