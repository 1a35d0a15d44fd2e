/**
 * The statement of changes in equity: each category of equity, and retained earnings, from its balance before
 * some days to that at their end. A movement has a kind only if its voucher leaves no doubt; all others are
 * other changes. Asserted: the balances are those of the balance sheet, and the income that of the income
 * statement, because all come from the same sums.
 */
import { isUnclearEquity } from "@daybook/words/account-kinds";
import { assert } from "@daybook/words/assert";
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type CategoryRow, directId, inDisplayOrder } from "../../chart/index.ts";
import { latestOf, type SpecialEquity, type Sums, type SumsWithMovements } from "../../ledger/index.ts";
import { amountIn, cellsOf, netIncome } from "./lines.ts";
import { RETAINED_EARNINGS_ID, retainedCategories } from "./statements.ts";

/** Buckets: before the days, and the days. */
const BEFORE = 0;
const DAYS = 1;

/** What happens to equity; credits are positive. */
const EQUITY_CHANGES = ["corrected", "netIncome", "paidIn", "paidOut", "transferred", "other"] as const;
export type EquityChange = (typeof EQUITY_CHANGES)[number];

export type EquityAmounts = Readonly<Record<EquityChange | "opening" | "closing", Cents>>;

export interface EquityCategory extends EquityAmounts {
  /** The category's id, `<id>-direct` for one that has others below it, or that of retained earnings. */
  readonly id: string;
  readonly name: string;
}

export interface ChangesInEquity {
  readonly refreshedAt: UnixSeconds | null;
  /** In the order of the chart; retained earnings are the last. */
  readonly categories: readonly EquityCategory[];
  readonly total: EquityAmounts;
}

/**
 * Returns retained earnings, and with them the categories of equity for which cash is not surely paid by or
 * to owners: those whose name says an adjustment or opening balances.
 */
export function specialEquity(sums: Pick<Sums, "categories">): SpecialEquity {
  const retained = retainedCategories(sums);
  const unsure = sums.categories.filter(
    (row) => retained.has(row) || (row.account_type === "equity" && isUnclearEquity(row.name)),
  );
  return { retained: Array.from(retained, ({ id }) => id), unsure: unsure.map(({ id }) => id) };
}

export function changesInEquity({ sums, moved }: SumsWithMovements): ChangesInEquity {
  const retained = retainedCategories(sums);
  const parents = new Set(sums.categories.map(({ parent_id }) => parent_id));
  const rows = inDisplayOrder(sums.categories.filter((row) => row.account_type === "equity"));
  const amountsOf = (of: readonly CategoryRow[], income: readonly [before: Cents, ofDays: Cents]) => {
    const total = (amount: (row: CategoryRow) => Cents) => sumCents(of.map(amount));
    const booked = (bucket: number) => total((row) => amountIn(sums.cell(bucket, row.id), row.account_type));
    const known = (movement: Parameters<typeof moved>[0]) =>
      total((row) => negateCents(moved(movement, row.id)));
    const opening = addCents(booked(BEFORE), income[0]);
    const parts = {
      corrected: known("corrected"),
      netIncome: income[1],
      paidIn: known("paid_in"),
      paidOut: known("paid_out"),
      transferred: known("transferred"),
    };
    const { corrected, paidIn, paidOut, transferred } = parts;
    const other = addCents(booked(DAYS), negateCents(sumCents([corrected, paidIn, paidOut, transferred])));
    return { opening, ...parts, other, closing: sumCents([opening, ...Object.values(parts), other]) };
  };
  const categories = rows
    .filter((row) => !retained.has(row))
    .map((row): EquityCategory => ({
      id: parents.has(row.id) ? directId(row.id) : row.id,
      name: parents.has(row.id) ? `${row.name} (direct)` : row.name,
      ...amountsOf([row], [ZERO_CENTS, ZERO_CENTS]),
    }))
    .filter((category) =>
      [category.opening, ...EQUITY_CHANGES.map((each) => category[each])].some((each) => each !== 0),
    );
  categories.push({
    id: RETAINED_EARNINGS_ID,
    name: "Retained Earnings",
    ...amountsOf([...retained], [netIncome(sums, BEFORE), netIncome(sums, DAYS)]),
  });
  const total = Object.fromEntries(
    (["opening", ...EQUITY_CHANGES, "closing"] as const).map((name) => [
      name,
      sumCents(categories.map((category) => category[name])),
    ]),
  ) as EquityAmounts;
  assert(total.transferred === 0, `transfers within equity come to ${total.transferred} cents`);
  return { refreshedAt: latestOf(cellsOf(sums, [BEFORE, DAYS])), categories, total };
}
