/**
 * The overview of a company: cash and results by month, burn and runway, and what changed most between two
 * ranges of days. Pure functions over the sums from which the statements are computed. Invariant: revenue
 * less expenses is the net income of the income statement, and the cash at the end of a month that of the
 * balance sheet.
 */
import { addCents, type Cents, cents, negateCents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { percentTenths } from "../../../../core/statement-table.ts";
import { directId, treeSelector } from "../../chart/index.ts";
import type { Sums } from "../../ledger/index.ts";
import { amountIn, cashIn, mergeBuckets } from "./lines.ts";
import { INCOME_SECTIONS, type IncomeSection, incomeStatement } from "./statements.ts";

/** Results of some days. */
export interface Results {
  /** Revenue and other income. */
  readonly revenue: Cents;
  /** All costs. */
  readonly expenses: Cents;
  readonly netIncome: Cents;
}

/** A month of the overview. */
export interface OverviewMonth extends Results {
  readonly cashChange: Cents;
  /** The cash at the end of the month. */
  readonly cash: Cents;
}

/** The whole months over which burn is averaged. */
export const BURN_MONTHS = 3;

/** Returns the results of a bucket. */
export function resultsIn(sums: Sums, bucket: number): Results {
  const { sections, netIncome } = incomeStatement(mergeBuckets(sums, [[bucket, bucket + 1]]), false);
  const revenue = sumCents([sections.revenue.total, sections.other_income.total]);
  return { revenue, expenses: addCents(revenue, negateCents(netIncome)), netIncome };
}

/** Returns the months of sums whose first bucket is what was before them. */
export function overviewMonths(sums: Sums, count: number): OverviewMonth[] {
  const months: OverviewMonth[] = [];
  let cash = cashIn(sums, 0);
  for (let bucket = 1; bucket <= count; bucket += 1) {
    const cashChange = cashIn(sums, bucket);
    cash = addCents(cash, cashChange);
    months.push({ ...resultsIn(sums, bucket), cashChange, cash });
  }
  return months;
}

/**
 * Returns by how much cash fell in a month, on average over the last whole months: rounded to whole cents,
 * half away from zero; negative if it grew.
 */
export function burnOf(wholeMonths: readonly Pick<OverviewMonth, "cashChange">[]): Cents {
  const last = wholeMonths.slice(-BURN_MONTHS);
  if (last.length === 0) return cents(0);
  const fallen = last.reduce((sum, { cashChange }) => sum - BigInt(cashChange), 0n);
  const count = BigInt(last.length);
  const size = ((fallen < 0n ? -fallen : fallen) * 2n + count) / (2n * count);
  return cents(Number(fallen < 0n ? -size : size));
}

/** Returns for how long cash lasts at a burn, in whole tenths of a month; null if it does not end. */
export function runwayTenths(cash: Cents, burn: Cents): number | null {
  if (burn <= 0) return null;
  if (cash <= 0) return 0;
  return Math.min(Number((BigInt(cash) * 10n) / BigInt(burn)), Number.MAX_SAFE_INTEGER);
}

/** An amount beside its former one. */
export interface Compared {
  readonly amount: Cents;
  readonly before: Cents;
  readonly change: Cents;
  /** The change in tenths of a percent; null where no percentage tells it. */
  readonly percentTenths: number | null;
  /** Null if nothing changed. */
  readonly isBetter: boolean | null;
}

/** Compares two amounts, of which the larger or the smaller one is the better. */
export function compared(amount: Cents, before: Cents, better: "larger" | "smaller"): Compared {
  const change = addCents(amount, negateCents(before));
  // A loss that shrank, or cash that was gained instead of burnt, has no percentage that tells its direction.
  const hasPercent = amount >= 0 && before > 0;
  return {
    amount,
    before,
    change,
    percentTenths: hasPercent ? percentTenths([amount, before], { current: 0, prior: 1 }) : null,
    isBetter: change === 0 ? null : change > 0 === (better === "larger"),
  };
}

/** Runway beside its former one. Each is null where cash does not end. */
export interface ComparedRunway {
  readonly tenths: number | null;
  readonly before: number | null;
  readonly change: number | null;
  readonly isBetter: boolean | null;
}

export function comparedRunway(tenths: number | null, before: number | null): ComparedRunway {
  const [size, former] = [tenths ?? Infinity, before ?? Infinity];
  return {
    tenths,
    before,
    change: tenths === null || before === null ? null : tenths - before,
    isBetter: size === former ? null : size > former,
  };
}

/** A category of the income statement whose own entries changed between two ranges of days. */
export interface ChangedLine {
  readonly section: IncomeSection;
  readonly categoryId: string;
  /** The id of its line in the statement, which has the same entries. */
  readonly lineId: string;
  readonly name: string;
  /** With the signs of the income statement: costs are negative. */
  readonly amount: Cents;
  readonly before: Cents;
  /** By how much its size grew: positive for a cost that rose. */
  readonly change: Cents;
  readonly isBetter: boolean;
}

/** The most categories that are named. */
const MOST_CHANGED = 6;

/** Returns the categories that changed most between two buckets, the largest change first. */
export function changedLines(sums: Sums, now: number, before: number): ChangedLine[] {
  const select = treeSelector(sums.categories);
  const isBooked = (id: string): boolean => [now, before].some((bucket) => sums.cell(bucket, id) !== null);
  const lines = Object.entries(INCOME_SECTIONS).flatMap(([section, type]) =>
    sums.categories
      .filter((row) => row.account_type === type)
      .map((row): ChangedLine => {
        const [amount, former] = [now, before].map((bucket) => amountIn(sums.cell(bucket, row.id), type));
        const effect = addCents(amount ?? ZERO_CENTS, negateCents(former ?? ZERO_CENTS));
        const isIncome = type === "revenue" || type === "other_income";
        const below = (select(row.id)?.ids ?? []).filter((id) => id !== row.id);
        return {
          section: section as IncomeSection,
          categoryId: row.id,
          lineId: below.some(isBooked) ? directId(row.id) : row.id,
          name: row.name,
          amount: amount ?? ZERO_CENTS,
          before: former ?? ZERO_CENTS,
          change: isIncome ? effect : negateCents(effect),
          isBetter: effect > 0,
        };
      }),
  );
  return lines
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.categoryId < b.categoryId ? -1 : 1))
    .slice(0, MOST_CHANGED);
}

/** The money of one category at the end of the last day. */
export interface CashCategory {
  readonly categoryId: string;
  readonly name: string;
  readonly balance: Cents;
}

/** Returns the debits minus credits of the categories in the first `count` buckets, the largest first. */
export function balancesOf(sums: Sums, isIn: (id: string, isCash: boolean) => boolean, count: number) {
  const whole = mergeBuckets(sums, [[0, count]]);
  return sums.categories
    .filter((row) => isIn(row.id, row.cash_flow === "cash"))
    .map((row): CashCategory => ({
      categoryId: row.id,
      name: row.name,
      balance: whole.cell(0, row.id)?.netDebitCents ?? ZERO_CENTS,
    }))
    .filter(({ balance }) => balance !== 0)
    .toSorted((a, b) => b.balance - a.balance || (a.categoryId < b.categoryId ? -1 : 1));
}
