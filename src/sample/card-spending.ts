/**
 * All charges to the two credit cards (subscriptions, hosting, third-party services and employees' purchases)
 * and the payments of the cards' statements from checking.
 *
 * Invariants: hosting is accrued at the end of a month, and the later charge equals the accrued amount; each
 * statement is paid in full, with the balance of its closing day.
 */
import type { CalendarDay } from "./business-calendar.ts";
import { credit, debit, type VoucherHead } from "./books.ts";
import { type DepartmentKey, REVENUE_LEAVES } from "./chart.ts";
import { headsIn, staffOf } from "./payroll.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";
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
/** On each of the last days, the first purchase is still held, because its receipt is missing. */
export const HELD_DAYS = 7;

/** In a brief simulation (few entries), the company has only every third subscription. */
const BRIEF_SUBSCRIPTIONS = 3;

/** The number of lines of a purchase. */
export const PURCHASE_LINES = 2;

/** A shop with the head of its vouchers and the departments that have employees to buy there. */
interface Choice {
  readonly shop: Shop;
  readonly head: VoucherHead;
  readonly departments: Shop["departments"];
}

export class CardSpending {
  readonly #context: SimulationContext;
  readonly #prng: Prng;
  #month = -1;
  #choices: Choice[] = [];

  constructor(context: SimulationContext) {
    this.#context = context;
    this.#prng = context.prng("purchases");
    scheduleSubscriptions(context);
    scheduleHosting(context);
    for (const each of CARDS) scheduleStatements(context, each);
  }

  /** Returns the expected number of purchases of each day, at the company's normal size. */
  static weights(context: SimulationContext): number[] {
    const prng = context.prng("busy-days");
    return context.calendar.days
      .slice(0, context.calendar.today + 1)
      .map(({ month, weekday, isBusinessDay }) => {
        const weekend = weekday === 0 || weekday === 6;
        const usual = (context.plans[month]?.purchases ?? 0) / 25;
        return usual * (weekend ? 0.35 : isBusinessDay ? 1.05 : 0.5) * prng.around(0.6);
      });
  }

  /**
   * Posts a purchase of `day`. `isFirst` says whether it is the day's first, which is held on the last days.
   */
  postPurchase(day: CalendarDay, isFirst: boolean): void {
    if (day.month !== this.#month) this.#listChoices(day.month);
    const prng = this.#prng;
    const choice = this.#choices[Math.floor(prng.next() * this.#choices.length)];
    if (!choice) return;
    const { shop, head, departments } = choice;
    const amount = Math.round(prng.skewed(shop.least, shop.most) * 100);
    const department = prng.pick(departments) ?? undefined;
    const held = isFirst && day.index > this.#context.calendar.today - HELD_DAYS;
    this.#context.books.post(held ? { ...head, held } : head, [
      debit(shop.category, amount, department),
      credit(shop.card, amount),
    ]);
  }

  /** Lists the shops of a month, each as often as its weight, so that a random shop is a single look-up. */
  #listChoices(month: number): void {
    this.#month = month;
    const isStaffed = (department: DepartmentKey | null): boolean =>
      department === null || staffOf(this.#context, month, department).heads > 0;
    this.#choices = SHOPS.filter(({ firstMonth }) => firstMonth <= month).flatMap((shop) => {
      const head: VoucherHead = {
        description: `Card purchase, ${shop.merchant}`,
        source: "bank_transaction",
        merchant: shop.merchant,
        bank: true,
      };
      // If a department has no employees yet, the founders buy.
      const [first = "executive", ...rest] = shop.departments.filter(isStaffed);
      return Array.from({ length: shop.weight }, () => ({
        shop,
        head,
        departments: [first, ...rest] as const,
      }));
    });
  }
}

function scheduleSubscriptions(context: SimulationContext): void {
  const { agenda, books, isBrief, calendar, dollars } = context;
  const subscriptions = SUBSCRIPTIONS.filter((_, at) => !isBrief || at % BRIEF_SUBSCRIPTIONS === 0);
  for (const month of monthsOf(context)) {
    const heads = headsIn(context, month);
    for (const { merchant, category, department, firstMonth, day, base, perHead } of subscriptions) {
      if (month < firstMonth) continue;
      const amount = dollars(base + perHead * heads);
      agenda.schedule(calendar.dayOf(month, day).index, "morning", () =>
        books.post(
          { description: `Subscription, ${merchant}`, source: "bank_transaction", merchant, bank: true },
          [debit(category, amount, department ?? undefined), credit("corporate-card", amount)],
        ),
      );
    }
  }
}

/**
 * Schedules hosting and map data, whose cost follows the month's revenue. Hosting is accrued at the end of
 * the month and charged in the next one.
 */
function scheduleHosting(context: SimulationContext): void {
  const { agenda, books, calendar, dollars, prng } = context;
  const stream = prng("hosting");
  const revenue = (): number => REVENUE_LEAVES.reduce((sum, key) => sum - books.balance(key), 0);
  let revenueBefore = 0;
  for (const month of monthsOf(context)) {
    const usage = stream.around(0.12);
    agenda.schedule(calendar.monthEnd(month).index, "close", () => {
      const earned = revenue() - revenueBefore;
      revenueBefore += earned;
      const amount = dollars(620) + Math.max(0, Math.round(earned * 0.085 * usage));
      const apis = Math.max(dollars(60), Math.round(earned * 0.026 * usage));
      const accrued = {
        description: "Hosting used in the month",
        source: "adjustment",
        merchant: HOST,
      } as const;
      books.post(accrued, [debit("hosting", amount, "infrastructure"), credit("accrued", amount)]);
      agenda.schedule(calendar.dayOf(month + 1, 3).index, "morning", () =>
        books.post(
          { description: "Hosting, last month", source: "bank_transaction", merchant: HOST, bank: true },
          [debit("accrued", amount), credit("corporate-card", amount)],
        ),
      );
      agenda.schedule(calendar.dayOf(month + 1, 6).index, "morning", () =>
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

function scheduleStatements(
  context: SimulationContext,
  { card, name, closes, due }: (typeof CARDS)[number],
): void {
  const { agenda, books, calendar } = context;
  for (const month of monthsOf(context)) {
    agenda.schedule(calendar.dayOf(month, closes).index, "close", () => {
      const owed = -books.balance(card);
      agenda.schedule(calendar.businessDayOnOrAfter(calendar.dayOf(month + 1, due).index), "morning", () =>
        books.post({ description: `Payment of ${name} statement`, source: "transfer", bank: true }, [
          debit(card, owed),
          credit("operating-checking", owed),
        ]),
      );
    });
  }
}
