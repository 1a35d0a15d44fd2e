/**
 * The three years of the sample company, lived day by day. Vouchers come out in order of date; what is
 * kept is one day's vouchers and the diary, so memory doesn't grow with the number of entries.
 *
 * Most of the company is fixed: its payroll, contracts and assets are as many vouchers at every scale,
 * in larger amounts. Payouts and card purchases are the volume: at a scale there are so many times
 * more of them, in the usual amounts. All flows therefore grow alike, and the ratios between them stay.
 */
import { assert } from "../core/assert.ts";
import type { CivilDate, UnixSeconds } from "../core/civil-date.ts";
import type { BundleVoucher } from "../contract/bundle-records.ts";
import { Agenda } from "./agenda.ts";
import { Books } from "./books.ts";
import { BusinessCalendar } from "./business-calendar.ts";
import { CardSpending, PURCHASE_LINES } from "./card-spending.ts";
import { scheduleEnterprise } from "./enterprise.ts";
import { scheduleEquipment } from "./equipment.ts";
import { scheduleFunding } from "./funding.ts";
import { planGrowth, planHires } from "./growth.ts";
import { scheduleOddments } from "./oddments.ts";
import { schedulePayroll } from "./payroll.ts";
import { schedulePrepaids } from "./prepaids.ts";
import { Prng } from "./prng.ts";
import { PAYOUT_LINES, SelfServe } from "./self-serve.ts";
import type { Setting } from "./simulation-setting.ts";
import { balanceCash, scheduleTreasury } from "./treasury.ts";
import { scheduleVendorBills } from "./vendor-bills.ts";

export interface Wish {
  readonly seed: number;
  readonly today: CivilDate;
  readonly now: UnixSeconds;
  /** Journal entries (lines) to make; absent for the company at its usual size. */
  readonly entries: number | null;
}

/** The smallest possible number of journal entries: with fewer, none are left for purchases. */
export const FEWEST_ENTRIES = 10_000;
/** With fewer entries, the company is made in its brief form. */
const BRIEF_BELOW = 16_000;

/** One day's share of the volume, at the usual size. */
interface Volume {
  readonly payouts: readonly number[];
  readonly purchases: readonly number[];
}

/** All vouchers in order of date. */
export function* simulate(wish: Wish): Generator<BundleVoucher> {
  const calendar = new BusinessCalendar(wish.today);
  const fixed = countFixedLines(wish, calendar);
  const usual = settingOf(wish, calendar, 1);
  const volume: Volume = {
    payouts: calendar.days.slice(0, calendar.today + 1).map((day) => SelfServe.payoutsOn(day)),
    purchases: CardSpending.weights(usual),
  };
  const fixedLines = total(fixed);
  const volumeLines = total(volume.payouts) * PAYOUT_LINES + total(volume.purchases) * PURCHASE_LINES;
  const lines = wish.entries ?? Math.round(fixedLines + volumeLines);
  const scale = wish.entries === null ? 1 : (lines - fixedLines) / volumeLines;
  assert(
    lines >= FEWEST_ENTRIES && scale > 0,
    `the sample company can't be told in fewer than ${FEWEST_ENTRIES} entries: ${lines}`,
  );
  yield* live(settingOf(wish, calendar, scale), volume, fixed, lines);
}

/** The company at a scale, before its first day. */
function settingOf(wish: Wish, calendar: BusinessCalendar, scale: number): Setting {
  const prng = (name: string): Prng => new Prng(wish.seed, name);
  return {
    calendar,
    books: new Books(wish.now),
    agenda: new Agenda(),
    plans: planGrowth(calendar, prng("growth")),
    hires: planHires(prng("hires")),
    scale,
    brief: wish.entries !== null && wish.entries < BRIEF_BELOW,
    prng,
    dollars: (amount) => Math.round(amount * 100 * scale),
  };
}

interface Parts {
  readonly selfServe: SelfServe;
  readonly spending: CardSpending;
}

/** Puts everything that is known beforehand into the diary. The order decides the order within a day. */
function schedule(setting: Setting): Parts {
  scheduleFunding(setting);
  scheduleEnterprise(setting);
  const selfServe = new SelfServe(setting);
  schedulePayroll(setting);
  scheduleVendorBills(setting);
  schedulePrepaids(setting);
  scheduleEquipment(setting);
  const spending = new CardSpending(setting);
  scheduleOddments(setting);
  scheduleTreasury(setting);
  return { selfServe, spending };
}

/** Lines of each day without any volume: what a scale can't change. */
function countFixedLines(wish: Wish, calendar: BusinessCalendar): number[] {
  const setting = settingOf(wish, calendar, 1);
  schedule(setting);
  const counts: number[] = [];
  for (let index = 0; index <= calendar.today; index += 1) {
    const before = setting.books.lines;
    setting.books.open(calendar.day(index).date);
    setting.agenda.run(index, "morning");
    setting.agenda.run(index, "close");
    balanceCash(setting, calendar.day(index));
    setting.books.take();
    counts.push(setting.books.lines - before);
  }
  return counts;
}

/**
 * Lives all days. Payouts follow the scale; purchases fill what is left of `lines`, shared out over the
 * days that remain by how busy they are, so that days whose fixed lines differ from the forecast (cash
 * transfers depend on the volume) are made up for later.
 */
function* live(
  setting: Setting,
  volume: Volume,
  fixed: readonly number[],
  lines: number,
): Generator<BundleVoucher> {
  const { agenda, books, calendar, scale } = setting;
  const { selfServe, spending } = schedule(setting);
  const chance = setting.prng("rounding");
  let payoutsDue = 0;
  let payoutsMade = 0;
  let fixedLeft = total(fixed);
  let payoutsLeft = total(volume.payouts);
  let weightLeft = total(volume.purchases);
  for (let index = 0; index <= calendar.today; index += 1) {
    const day = calendar.day(index);
    const free = lines - books.lines - fixedLeft - payoutsLeft * scale * PAYOUT_LINES;
    books.open(day.date);
    agenda.run(index, "morning");

    const payouts = volume.payouts[index] ?? 0;
    payoutsDue += payouts * scale;
    // The allowance is for sums of fractions that stop just short of a whole number.
    for (; payoutsMade + 1 <= payoutsDue + 1e-6; payoutsMade += 1) selfServe.postPayout(day);

    const weight = volume.purchases[index] ?? 0;
    const share = Math.max(0, free * (weight / weightLeft)) / PURCHASE_LINES;
    const purchases = Math.floor(share + chance.next());
    for (let made = 0; made < purchases; made += 1) spending.postPurchase(day, made === 0);

    payoutsLeft -= payouts;
    weightLeft -= weight;
    fixedLeft -= fixed[index] ?? 0;
    agenda.run(index, "close");
    balanceCash(setting, day);
    yield* books.take();
  }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
