/** The months of a spread, the share (the amount) of each month, and how it ends, as pure functions. */
import { equalShares } from "@daybook/words/shares";
import { type Cents, cents, negateCents } from "@daybook/words/cents";
import {
  addDays,
  addMonths,
  type CivilDate,
  endOfMonth,
  parts,
  startOfMonth,
} from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { type Posting, postedVoucherId } from "../../ledger/index.ts";
import { type PlanFields, placesOf, progress, touchedMonths, writtenOff } from "./profile.ts";
import type { SpreadEnd, SpreadRow } from "../record.ts";

/** Returns the number of calendar months that a range of days touches. */
export function monthsBetween(start: CivilDate, end: CivilDate): number {
  const [from, to] = [parts(start), parts(end)];
  return (to.year - from.year) * 12 + to.month - from.month + 1;
}

/** Returns the last day of a plan whose life is some months, by its convention. */
export function lastPlannedDay(
  { start_date, basis, first_year_months }: Pick<SpreadRow, "start_date" | "basis" | "first_year_months">,
  life: number,
): CivilDate {
  if (basis === "day") return addDays(addMonths(start_date, life), -1);
  const months = touchedMonths(life, basis, first_year_months);
  return endOfMonth(addMonths(startOfMonth(start_date), months - 1));
}

/** The fields of a spread that determine its shares. */
type ShareFields = PlanFields &
  Pick<SpreadRow, "counted_cents" | "ended_on" | "ended_as" | "opened_on" | "opened_cents">;

/** A share with the day on which it is booked. */
interface Share {
  readonly date: CivilDate;
  readonly amount: Cents;
}

/** The last days of the months that a schedule books here: those after it came into these books. */
function monthEnds({ start_date, end_date, opened_on }: ShareFields): CivilDate[] {
  const dates = Array.from({ length: monthsBetween(start_date, end_date) }, (_, index) =>
    endOfMonth(addMonths(startOfMonth(start_date), index)),
  );
  return opened_on === null ? dates : dates.filter((date) => date > opened_on);
}

/**
 * Returns the share of each month of the plan, on the last day of the month. What was written off before it
 * came into these books, and the shares of months that had been recognized before the plan changed
 * (`counted_cents`), stay; the other months share the rest. Whole months share equally, rounded towards zero,
 * and the last month gets the remainder; otherwise what all months through one get is rounded towards zero.
 * Either way the shares sum to the amount.
 */
function plannedShares(row: ShareFields): Share[] {
  const { counted_cents: counted } = row;
  const dates = monthEnds(row);
  const open = dates.slice(counted.length);
  const rest = restOf(row, counted);
  const isEqual = row.basis === "month" && row.declining_percent === null;
  const amounts = isEqual ? equalShares(rest, open.length) : differences(open.map(sharing(row)));
  return dates.map((date, index) => ({
    date,
    amount: counted[index] ?? amounts[index - counted.length] ?? cents(0),
  }));
}

function differences(sums: readonly number[]): Cents[] {
  return sums.map((sum, index) => cents(sum - (sums[index - 1] ?? 0)));
}

/** Returns how much of the rest is shared by a place in the life of a schedule, or by the end of a month. */
function sharing(row: ShareFields): (place: CivilDate | bigint) => number {
  const { start_date, end_date, counted_cents } = row;
  const touched = monthsBetween(start_date, end_date);
  const places = placesOf(row, touched);
  const at = (end: CivilDate): bigint => places.after(monthsBetween(start_date, end), end);
  const before = touched - monthEnds(row).length + counted_cents.length;
  const from = before === 0 ? 0n : at(endOfMonth(addMonths(startOfMonth(start_date), before - 1)));
  const rest = BigInt(restOf(row, counted_cents));
  const writtenBy = progress(row, places);
  const span = writtenBy(places.whole) - writtenBy(from);
  // A declining balance that has reached its salvage value has no profile left.
  const partOf = (place: bigint): readonly [part: bigint, whole: bigint] =>
    span === 0n ? [place - from, places.whole - from] : [writtenBy(place) - writtenBy(from), span];
  return (place) => {
    const [part, whole] = partOf(typeof place === "bigint" ? place : at(place));
    // The product is a BigInt, because it may be too large for an exact number.
    return whole === 0n ? 0 : Number((rest * part) / whole);
  };
}

/** What is left to write off after some shares. */
function restOf(row: ShareFields, shares: readonly Cents[]): number {
  return shares.reduce<number>((left, each) => left - each, writtenOff(row) - row.opened_cents);
}

/**
 * Returns the shares that are booked. If the rest was recognized early, the months before keep their shares,
 * and the last share is the rest, on that day. Of an asset that was disposed of, the months that had ended by
 * then are booked, and on that day what its convention gives the month or the year of a disposal.
 */
function sharesOf(row: ShareFields): Share[] {
  const planned = plannedShares(row);
  const { ended_on, ended_as } = row;
  if (ended_on === null) return planned;
  if (ended_as === "disposed") {
    const ended = planned.filter(({ date }) => date <= ended_on);
    const amount = disposalShare(row, ended, ended_on);
    return amount === 0 ? ended : [...ended, { date: ended_on, amount }];
  }
  const before = planned.filter(({ date }) => date < startOfMonth(ended_on));
  const rest = restOf(
    row,
    before.map(({ amount }) => amount),
  );
  return [...before, { date: ended_on, amount: cents(rest) }];
}

/** What is written off on the day of a disposal beside the months that have ended; 0 for whole months. */
function disposalShare(row: ShareFields, ended: readonly Share[], on: CivilDate): Cents {
  const { start_date, end_date } = row;
  const month = monthsBetween(start_date, on);
  const place = placesOf(row, monthsBetween(start_date, end_date)).atDisposal(month, on);
  if (place === null) return cents(0);
  return cents(ended.reduce<number>((left, { amount }) => left - amount, writtenHere(row, place)));
}

/**
 * What is written off in these books by a place in the life. Within the time before them, and within the
 * months that keep their shares, it is a part of what these wrote off: the plan of the rest says nothing of
 * them.
 */
function writtenHere(row: ShareFields, place: bigint): number {
  const { start_date, end_date, opened_cents, counted_cents } = row;
  const touched = monthsBetween(start_date, end_date);
  const places = placesOf(row, touched);
  let [sum, from, months] = [0 - opened_cents, 0n, touched - monthEnds(row).length];
  for (const share of [opened_cents, ...counted_cents]) {
    const end = endOfMonth(addMonths(startOfMonth(start_date), months - 1));
    const to = months === 0 ? 0n : places.after(months, end);
    if (place < to) return sum + Number((BigInt(share) * (place - from)) / (to - from));
    [sum, from, months] = [sum + share, to, months + 1];
  }
  return sum + sharing(row)(place);
}

/** Returns the day on which the last share of a spread is booked, or a day of that month. */
export function lastDayOf({
  end_date,
  ended_on,
  ended_as,
}: Pick<ShareFields, "end_date" | "ended_on" | "ended_as">): CivilDate {
  return ended_as === "recognized" && ended_on !== null ? ended_on : end_date;
}

/**
 * Returns the shares of the months that have ended by a day, but not that of the last month. The months of an
 * asset that was disposed of are those of its plan: the last one that is booked is not the last one planned.
 */
function countedBy(row: ShareFields, day: CivilDate): Cents[] {
  const shares = row.ended_as === "disposed" ? plannedShares(row) : sharesOf(row);
  const counted = Math.min(shares.filter(({ date }) => date <= day).length, shares.length - 1);
  return shares.slice(0, Math.max(counted, row.counted_cents.length)).map(({ amount }) => amount);
}

/**
 * Returns a spread with another amount. The months that have been recognized by the day `today` keep their
 * shares. If all months have been recognized, the last month gets the difference.
 */
export function withAmount(row: SpreadRow, amount_cents: Cents, today: CivilDate): SpreadRow {
  if (row.amount_cents === amount_cents) return row;
  return { ...row, amount_cents, counted_cents: countedBy(row, today) };
}

/** Returns the part of a spread that is not yet recognized at the end of the day `today`. */
export function remainingCents(row: ShareFields, today: CivilDate): Cents {
  return cents(sharesOf(row).reduce<number>((sum, { date, amount }) => sum + (date > today ? amount : 0), 0));
}

/** Returns the part of a spread that is recognized by the end of a day, also before it came into these books. */
function recognizedCents(row: ShareFields, by: CivilDate): Cents {
  const opened = row.opened_on !== null && row.opened_on <= by ? row.opened_cents : 0;
  return cents(
    sharesOf(row).reduce<number>((sum, { date, amount }) => sum + (date <= by ? amount : 0), opened),
  );
}

/**
 * Returns a spread with another last month, or why it can't have it. The months that have ended by `at` keep
 * their shares, and the months after them share the rest.
 */
export function withLastDay(row: SpreadRow, end_date: CivilDate, at: CivilDate): SpreadRow | string {
  if (row.ended_on !== null) return `It ended on ${row.ended_on}. Reopen it first.`;
  if (end_date < row.start_date) return `It begins on ${row.start_date} and can't end before.`;
  const months = monthsBetween(row.start_date, end_date);
  if (months > LIMITS.spread_months.value)
    return `It can cover at most ${LIMITS.spread_months.value} months.`;
  const counted = plannedShares(row).filter(({ date }) => date <= at).length;
  if (Math.max(counted, row.counted_cents.length) >= monthEnds({ ...row, end_date }).length)
    return `Its shares through ${at} stay, so it must end in a later month. To recognize its rest on a day, end it.`;
  const fault = planFault({ ...row, end_date });
  if (fault !== null) return `Its last day ${fault.reason}. To recognize its rest on a day, end it.`;
  return {
    ...row,
    end_date,
    counted_cents: plannedShares(row)
      .slice(0, Math.max(counted, row.counted_cents.length))
      .map(({ amount }) => amount),
  };
}

/** Returns a spread that ends on a day, or why it can't end then. */
export function withEnd(
  row: SpreadRow,
  end: SpreadEnd & { readonly ended_on: CivilDate },
): SpreadRow | string {
  const { ended_on, ended_as } = end;
  if (row.ended_on !== null) return `It ended on ${row.ended_on}. Reopen it first.`;
  if (ended_on < row.start_date) return `It begins on ${row.start_date} and can't end before.`;
  if (row.opened_on !== null && ended_on <= row.opened_on)
    return `It came into these books with what was written off by ${row.opened_on}, and can't end by then.`;
  if (ended_as === "recognized") {
    if (ended_on > endOfMonth(row.end_date)) return `All of it is recognized by ${endOfMonth(row.end_date)}.`;
    if (row.counted_cents.length >= monthEnds({ ...row, end_date: ended_on }).length)
      return `Its first ${row.counted_cents.length} months are booked with the shares that they had, so it can't end on ${ended_on}.`;
  }
  return { ...row, ...end };
}

/** The asset of a capitalization on a day: its cost, what was written off, and the gain of its disposal. */
export interface AssetFigures {
  readonly cost_cents: Cents;
  readonly depreciated_cents: Cents;
  /** Cost less depreciation; 0 once it is disposed of. */
  readonly book_value_cents: Cents;
  /** The gain, negative for a loss; null while it is in use. */
  readonly gain_cents: Cents | null;
}

export function assetFigures(row: SpreadRow, at: CivilDate): AssetFigures {
  const cost = negateCents(row.amount_cents);
  const depreciated = negateCents(recognizedCents(row, at));
  const isGone = row.ended_on !== null && row.ended_on <= at;
  const value = cents(cost - depreciated);
  return {
    cost_cents: cost,
    depreciated_cents: depreciated,
    book_value_cents: isGone ? cents(0) : value,
    gain_cents: row.proceeds_cents === null || !isGone ? null : cents(row.proceeds_cents - value),
  };
}

/** Returns the id of the voucher that takes an asset out of the books. */
export function disposalVoucher(spread: SpreadRow["id"]): Posting["id"] {
  return postedVoucherId("spread", spread, 0);
}

/** Returns the postings of a spread: a voucher for each month, and one for the disposal of an asset. */
export function postingsOf(row: SpreadRow): Posting[] {
  const shares = sharesOf(row);
  const common = {
    merchant: row.merchant,
    source: row.kind,
    transaction_id: row.transaction_id,
    held: row.held,
    created: row.created,
  };
  const months = shares.map(({ date, amount }, index): Posting => ({
    id: postedVoucherId("spread", row.id, index + 1),
    date,
    description: row.description,
    ...common,
    lines: [
      {
        category_id: row.category_id,
        department_id: row.department_id,
        net_debit_cents: negateCents(amount),
      },
      { category_id: row.contra_category_id, department_id: null, net_debit_cents: amount },
    ],
  }));
  const { ended_on, proceeds_cents, proceeds_category_id, result_category_id } = row;
  if (
    ended_on === null ||
    proceeds_cents === null ||
    proceeds_category_id === null ||
    result_category_id === null
  )
    return months;
  // The share of a month is negative for money out, so this is the debit that clears the depreciation.
  const cleared = negateCents(recognizedCents(row, ended_on));
  const gain = cents(proceeds_cents + cleared + row.amount_cents);
  const disposal: Posting = {
    id: disposalVoucher(row.id),
    date: ended_on,
    description: `Disposal: ${row.description}`,
    ...common,
    lines: [
      { category_id: proceeds_category_id, department_id: null, net_debit_cents: proceeds_cents },
      { category_id: row.contra_category_id, department_id: null, net_debit_cents: cleared },
      { category_id: row.holding_category_id, department_id: null, net_debit_cents: row.amount_cents },
      {
        category_id: result_category_id,
        department_id: row.department_id,
        net_debit_cents: negateCents(gain),
      },
    ],
  };
  return [...months, disposal];
}

type PlanFault = readonly [field: keyof SpreadRow, reason: string, isFault: boolean];

/** Returns what contradicts itself in the plan of a schedule, by its column; null if nothing does. */
export function planFault(
  row: SpreadRow,
): { readonly field: keyof SpreadRow; readonly reason: string } | null {
  const { kind, basis, first_year_months, declining_percent, salvage_cents, amount_cents } = row;
  const isAsset = kind === "capitalization";
  const faults: readonly PlanFault[] = [
    [
      "salvage_cents",
      "is for assets, and less than the cost",
      salvage_cents > 0 && salvage_cents >= 0 - amount_cents,
    ],
    ["salvage_cents", "is for assets", salvage_cents !== 0 && !isAsset],
    [
      "declining_percent",
      "is 100 to 400, and for assets",
      declining_percent !== null && (!isAsset || declining_percent > 400),
    ],
    ["basis", "is for assets", !isAsset && basis !== "month" && basis !== "day"],
    [
      "first_year_months",
      "is 1 to 12 with the half-year convention, and for it alone",
      (basis === "half_year") !== (first_year_months !== null) || (first_year_months ?? 1) > 12,
    ],
    ...timeFaults(row),
  ];
  const found = faults.find(([, , isFault]) => isFault);
  return found === undefined ? null : { field: found[0], reason: found[1] };
}

/** What contradicts itself in the days of a plan. */
function timeFaults(row: SpreadRow): readonly PlanFault[] {
  const { basis, first_year_months, amount_cents } = row;
  const touched = monthsBetween(row.start_date, row.end_date);
  const opened = amount_cents < 0 ? 0 - row.opened_cents : row.opened_cents;
  const most = row.opened_on === null ? 0 : Math.abs(amount_cents) - row.salvage_cents;
  return [
    [
      "end_date",
      `is too early for its convention: it is written off over at least ${basis === "half_year" ? "12 months" : "a month"}`,
      (basis === "half_year" && touched < touchedMonths(12, basis, first_year_months)) ||
        (basis === "mid_month" && touched < touchedMonths(1, basis, null)),
    ],
    [
      "opened_on",
      "is the last day of a month, and leaves a month for the rest",
      row.opened_on !== null &&
        (row.opened_on !== endOfMonth(row.opened_on) ||
          (opened < most && monthEnds(row).length <= row.counted_cents.length)),
    ],
    [
      "opened_cents",
      "is what was written off by opened_on: of the sign of the amount, and at most all of it",
      opened < 0 || opened > most,
    ],
  ];
}
