/** The months of a spread and their shares, as pure functions. */
import { type Cents, cents, negateCents } from "../../core/cents.ts";
import { addMonths, type CivilDate, endOfMonth, parts, startOfMonth } from "../../core/civil-date.ts";
import { type Posting, postedVoucherId } from "../ledger/index.ts";
import type { SpreadRow } from "./store.ts";

/** How many calendar months a range of days touches. */
export function monthsBetween(start: CivilDate, end: CivilDate): number {
  const [from, to] = [parts(start), parts(end)];
  return (to.year - from.year) * 12 + to.month - from.month + 1;
}

/** Equal shares, rounded towards zero; the last one takes what is left, so that nothing is lost. */
function sharesOf(amount: Cents, months: number): Cents[] {
  const share = Math.trunc(amount / months);
  return Array.from({ length: months }, (_, index) => cents(index === months - 1 ? amount - share * (months - 1) : share));
}

/** The days on which the shares count: the last of each month. */
function datesOf({ start_date, end_date }: Pick<SpreadRow, "start_date" | "end_date">): CivilDate[] {
  return Array.from({ length: monthsBetween(start_date, end_date) }, (_, index) => endOfMonth(addMonths(startOfMonth(start_date), index)));
}

/** What of a spread has not counted by the end of a day. */
export function remainingCents(row: Pick<SpreadRow, "amount_cents" | "start_date" | "end_date">, today: CivilDate): Cents {
  const dates = datesOf(row);
  return cents(sharesOf(row.amount_cents, dates.length).reduce((sum, share, index) => sum + ((dates[index] ?? today) > today ? share : 0), 0));
}

/** A voucher for each month. */
export function postingsOf(row: SpreadRow): Posting[] {
  const dates = datesOf(row);
  return sharesOf(row.amount_cents, dates.length).map((share, index) => ({
    id: postedVoucherId("spread", row.id, index + 1),
    date: dates[index] ?? row.end_date,
    description: row.description,
    merchant: row.merchant,
    source: row.kind,
    transaction_id: row.transaction_id,
    held: row.held,
    created: row.created,
    lines: [
      { category_id: row.category_id, department_id: row.department_id, net_debit_cents: negateCents(share) },
      { category_id: row.contra_category_id, department_id: null, net_debit_cents: share },
    ],
  }));
}
