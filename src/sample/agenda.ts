/**
 * The diary of the sample company: actions on days, which post vouchers and may put further actions on the
 * same or later days. Invariant: within a part of a day actions run in the order in which they were put down,
 * so a run repeats exactly. Days past the end of the books never come.
 */
import { assert } from "../core/assert.ts";

/** `morning` comes before the day's payouts and purchases; `close` after them. */
export type PartOfDay = "morning" | "close";

export class Agenda {
  readonly #actions = {
    morning: new Map<number, (() => void)[]>(),
    close: new Map<number, (() => void)[]>(),
  };
  readonly #over = { morning: -1, close: -1 };

  /** Puts an action on a day (an index of the calendar) whose part isn't over yet. */
  on(day: number, part: PartOfDay, action: () => void): void {
    assert(day > this.#over[part], `an action was put on a day that is over: ${day}`);
    const list = this.#actions[part].get(day);
    if (list) list.push(action);
    else this.#actions[part].set(day, [action]);
  }

  /** Runs a part of a day, with the actions that it adds to itself, and forgets it. */
  run(day: number, part: PartOfDay): void {
    for (const action of this.#actions[part].get(day) ?? []) action();
    this.#actions[part].delete(day);
    this.#over[part] = day;
  }
}
