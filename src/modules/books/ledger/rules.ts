/**
 * Pure rules of the ledger: which segments (parts of a range) are read from rollups and which from entries,
 * how the dates of a total are read, and the sign of an amount.
 */
import { type Cents, cents } from "@daybook/words/cents";
import {
  addMonths,
  type CivilDate,
  type CivilMonth,
  endOfMonth,
  startOfMonth,
} from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import { type AccountType, signOf } from "@daybook/words/ledger-words";
import { partition, type Segment } from "@daybook/words/periods";
import { missing } from "../../../contract/params.ts";

/** Returns the amount of an entry, or of a sum of entries, under the sign rule of its category. */
export function signedCents(type: AccountType, netDebitCents: Cents): Cents {
  return cents(signOf(type) * netDebitCents);
}

/** A range of days, from `from` to the day before `to`. */
export interface Range {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

/**
 * Replaces segments so that every stale month is read from entries. The time between stale months is cut into
 * whole years and months again. The work grows with the number of stale months, which is small, and not with
 * the number of months in a segment, which may begin in the year 1.
 */
export function avoidStale(segments: readonly Segment[], stale: ReadonlySet<CivilDate>): Segment[] {
  if (stale.size === 0) return [...segments];
  const staleMonths = [...stale].toSorted();
  return segments.flatMap((segment) => {
    if (segment.grain === "entry") return [segment];
    const staleInside = staleMonths.filter((month) => month >= segment.from && month < segment.to);
    if (staleInside.length === 0) return [segment];
    const parts: Segment[] = [];
    let from = segment.from;
    for (const month of staleInside) {
      const next = addMonths(month, 1);
      parts.push(...wholeMonths(from, month), { grain: "entry", from: month, to: next, sign: 1 });
      from = next;
    }
    return [...parts, ...wholeMonths(from, segment.to)].map((part): Segment => ({
      ...part,
      sign: segment.sign,
    }));
  });
}

/** Cuts a range of whole months into segments. The third argument, today, only matters for partial months. */
function wholeMonths(from: CivilDate, to: CivilDate): Segment[] {
  return partition(from, to, from);
}

/** The date parameters of a total, as the caller sent them. */
export interface TotalDates {
  readonly start_date: CivilDate | null;
  readonly end_date: CivilDate | null;
  readonly date: CivilDate | null;
  readonly start_month: CivilMonth | null;
  readonly end_month: CivilMonth | null;
}

/**
 * The whole months that a total covers: the first and the last day of a period, and the last day of a
 * balance. Null for what was not requested.
 */
export interface TotalMonths {
  readonly period: { readonly start: CivilDate; readonly end: CivilDate } | null;
  readonly balance: CivilDate | null;
}

/**
 * Returns which totals the dates request: of a period, of a balance, or both. Throws the refusal
 * `invalid_request` if months are mixed with full dates.
 */
export function readTotalShape({ start_date, end_date, date, start_month, end_month }: TotalDates): {
  readonly period: boolean;
  readonly balance: boolean;
} {
  const fullDate = start_date ?? end_date ?? date;
  if ((start_month ?? end_month) !== null && fullDate !== null) {
    throw refuse("invalid_request", {
      param: start_month === null ? "end_month" : "start_month",
      message: "`start_month` and `end_month` can't be mixed with full dates.",
    });
  }
  return { period: (start_date ?? end_date ?? start_month ?? end_month) !== null, balance: date !== null };
}

/**
 * Reads the dates of a total as whole months. Throws the refusal `parameter_missing` if a period has only one
 * end, and `invalid_date_range` if the start is after the end.
 */
export function readTotalMonths({
  start_date,
  end_date,
  date,
  start_month,
  end_month,
}: TotalDates): TotalMonths {
  const unit = start_month !== null || end_month !== null ? "month" : "date";
  const start = start_date ?? firstDay(start_month);
  const end = end_date ?? firstDay(end_month);
  if (start !== null && end === null) throw missing(`end_${unit}`);
  if (start === null && end !== null) throw missing(`start_${unit}`);
  const balance = date === null ? null : endOfMonth(date);
  if (start === null || end === null) return { period: null, balance };
  const period = { start: startOfMonth(start), end: endOfMonth(end) };
  // Only the months are compared, because the days within them are ignored.
  if (period.start > period.end) throw refuse("invalid_date_range", { param: `start_${unit}` });
  return { period, balance };
}

function firstDay(month: CivilMonth | null): CivilDate | null {
  return month === null ? null : (`${month}-01` as CivilDate);
}

/**
 * Formats cents as dollars for messages, such as `-$1,234.50`. Text is accepted for sums that are too large
 * for an exact number.
 */
export function dollars(amount: Cents | string): string {
  const negative = String(amount).startsWith("-");
  const digits = String(amount).replace("-", "").padStart(3, "0");
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${negative ? "-" : ""}$${whole}.${digits.slice(-2)}`;
}
