/**
 * The overview of a company: cash and results by month, burn and runway. Pure functions over the sums from
 * which the statements are computed. Invariant: revenue less expenses is the net income of the income
 * statement, and the cash at the end of a month that of the balance sheet.
 */
import { addCents, type Cents, cents, negateCents, sumCents } from "@daybook/words/cents";
import type { Sums } from "../../ledger/index.ts";
import { cashIn, mergeBuckets } from "./lines.ts";
import { incomeStatement } from "./statements.ts";

/** A month of the overview. */
export interface OverviewMonth {
  /** Revenue and other income. */
  readonly revenue: Cents;
  /** All costs. */
  readonly expenses: Cents;
  readonly cashChange: Cents;
  /** The cash at the end of the month. */
  readonly cash: Cents;
}

/** The whole months over which burn is averaged. */
const BURN_MONTHS = 3;

/** Returns the months of sums whose first bucket is what was before them. */
export function overviewMonths(sums: Sums, count: number): OverviewMonth[] {
  const months: OverviewMonth[] = [];
  let cash = cashIn(sums, 0);
  for (let bucket = 1; bucket <= count; bucket += 1) {
    const { sections, netIncome } = incomeStatement(mergeBuckets(sums, [[bucket, bucket + 1]]), false);
    const revenue = sumCents([sections.revenue.total, sections.other_income.total]);
    const cashChange = cashIn(sums, bucket);
    cash = addCents(cash, cashChange);
    months.push({ revenue, expenses: addCents(revenue, negateCents(netIncome)), cashChange, cash });
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
