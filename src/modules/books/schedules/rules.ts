/** The months of a spread, and the share (the amount) of each month, as pure functions. */
import { type Cents, cents, negateCents } from "../../../core/cents.ts";
import { addMonths, type CivilDate, endOfMonth, parts, startOfMonth } from "../../../core/civil-date.ts";
import { type Posting, postedVoucherId } from "../ledger/index.ts";
import type { SpreadRow } from "./record.ts";

/** Returns the number of calendar months that a range of days touches. */
export function monthsBetween(start: CivilDate, end: CivilDate): number {
  const [from, to] = [parts(start), parts(end)];
  return (to.year - from.year) * 12 + to.month - from.month + 1;
}

/** The fields of a spread that determine its shares. */
type ShareFields = Pick<SpreadRow, "amount_cents" | "start_date" | "end_date" | "counted_cents">;

/**
 * Returns the share of each month. Months that had been recognized before the amount changed keep their
 * shares (`counted_cents`). The other months get equal shares of the rest, rounded towards zero. The last
 * month gets the remainder, so that the shares sum to the amount.
 */
function sharesOf({ amount_cents, counted_cents, ...range }: ShareFields): Cents[] {
  const openMonths = monthsBetween(range.start_date, range.end_date) - counted_cents.length;
  const rest = counted_cents.reduce<number>((left, counted) => left - counted, amount_cents);
  const share = Math.trunc(rest / openMonths);
  return [
    ...counted_cents,
    ...Array.from({ length: openMonths }, (_, index) =>
      cents(index === openMonths - 1 ? rest - share * (openMonths - 1) : share),
    ),
  ];
}

/**
 * Returns a spread with another amount. The months that have been recognized by the day `today` keep their
 * shares. If all months have been recognized, the last month gets the difference.
 */
export function withAmount(row: SpreadRow, amount_cents: Cents, today: CivilDate): SpreadRow {
  if (row.amount_cents === amount_cents) return row;
  const dates = datesOf(row);
  const counted = Math.min(dates.filter((date) => date <= today).length, dates.length - 1);
  return {
    ...row,
    amount_cents,
    counted_cents: sharesOf(row).slice(0, Math.max(counted, row.counted_cents.length)),
  };
}

/** Returns the days on which the shares are booked: the last day of each month. */
function datesOf({ start_date, end_date }: Pick<SpreadRow, "start_date" | "end_date">): CivilDate[] {
  return Array.from({ length: monthsBetween(start_date, end_date) }, (_, index) =>
    endOfMonth(addMonths(startOfMonth(start_date), index)),
  );
}

/** Returns the part of a spread that is not yet recognized at the end of the day `today`. */
export function remainingCents(row: ShareFields, today: CivilDate): Cents {
  const dates = datesOf(row);
  return cents(
    sharesOf(row).reduce<number>(
      (sum, share, index) => sum + ((dates[index] ?? today) > today ? share : 0),
      0,
    ),
  );
}

/** Returns the postings of a spread: a voucher for each month. */
export function postingsOf(row: SpreadRow): Posting[] {
  const dates = datesOf(row);
  return sharesOf(row).map((share, index) => ({
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
