/**
 * The agenda of the simulation: actions that are scheduled for days. Actions post vouchers and may schedule
 * further actions for the same day or later days. Invariant: the actions of a part of a day run in the order
 * in which they were scheduled, so that a simulation is repeatable. Actions after the last day of the books
 * never run.
 */
import { assert } from "@daybook/words/assert";

/** Actions of the `morning` run before the day's payouts and purchases, those of the `close` after them. */
export type PartOfDay = "morning" | "close";

export class Agenda {
  readonly #actions = {
    morning: new Map<number, (() => void)[]>(),
    close: new Map<number, (() => void)[]>(),
  };
  /** The last day of which a part has run. */
  readonly #lastRun = { morning: -1, close: -1 };

  /** Schedules an action for a part of a day that has not run yet. `day` is an index of the calendar. */
  schedule(day: number, part: PartOfDay, action: () => void): void {
    assert(day > this.#lastRun[part], `an action was scheduled for a day that is over: ${day}`);
    const list = this.#actions[part].get(day);
    if (list) list.push(action);
    else this.#actions[part].set(day, [action]);
  }

  /** Runs and removes the actions of a part of a day, including those that are added meanwhile. */
  run(day: number, part: PartOfDay): void {
    for (const action of this.#actions[part].get(day) ?? []) action();
    this.#actions[part].delete(day);
    this.#lastRun[part] = day;
  }
}
