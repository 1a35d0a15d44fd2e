/** The lines of a split as they are written, the shares of a spread, and what is sent of both. */
import { addMonths, endOfMonth } from "@daybook/words/civil-date";
import { equalShares } from "@daybook/words/shares";
import { LIMITS } from "../api/generated/limits.ts";
import type { Transaction, TransactionSplitList } from "@daybook/client";
import { amountText } from "../kit/amounts.ts";
import { centsOf, typedAmount } from "../kit/typed-amounts.ts";
import { startOf } from "../kit/dates.ts";

/** A line as it is written. */
export interface Line {
  readonly key: number;
  readonly category: string | null;
  readonly department: string | null;
  readonly amount: string;
  readonly memo: string;
  /** The number of months over which it is spread; empty for none. */
  readonly months: string;
}

export const EMPTY = { category: null, department: null, amount: "", memo: "", months: "" } as const;

/** The lines with which a form begins: those of the split, or two of which the first has what is known. */
export function begunLines(
  transaction: Pick<Transaction, "has_splits" | "categorized" | "category_id" | "department_id">,
  present: readonly Pick<
    TransactionSplitList["data"][number],
    "category_id" | "department_id" | "amount_cents" | "memo"
  >[],
): readonly Line[] {
  if (transaction.has_splits)
    return present.map((line, key) => ({
      key,
      category: line.category_id,
      department: line.department_id,
      amount: typedAmount(line.amount_cents),
      memo: line.memo ?? "",
      months: "",
    }));
  const category = transaction.categorized ? transaction.category_id : null;
  return [
    { ...EMPTY, key: 0, category, department: transaction.department_id },
    { ...EMPTY, key: 1 },
  ];
}

export function isWrongMonths(months: string): boolean {
  return months !== "" && !/^[1-9]\d{0,2}$/.test(months);
}

/** The cents of each line, null where they can't be read; what is left of the amount; and if it can be sent. */
export function splitOf(lines: readonly Line[], amountCents: number) {
  const cents = lines.map(({ amount }) => centsOf(amount));
  const left = amountCents - cents.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const isReady =
    left === 0 &&
    lines.length >= 2 &&
    lines.every(
      ({ category, months }, at) => category !== null && cents[at] !== null && !isWrongMonths(months),
    );
  return { cents, left, isReady };
}

/** The last day of some months, the first of which is that of a day. */
const lastDayOf = (day: string, months: number): string =>
  endOfMonth(addMonths(startOf("month", day, 1), months - 1));

/** A line as the service takes it, spread from a day on if it has months. */
export function sentLine({ category, department, amount, memo, months }: Line, day: string) {
  return {
    category_id: category ?? "",
    department_id: department,
    amount_cents: centsOf(amount) ?? 0,
    memo: memo.trim() === "" ? null : memo.trim(),
    spread: months === "" ? null : { start_date: day, end_date: lastDayOf(day, Number(months)) },
  };
}

const MOST_MONTHS = LIMITS.spread_months;

/** The number of months that is written; 0 if it is none. */
export function monthsOf(text: string): number {
  return /^\d{1,3}$/.test(text) && Number(text) <= MOST_MONTHS ? Number(text) : 0;
}

/** What each month gets of an amount that is spread, in words. */
export function sharesText(cents: number, months: number): string {
  if (months === 0) return "Give a number of months.";
  const [share = 0, ...others] = equalShares(cents, months);
  const last = others.at(-1) ?? share;
  if (months === 1) return `One share of ${amountText(last)}. Nothing is left.`;
  return share === last
    ? `${months} shares of ${amountText(share)}. Nothing is left.`
    : `${months - 1} shares of ${amountText(share)}, and ${amountText(last)} in the last month. Nothing is left.`;
}
