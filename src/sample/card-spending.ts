/**
 * Everything that goes on the two credit cards: subscriptions, hosting and third-party services,
 * employees' purchases, and the payment of each card's statement from checking.
 *
 * Invariants: hosting is accrued at a month's end and charged at the amount accrued; each statement is
 * paid in full, at the balance of its closing day.
 */
import type { CalendarDay } from "./business-calendar.ts";
import { credit, debit, type Heading } from "./books.ts";
import { type DepartmentKey, REVENUE_LEAVES } from "./chart.ts";
import { headsIn, staffOf } from "./payroll.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";
import { type Card, SHOPS, type Shop, SUBSCRIPTIONS } from "./vendors.ts";

const HOST = "Quarrystone Cloud";
const CARDS: readonly {
  readonly card: Card;
  readonly name: string;
  readonly closes: number;
  readonly due: number;
}[] = [
  { card: "corporate-card", name: "Corporate Card", closes: 24, due: 9 },
  { card: "travel-card", name: "Travel and Marketing Card", closes: 20, due: 5 },
];
/** Purchases of the last days that are still waiting for a receipt, at most one a day. */
const HELD_DAYS = 7;

/** In brief every so many-th subscription is kept. */
const BRIEF_SUBSCRIPTIONS = 3;

/** Lines of one purchase. */
export const PURCHASE_LINES = 2;

/** A shop with what its vouchers say and the departments that are there to buy from it. */
interface Choice {
  readonly shop: Shop;
  readonly heading: Heading;
  readonly departments: Shop["departments"];
}

export class CardSpending {
  readonly #setting: Setting;
  readonly #prng: Prng;
  #month = -1;
  #choices: Choice[] = [];

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#prng = setting.prng("purchases");
    scheduleSubscriptions(setting);
    scheduleHosting(setting);
    for (const each of CARDS) scheduleStatements(setting, each);
  }

  /** The expected purchases of each day, at the usual size of the company. */
  static weights(setting: Setting): number[] {
    const prng = setting.prng("busy-days");
    return setting.calendar.days.slice(0, setting.calendar.today + 1).map(({ month, weekday, business }) => {
      const weekend = weekday === 0 || weekday === 6;
      const usual = (setting.plans[month]?.purchases ?? 0) / 25;
      return usual * (weekend ? 0.35 : business ? 1.05 : 0.5) * prng.around(0.6);
    });
  }

  /** Posts one purchase of `day`; the first of each of the last days is held. */
  postPurchase(day: CalendarDay, first: boolean): void {
    if (day.month !== this.#month) this.#choose(day.month);
    const prng = this.#prng;
    const choice = this.#choices[Math.floor(prng.next() * this.#choices.length)];
    if (!choice) return;
    const { shop, heading, departments } = choice;
    const amount = Math.round(prng.skewed(shop.least, shop.most) * 100);
    const department = prng.pick(departments) ?? undefined;
    const held = first && day.index > this.#setting.calendar.today - HELD_DAYS;
    this.#setting.books.post(held ? { ...heading, held } : heading, [
      debit(shop.category, amount, department),
      credit(shop.card, amount),
    ]);
  }

  /** The shops of a month, each as often as its weight says, so that a choice is one look-up. */
  #choose(month: number): void {
    this.#month = month;
    const there = (department: DepartmentKey | null): boolean =>
      department === null || staffOf(this.#setting, month, department).heads > 0;
    this.#choices = SHOPS.filter(({ from }) => from <= month).flatMap((shop) => {
      const heading: Heading = {
        description: `Card purchase, ${shop.merchant}`,
        source: "bank_transaction",
        merchant: shop.merchant,
        bank: true,
      };
      // If a department has no employees yet, the founders buy.
      const [first = "executive", ...rest] = shop.departments.filter(there);
      return Array.from({ length: shop.weight }, () => ({
        shop,
        heading,
        departments: [first, ...rest] as const,
      }));
    });
  }
}

function scheduleSubscriptions(setting: Setting): void {
  const { agenda, books, brief, calendar, dollars } = setting;
  const subscriptions = SUBSCRIPTIONS.filter((_, at) => !brief || at % BRIEF_SUBSCRIPTIONS === 0);
  for (const month of monthsOf(setting)) {
    const heads = headsIn(setting, month);
    for (const { merchant, category, department, from, day, base, perHead } of subscriptions) {
      if (month < from) continue;
      const amount = dollars(base + perHead * heads);
      agenda.on(calendar.dayOf(month, day).index, "morning", () =>
        books.post(
          { description: `Subscription, ${merchant}`, source: "bank_transaction", merchant, bank: true },
          [debit(category, amount, department ?? undefined), credit("corporate-card", amount)],
        ),
      );
    }
  }
}

/** Hosting is used before it is charged: it follows the month's revenue and is accrued at the month's end. */
function scheduleHosting(setting: Setting): void {
  const { agenda, books, calendar, dollars, prng } = setting;
  const stream = prng("hosting");
  const revenue = (): number => REVENUE_LEAVES.reduce((sum, key) => sum - books.balance(key), 0);
  let before = 0;
  for (const month of monthsOf(setting)) {
    const usage = stream.around(0.12);
    agenda.on(calendar.monthEnd(month).index, "close", () => {
      const earned = revenue() - before;
      before += earned;
      const amount = dollars(620) + Math.max(0, Math.round(earned * 0.085 * usage));
      const apis = Math.max(dollars(60), Math.round(earned * 0.026 * usage));
      const accrued = {
        description: "Hosting used in the month",
        source: "adjustment",
        merchant: HOST,
      } as const;
      books.post(accrued, [debit("hosting", amount, "infrastructure"), credit("accrued", amount)]);
      agenda.on(calendar.dayOf(month + 1, 3).index, "morning", () =>
        books.post(
          { description: "Hosting, last month", source: "bank_transaction", merchant: HOST, bank: true },
          [debit("accrued", amount), credit("corporate-card", amount)],
        ),
      );
      agenda.on(calendar.dayOf(month + 1, 6).index, "morning", () =>
        books.post(
          {
            description: "Map and address data",
            source: "bank_transaction",
            merchant: "Waypoint Data Services",
            bank: true,
          },
          [debit("third-party-apis", apis, "infrastructure"), credit("corporate-card", apis)],
        ),
      );
    });
  }
}

function scheduleStatements(setting: Setting, { card, name, closes, due }: (typeof CARDS)[number]): void {
  const { agenda, books, calendar } = setting;
  for (const month of monthsOf(setting)) {
    agenda.on(calendar.dayOf(month, closes).index, "close", () => {
      const owed = -books.balance(card);
      agenda.on(calendar.onOrAfter(calendar.dayOf(month + 1, due).index), "morning", () =>
        books.post({ description: `Payment of ${name} statement`, source: "transfer", bank: true }, [
          debit(card, owed),
          credit("operating-checking", owed),
        ]),
      );
    });
  }
}
