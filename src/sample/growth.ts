/**
 * The growth of the sample company: sales and purchases by month, and employees. All numbers are for the
 * company at its normal size; the simulation multiplies them by its scale. Amounts are in dollars, because
 * they are plans.
 */
import { present } from "@daybook/words/assert";
import type { BusinessCalendar } from "./business-calendar.ts";
import type { DepartmentKey } from "./chart.ts";
import type { Prng } from "./prng.ts";

export interface MonthPlan {
  /** Dollars billed in the month to self-serve customers on monthly and on annual plans. */
  readonly monthlyPlans: number;
  readonly annualPlans: number;
  /** The number of new enterprise contracts, and the usual price of a year. */
  readonly contracts: number;
  readonly contractPrice: number;
  /** The number of implementation projects that are invoiced, and their usual price. */
  readonly projects: number;
  readonly projectPrice: number;
  /** The number of employees' card purchases. */
  readonly purchases: number;
}

/** The month in which the product goes on sale. Months count from 0. */
export const LAUNCH_MONTH = 2;
/** The month from which larger customers sign contracts. */
const FIRST_CONTRACT_MONTH = 5;

/** The season of annual plans, by calendar month: most are sold in January and in the last quarter. */
const ANNUAL_SEASON = [1.35, 1.05, 1.0, 0.95, 0.95, 1.0, 0.8, 0.75, 1.0, 1.05, 1.2, 1.3] as const;
/** The season of purchases, by calendar month: most are made in spring and autumn, for conferences. */
const SPENDING_SEASON = [0.95, 1.0, 1.1, 1.05, 1.1, 1.0, 0.85, 0.85, 1.1, 1.15, 1.05, 0.85] as const;

/** Returns the plan of each month of the calendar. */
export function planGrowth(calendar: BusinessCalendar, prng: Prng): MonthPlan[] {
  const plans: MonthPlan[] = [];
  const months = present(calendar.days.at(-1), "an empty calendar").month + 1;
  let recurring = 4_200;
  let signed = 0;
  let due = 0;
  for (let month = 0; month < months; month += 1) {
    const season = calendar.dayOf(month, 1).calendarMonth - 1;
    const selling = month >= LAUNCH_MONTH;
    if (month > LAUNCH_MONTH)
      recurring *= 1 + Math.max(0.045, 0.185 - 0.0042 * (month - LAUNCH_MONTH)) * prng.around(0.25);
    if (month >= FIRST_CONTRACT_MONTH)
      due += (0.65 + 0.085 * (month - FIRST_CONTRACT_MONTH)) * prng.around(0.3);
    const contracts = Math.floor(due) - signed;
    signed += contracts;
    plans.push({
      monthlyPlans: selling ? recurring : 0,
      annualPlans: selling ? recurring * 0.42 * (ANNUAL_SEASON[season] ?? 1) * prng.around(0.15) : 0,
      contracts,
      contractPrice: 15_000 + 850 * month,
      projects: 1 + Math.floor(month / 9) + (prng.chance(0.5) ? 1 : 0),
      projectPrice: 5_200 + 130 * month,
      purchases: (23 + 3.1 * month) * (SPENDING_SEASON[season] ?? 1) * prng.around(0.12),
    });
  }
  return plans;
}

export interface Hire {
  /** The first month with pay. */
  readonly month: number;
  /** The month after the last one with pay; absent for those who stay. */
  readonly until?: number;
  readonly department: DepartmentKey;
  /** Dollars a year, at first. */
  readonly salary: number;
}

const HIRES: readonly (readonly [
  month: number,
  department: DepartmentKey,
  thousands: number,
  until?: number,
])[] = [
  [0, "executive", 135],
  [0, "product", 142],
  [0, "infrastructure", 142],
  [1, "product", 138],
  [3, "marketing", 102],
  [4, "infrastructure", 150],
  [5, "sales", 94, 15],
  [6, "product", 145],
  [8, "customer-success", 70],
  [8, "data", 142],
  [9, "sales", 98],
  [10, "product", 150],
  [11, "people", 88],
  [13, "product", 148],
  [14, "customer-success", 72],
  [15, "infrastructure", 158],
  [15, "marketing", 112],
  [16, "sales", 104],
  [17, "finance", 128],
  [18, "sales", 106],
  [18, "product", 152, 29],
  [19, "product", 155],
  [19, "data", 150],
  [20, "sales", 108],
  [21, "customer-success", 76],
  [21, "marketing", 98],
  [22, "infrastructure", 162],
  [23, "product", 150],
  [24, "sales", 110],
  [25, "people", 96],
  [26, "product", 158],
  [27, "customer-success", 80],
  [28, "sales", 112],
  [29, "data", 155],
  [30, "finance", 102],
  [31, "product", 160],
  [32, "marketing", 110],
  [33, "customer-success", 78],
  [34, "infrastructure", 165],
  [35, "sales", 115],
];

/**
 * Returns the employees. Their salaries depend on the seed, and so do the starting months after the first
 * half year.
 */
export function planHires(prng: Prng): Hire[] {
  return HIRES.map(([month, department, thousands, until]) => {
    const start = month < 6 ? month : month + prng.integer(0, 1);
    const salary = Math.round(thousands * prng.around(0.06)) * 1000;
    return until === undefined
      ? { month: start, department, salary }
      : { month: start, department, salary, until };
  });
}
