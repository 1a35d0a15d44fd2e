/**
 * What lines that are not posted yet would change in the three statements. Statements are sums of entries, so
 * the change is the statement of the lines alone.
 */
import { addCents, type Cents, ZERO_CENTS } from "@daybook/words/cents";
import { unixSeconds } from "@daybook/words/civil-date";
import type { CategoryRow } from "../../chart/index.ts";
import type { Sums } from "../../ledger/index.ts";
import { type CashFlow, cashFlow } from "./cash-flow.ts";
import { type BalanceSheet, balanceSheet, type IncomeStatement, incomeStatement } from "./statements.ts";

/** A line, by its category. */
interface ChangedLine {
  readonly category_id: string;
  readonly net_debit_cents: Cents;
}

export interface StatementChanges {
  readonly income: IncomeStatement;
  readonly balance: BalanceSheet;
  readonly cash: CashFlow;
}

/** Returns the changes that lines of one day make. The lines must balance. */
export function changesOf(
  lines: readonly ChangedLine[],
  categories: readonly CategoryRow[],
): StatementChanges {
  const sums = new Map<string, Cents>();
  for (const { category_id: id, net_debit_cents } of lines)
    sums.set(id, addCents(sums.get(id) ?? ZERO_CENTS, net_debit_cents));
  /** The sums as those of one bucket; the others are empty. */
  const inBucket = (filled: number): Sums => ({
    categories,
    cell: (bucket, id) => {
      const netDebitCents = sums.get(id);
      if (bucket !== filled || netDebitCents === undefined) return null;
      return { netDebitCents, entries: 1, refreshedAt: unixSeconds(0) };
    },
    departmentIds: [""],
    departments: [],
    fiscalYearStartMonth: null,
  });
  // An income statement has one bucket; the others have one for what was before.
  return {
    income: incomeStatement(inBucket(0), false),
    balance: balanceSheet(inBucket(1)),
    cash: cashFlow(inBucket(1), {
      nonCash: { vouchers: [], depreciation: { charged: ZERO_CENTS, released: ZERO_CENTS } },
      excludesNonCash: false,
    }),
  };
}
