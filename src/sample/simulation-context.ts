/**
 * What all parts of the simulation share: the calendar, the books, the agenda, the plans and the random
 * numbers. Only `dollars` converts planned amounts to cents, and it applies the scale, which is not 1 for the
 * large companies of benchmarks.
 */
import type { Agenda } from "./agenda.ts";
import type { Books } from "./books.ts";
import type { BusinessCalendar } from "./business-calendar.ts";
import type { Hire, MonthPlan } from "./growth.ts";
import type { Prng } from "./prng.ts";

export interface SimulationContext {
  readonly calendar: BusinessCalendar;
  readonly books: Books;
  readonly agenda: Agenda;
  readonly plans: readonly MonthPlan[];
  readonly hires: readonly Hire[];
  /** The size of the company, as a multiple of its normal size. */
  readonly scale: number;
  /** True if repeated small lines are omitted, so that even few entries include every kind of voucher. */
  readonly isBrief: boolean;
  /** Starts the stream of random numbers with this name. */
  readonly prng: (name: string) => Prng;
  /** Converts an amount in dollars, planned for the normal size, to whole cents at the company's scale. */
  readonly dollars: (amount: number) => number;
}

/** Returns the numbers of all months of the books, from 0 to the current month. */
export function monthsOf({ calendar }: SimulationContext): number[] {
  return Array.from({ length: calendar.day(calendar.today).month + 1 }, (_, month) => month);
}
