/**
 * The trial balance: the balance of each category before some days of a fiscal year, what was booked on them,
 * and the balance at their end. Amounts are debits minus credits of the category's own entries, without those
 * of categories below it. Income and expenses begin at zero with each fiscal year; what they came to before
 * is a line of its own. Asserted: debits equal credits in the openings, the changes and the closings.
 */
import { assert } from "@daybook/words/assert";
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import {
  ACCOUNT_TYPES,
  type AccountType,
  type Adjustments,
  isPointInTime,
} from "@daybook/words/ledger-words";
import { type CategoryRow, directId, inDisplayOrder } from "../../chart/index.ts";
import { latestOf, type Sums, type SumsWithAdjusting } from "../../ledger/index.ts";
import { cellsOf } from "./lines.ts";

/** Buckets of a trial balance: before the fiscal year, the year before the first day, and then each period. */
const BEFORE_YEAR = 0;
const BEFORE_DAYS = 1;
const FIRST_PERIOD = 2;

/** The id of the line of what was earned before the fiscal year. */
export const EARLIER_INCOME_ID = "grp_earlier_net_income";

/** A line. All amounts are debits minus credits. */
export interface TrialLine {
  /** The category's id; `<id>-direct` for one that has others below it. */
  readonly id: string;
  readonly name: string;
  readonly accountType: AccountType;
  /** The category whose own entries it has; null for the line of earlier years. */
  readonly categoryId: string | null;
  readonly opening: Cents;
  /** What was booked in each period; without adjusting entries unless they are included. */
  readonly changes: readonly Cents[];
  /** The adjusting entries of all periods; zero unless they are separate. */
  readonly adjustments: Cents;
  /** The opening balance, the changes and the adjustments. */
  readonly closing: Cents;
  /** The number of entries of all periods. */
  readonly entries: number;
}

/** The days of a period. */
interface Period {
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
}

export interface TrialBalance {
  readonly refreshedAt: UnixSeconds | null;
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly periods: readonly Period[];
  readonly adjustments: Adjustments;
  /** In the order of the types of a balance sheet and an income statement, and then of the chart. */
  readonly lines: readonly TrialLine[];
}

/** Computes a trial balance. Lines without any amount are left out. */
export function trialBalance(found: SumsWithAdjusting, days: TrialDays): TrialBalance {
  const balance = wholeTrialBalance(found, days);
  return { ...balance, lines: balance.lines.filter(hasAmount) };
}

/** True for a line with an amount other than zero. */
export function hasAmount({ opening, changes, adjustments, closing }: TrialLine): boolean {
  return [opening, ...changes, adjustments, closing].some((amount) => amount !== 0);
}

type TrialDays = Omit<TrialBalance, "refreshedAt" | "lines">;

/** Computes a trial balance with a line for each category. */
export function wholeTrialBalance({ sums, adjusting }: SumsWithAdjusting, days: TrialDays): TrialBalance {
  const parents = new Set(sums.categories.map(({ parent_id }) => parent_id));
  const buckets = days.periods.map((_, index) => FIRST_PERIOD + index);
  const lines = inTypeOrder(sums.categories).map((row): TrialLine => {
    const net = (bucket: number) => sums.cell(bucket, row.id)?.netDebitCents ?? ZERO_CENTS;
    const adjusted = days.periods.map((_, index) =>
      days.adjustments === "included" ? ZERO_CENTS : adjusting(index, row.id),
    );
    const before = isPointInTime(row.account_type) ? net(BEFORE_YEAR) : ZERO_CENTS;
    return lineOf({
      id: parents.has(row.id) ? directId(row.id) : row.id,
      name: parents.has(row.id) ? `${row.name} (direct)` : row.name,
      accountType: row.account_type,
      categoryId: row.id,
      opening: addCents(before, net(BEFORE_DAYS)),
      changes: buckets.map((bucket, index) =>
        addCents(net(bucket), negateCents(adjusted[index] ?? ZERO_CENTS)),
      ),
      adjustments: days.adjustments === "separate" ? sumCents(adjusted) : ZERO_CENTS,
      entries: buckets.reduce((count, bucket) => count + (sums.cell(bucket, row.id)?.entries ?? 0), 0),
    });
  });
  // Beside the equity, to which it belongs once a year is over.
  const place = lines.findLastIndex(({ accountType }) => isPointInTime(accountType)) + 1;
  lines.splice(place, 0, earlierIncome(sums, days.periods));
  const balance = {
    ...days,
    refreshedAt: latestOf(cellsOf(sums, [BEFORE_YEAR, BEFORE_DAYS, ...buckets])),
    lines,
  };
  checkBalance(balance);
  return balance;
}

function lineOf(line: Omit<TrialLine, "closing">): TrialLine {
  return { ...line, closing: sumCents([line.opening, ...line.changes, line.adjustments]) };
}

/** The line of all income and expenses before the fiscal year, which the equity has instead of them. */
function earlierIncome(sums: Sums, periods: readonly Period[]): TrialLine {
  const rows = sums.categories.filter((row) => !isPointInTime(row.account_type));
  return lineOf({
    id: EARLIER_INCOME_ID,
    name: "Net Income of Earlier Years",
    accountType: "equity",
    categoryId: null,
    opening: sumCents(rows.map((row) => sums.cell(BEFORE_YEAR, row.id)?.netDebitCents ?? ZERO_CENTS)),
    changes: periods.map(() => ZERO_CENTS),
    adjustments: ZERO_CENTS,
    entries: 0,
  });
}

function inTypeOrder(categories: readonly CategoryRow[]): CategoryRow[] {
  const place = (row: CategoryRow) => ACCOUNT_TYPES.indexOf(row.account_type);
  return inDisplayOrder(categories).toSorted((a, b) => place(a) - place(b));
}

function checkBalance({ lines, periods }: TrialBalance): void {
  const stages: readonly (readonly [string, (line: TrialLine) => Cents])[] = [
    ["opening", ({ opening }) => opening],
    ["closing", ({ closing }) => closing],
    ...periods.map((_, index) => ["change", (line: TrialLine) => line.changes[index] ?? ZERO_CENTS] as const),
  ];
  for (const [stage, amount] of stages) {
    const difference = sumCents(lines.map(amount));
    assert(difference === 0, `the debits of a trial balance's ${stage} exceed the credits by ${difference}`);
  }
}

/** The closing balance of a line without the adjustments. */
export function unadjustedOf({ opening, changes }: TrialLine): Cents {
  return sumCents([opening, ...changes]);
}

/** An amount on its side: both are zero or positive, and one of them is zero. */
export interface Sides {
  readonly debit: Cents;
  readonly credit: Cents;
}

/** Returns the sides of debits minus credits. */
export function sidesOf(net: Cents): Sides {
  return { debit: net > 0 ? net : ZERO_CENTS, credit: net < 0 ? negateCents(net) : ZERO_CENTS };
}
