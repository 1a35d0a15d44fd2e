/**
 * Fixed assets: computers for new employees, furniture, and the part of the engineers' wages that is
 * capitalized as software. Each asset is depreciated straight-line, beginning in the month after the
 * purchase. Invariant: the depreciation of an asset sums to its cost, with the remainder in the last month,
 * so accumulated depreciation never exceeds the cost.
 */
import { addMonths, startOfMonth } from "@daybook/words/civil-date";
import { credit, debit, type SampleDocument, straightLine } from "./books.ts";
import type { CategoryKey, DepartmentKey } from "./chart.ts";
import { staffOf } from "./payroll.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

const COMPUTER_MONTHS = 36;
const FURNITURE_MONTHS = 60;
const SOFTWARE_MONTHS = 36;
/** Each quarter from `FIRST_CAPITALIZED_MONTH` on, this share of the engineers' wages is capitalized. */
const CAPITALIZED_SHARE = 0.08;
const FIRST_CAPITALIZED_MONTH = 12;
const ENGINEERS: readonly DepartmentKey[] = ["product", "infrastructure", "data"];

const FURNITURE: readonly {
  readonly month: number;
  readonly merchant: string;
  readonly description: string;
  readonly price: number;
}[] = [
  { month: 9, merchant: "Oaken Desk Works", description: "Desks and chairs", price: 15_400 },
  { month: 22, merchant: "Oaken Desk Works", description: "Desks and meeting rooms", price: 33_900 },
  { month: 23, merchant: "Plumbline Fit-Out", description: "Shelving and partitions", price: 21_200 },
];

interface Asset {
  readonly accumulated: CategoryKey;
  /** The description of each month's voucher. */
  readonly description: string;
  readonly merchant: string | null;
  readonly cost: number;
  /** The month before the first one of its depreciation. */
  readonly month: number;
  /** In months. */
  readonly life: number;
  /** `capitalization` for a month that the purchase's own schedule posts. */
  readonly source: "adjustment" | "capitalization";
}

/** Schedules the purchases of assets, the capitalization of wages and all depreciation. */
export function scheduleEquipment(context: SimulationContext): void {
  scheduleComputers(context);
  scheduleFurniture(context);
  scheduleOwnSoftware(context);
}

/** Returns the schedule of an asset that is bought in a month and depreciated from the next one on. */
function capitalization({ calendar }: SimulationContext, month: number, months: number): SampleDocument {
  return {
    kind: "schedule",
    schedule: {
      kind: "capitalization",
      category: "depreciation",
      department: null,
      contra: "accumulated-depreciation",
      start: addMonths(startOfMonth(calendar.dayOf(month, 1).date), 1),
      months,
    },
  };
}

/** Schedules purchases of laptops for new employees, paid with the corporate card. */
function scheduleComputers(context: SimulationContext): void {
  const { agenda, books, calendar, dollars, prng } = context;
  const stream = prng("computers");
  const merchant = "Slate and Hinge Computers";
  for (const month of monthsOf(context)) {
    const price = stream.between(2_250, 2_750);
    const day = calendar.businessDay(month, stream.integer(1, 5));
    const count = context.hires.filter((hire) => hire.month === month).length;
    if (count === 0) continue;
    const cost = dollars(price * count);
    const description = count === 1 ? "Laptop" : `${count} laptops`;
    const document = capitalization(context, month, COMPUTER_MONTHS);
    agenda.schedule(day, "morning", () =>
      books.post({ description, source: "bank_transaction", merchant, bank: true, document }, [
        debit("computers", cost),
        credit("corporate-card", cost),
      ]),
    );
    depreciate(context, {
      accumulated: "accumulated-depreciation",
      description,
      merchant,
      cost,
      month,
      life: COMPUTER_MONTHS,
      source: "capitalization",
    });
  }
}

function scheduleFurniture(context: SimulationContext): void {
  const { agenda, books, calendar, dollars } = context;
  for (const { month, merchant, description, price } of FURNITURE) {
    const cost = dollars(price);
    const document = capitalization(context, month, FURNITURE_MONTHS);
    agenda.schedule(calendar.businessDay(month, 13), "morning", () =>
      books.post({ description, source: "bank_transaction", merchant, bank: true, document }, [
        debit("furniture", cost),
        credit("operating-checking", cost),
      ]),
    );
    depreciate(context, {
      accumulated: "accumulated-depreciation",
      description,
      merchant,
      cost,
      month,
      life: FURNITURE_MONTHS,
      source: "capitalization",
    });
  }
}

/** At the end of each quarter, moves the wages for new products from expense to an asset. */
function scheduleOwnSoftware(context: SimulationContext): void {
  const { agenda, books, calendar, dollars } = context;
  for (const month of monthsOf(context)) {
    if (month < FIRST_CAPITALIZED_MONTH || calendar.dayOf(month, 1).calendarMonth % 3 !== 0) continue;
    const parts = ENGINEERS.map((department) => {
      const wages = [month - 2, month - 1, month].reduce(
        (sum, each) => sum + staffOf(context, each, department).salaries / 12,
        0,
      );
      return credit("salaries", dollars(wages * CAPITALIZED_SHARE), department);
    });
    const cost = parts.reduce((sum, { net }) => sum - net, 0);
    const description = "Internally developed software";
    agenda.schedule(calendar.monthEnd(month).index, "close", () =>
      books.post({ description: `${description}, quarter`, source: "adjustment" }, [
        debit("capitalized-software", cost),
        ...parts,
      ]),
    );
    depreciate(context, {
      accumulated: "accumulated-amortization",
      description: "Amortization, internally developed software",
      merchant: null,
      cost,
      month,
      life: SOFTWARE_MONTHS,
      source: "adjustment",
    });
  }
}

/** Schedules the months of straight-line depreciation up to today. */
export function depreciate({ agenda, books, calendar }: SimulationContext, asset: Asset): void {
  const { accumulated, description, merchant, cost, life, source } = asset;
  const last = calendar.day(calendar.today).month;
  const head = {
    description,
    source,
    ...(merchant === null ? {} : { merchant }),
    ...(source === "capitalization" ? { document: { kind: "share" } as const } : {}),
  };
  for (let at = 0; at < life && asset.month + 1 + at <= last; at += 1) {
    const part = straightLine(cost, life, at);
    agenda.schedule(calendar.monthEnd(asset.month + 1 + at).index, "close", () =>
      books.post(head, [debit("depreciation", part), credit(accumulated, part)]),
    );
  }
}
