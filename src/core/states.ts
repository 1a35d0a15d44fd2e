/**
 * State machines as tables of transitions: an event in a state, with an optional condition, leads to another
 * state. Invariant: a subject is only ever in a state that its table leads to.
 */

/** The condition of a transition, which depends on the subject whose state changes. */
export interface Guard<Subject> {
  /** Describes the condition, for a sentence such as "a record of which ...". */
  readonly says: string;
  readonly holds: (subject: Subject) => boolean;
}

export interface Transition<State, Event, Subject = void> {
  readonly from: State;
  readonly event: Event;
  /** Without a guard, the transition is always possible. */
  readonly guard?: Guard<Subject>;
  readonly to: State;
}

interface Machine<State, Event, Subject> {
  readonly transitions: readonly Transition<State, Event, Subject>[];
  /** Returns the state after an event; null if the event can't happen. */
  next(from: string, event: Event, subject: Subject): State | null;
  /** Returns the events that can happen in a state, including those with a guard. */
  eventsOf(from: State): Event[];
  /** True if no event can happen in a state. */
  isFinal(state: State): boolean;
}

/**
 * Makes the state machine of a table. If several rows have the same state and event, the first row whose
 * guard holds is used.
 */
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
