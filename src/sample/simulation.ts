/**
 * Simulates three years of the sample company, day by day, and yields its vouchers ordered by date. Only one
 * day's vouchers and the agenda are in memory, so memory does not grow with the number of entries.
 *
 * The company has a scale, its size as a multiple of the normal size. Most parts of the company are fixed:
 * payroll, contracts and assets have the same number of vouchers at every scale, with larger amounts. Payouts
 * and card purchases are the volume: their number grows with the scale, and their amounts stay the same.
 * Therefore all sums grow alike, and the ratios between them are the same at every scale.
 */
import { assert } from "@daybook/words/assert";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { Agenda } from "./agenda.ts";
import { Books, type SampleVoucher } from "./books.ts";
import { BusinessCalendar, type CalendarDay } from "./business-calendar.ts";
import { CardSpending, PURCHASE_LINES } from "./card-spending.ts";
import { scheduleEnterprise } from "./enterprise.ts";
import { scheduleEquipment } from "./equipment.ts";
import { scheduleFunding } from "./funding.ts";
import { planGrowth, planHires } from "./growth.ts";
import { scheduleFinanceLease } from "./finance-lease.ts";
import { scheduleIrregularEntries } from "./irregular-entries.ts";
import { schedulePayroll } from "./payroll.ts";
import { schedulePrepaids } from "./prepaids.ts";
import { Prng } from "./prng.ts";
import { PAYOUT_LINES, SelfServe } from "./self-serve.ts";
import type { SimulationContext } from "./simulation-context.ts";
import { balanceCash, scheduleTreasury } from "./treasury.ts";
import { scheduleVendorBills } from "./vendor-bills.ts";

export interface SimulationOptions {
  readonly seed: number;
  /** The first day of the books. */
  readonly first: CivilDate;
  readonly today: CivilDate;
  readonly now: UnixSeconds;
  /** The number of journal entries (lines of vouchers); null for the company at its normal size. */
  readonly entries: number | null;
}

/**
 * The smallest possible number of journal entries. With fewer, the fixed parts would leave none for
 * purchases.
 */
export const FEWEST_ENTRIES = 10_000;
/** With fewer entries, the simulation is brief: it omits repeated small lines. */
const BRIEF_BELOW = 16_000;

/** The number of payouts and the expected number of purchases of each day, at the normal size. */
interface Volume {
  readonly payouts: readonly number[];
  readonly purchases: readonly number[];
}

/** What is known before the first day, which takes most of the time of a small simulation. */
interface Plan {
  readonly options: SimulationOptions;
  readonly calendar: BusinessCalendar;
  readonly volume: Volume;
  /** The number of lines of each day without the volume, where a number of entries was asked for. */
  readonly fixed: readonly number[];
  readonly scale: number;
}

/** Finds the scale at which purchases and payouts give the number of entries that the fixed parts lack. */
export function planOf(options: SimulationOptions): Plan {
  const calendar = new BusinessCalendar(options.today, options.first);
  const fixed = options.entries === null ? [] : countFixedLines(options, calendar);
  const normal = contextOf(options, calendar, 1);
  const volume: Volume = {
    payouts: calendar.days.slice(0, calendar.today + 1).map((day) => SelfServe.payoutsOn(day)),
    purchases: CardSpending.weights(normal),
  };
  const fixedLines = total(fixed);
  const volumeLines = total(volume.payouts) * PAYOUT_LINES + total(volume.purchases) * PURCHASE_LINES;
  const { entries } = options;
  const scale = entries === null ? 1 : (entries - fixedLines) / volumeLines;
  assert(
    entries === null || (entries >= FEWEST_ENTRIES && scale > 0),
    `the sample company needs at least ${FEWEST_ENTRIES} entries: ${entries}`,
  );
  return { options, calendar, volume, fixed, scale };
}

/** Yields all vouchers, ordered by date. */
export function* simulate(plan: Plan): Generator<SampleVoucher> {
  const { options, calendar, volume, fixed, scale } = plan;
  yield* simulateDays(contextOf(options, calendar, scale), volume, fixed, options.entries);
}

/**
 * Yields the vouchers of the fixed parts with their amounts, ordered by date, without payouts, purchases and
 * transfers of cash. Their ids are not those of `simulate`. Takes the same short time at every scale.
 */
export function* simulateFixed({ options, calendar, scale }: Plan): Generator<SampleVoucher> {
  const context = contextOf(options, calendar, scale);
  for (const _day of fixedDays(context)) yield* context.books.takeVouchers();
}

/** Posts the fixed parts of each day, and yields the day before its vouchers are taken. */
function* fixedDays(context: SimulationContext): Generator<CalendarDay> {
  const { agenda, books, calendar } = context;
  schedule(context);
  for (const [index, day] of calendar.days.slice(0, calendar.today + 1).entries()) {
    books.openDay(day.date);
    agenda.run(index, "morning");
    agenda.run(index, "close");
    yield day;
  }
}

/** Makes the context of a simulation at a scale, before the first day. */
function contextOf(options: SimulationOptions, calendar: BusinessCalendar, scale: number): SimulationContext {
  const prng = (name: string): Prng => new Prng(options.seed, name);
  return {
    calendar,
    books: new Books(options.now),
    agenda: new Agenda(),
    plans: planGrowth(calendar, prng("growth")),
    hires: planHires(prng("hires")),
    scale,
    isBrief: options.entries !== null && options.entries < BRIEF_BELOW,
    prng,
    dollars: (amount) => Math.round(amount * 100 * scale),
  };
}

/** The parts of the company that post the volume. */
interface VolumeParts {
  readonly selfServe: SelfServe;
  readonly spending: CardSpending;
}

/** Schedules all fixed parts of the company. The order of the calls is the order of vouchers within a day. */
function schedule(context: SimulationContext): VolumeParts {
  scheduleFunding(context);
  scheduleEnterprise(context);
  const selfServe = new SelfServe(context);
  schedulePayroll(context);
  scheduleVendorBills(context);
  schedulePrepaids(context);
  scheduleEquipment(context);
  scheduleFinanceLease(context);
  const spending = new CardSpending(context);
  scheduleIrregularEntries(context);
  scheduleTreasury(context);
  return { selfServe, spending };
}

/** Counts the lines of each day without the volume. They are the same at every scale. */
function countFixedLines(options: SimulationOptions, calendar: BusinessCalendar): number[] {
  const context = contextOf(options, calendar, 1);
  const counts: number[] = [];
  let before = 0;
  for (const day of fixedDays(context)) {
    balanceCash(context, day);
    context.books.takeVouchers();
    counts.push(context.books.lines - before);
    before = context.books.lines;
  }
  return counts;
}

/**
 * Simulates all days. The number of payouts follows the scale. Where the number of entries was asked for,
 * purchases fill the rest of `entries`: each day, the lines that are left are divided among the remaining
 * days by their weights. The rest is computed again on every day, because the number of cash transfers
 * depends on the volume and so the fixed lines can differ from `fixed`. At the normal size, no day depends on
 * a later one, so that the books of a day begin with those of any day before.
 */
function* simulateDays(
  context: SimulationContext,
  volume: Volume,
  fixed: readonly number[],
  entries: number | null,
): Generator<SampleVoucher> {
  const { agenda, books, calendar, scale } = context;
  const { selfServe, spending } = schedule(context);
  const rounding = context.prng("rounding");
  let payoutsDue = 0;
  let payoutsMade = 0;
  let fixedLeft = total(fixed);
  let payoutsLeft = total(volume.payouts);
  let weightLeft = total(volume.purchases);
  for (let index = 0; index <= calendar.today; index += 1) {
    const day = calendar.day(index);
    const free = (entries ?? 0) - books.lines - fixedLeft - payoutsLeft * scale * PAYOUT_LINES;
    books.openDay(day.date);
    agenda.run(index, "morning");

    const payouts = volume.payouts[index] ?? 0;
    payoutsDue += payouts * scale;
    // 1e-6 allows for rounding errors: a sum of fractions can end just below a whole number.
    for (; payoutsMade + 1 <= payoutsDue + 1e-6; payoutsMade += 1) selfServe.postPayout(day);

    const weight = volume.purchases[index] ?? 0;
    const share = entries === null ? weight : Math.max(0, free * (weight / weightLeft)) / PURCHASE_LINES;
    const purchases = Math.floor(share + rounding.next());
    for (let made = 0; made < purchases; made += 1) spending.postPurchase(day, made === 0);

    payoutsLeft -= payouts;
    weightLeft -= weight;
    fixedLeft -= fixed[index] ?? 0;
    agenda.run(index, "close");
    balanceCash(context, day);
    yield* books.takeVouchers();
  }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
