/**
 * Fixed assets: computers for new employees, furniture, and the part of engineers' work that is capitalized
 * as software. Each purchase is depreciated straight-line from the month after it. Invariant: the
 * depreciation of an asset sums to its cost, the last month taking what is left, so accumulated depreciation
 * never exceeds cost.
 */
import { credit, debit, straightLine } from "./books.ts";
import type { CategoryKey, DepartmentKey } from "./chart.ts";
import { staffOf } from "./payroll.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";

const COMPUTER_MONTHS = 36;
const FURNITURE_MONTHS = 60;
const SOFTWARE_MONTHS = 36;
/** Engineering work on new products, as a share of wages, capitalized each quarter from this month on. */
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
  readonly description: string;
  readonly merchant: string | null;
  readonly cost: number;
  readonly month: number;
  readonly life: number;
}

/** Puts purchases, capitalized work and all depreciation into the diary. */
export function scheduleEquipment(setting: Setting): void {
  scheduleComputers(setting);
  scheduleFurniture(setting);
  scheduleOwnSoftware(setting);
}

/** Laptops for employees who start in a month, on the corporate card. */
function scheduleComputers(setting: Setting): void {
  const { agenda, books, calendar, dollars, prng } = setting;
  const stream = prng("computers");
  const merchant = "Slate and Hinge Computers";
  for (const month of monthsOf(setting)) {
    const price = stream.between(2_250, 2_750);
    const day = calendar.businessDay(month, stream.integer(1, 5));
    const count = setting.hires.filter((hire) => hire.month === month).length;
    if (count === 0) continue;
    const cost = dollars(price * count);
    const description = count === 1 ? "Laptop" : `${count} laptops`;
    agenda.on(day, "morning", () =>
      books.post({ description, source: "bank_transaction", merchant, bank: true }, [
        debit("computers", cost),
        credit("corporate-card", cost),
      ]),
    );
    depreciate(setting, {
      accumulated: "accumulated-depreciation",
      description,
      merchant,
      cost,
      month,
      life: COMPUTER_MONTHS,
    });
  }
}

function scheduleFurniture(setting: Setting): void {
  const { agenda, books, calendar, dollars } = setting;
  for (const { month, merchant, description, price } of FURNITURE) {
    const cost = dollars(price);
    agenda.on(calendar.businessDay(month, 13), "morning", () =>
      books.post({ description, source: "bank_transaction", merchant, bank: true }, [
        debit("furniture", cost),
        credit("operating-checking", cost),
      ]),
    );
    depreciate(setting, {
      accumulated: "accumulated-depreciation",
      description,
      merchant,
      cost,
      month,
      life: FURNITURE_MONTHS,
    });
  }
}

/** At each quarter's end wages that built new products leave expense and become an asset. */
function scheduleOwnSoftware(setting: Setting): void {
  const { agenda, books, calendar, dollars } = setting;
  for (const month of monthsOf(setting)) {
    if (month < FIRST_CAPITALIZED_MONTH || calendar.dayOf(month, 1).calendarMonth % 3 !== 0) continue;
    const parts = ENGINEERS.map((department) => {
      const wages = [month - 2, month - 1, month].reduce(
        (sum, each) => sum + staffOf(setting, each, department).salaries / 12,
        0,
      );
      return credit("salaries", dollars(wages * CAPITALIZED_SHARE), department);
    });
    const cost = parts.reduce((sum, { net }) => sum - net, 0);
    const description = "Internally developed software";
    agenda.on(calendar.monthEnd(month).index, "close", () =>
      books.post({ description: `${description}, quarter`, source: "capitalization" }, [
        debit("capitalized-software", cost),
        ...parts,
      ]),
    );
    const asset = { accumulated: "accumulated-amortization", merchant: null } as const;
    depreciate(setting, { ...asset, description, cost, month, life: SOFTWARE_MONTHS });
  }
}

function depreciate({ agenda, books, calendar }: Setting, asset: Asset): void {
  const last = calendar.day(calendar.today).month;
  const term = asset.accumulated === "accumulated-amortization" ? "Amortization" : "Depreciation";
  const description = `${term}, ${asset.description.slice(0, 1).toLowerCase()}${asset.description.slice(1)}`;
  const heading = {
    description,
    source: "capitalization",
    ...(asset.merchant === null ? {} : { merchant: asset.merchant }),
  } as const;
  for (let at = 0; at < asset.life && asset.month + 1 + at <= last; at += 1) {
    const part = straightLine(asset.cost, asset.life, at);
    agenda.on(calendar.monthEnd(asset.month + 1 + at).index, "close", () =>
      books.post(heading, [debit("depreciation", part), credit(asset.accumulated, part)]),
    );
  }
}
