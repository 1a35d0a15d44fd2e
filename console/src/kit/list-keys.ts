/**
 * The keyboard in lists: which row the focus is on, where a key moves to, and on which rows it acts.
 * Invariant: a key acts on the rows that the list shows as chosen, never on one that only stands at the same
 * place.
 */
import { type KeyboardEvent, useState } from "react";

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** True for a key that writes, such as a letter in a field. */
export function isTyped(event: Pick<Event, "target">): boolean {
  return event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
}

/** The number of rows that a key moves on in a list; undefined for any other key. */
export function stepOf(event: KeyboardEvent<HTMLElement>): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return undefined;
  return STEPS[event.key];
}

/**
 * The focus goes from row to row of a list of buttons with the keys J and K, or the arrows. `selector` finds
 * the buttons that name the rows; from another control of a row, it goes on from that row.
 */
export function onListKey(event: KeyboardEvent<HTMLElement>, selector = "button"): void {
  const step = stepOf(event);
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const present = document.activeElement;
  const at = stops.findLastIndex(
    (stop) =>
      stop === present ||
      (present !== null && stop.compareDocumentPosition(present) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  const next = stops[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/**
 * The rows on which a key of a list acts: those that are ticked, and only if none is, the one at the place of
 * the keyboard.
 */
export function actedOn<Row>(ticked: ReadonlyMap<string, Row>, here: Row | null): readonly Row[] {
  return ticked.size > 0 ? [...ticked.values()] : here === null ? [] : [here];
}

/**
 * The row of a list that Enter takes, known by its key: rows that come or go before it leave it chosen. While
 * nothing is chosen, or the chosen row is gone, it is the first one.
 */
export function useChosenRow(keys: readonly string[]) {
  const [chosen, chooseRow] = useState<string | null>(null);
  const at = chosen === null ? 0 : Math.max(0, keys.indexOf(chosen));
  const move = (step: 1 | -1): void => chooseRow(keys[at + step] ?? keys[at] ?? null);
  return { at, chooseRow, move };
}
