/**
 * The setting for every part of the sample company: its calendar, its books, its diary, its plans and its own
 * random numbers. `dollars` is the only way in which plans become cents, and the only place where the scale
 * of a company made for measuring enters amounts.
 */
import type { Agenda } from "./agenda.ts";
import type { Books } from "./books.ts";
import type { BusinessCalendar } from "./business-calendar.ts";
import type { Hire, MonthPlan } from "./growth.ts";
import type { Prng } from "./prng.ts";

export interface Setting {
  readonly calendar: BusinessCalendar;
  readonly books: Books;
  readonly agenda: Agenda;
  readonly plans: readonly MonthPlan[];
  readonly hires: readonly Hire[];
  /** The size of the company, as a multiple of the usual one. */
  readonly scale: number;
  /** True if small repeated lines are left out, so that few entries still hold every kind of voucher. */
  readonly brief: boolean;
  /** The stream of randomness with a name, from its beginning. */
  readonly prng: (name: string) => Prng;
  /** An amount of the company at its usual size, in whole cents of the company at its scale. */
  readonly dollars: (amount: number) => number;
}

/** Numbers of the months from the first to the one that `today` lies in. */
export function monthsOf({ calendar }: Setting): number[] {
  return Array.from({ length: calendar.day(calendar.today).month + 1 }, (_, month) => month);
}
