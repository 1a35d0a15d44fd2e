/**
 * Machines of states, stated as tables: in which state an event can happen, under which guard, and where it
 * leads. Invariant: nothing is in a state that its table does not lead to.
 */

/** A condition of a transition on what changes its state. */
export interface Guard<Subject> {
  /** What must hold, in words that follow "of which". */
  readonly says: string;
  readonly holds: (subject: Subject) => boolean;
}

export interface Transition<State, Event, Subject = void> {
  readonly from: State;
  readonly event: Event;
  /** Left out: always. */
  readonly guard?: Guard<Subject>;
  readonly to: State;
}

interface Machine<State, Event, Subject> {
  readonly transitions: readonly Transition<State, Event, Subject>[];
  /** The state that an event leads to; null where it can't happen. */
  next(from: string, event: Event, subject: Subject): State | null;
  /** The events that can happen in a state, guarded ones included. */
  eventsOf(from: State): Event[];
  /** True if nothing can happen in a state. */
  isFinal(state: State): boolean;
}

/** Makes the machine of a table. Where two rows have the same state and event, the first whose guard holds counts. */
export function machine<State extends string, Event extends string, Subject = void>(
  transitions: readonly Transition<State, Event, Subject>[],
): Machine<State, Event, Subject> {
  const eventsOf = (from: State): Event[] =>
    transitions.filter((row) => row.from === from).map(({ event }) => event);
  return {
    transitions,
    next: (from, event, subject) =>
      transitions.find(
        (row) => row.from === from && row.event === event && (row.guard?.holds(subject) ?? true),
      )?.to ?? null,
    eventsOf,
    isFinal: (state) => eventsOf(state).length === 0,
  };
}
