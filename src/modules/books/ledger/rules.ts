/**
 * Pure decisions of the ledger: which segments answer a range, how a total's dates are read, how entries are
 * signed.
 */
import { type Cents, cents } from "../../../core/cents.ts";
import {
  addMonths,
  type CivilDate,
  type CivilMonth,
  endOfMonth,
  startOfMonth,
} from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import { type AccountType, signOf } from "../../../core/ledger-words.ts";
import { partition, type Segment } from "../../../core/periods.ts";
import { missing } from "../../../contract/params.ts";

/** A line's or a sum's amount under the sign rule of its category. */
export function signedCents(type: AccountType, netDebitCents: Cents): Cents {
  return cents(signOf(type) * netDebitCents);
}

/** A range of days [`from`, `to`). */
export interface Range {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

/**
 * The same segments with every stale month read from entries: what lies between stale months is cut into
 * years and months again. The work is by stale months, of which there are few, and not by the months of a
 * segment, which may begin in the year 1.
 */
export function avoidStale(segments: readonly Segment[], stale: ReadonlySet<CivilDate>): Segment[] {
  if (stale.size === 0) return [...segments];
  const staleMonths = [...stale].toSorted();
  return segments.flatMap((segment) => {
    if (segment.grain === "entry") return [segment];
    const inside = staleMonths.filter((month) => month >= segment.from && month < segment.to);
    if (inside.length === 0) return [segment];
    const cut: Segment[] = [];
    let from = segment.from;
    for (const month of inside) {
      const next = addMonths(month, 1);
      cut.push(...wholeMonths(from, month), { grain: "entry", from: month, to: next, sign: 1 });
      from = next;
    }
    return [...cut, ...wholeMonths(from, segment.to)].map((part): Segment => ({
      ...part,
      sign: segment.sign,
    }));
  });
}

/** Cuts a range between two starts of months; such a range has no part that depends on the day of today. */
function wholeMonths(from: CivilDate, to: CivilDate): Segment[] {
  return partition(from, to, from);
}

/** The date parameters of a total, as they came. */
export interface TotalDates {
  readonly start_date: CivilDate | null;
  readonly end_date: CivilDate | null;
  readonly date: CivilDate | null;
  readonly start_month: CivilMonth | null;
  readonly end_month: CivilMonth | null;
}

/**
 * The whole months that a total covers: those of a period, and the last one of a balance; null where not
 * asked for.
 */
export interface TotalMonths {
  readonly period: { readonly start: CivilDate; readonly end: CivilDate } | null;
  readonly balance: CivilDate | null;
}

/** The kind of total that the dates request; refuses months together with full dates. */
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

/** Reads the dates of a total as whole months; a period needs both of its ends. */
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
  // The day is ignored, so two days of one month are never the wrong way round.
  if (period.start > period.end) throw refuse("invalid_date_range", { param: `start_${unit}` });
  return { period, balance };
}

function firstDay(month: CivilMonth | null): CivilDate | null {
  return month === null ? null : (`${month}-01` as CivilDate);
}

/**
 * A number of cents as dollars for sentences to people, `-$1,234.50`; also of text, for sums beyond the safe
 * range.
 */
export function dollars(amount: Cents | string): string {
  const negative = String(amount).startsWith("-");
  const digits = String(amount).replace("-", "").padStart(3, "0");
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${negative ? "-" : ""}$${whole}.${digits.slice(-2)}`;
}
